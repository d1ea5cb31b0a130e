/** Caches market prices briefly. A quote neither waits long for them nor fails without them. */
import type { NetworkName } from '../../chains/chain.ts';
import { type Amount, fromBaseUnits, toBaseUnits } from '../../domain/amount.ts';
import { type Asset, assetKey } from '../../domain/asset.ts';
import { isWithin } from '../../domain/is-within.ts';
import { timeLimit } from '../../domain/time-limit.ts';
import { orAborted } from '../../domain/waiting.ts';
import { routerTokenOf } from '../../payments/oneinch/router.ts';
import type { CallOptions } from '../provider.ts';
import { coinOf } from './assets.ts';
import type { OneinchClient } from './client.ts';
import { chainIdOf } from './token-book.ts';

/** US dollars of one unit, as decimal text, by `assetKey`; all from one call. */
export type PairPrices = ReadonlyMap<string, string>;

export type PriceBook = {
  /** Of both assets and the chain's own coin; empty when they do not arrive in time. */
  of(sell: Asset, buy: Asset, options: CallOptions): Promise<PairPrices>;
  /** The last price that was seen, for lists. */
  known(asset: Asset): number | undefined;
};

const KEEP_MS = 30_000;
const KEEP_FOR_LISTS_MS = 10 * 60_000;
/** Longest that a quote waits for its prices. */
const PATIENCE_MS = 2_500;
const MOST_KEPT = 5_000;

export function createPriceBook(deps: { client: OneinchClient; network: NetworkName; now: () => number }): PriceBook {
  const { client, network, now } = deps;
  const pairs = new Map<string, { at: number; prices: Promise<PairPrices> }>();
  const last = new Map<string, { at: number; priceUsd: number }>();

  async function fetched(assets: readonly Asset[], chainId: number, caller: { signal: AbortSignal; budgetMs: number }) {
    const named = assets.flatMap((asset): [string, string][] => {
      const token = routerTokenOf(asset);
      return token === undefined ? [] : [[assetKey(asset), token.toLowerCase()]];
    });
    const answer = await client.prices(chainId, [...new Set(named.map(([, token]) => token))].sort(), caller);
    const prices = new Map<string, string>();
    for (const [key, token] of named) {
      const price = answer.get(token);
      if (price === undefined) continue;
      prices.set(key, price);
      last.set(key, { at: now(), priceUsd: Number(price) });
    }
    return prices;
  }

  return {
    async of(sell, buy, { signal, budgetMs = PATIENCE_MS }) {
      const key = [sell, buy].map(assetKey).sort().join(' ');
      const kept = pairs.get(key);
      if (kept && isWithin(KEEP_MS, kept.at, now())) return orAborted(kept.prices, signal).catch(() => NONE);
      // Not the caller's signal: other callers wait for the same answer.
      const caller = { signal: timeLimit(PATIENCE_MS), budgetMs: Math.min(PATIENCE_MS, budgetMs) };
      const prices = fetched([sell, buy, coinOf(sell.chain)], chainIdOf(sell.chain, network), caller);
      if (pairs.size >= MOST_KEPT) pairs.clear();
      pairs.set(key, { at: now(), prices });
      prices.catch(() => {
        if (pairs.get(key)?.prices === prices) pairs.delete(key);
      });
      return orAborted(prices, signal).catch(() => NONE);
    },
    known(asset) {
      const price = last.get(assetKey(asset));
      return price && isWithin(KEEP_FOR_LISTS_MS, price.at, now()) ? price.priceUsd : undefined;
    },
  };
}

const NONE: PairPrices = new Map();

/** Fraction digits of a price that are used. */
const PRICE_DIGITS = 24;
const scaled = (price: string): bigint => toBaseUnits(price, PRICE_DIGITS, 'down') ?? 0n;

/** The sold amount's value in base units of the bought asset; undefined without both prices. */
export function marketValue(
  sell: Amount,
  buy: Pick<Amount, 'asset' | 'decimals'>,
  prices: PairPrices,
): bigint | undefined {
  const [sellPrice, buyPrice] = [sell.asset, buy.asset].map((asset) => scaled(prices.get(assetKey(asset)) ?? '0'));
  if (!sellPrice || !buyPrice) return undefined;
  return (sell.baseUnits * sellPrice * 10n ** BigInt(buy.decimals)) / (buyPrice * 10n ** BigInt(sell.decimals));
}

/** `(market − got) / market` in basis points to two digits, a loss positive. */
export const lossBps = (market: bigint, got: bigint): number =>
  market <= 0n ? 0 : Number(fromBaseUnits(((market - got) * 1_000_000n) / market, 2));
