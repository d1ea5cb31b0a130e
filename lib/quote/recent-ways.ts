/** Keeps the last recommended route of each requested pair, so that showing them needs no request. */

import type { RecentWay } from '../api/recent-way.ts';
import type { QuoteResponse } from '../api/schemas/quote.ts';
import { remember } from '../domain/remember.ts';

export type RecentWays = {
  note(quote: QuoteResponse): void;
  /** The most requested pairs, at most a day old. */
  list(): readonly RecentWay[];
};

const KEPT_MS = 24 * 3_600_000;
const MOST_PAIRS = 200;
const SHOWN = 8;
/** Basis points: a tiny quote, consumed by its fixed fees, is not representative. */
const MOST_COST_BPS = 300;

type Known = { way: RecentWay; at: number; times: number };

function wayOf({ routes: [route] }: QuoteResponse): RecentWay | undefined {
  if (!route?.estimatedTime || route.totalSlippageBps > MOST_COST_BPS) return undefined;
  const { sellAsset, buyAsset, providers, estimatedTime, legs, totalSlippageBps } = route;
  const { maxStreamingQuantity, streamingInterval, boost } = route.meta;
  return {
    route: {
      ...{ sellAsset, buyAsset, providers, estimatedTime },
      legs: legs.map((leg) => ({ provider: leg.provider, sellAsset: leg.sellAsset, buyAsset: leg.buyAsset })),
      meta: {
        ...(maxStreamingQuantity === undefined ? {} : { maxStreamingQuantity }),
        ...(streamingInterval === undefined ? {} : { streamingInterval }),
        ...(boost === undefined ? {} : { boost }),
      },
    },
    costBps: totalSlippageBps,
  };
}

/** @param now Unix milliseconds. */
export function createRecentWays(now: () => number): RecentWays {
  // In the order of their last quote: the first is dropped first.
  const byPair = new Map<string, Known>();
  return {
    note(quote) {
      const way = wayOf(quote);
      if (!way) return;
      const pair = `${way.route.sellAsset} ${way.route.buyAsset}`.toLowerCase();
      const times = (byPair.get(pair)?.times ?? 0) + 1;
      remember(byPair, pair, { way, at: now(), times }, MOST_PAIRS);
    },
    list: () =>
      [...byPair.values()]
        .filter(({ at }) => now() - at < KEPT_MS)
        .toSorted((one, other) => other.times - one.times || other.at - one.at)
        .slice(0, SHOWN)
        .map(({ way }) => way),
  };
}
