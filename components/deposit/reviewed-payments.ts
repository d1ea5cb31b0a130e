/**
 * Remembers which addresses this browser showed for payment after a review, and for what: a page that is opened again
 * shows an address only where it is the reviewed one. Kept apart from the list of swaps, which files can add to.
 */
import { z } from 'zod';
import { sameAddress } from '../../lib/chains/address.ts';
import type { NetworkName } from '../../lib/chains/chain.ts';
import { assetOf } from '../../lib/domain/asset.ts';
import type { PayableRoute } from '../../lib/payments/payable-route.ts';
import { assertAsked } from '../../lib/wallet/assert-asked.ts';
import { type Asked, PaymentError, type RouteKey, sameRoute } from '../../lib/wallet/wallet-types.ts';
import { ownStorage } from '../ui/own-storage.ts';

const KEY = 'portage.reviewed';
const MOST = 200;

const schema = z.object({
  quoteId: z.string(),
  routeIndex: z.number(),
  /** Where the payment goes. */
  address: z.string(),
  memo: z.string().optional(),
  asked: z.object({
    sellAsset: z.string(),
    buyAsset: z.string(),
    sellAmount: z.string(),
    sourceAddress: z.string().optional(),
    destinationAddress: z.string(),
    refundAddress: z.string().optional(),
    slippageBps: z.number(),
    affiliateFeeBps: z.number().optional(),
    maxBoostFeeBps: z.number().optional(),
    chosen: z.object({ provider: z.string(), leastBuyAmount: z.string() }).optional(),
  }),
});
export type ReviewedPayment = z.infer<typeof schema>;

function readAll(storage: Pick<Storage, 'getItem'>): ReviewedPayment[] {
  try {
    const list: unknown = JSON.parse(storage.getItem(KEY) ?? '[]');
    return (Array.isArray(list) ? list : []).flatMap((item: unknown) => schema.safeParse(item).data ?? []);
  } catch {
    return [];
  }
}

/** Newest first. A payment that could not be stored is shown again only after a new review. */
export function rememberReviewed(
  { quoteId, routeIndex }: RouteKey,
  asked: Asked,
  { address, memo }: { address: string; memo?: string | undefined },
  storage: Pick<Storage, 'getItem' | 'setItem'> = ownStorage(),
): void {
  const { witnessed: _ofItsTime, ...terms } = asked;
  const next = { quoteId, routeIndex, address, ...(memo === undefined ? {} : { memo }), asked: terms };
  const others = readAll(storage).filter((one) => !sameRoute(one, next));
  try {
    storage.setItem(KEY, JSON.stringify([next, ...others].slice(0, MOST)));
  } catch {
    // Storage is full: the page then says that it cannot show the address again.
  }
}

export const reviewedPayment = (
  key: RouteKey,
  storage: Pick<Storage, 'getItem'> = ownStorage(),
): ReviewedPayment | undefined => readAll(storage).find((one) => sameRoute(one, key));

/**
 * Whether the route's current answer still names the payment that was reviewed: its terms, its address and its memo.
 * @param route as the service answers now, with the address that it names.
 */
export function isReviewed(
  { address, memo, asked }: ReviewedPayment,
  route: PayableRoute,
  { shown, network }: { shown: string; network: NetworkName },
): boolean {
  if (!sameAddress(assetOf(asked.sellAsset).chain, address, shown) || memo !== route.memo) return false;
  try {
    assertAsked(asked, { ...route, expiration: undefined }, { network, nowMs: Date.now() });
    return true;
  } catch (error) {
    if (error instanceof PaymentError) return false;
    throw error;
  }
}
