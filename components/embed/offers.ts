/** Restricts the deployment's offer to what an embed's options allow. Pure; without options everything is offered. */
import type { EmbedOptions } from '../../lib/api/embed/read-options.ts';
import type { ProviderId } from '../../lib/domain/provider-id.ts';
import { sameAssetId } from '../../lib/domain/split-asset.ts';

const chainOf = (asset: string): string => asset.slice(0, asset.indexOf('.')).toUpperCase();
const isIn = (list: readonly string[], item: string): boolean => list.includes(item);
/** An empty list restricts nothing. */
const allows = (list: readonly string[] | undefined, item: string): boolean => !list?.length || isIn(list, item);

export const offersChain = ({ chains, hideChains = [] }: EmbedOptions, chain: string): boolean =>
  allows(chains, chain) && !isIn(hideChains, chain);

export function offersAsset(options: EmbedOptions, asset: string): boolean {
  const { tokens, hideTokens = [] } = options;
  const same = (one: string) => sameAssetId(one, asset);
  return offersChain(options, chainOf(asset)) && (!tokens?.length || tokens.some(same)) && !hideTokens.some(same);
}

export const offersProvider = ({ providers, hideProviders = [] }: EmbedOptions, id: ProviderId): boolean =>
  allows(providers, id) && !isIn(hideProviders, id);

export const restrictsAssets = ({ chains, hideChains, tokens, hideTokens }: EmbedOptions): boolean =>
  [chains, hideChains, tokens, hideTokens].some((list) => list !== undefined && list.length > 0);

/** The providers to ask if the options restrict them; undefined means all that the deployment asks. */
export function askedProviders(options: EmbedOptions, asked: readonly ProviderId[]): ProviderId[] | undefined {
  if (!options.providers?.length && !options.hideProviders?.length) return undefined;
  return asked.filter((id) => offersProvider(options, id));
}

/**
 * The loss of a route against the market in percent, all-in or in the pools, whichever is greater. A loss is positive.
 */
export const lossOf = (route: { totalSlippageBps: number; meta: { priceImpact?: number | undefined } }): number =>
  Math.max(route.totalSlippageBps / 100, route.meta.priceImpact ?? 0);

/** Whether the host's limit forbids a route with this loss. */
export const losesTooMuch = (
  { maxPriceImpact }: EmbedOptions,
  route: Parameters<typeof lossOf>[0] | undefined,
): boolean => maxPriceImpact !== undefined && route !== undefined && lossOf(route) > maxPriceImpact;
