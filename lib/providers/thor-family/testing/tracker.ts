/** The adapter that observes a swap on a loopback node, and what the node reports of it. */
import { clientsWith } from '../../../chain-clients/test-clients.ts';
import { assetOf } from '../../../domain/asset.ts';
import type { RouteDraft } from '../../../domain/route.ts';
import type { Observation } from '../../../domain/swap-status.ts';
import { loopbackFetch, upstreamOfTest } from '../../test-upstream.ts';
import { FAMILY, type FamilyVariant } from '../config.ts';
import { createThorFamily } from '../index.ts';
import { toRoute } from '../to-routes.ts';
import { quoteSchema } from '../upstream-schemas.ts';
import { NOW_MS, type NodeAnswers, nodeDouble, objectFixture, request, thorQuote } from './node-double.ts';

export type Json = Record<string, unknown>;

const routeOf = (
  variant: FamilyVariant,
  sell: string,
  buy: string,
  destinationAddress: string,
  decimals = 8,
): RouteDraft => {
  const of = request({ sellAsset: assetOf(sell), buyAsset: assetOf(buy), destinationAddress });
  return toRoute(FAMILY[variant], {
    request: of,
    sell: { asset: of.sellAsset, decimals: 8, baseUnits: 1n },
    buyDecimals: decimals,
    quote: quoteSchema.parse(thorQuote()),
    memo: undefined,
    affiliate: undefined,
    interval: 0,
    state: { pools: new Map(), inbound: new Map() },
  });
};

export type Look = {
  variant?: FamilyVariant;
  sell: string;
  buy: string;
  to: string;
  hash: string;
  age?: number;
  decimals?: number;
};

/** One adapter, which observes as often as a test needs. */
export async function tracker(look: Look, answers: NodeAnswers) {
  const variant = look.variant ?? 'thor';
  const upstream = await upstreamOfTest(nodeDouble(variant, answers));
  const clock = { now: NOW_MS, monotonic: 0 };
  const provider = createThorFamily({
    variant,
    nodeUrls: [upstream.url],
    midgardUrls: [upstream.url],
    network: 'mainnet',
    clients: clientsWith(),
    fetch: loopbackFetch,
    now: () => clock.now,
    monotonic: () => clock.monotonic,
    log: () => undefined,
  });
  const route = routeOf(variant, look.sell, look.buy, look.to, look.decimals);
  const leg = { route, leg: 0, hash: look.hash, chain: route.sell.asset.chain, knownSince: NOW_MS - (look.age ?? 0) };
  return { upstream, clock, look: () => provider.track(leg, { signal: new AbortController().signal }) };
}

export const observe = async (look: Look, answers: NodeAnswers) => (await tracker(look, answers)).look();
export const kinds = (observations: Observation[]) => observations.map(({ kind }) => kind);

export const find = <K extends Observation['kind']>(observations: Observation[], kind: K) =>
  observations.find((one): one is Extract<Observation, { kind: K }> => one.kind === kind);

export const USDT = 'ETH.USDT-0xdAC17F958D2ee523a2206206994597C13D831ec7';

export const USDT_TO_BTC: Look = {
  sell: USDT,
  buy: 'BTC.BTC',
  to: 'bc1qvrmp2wwwgllg3efefnshhxf4umyfhff42g6llr',
  hash: '0xa3f81568387cd3880aed812780799e8f6d3f970e071f7b1861b581b20399f21f',
};

export const done = () => objectFixture('thor-tx-status-done');

export const stagesOf = (status: Json, changes: Json): Json => ({
  ...status,
  stages: { ...(status.stages as Json), ...changes },
});

/** The recorded swap, not paid out yet. */
export const unpaid = (changes: Json = {}): Json =>
  stagesOf({ ...done(), out_txs: null }, { outbound_signed: { completed: false }, ...changes });

export const pending = () => {
  const { planned_out_txs: _planned, out_txs: _out, ...rest } = done();
  return stagesOf(rest, { swap_status: { pending: true }, swap_finalised: { completed: false } });
};
