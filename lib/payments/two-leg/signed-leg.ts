/**
 * Extracts the signed leg of a route of two legs, the first one. It is compared with that leg's own terms: it ends at
 * the address that was opened for the second leg, in the bridge asset, with at least what the leg guarantees.
 */
import { type Asset, assetOf, sameAsset } from '../../domain/asset.ts';
import { isPlainTransfer, type PayableRoute } from '../payable-route.ts';
import { type FieldFault, mismatch } from '../payment-fields.ts';

/** The route as it is signed, or why it must not be. */
export type SignedLeg<R extends PayableRoute> =
  | { route: R; fault?: undefined }
  | { route?: undefined; fault: FieldFault };

const isSame = (one: string, other: string): boolean => sameAsset(assetOf(one), assetOf(other));

/** The two providers of `ONEINCH->CHAINFLIP`; undefined for a route of one leg. */
export function legProviders({ providers }: Pick<PayableRoute, 'providers'>): readonly [string, string] | undefined {
  const [first, second] = providers?.[0]?.split('->') ?? [];
  return first !== undefined && second !== undefined ? [first, second] : undefined;
}

/** 1inch pays out a chain's own coin with less gas than a used deposit address needs to receive it. */
const canBePaidInto = (provider: string, { chain, kind }: Asset, sold: Asset): boolean =>
  chain === sold.chain && (provider !== 'ONEINCH' || kind === 'token');

/** How the route contradicts itself, a sentence; undefined when it does not. */
function contradiction(route: PayableRoute, first: string): string | undefined {
  const { bridge } = route.meta;
  const [leg, ...others] = route.legs ?? [];
  if (!bridge || !leg || others.length !== 1) return 'The route does not say where its two legs meet.';
  const isItsOwn =
    leg.provider === first && isSame(leg.sellAsset, route.sellAsset) && leg.sellAmount === route.sellAmount;
  if (!isItsOwn) return 'The first leg of the route is another swap.';
  if (!isSame(leg.buyAsset, bridge.asset)) return 'The two legs of the route do not meet in one asset.';
  // By any other payment the network would do more, or less, than the channel was opened for.
  if (first === 'CHAINFLIP')
    return isPlainTransfer(route) ? undefined : 'It is no plain transfer to an address that was opened for it.';
  return canBePaidInto(first, assetOf(bridge.asset), assetOf(route.sellAsset))
    ? undefined
    : 'The first leg pays what the second cannot take.';
}

/** A route of two legs reduced to its first, when that is a swap; any other route as it is. */
export function signedLeg<R extends PayableRoute>(route: R): SignedLeg<R> {
  const [first] = legProviders(route) ?? [];
  if (first === undefined) return { route };
  const what = contradiction(route, first);
  if (what !== undefined) return { fault: mismatch(what) };
  const { bridge, ...meta } = route.meta;
  const [leg] = route.legs ?? [];
  if (first === 'CHAINFLIP') return { route };
  if (!leg || bridge?.depositAddress === undefined)
    return { fault: mismatch('Nothing was opened that could take what the first leg pays.') };
  return {
    route: {
      ...route,
      providers: [first],
      buyAsset: bridge.asset,
      expectedBuyAmountMaxSlippage: leg.buyAmountMaxSlippage,
      destinationAddress: bridge.depositAddress,
      // A manual transfer, a memo and a fee of this site do not belong to the first leg.
      inboundAddress: undefined,
      memo: undefined,
      meta: { ...meta, affiliateFee: undefined, orderId: undefined, depositChannel: undefined, typedData: undefined },
    },
  };
}
