/**
 * Adds an integrator's affiliate and fee to its requests that name none; a request's own fields always win. An added fee
 * comes after those that AFFILIATES has by provider and chain.
 */
import { fieldsOf, isAbsent } from '../api/field-faults.ts';
import type { Caller } from '../http/caller.ts';

type Names = { affiliate: string; fee: string };

/** The fields' names in `POST /v1/quote` and `POST /v1/chainflip-deposit-channel`. */
export const QUOTE_NAMES: Names = { affiliate: 'affiliate', fee: 'affiliateFee' };
export const CHANNEL_NAMES: Names = { affiliate: 'affiliateCode', fee: 'affiliateBps' };

/**
 * A fee alone goes to the integrator's affiliate; its affiliate alone takes the integrator's fee. Another affiliate
 * takes the request's own fee, and a stored quote that the request names has its own. @param body parsed JSON, not
 * validated; anything but an object is returned as it is.
 */
export function withIntegratorDefaults(body: unknown, caller: Caller, names: Names): unknown {
  if (caller.kind === 'anonymous' || typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const { affiliate, affiliateFeeBps = 0 } = caller.integrator;
  const given = fieldsOf(body);
  const named = isAbsent(given[names.affiliate]) ? undefined : given[names.affiliate];
  const fee = isAbsent(given[names.fee]) ? affiliateFeeBps : given[names.fee];
  if (affiliate === undefined || !isAbsent(given.quoteId)) return body;
  const isOurs = typeof named === 'string' && named.toLowerCase() === affiliate.toLowerCase();
  if (named !== undefined && !isOurs) return body;
  const rules = isAbsent(given[names.fee]) ? { affiliateFeeRules: true } : {};
  return { ...body, [names.affiliate]: named ?? affiliate, [names.fee]: fee, ...rules };
}
