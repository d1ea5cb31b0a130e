/** Decides which assets a deployment offers; all assets where it restricts nothing. */
import { type Asset, assetKey } from './asset.ts';
import type { ChainId } from './chain-id.ts';

export type Offer = {
  /** Undefined: every chain. */
  chains: readonly ChainId[] | undefined;
  /** Asset keys; undefined: every asset. */
  only: ReadonlySet<string> | undefined;
  /** Asset keys. */
  denied: ReadonlySet<string>;
};

export const EVERYTHING: Offer = { chains: undefined, only: undefined, denied: new Set() };

/** Why the asset may not be swapped here, as a sentence; undefined where it may. */
export function notOffered(asset: Asset, { chains, only, denied }: Offer): string | undefined {
  if (chains !== undefined && !chains.includes(asset.chain))
    return `This deployment does not offer ${asset.chain}; it offers ${chains.join(', ')}.`;
  const key = assetKey(asset);
  if (denied.has(key) || only?.has(key) === false)
    return `This deployment does not offer ${asset.symbol} on ${asset.chain}; GET /v1/tokens lists what it offers.`;
  return undefined;
}
