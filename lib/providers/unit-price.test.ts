/** If this fails, a chain that hangs costs a route that could do without its word. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clientsWith } from '../chain-clients/test-clients.ts';
import { createUnitPrices } from './unit-price.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('does without a chain that says nothing, and does not hear that it should stop', async () => {
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
