/** Every provider answers `tokenNotFound` for an asset that no provider lists, or that none lists under the given symbol. */
import { type Asset, formatAsset, sameAsset } from '../domain/asset.ts';
import type { ProviderErrorCode, ProviderFailure } from '../domain/errors.ts';
import { timeLimit } from '../domain/time-limit.ts';
import { orAborted } from '../domain/waiting.ts';
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

/** The asset as its own contract or mint names it; undefined where there is none, or its chain cannot be asked. */
export type NamedOnChain = (asset: Asset, signal: AbortSignal) => Promise<Asset | undefined>;

/** Longest that a quote waits for a contract's name. A chain that is silent costs no route. */
const NAME_MS = 1_000;

/**
 * Why a token that nobody lists is not the one that its contract names: its symbol would be the caller's invention.
 * Undefined where the names agree, or the chain cannot be asked.
 */
export async function misnamedOnChain(
  { sellAsset, buyAsset }: Pair,
  { listedAt, namedOnChain }: { listedAt?: ListedAt | undefined; namedOnChain?: NamedOnChain | undefined },
  signal: AbortSignal,
): Promise<string | undefined> {
  const unlisted = [sellAsset, buyAsset].filter(
    (asset) => asset.kind === 'token' && (listedAt?.(asset) ?? []).length === 0,
  );
  if (!namedOnChain || unlisted.length === 0) return undefined;
  const limited = AbortSignal.any([signal, timeLimit(NAME_MS)]);
  const faults = unlisted.map(async (asset) => {
    const own = await orAborted(namedOnChain(asset, limited), limited).catch(() => undefined);
    return own && !sameAsset(own, asset) ? `The token at this address is ${formatAsset(own)}.` : undefined;
  });
  return (await Promise.all(faults)).find((fault) => fault !== undefined);
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
