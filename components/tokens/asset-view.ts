import { assetImagePath } from '../../lib/api/asset-image.ts';
import { CHAINS } from '../../lib/chains/chains.ts';
import type { ChainId } from '../../lib/domain/chain-id.ts';
import { type Asset, splitAsset } from '../../lib/domain/split-asset.ts';
import { hasPicture } from './pictures.ts';

/** How the page names and depicts an asset. */
export type AssetView = {
  id: string;
  symbol: string;
  chain: ChainId;
  chainName: string;
  address?: string;
  /** '' when no picture is shipped; letters are shown instead. */
  icon: string;
  /** Picture of the chain, unless the asset is the chain's native coin. */
  badge?: string;
};

export const chainIcon = (chain: ChainId): string => `/chains/${chain.toLowerCase()}.svg`;

const viewOf = (id: string, asset: Asset): AssetView => {
  const chain = CHAINS[asset.chain];
  const symbol = asset.kind === 'synth' ? (asset.symbol.split('/')[0] ?? asset.symbol) : asset.symbol;
  const own = asset.kind === 'native' && symbol === chain.native.symbol;
  const badged = !own || chain.layerTwo !== undefined;
  const icon = assetImagePath(asset);
  return {
    id,
    symbol: asset.symbol,
    chain: asset.chain,
    chainName: chain.name,
    ...(asset.kind === 'token' ? { address: asset.address } : {}),
    icon: hasPicture(icon) ? icon : '',
    ...(badged ? { badge: chainIcon(asset.chain) } : {}),
  };
};

/** The view of an asset identifier; undefined when it cannot be parsed. */
export function tryAssetView(id: string): AssetView | undefined {
  const parsed = splitAsset(id);
  return parsed.ok ? viewOf(id, parsed.asset) : undefined;
}

/** The view of an identifier from the server; one that cannot be parsed is shown as it is. */
export const assetView = (id: string): AssetView =>
  tryAssetView(id) ?? { id, symbol: id.slice(0, 12), chain: 'FIAT', chainName: '', icon: '' };
