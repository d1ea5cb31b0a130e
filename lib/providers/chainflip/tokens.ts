/** Lists what Chainflip can swap now, and what it has switched off with the reason. */

import { PROVIDER_IDS } from '../../domain/provider-id.ts';
import { assetName, CF_ASSETS, type CfAsset } from '../../payments/chainflip/assets.ts';
import type { ListedToken } from '../provider.ts';
import type { NetworkState, NetworkStateSource } from './network-state.ts';

const IDS = PROVIDER_IDS.filter((id) => id === 'CHAINFLIP' || id === 'CHAINFLIP_STREAMING');

/** Undefined while the asset can at least be sold or bought. */
export function whyUnavailable({ switches }: NetworkState, asset: CfAsset): string | undefined {
  if (switches === undefined) return undefined;
  const own = switches.get(asset);
  if (own === undefined) return `Chainflip has no pool for ${assetName(asset)} at the moment.`;
  const sold = (own.depositChannelCreationEnabled && own.depositChannelDepositsEnabled) || own.vaultSwapDepositsEnabled;
  return sold || own.egressEnabled
    ? undefined
    : `Chainflip has switched off deposits and payouts of ${assetName(asset)} at the moment.`;
}

/** @throws {ProviderError} when the live list cannot be had. */
export async function listTokens(source: NetworkStateSource, signal: AbortSignal): Promise<ListedToken[]> {
  const [state, prices] = await Promise.all([source.now(signal), source.prices(signal)]);
  return CF_ASSETS.filter(({ cf }) => source.lists(cf) === true).map((known) => {
    const priceUsd = prices.get(known);
    const unavailable = whyUnavailable(state, known);
    return {
      asset: known.asset,
      name: known.name,
      decimals: known.decimals,
      providers: IDS,
      ...(priceUsd === undefined ? {} : { priceUsd }),
      ...(unavailable === undefined ? {} : { unavailable }),
    };
  });
}
