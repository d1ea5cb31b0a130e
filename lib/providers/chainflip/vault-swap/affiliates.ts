/**
 * Finds the number under which a broker registered an affiliate, by which vault swaps name it. The chain has the
 * numbers.
 */
import { z } from 'zod';
import type { AffiliateShare } from '../../../payments/chainflip/cf-parameters.ts';
import type { Unavailable } from '../../../transfer/built-tx.ts';
import { unavailable } from '../../../transfer/built-tx.ts';
import type { SwapTerms } from '../terms.ts';
import { asked, type VaultSwapDeps } from './request.ts';

const affiliatesSchema = z.array(z.tuple([z.string(), z.object({ short_id: z.number().int().nonnegative() })]));

/** Highest share that a vault swap can carry: one byte. */
const MOST_BPS = 255;
const MOST_AFFILIATES = 5;

/** In the order of the terms. A sentence when one of them cannot be paid this way. */
export async function affiliateShares(
  deps: Pick<VaultSwapDeps, 'client'>,
  brokerId: string,
  affiliates: SwapTerms['affiliates'],
  signal: AbortSignal,
): Promise<AffiliateShare[] | Unavailable> {
  if (affiliates.length === 0) return [];
  if (affiliates.length > MOST_AFFILIATES || affiliates.some(({ bps }) => bps > MOST_BPS))
    return unavailable(
      `Payments in one transaction carry at most ${MOST_AFFILIATES} affiliates with ${MOST_BPS} bps each. Pay through a deposit channel instead.`,
    );
  const call = { method: 'cf_get_affiliates', params: [brokerId] };
  const known = await asked(deps.client.rpc(affiliatesSchema, call, signal), signal);
  if ('unavailable' in known) return known;
  const shares = affiliates.flatMap(({ account, bps }) => {
    const found = known.find(([one]) => one === account);
    return found ? [{ shortId: found[1].short_id, bps }] : [];
  });
  if (shares.length < affiliates.length)
    return unavailable(
      'The affiliate is not registered with this deployment’s broker, which one-transaction payments need. Pay through a deposit channel instead.',
    );
  return shares;
}
