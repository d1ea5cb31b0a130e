/**
 * A transaction is handed out only for the route that it pays; when there is none, the route can still be paid
 * through a channel.
 */
import { describe, expect, it } from 'vitest';
import { ProviderError } from '../../domain/errors.ts';
import type { RouteDraft } from '../../domain/route.ts';
import { withBudget } from '../helper-time.ts';
import { loopbackFetch } from '../test-upstream.ts';
import { type Asked, createQuoteAsker } from './ask-quote.ts';
import { createChainflipClient } from './client.ts';
import { createNetworkState } from './network-state.ts';
import { type QuoteDeps, quoteSwap, type VaultSwapBuilder } from './quote.ts';
import { termsOf } from './terms.ts';
import { bench } from './testing/bench.ts';
import { ALICE_BTC, ALICE_ETH, BROKER_ID, clientsWith, NOW_MS, request } from './testing/chainflip-double.ts';

const BUILT = { tx: { type: 'PSBT' as const, tx: 'cHNidP8=' }, targetAddress: 'bc1qvault' };

async function quoted(
  buildVaultSwap: VaultSwapBuilder,
  changes: Parameters<typeof request>[0] = {},
): Promise<{ routes: RouteDraft[]; asked: Asked[] }> {
  const { upstream } = await bench();
  const client = createChainflipClient(
    { backend: [upstream.url], rpc: [upstream.url], broker: undefined },
    { fetch: loopbackFetch, now: () => NOW_MS, log: () => undefined },
  );
  const asked: Asked[] = [];
  const ask = createQuoteAsker(client);
  const deps: QuoteDeps = {
    state: createNetworkState(client, () => NOW_MS),
    ask: (what, ...rest) => {
      asked.push(what);
      return ask(what, ...rest);
    },
    setup: { hasBroker: true, brokerId: BROKER_ID },
    buildVaultSwap,
    unitPrices: { of: async () => undefined },
    now: () => NOW_MS,
  };
  const { signal } = new AbortController();
  return { routes: await quoteSwap(deps, request({ includeTx: true, ...changes }), { signal }), asked };
}

describe('a vault swap', () => {
  it('is built from the terms of its own route, refunded to the source address, and paid to the vault', async () => {
    const calls: Parameters<VaultSwapBuilder>[0][] = [];
    const { routes, asked } = await quoted(
      async (swap) => {
        calls.push(swap);
        return BUILT;
      },
      { maxBoostFeeBps: 10 },
    );
    expect(routes.map(({ tx, targetAddress, boost }) => [tx, targetAddress, boost?.feeBps])).toEqual([
      [BUILT.tx, 'bc1qvault', undefined],
      [BUILT.tx, 'bc1qvault', 5],
    ]);
    expect(asked.map(({ vaultSwap }) => vaultSwap)).toEqual([true]);
    expect(calls).toEqual(
      routes.map((route) => ({
        terms: termsOf(route),
        sell: route.sell,
        sourceAddress: ALICE_BTC,
        destinationAddress: ALICE_ETH,
        refundAddress: ALICE_BTC,
      })),
    );
  });

  it('is refunded to the address that was asked for, and its channel too', async () => {
    const refundAddress = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
    const calls: Parameters<VaultSwapBuilder>[0][] = [];
    const build: VaultSwapBuilder = async (swap) => {
      calls.push(swap);
      return BUILT;
    };
    const { routes } = await quoted(build, { refundAddress });
    expect(calls.map((swap) => swap.refundAddress)).toEqual([refundAddress]);
    expect(routes.map((route) => route.refundAddress)).toEqual([refundAddress]);
  });

  it('that cannot be made leaves a route with a channel’s price, and says why', async () => {
    const { routes, asked } = await quoted(async () => ({ unavailable: 'The source address holds nothing.' }));
    expect(routes.map(({ tx, txUnavailable }) => [tx, txUnavailable])).toEqual([
      [undefined, 'The source address holds nothing.'],
    ]);
    expect(routes[0]?.channel).toBeDefined();
    expect(asked.map(({ vaultSwap }) => vaultSwap)).toEqual([true, false]);
  });

  it('that could be made for one form only is given for that one', async () => {
    let first = true;
    const { routes } = await quoted(
      async () => {
        const plain = first;
        first = false;
        return plain ? { unavailable: 'No.' } : BUILT;
      },
      { maxBoostFeeBps: 10 },
    );
    expect(routes.map(({ tx, boost }) => [tx?.type, boost?.feeBps])).toEqual([
      [undefined, undefined],
      ['PSBT', 5],
    ]);
  });

  it('whose encoding differs from the quote refuses the whole route', async () => {
    const work = quoted(async () => {
      throw new ProviderError('unknownError', 'The node encoded another refund address.');
    });
    await expect(work).rejects.toMatchObject({ code: 'unknownError', message: /another refund address/ });
  });

  it('lapses: with its blockhash where it has one, else with its price after an hour', async () => {
    const at = async (built: Awaited<ReturnType<VaultSwapBuilder>>) =>
      (await quoted(async () => built)).routes.map(({ expirationSeconds }) => expirationSeconds);
    expect(await at({ ...BUILT, livesMs: 60_000 })).toEqual([Math.floor(NOW_MS / 1000) + 60]);
    expect(await at(BUILT)).toEqual([Math.floor(NOW_MS / 1000) + 3600]);
    expect(await at({ unavailable: 'The source address holds nothing.' })).toEqual([Math.floor(NOW_MS / 1000) + 3600]);
  });

  it.each([true, false])(
    'lapses with its price where it has no sender: a channel takes it (includeTx %s)',
    async (includeTx) => {
      const { routes } = await quoted(async () => BUILT, { includeTx, sourceAddress: '' });
      expect(
        routes.map(({ tx, channel, expirationSeconds }) => [tx, channel !== undefined, expirationSeconds]),
      ).toEqual([[undefined, true, Math.floor(NOW_MS / 1000) + 3600]]);
    },
  );

  it('whose upstream fails costs only the transaction', async () => {
    const { routes } = await quoted(async () => {
      throw new ProviderError('httpError', 'down');
    });
    expect(routes[0]?.txUnavailable).toMatch(/could not be asked/);
  });

  it('whose chain ignores every abort costs the transaction within the quote’s time', async () => {
    const never = () => new Promise<never>(() => undefined);
    const clients = clientsWith({ utxo: { utxos: never, feeRate: never } });
    const { provider, one } = await bench({}, { brokerId: BROKER_ID, clients });
    await one();
    const [route] = await provider.quote(request({ includeTx: true }), withBudget(new AbortController().signal, 1200));
    expect(route?.tx).toBeUndefined();
    expect(route?.txUnavailable).toMatch(/could not be asked/);
    expect(route?.channel).toBeDefined();
  });

  it('for which Chainflip’s node hangs costs the transaction, and never the route', async () => {
    let delayMs = 0;
    const utxos = async () => [{ txid: 'ab'.repeat(32), vout: 0, value: 10n ** 9n, confirmed: true }];
    const clients = clientsWith({ utxo: { utxos, feeRate: async () => 5n } });
    const { provider, one } = await bench({}, { brokerId: BROKER_ID, clients, nodeDelayMs: () => delayMs });
    await one();
    delayMs = 60_000;
    const [route] = await provider.quote(request({ includeTx: true }), withBudget(new AbortController().signal, 2400));
    expect(route?.tx).toBeUndefined();
    expect(route?.txUnavailable).toMatch(/could not be asked/);
    expect(route?.channel).toBeDefined();
  });
});
