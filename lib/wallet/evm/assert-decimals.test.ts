/** A site that misstates a token's decimals cannot sell ten times as much: the wallet's own node is asked. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ETH, pay } from '../testing/evm-wallet.ts';
import { depositData, tokenRoute, USDC } from '../testing/routes.ts';
import { assertDecimals } from './assert-decimals.ts';

const route = tokenRoute({ data: depositData({ asset: USDC, amount: 25_000_000n, expiration: 4_000_000_000n }) });

beforeEach(() => vi.stubGlobal('window', globalThis));
afterEach(() => vi.unstubAllGlobals());

test('decimals that the wallet’s node contradicts stop the payment, with both values', async () => {
  const { config, run } = await pay(route);
  // The wallet switches to the network of the payment, and reports six decimals.
  await run();
  await expect(assertDecimals(config, route, { tokenDecimals: 7 }, ETH)).rejects.toMatchObject({
    fault: 'mismatch',
    nothingSent: true,
    message: expect.stringMatching(/USDC has 6 decimals, and this site says 7/),
  });
  await expect(assertDecimals(config, route, { tokenDecimals: 6 }, ETH)).resolves.toBeUndefined();
});

test('a wallet that answers no questions stops nothing', async () => {
  const { config } = await pay(route, { eth_call: new Error('not here') });
  await expect(assertDecimals(config, route, { tokenDecimals: 7 }, ETH)).resolves.toBeUndefined();
});
