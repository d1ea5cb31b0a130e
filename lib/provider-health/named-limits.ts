/**
 * Remembers the minimum and the maximum that a provider has named for each sold asset; the newest answer replaces older
 * ones.
 */

import type { WireRoute } from '../api/schemas/route.ts';
import { type Amount, formatAmount } from '../domain/amount.ts';
import { formatAsset } from '../domain/asset.ts';
import { remember } from '../domain/remember.ts';

/** Assets per provider; the one that was named longest ago is evicted. */
const MOST_LIMITS = 200;

export type NamedLimit = { asset: string; least?: string; most?: string };
export type NamedLimits = Map<string, NamedLimit>;

export function limitOfRoute({ sellAsset, meta }: WireRoute): NamedLimit | undefined {
  const least = meta.depositChannel?.minimumDeposit ?? meta.recommendedMinimum;
  const most = meta.depositChannel?.maximumDeposit;
  if (least === undefined && most === undefined) return undefined;
  return { asset: sellAsset, ...(least === undefined ? {} : { least }), ...(most === undefined ? {} : { most }) };
}

export const keepLimit = (limits: NamedLimits, limit: NamedLimit): void =>
  remember(limits, limit.asset, limit, MOST_LIMITS);

/** A maximum that was named before stays. */
export function keepLeast(limits: NamedLimits, least: Amount): void {
  const asset = formatAsset(least.asset);
  keepLimit(limits, { ...limits.get(asset), asset, least: formatAmount(least) });
}

export const sortedLimits = (limits: NamedLimits): NamedLimit[] =>
  [...limits.values()].sort((a, b) => (a.asset < b.asset ? -1 : 1));
