/** Every provider answers `tokenNotFound` for an asset that no provider lists, or that none lists under the given symbol. */
import { type Asset, formatAsset, sameAsset } from '../domain/asset.ts';
import type { ProviderErrorCode, ProviderFailure } from '../domain/errors.ts';
import { timeLimit } from '../domain/time-limit.ts';
import { orAborted } from '../domain/waiting.ts';
import type { Pair } from '../providers/provider.ts';

/** Whether some provider lists the asset, tradable now or not; undefined when no list covers its chain. */
export type Lists = (asset: Asset) => boolean | undefined;

/** The assets that providers list at a token's address, under any symbol. */
export type ListedAt = (asset: Asset) => readonly Asset[];

/**
 * Why a token is not the one at its address: adapters go by the address, and a route under the caller's own symbol
 * would be shown as a swap of another token. Undefined when the symbols agree, or no provider lists the address;
 * `withUnlistedCode` handles an unlisted symbol.
 */
export function misnamed({ sellAsset, buyAsset }: Pair, listedAt: ListedAt | undefined): string | undefined {
  for (const asset of [sellAsset, buyAsset]) {
    const listed = listedAt?.(asset) ?? [];
    if (listed.length > 0 && !listed.some((one) => sameAsset(one, asset)))
      return `Listed at this address: ${listed.map(formatAsset).join(', ')}.`;
  }
  return undefined;
}

/**
 * The asset under the symbol of its own contract or mint; undefined when there is none, or its chain cannot be asked.
 */
export type NamedOnChain = (asset: Asset, signal: AbortSignal) => Promise<Asset | undefined>;

/** Longest that a quote waits for a contract's symbol. A chain that does not answer costs no route. */
const NAME_MS = 1_000;

/**
 * Why an unlisted token is not the one that its contract names: its symbol would be the caller's invention. Undefined
 * when the symbols agree, or the chain cannot be asked.
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

/**
 * Codes by which the provider does not trade these assets; the others concern its state, or the rest of the request.
 */
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

/** A symbol alone means a chain's coin; a caller who means a token gets its full identifier. */
function withContract(asset: Asset, namesakes: Namesakes | undefined): string {
  const [token] = asset.kind === 'native' ? (namesakes?.(asset) ?? []) : [];
  return token === undefined ? '' : ` A token is named with its contract: ${formatAsset(token)}.`;
}

/**
 * A provider's failure with the code for the answer. Synthetic assets are on no list, and their refusal has a code of
 * its own.
 */
export function withUnlistedCode({ sellAsset, buyAsset }: Pair, lists: Lists | undefined, namesakes?: Namesakes) {
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
