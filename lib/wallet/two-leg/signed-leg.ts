/**
 * Of a route of two legs only what pays the first is signed here. It is held to that leg's own terms: it ends at the
 * address that was opened for the second leg, in the asset in which the two meet, with at least what the leg guarantees.
 */
import { type Asset, assetOf, sameAsset } from '../../domain/asset.ts';
import { isPlainTransfer } from '../pay-context.ts';
import { type PayableRoute, PaymentError } from '../wallet-types.ts';

const differs = (what: string) =>
  new PaymentError('mismatch', `${what} This is not the payment that you reviewed, so it was not signed.`, {
    nothingSent: true,
  });

const isSame = (one: string, other: string): boolean => sameAsset(assetOf(one), assetOf(other));

/** The two providers of `ONEINCH->CHAINFLIP`; undefined for a route of one leg. */
export function legProviders({ providers }: Pick<PayableRoute, 'providers'>): readonly [string, string] | undefined {
  const [first, second] = providers?.[0]?.split('->') ?? [];
  return first !== undefined && second !== undefined ? [first, second] : undefined;
}

type FirstLeg = NonNullable<PayableRoute['legs']>[number];

/** @throws {PaymentError} `mismatch` where the route's own parts contradict each other. */
function firstLegOf(route: PayableRoute, provider: string): FirstLeg {
  const { bridge } = route.meta;
  const [leg, ...others] = route.legs ?? [];
  if (!bridge || !leg || others.length !== 1) throw differs('The route does not say where its two legs meet.');
  const isItsOwn =
    leg.provider === provider && isSame(leg.sellAsset, route.sellAsset) && leg.sellAmount === route.sellAmount;
  if (!isItsOwn) throw differs('The first leg of the route is another swap.');
  if (!isSame(leg.buyAsset, bridge.asset)) throw differs('The two legs of the route do not meet in one asset.');
  return leg;
}

/** 1inch hands over a chain's own coin with less gas than an address that was used before needs to take it. */
const canBePaidInto = (provider: string, { chain, kind }: Asset, sold: Asset): boolean =>
  chain === sold.chain && (provider !== 'ONEINCH' || kind === 'token');

/**
 * The route as it is signed: one of two legs as its first leg alone, where that is a swap; any other as it is.
 * @throws {PaymentError} `mismatch`: nothing was sent.
 */
export function signedLeg<R extends PayableRoute>(route: R): R {
  const pair = legProviders(route);
  if (!pair) return route;
  const [first] = pair;
  const leg = firstLegOf(route, first);
  if (first === 'CHAINFLIP') {
    // The network would do more than a channel was opened for, or less, by any other payment.
    if (!isPlainTransfer(route)) throw differs('It is no plain transfer to an address that was opened for it.');
    return route;
  }
  const { bridge, ...meta } = route.meta;
  if (bridge?.depositAddress === undefined)
    throw differs('Nothing was opened that could take what the first leg pays.');
  if (!canBePaidInto(first, assetOf(bridge.asset), assetOf(route.sellAsset)))
    throw differs('The first leg pays what the second cannot take.');
  return {
    ...route,
    providers: [first],
    buyAsset: bridge.asset,
    expectedBuyAmountMaxSlippage: leg.buyAmountMaxSlippage,
    destinationAddress: bridge.depositAddress,
    // Neither a transfer by hand nor a memo nor a fee of this site is part of the first leg.
    inboundAddress: undefined,
    memo: undefined,
    meta: { ...meta, affiliateFee: undefined, orderId: undefined, depositChannel: undefined, typedData: undefined },
  };
}
