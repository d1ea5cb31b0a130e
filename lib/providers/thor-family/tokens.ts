/** Lists what the family can swap now, from its pools, with every token's address in its true case. */
import { CHAINS } from '../../chains/chains.ts';
import type { Asset } from '../../domain/asset.ts';
import { ProviderError } from '../../domain/errors.ts';
import type { ListedToken } from '../provider.ts';
import { assetOfNode, nodeAssetOf } from './assets.ts';
import { checkTradable } from './checks.ts';
import type { FamilyConfig } from './config.ts';
import type { DecimalsBook } from './decimals.ts';
import type { NetworkState } from './network-state.ts';
import { priceUsdOf } from './prices.ts';

/** Why the asset cannot be swapped now, a sentence; undefined when it can. */
export function whyUnavailable(config: FamilyConfig, state: NetworkState, asset: Asset): string | undefined {
  try {
    checkTradable(config, state, [asset]);
    return undefined;
  } catch (error) {
    if (error instanceof ProviderError) return error.message;
    throw error;
  }
}

function nameOf(config: FamilyConfig, asset: Asset): string {
  const own = config.nativeAssets.find((native) => native.asset === nodeAssetOf(asset));
  if (own) return own.name;
  const chain = CHAINS[asset.chain];
  return asset.kind === 'native' && asset.symbol === chain.native.symbol ? chain.native.name : asset.symbol;
}

/** The assets with a pool here, and the pools' own base asset. */
export const listedAssets = (config: FamilyConfig, state: NetworkState): Asset[] =>
  [config.poolAsset, ...state.pools.keys()].flatMap((name) => assetOfNode(config, name) ?? []);

export async function listTokens(
  config: FamilyConfig,
  state: NetworkState,
  decimals: DecimalsBook,
  signal: AbortSignal,
): Promise<ListedToken[]> {
  const listed = listedAssets(config, state);
  return Promise.all(
    listed.map(async (asset) => {
      const known = await decimals.of(asset, state.pools.get(nodeAssetOf(asset))?.decimals, signal);
      const priceUsd = priceUsdOf(config, state, asset);
      const unavailable = whyUnavailable(config, state, asset);
      return {
        asset,
        name: nameOf(config, asset),
        decimals: known.decimals,
        ...(known.certain ? {} : { guessesDecimals: true }),
        providers: [config.plainId, config.streamingId],
        ...(priceUsd === undefined ? {} : { priceUsd }),
        ...(unavailable === undefined ? {} : { unavailable }),
      };
    }),
  );
}
