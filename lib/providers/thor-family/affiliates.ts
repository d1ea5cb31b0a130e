/** Pays an affiliate exactly the requested fee, or refuses with the reason. */
import { ProviderError } from '../../domain/errors.ts';
import { isWithin } from '../../domain/is-within.ts';
import type { ProviderQuoteRequest } from '../provider.ts';
import type { FamilyClient } from './client.ts';
import type { FamilyConfig } from './config.ts';
import { type NetworkState, nodeHeight } from './network-state.ts';

export type AffiliatePayout = { payout: string; feeBps: number };

export type AffiliateBook = {
  /** The affiliate part of the quote; undefined when no fee is requested. @throws {ProviderError} */
  payoutFor(
    request: ProviderQuoteRequest,
    state: NetworkState,
    signal: AbortSignal,
  ): Promise<AffiliatePayout | undefined>;
};

/** An existing name keeps existing for a good while; a missing one may be registered any minute. */
const KNOWN_MS = 3_600_000;
const UNKNOWN_MS = 60_000;
const ADDRESS = /^(s|t)?(thor|maya)1[02-9ac-hj-np-z]{38,}$/;

export function createAffiliateBook(config: FamilyConfig, client: FamilyClient, now: () => number): AffiliateBook {
  const checked = new Map<string, { registered: boolean; expiresAt: number | undefined; at: number }>();

  /** THORChain accepts a name without an owner and then pays nothing, so names are looked up once. */
  async function look(name: string, signal: AbortSignal) {
    const known = checked.get(name);
    if (known && isWithin(known.registered ? KNOWN_MS : UNKNOWN_MS, known.at, now())) return known;
    const found = await client.name(name, signal);
    const result = { registered: found !== undefined, expiresAt: found?.expire_block_height, at: now() };
    checked.set(name, result);
    return result;
  }

  return {
    async payoutFor({ affiliate }, state, signal) {
      if (!affiliate || affiliate.feeBps === 0) return undefined;
      const { name, feeBps } = affiliate;
      const payout = affiliate.payout?.[config.payoutKey];
      const fail = (why: string) => new ProviderError('unknownError', why);
      if (!payout)
        throw fail(`The affiliate "${name}" has no ${config.payoutKey}, so ${config.title} cannot pay it its fee.`);
      if (feeBps > config.maxAffiliateBps)
        throw fail(
          `${config.title} pays affiliates ${config.maxAffiliateBps} basis points at most; ${feeBps} were asked for.`,
        );
      if (ADDRESS.test(payout)) return { payout, feeBps };
      const { registered, expiresAt } = await look(payout, signal);
      if (!registered)
        throw fail(`Nobody owns the ${config.payoutKey} "${payout}", so ${config.title} would pay nothing.`);
      const height = nodeHeight(state);
      if (expiresAt !== undefined && height !== undefined && expiresAt > 0 && expiresAt < height)
        throw fail(`The ${config.payoutKey} "${payout}" has expired, so ${config.title} would pay nothing.`);
      return { payout, feeBps };
    },
  };
}
