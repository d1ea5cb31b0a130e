/** Every provider answers `tokenNotFound` for an asset that no provider lists, or that none lists under the given symbol. */
import { type Asset, formatAsset, sameAsset } from '../domain/asset.ts';
import type { ProviderErrorCode, ProviderFailure } from '../domain/errors.ts';
import type { Pair } from '../providers/provider.ts';

/** Whether some provider lists the asset, tradable now or not; undefined where nothing is known of its chain. */
export type Lists = (asset: Asset) => boolean | undefined;

/** What providers list at a token's address, whatever they call it. */
export type ListedAt = (asset: Asset) => readonly Asset[];

/**
 * Why a token is not the one that stands at its address: adapters go by the address, and a route under the caller's own
 * symbol would be told as a swap of something else. Undefined where the names agree, or nobody lists the address. That
 * nobody lists the caller's name is said by `tellUnlisted`.
 */
export function misnamed({ sellAsset, buyAsset }: Pair, listedAt: ListedAt | undefined): string | undefined {
  for (const asset of [sellAsset, buyAsset]) {
    const listed = listedAt?.(asset) ?? [];
    if (listed.length > 0 && !listed.some((one) => sameAsset(one, asset)))
      return `Listed at this address: ${listed.map(formatAsset).join(', ')}.`;
  }
  return undefined;
}
/** The tokens of a symbol on a chain, the best known first. */
export type Namesakes = (asset: Asset) => readonly Asset[];

/** They say that the provider does not trade these assets; the others tell of its state, or of the rest of the request. */
const NOT_THESE: ReadonlySet<ProviderErrorCode> = new Set([
  'tokenNotFound',
  'unsupportedChainId',
  'crossChainNotSupported',
  'dexAggregationNotSupported',
  'missingChainflipBuyAsset',
  'missingChainflipBuyChain',
  'missingChainflipSellAsset',
  'missingChainflipSellChain',
]);

/** A symbol alone names a chain's coin; whoever means a token is told how it is written. */
function withContract(asset: Asset, namesakes: Namesakes | undefined): string {
  const [token] = asset.kind === 'native' ? (namesakes?.(asset) ?? []) : [];
  return token === undefined ? '' : ` A token is named with its contract: ${formatAsset(token)}.`;
}

/** A provider's failure as it is told. Synthetic assets are on no list, and their refusal has a code of its own. */
export function tellUnlisted({ sellAsset, buyAsset }: Pair, lists: Lists | undefined, namesakes?: Namesakes) {
  const unlisted = [sellAsset, buyAsset].find((asset) => asset.kind !== 'synth' && lists?.(asset) === false);
  return (failure: ProviderFailure): ProviderFailure =>
    unlisted === undefined || !NOT_THESE.has(failure.errorCode)
      ? failure
      : {
          ...failure,
          errorCode: 'tokenNotFound',
          message: `No provider lists ${formatAsset(unlisted)}.${withContract(unlisted, namesakes)} ${failure.message}`,
        };
}
