/** For tests: the emulated networks in an in-memory world, and helpers to pay and to query them. */
import type { ChainId } from '../../domain/chain-id.ts';
import type { Service } from '../ledger.ts';
import { type FakeLedger, type FakeWorld, fakeAddress, fakeWorld } from './fake-world.ts';
import type { Network } from './network.ts';
import type { NetworkConfig } from './network-config.ts';
import type { Pool } from './state.ts';
import { createThorFamily } from './thor-family.ts';

export const USER_BTC = fakeAddress('BTC', 'user');
export const USER_ETH = fakeAddress('ETH', 'user');
export const USER_THOR = fakeAddress('THOR', 'user');
export const USER_MAYA = fakeAddress('MAYA', 'user');

export type QuoteBody = Record<string, unknown> & { fees: Record<string, unknown> };

/** `ask` requests a quote from a node. */
export function quoteSandbox(options: { thor?: NetworkConfig; maya?: NetworkConfig; pools?: Partial<Pool>[] } = {}) {
  const world = fakeWorld();
  const family = createThorFamily(world, options);
  const [thor, maya] = family.networks;
  if (options.pools) {
    const pools = options.pools.map(
      (pool) =>
        ({
          status: 'Available',
          decimals: 0,
          chainDecimals: 18,
          income: 0n,
          marketPrice: 1n,
          volumeNative: 0n,
          ...pool,
        }) as Pool,
    );
    thor.state.pools = pools.map((pool) => ({ ...pool }));
    maya.state.pools = pools.map((pool) => ({ ...pool }));
  }
  const ask = async (node: 'thornode' | 'mayanode', params: Record<string, string>, raw = '') => {
    const service = serviceOf(family.services, node);
    const query = new URLSearchParams(raw || params);
    const path = node === 'thornode' ? '/thorchain/quote/swap' : '/mayachain/quote/swap';
    const answer = await service.handle({ method: 'GET', path, query, body: '' });
    return {
      status: answer.status,
      headers: answer.headers,
      text: answer.body,
      body: JSON.parse(answer.body) as QuoteBody,
    };
  };
  return { world, thor: thor, maya: maya, ask };
}

export type Json = Record<string, unknown>;

/** Both networks after their first block, without arbitrage; `get` requests `GET /path` of a service. */
export async function beginSandbox(world = fakeWorld()) {
  const family = createThorFamily(world);
  for (const network of family.networks) network.state.marketOn = false;
  await world.blocks(1);
  const get = async (prefix: string, path: string): Promise<Json> => {
    const service = serviceOf(family.services, prefix);
    const url = new URL(path, 'http://x');
    const answer = await service.handle({ method: 'GET', path: url.pathname, query: url.searchParams, body: '' });
    return JSON.parse(answer.body) as Json;
  };
  return { world, thor: family.networks[0], maya: family.networks[1], get };
}
type Sandbox = Awaited<ReturnType<typeof beginSandbox>>;

export const txStatus = async (s: Sandbox, id: string, node = 'thornode') =>
  (await s.get(node, `/${node === 'thornode' ? 'thorchain' : 'mayachain'}/tx/status/${id}`)) as {
    tx?: Json;
    planned_out_txs?: Json[];
    out_txs?: (Json & { coins: { amount: string; asset: string }[] })[];
    stages: Record<string, Json>;
  };

/** Pays bitcoin to the first vault in the next block; returns the payment's id. */
export const payBtc = (world: FakeWorld, network: Network, sats: bigint, memo: string) =>
  ledgerIn(world, 'BTC').pay({
    from: USER_BTC,
    to: ledgerIn(world, 'BTC').vaultAddress(`${network.config.id}-0`),
    amountBaseUnits: sats,
    memo,
    gasBaseUnits: 500n,
  });

function serviceOf(services: readonly Service[], prefix: string): Service {
  const found = services.find((one) => one.prefix === prefix);
  if (!found) throw new Error(`no service ${prefix}`);
  return found;
}

function ledgerIn(world: FakeWorld, chain: ChainId): FakeLedger {
  const ledger = world.ledgers[chain];
  if (!ledger) throw new Error(`no ledger ${chain}`);
  return ledger;
}
