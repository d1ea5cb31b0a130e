/** Gives the path of an asset's picture by convention; every symbol has a picture, drawn or generic. */
import type { Asset } from '../domain/split-asset.ts';

/** The path on this deployment, such as `/tokens/usdc.svg`. A synth has the picture of its underlying asset. */
export function assetImagePath(asset: Asset): string {
  const symbol = asset.kind === 'synth' ? (asset.symbol.split('/')[1]?.split('-')[0] ?? asset.symbol) : asset.symbol;
  return `/tokens/${symbol.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.svg`;
}

/** @param base address of this deployment without a slash at the end. */
export const assetImageUrl = (asset: Asset, base: string): string => `${base}${assetImagePath(asset)}`;
