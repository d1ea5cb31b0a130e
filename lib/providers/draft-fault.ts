/** Compares a provider's offer with the request; a route that answers another request is dropped. */
import { toBaseUnits } from '../domain/amount.ts';
import { sameAsset } from '../domain/asset.ts';
import type { RouteDraft } from '../domain/route.ts';
import type { ProviderQuoteRequest } from './provider.ts';

/** Networks that count eight decimals leave smaller amounts with the seller; no other part may be left out. */
const COUNTED_DECIMALS = 8;

function sellsAsAsked({ sell }: RouteDraft, sellAmount: string): boolean {
  const asked = toBaseUnits(sellAmount, sell.decimals, 'exact');
  if (asked === undefined || sell.baseUnits <= 0n || sell.baseUnits > asked) return false;
  return asked - sell.baseUnits < 10n ** BigInt(Math.max(sell.decimals - COUNTED_DECIMALS, 0));
}

/** Between two legs there is one asset, and the whole route promises what its last leg does. */
function legsFault({ twoLeg, legs, sell, expectedBuy, guaranteedBuy }: RouteDraft): string | undefined {
  if (!twoLeg) return undefined;
  const [first, second] = legs;
  if (!first || !second || legs.length !== 2) return 'it has not two legs';
  const meet = sameAsset(first.buy.asset, twoLeg.bridge) && sameAsset(second.sell.asset, twoLeg.bridge);
  if (!meet) return 'its legs do not meet';
  const ends = sameAsset(first.sell.asset, sell.asset) && sameAsset(second.buy.asset, expectedBuy.asset);
  if (!ends || first.sell.baseUnits !== sell.baseUnits) return 'its legs are not those of the swap';
  if (second.sell.baseUnits > first.buy.baseUnits) return 'its second leg sells more than the first buys';
  const promised = second.buyAtMaxSlippage.baseUnits === guaranteedBuy.baseUnits;
  return promised && second.buy.baseUnits === expectedBuy.baseUnits ? undefined : 'its last leg promises otherwise';
}

/** Why an offered draft must not be sent; undefined when nothing is wrong. */
export function draftFault(draft: RouteDraft, request: ProviderQuoteRequest): string | undefined {
  if (!sameAsset(draft.sell.asset, request.sellAsset)) return 'another asset is sold';
  if (!sameAsset(draft.expectedBuy.asset, request.buyAsset)) return 'another asset is bought';
  if (!sellsAsAsked(draft, request.sellAmount)) return 'another amount is sold';
  if (draft.expectedBuy.baseUnits <= 0n) return 'nothing is bought';
  if (draft.guaranteedBuy.decimals !== draft.expectedBuy.decimals) return 'its amounts differ in precision';
  if (draft.guaranteedBuy.baseUnits > draft.expectedBuy.baseUnits) return 'it guarantees more than it expects';
  if (draft.destinationAddress !== '' && draft.destinationAddress !== request.destinationAddress)
    return 'it pays another address';
  return legsFault(draft);
}
