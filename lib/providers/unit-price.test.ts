/** If this fails, a hanging chain costs a route that does not need its answer. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clientsWith } from '../chain-clients/test-clients.ts';
import { createUnitPrices } from './unit-price.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('skips a chain that does not answer and ignores every abort', async () => {
  const clients = {
    ...clientsWith(),
    evm: () => undefined,
    utxo: () => ({ feeRate: () => new Promise(() => undefined) }),
  };
  const prices = createUnitPrices(clients as never, () => Date.now());
  const asked = prices.of('BTC', new AbortController().signal);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await asked).toBeUndefined();
});
