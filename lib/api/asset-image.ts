/** Says where an asset's picture is, by convention: every symbol has one, drawn or generic. */
import type { Asset } from '../domain/asset-parts.ts';

/** `/tokens/usdc.svg`, a path on this deployment. A synth has the picture of what it stands for. */
export function assetImagePath(asset: Asset): string {
  const symbol = asset.kind === 'synth' ? (asset.symbol.split('/')[1]?.split('-')[0] ?? asset.symbol) : asset.symbol;
  return `/tokens/${symbol.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.svg`;
}

/** @param base address of this deployment without a slash at the end. */
export const assetImageUrl = (asset: Asset, base: string): string => `${base}${assetImagePath(asset)}`;
