/** Of an asset that nobody lists each provider says `tokenNotFound`, whichever of its own checks it fails first. */
import { type Asset, formatAsset } from '../domain/asset.ts';
import type { ProviderErrorCode, ProviderFailure } from '../domain/errors.ts';
import type { Pair } from '../providers/provider.ts';

/** Whether some provider lists the asset, tradable now or not; undefined where nothing is known of its chain. */
export type Lists = (asset: Asset) => boolean | undefined;

/** They say that the provider does not trade these assets; the others tell of its state, or of the rest of the request. */
const NOT_THESE: ReadonlySet<ProviderErrorCode> = new Set([
  'unsupportedChainId',
  'crossChainNotSupported',
  'dexAggregationNotSupported',
  'missingChainflipBuyAsset',
  'missingChainflipBuyChain',
  'missingChainflipSellAsset',
  'missingChainflipSellChain',
]);

/** A provider's failure as it is told. Synthetic assets are on no list, and their refusal has a code of its own. */
export function tellUnlisted({ sellAsset, buyAsset }: Pair, lists: Lists | undefined) {
  const unlisted = [sellAsset, buyAsset].find((asset) => asset.kind !== 'synth' && lists?.(asset) === false);
  return (failure: ProviderFailure): ProviderFailure =>
    unlisted === undefined || !NOT_THESE.has(failure.errorCode)
      ? failure
      : {
          ...failure,
          errorCode: 'tokenNotFound',
          message: `No provider lists ${formatAsset(unlisted)}. ${failure.message}`,
        };
}
