/**
 * Derives the market that the servers present: without the chains that this world lacks, and changed by the servers'
 * faults.
 */
import { ASSETS, INTERNAL_ASSETS, type InternalAsset, isInternalAsset } from './assets.ts';
import type { MarketState } from './market.ts';
import { type ChainflipNetwork, fault, ledgerOf } from './network.ts';

/** The switches of an asset that can be neither deposited nor paid out. */
const ALL_OFF: MarketState['assets'][InternalAsset]['switches'] = {
  vaultSwapDepositsEnabled: false,
  depositChannelDepositsEnabled: false,
  depositChannelCreationEnabled: false,
  egressEnabled: false,
  boostDepositsEnabled: false,
  livePriceProtectionEnabled: false,
};

/** Applies the backend's faults `maintenance`, `assetDisabled`, `noLiquidity` and `boostSkipped` to the market. */
export function shownMarket(network: ChainflipNetwork): MarketState {
  const { market } = network.state;
  const on = (kind: string) => fault(network, 'chainflip-backend', kind);
  const maintenance = on('maintenance');
  const [disabled, dry] = [on('assetDisabled'), on('noLiquidity')];
  const unserved = INTERNAL_ASSETS.filter((id) => ledgerOf(network, ASSETS[id].chain)?.channels === undefined);
  if (!maintenance && !disabled && !dry && unserved.length === 0) return market;
  const shown: MarketState = { ...market, assets: { ...market.assets }, pools: { ...market.pools } };
  for (const id of unserved) shown.assets[id] = { ...shown.assets[id], switches: { ...ALL_OFF } };
  if (maintenance) shown.maintenance = maintenanceOf(maintenance);
  const named = String(disabled?.asset ?? 'Eth');
  if (disabled && isInternalAsset(named))
    shown.assets[named] = { ...shown.assets[named], disabled: { deposits: true, payouts: true } };
  for (const id of dry ? INTERNAL_ASSETS : []) {
    const pool = shown.pools[id];
    if (pool !== undefined && (dry?.asset === undefined || dry.asset === id))
      shown.pools[id] = { ...pool, depthUsd: 0, jitUsd: 0 };
  }
  return shown;
}

/** `{"of":"quotes"}` switches only quotes off, `{"of":"swaps"}` only channels, no value both. */
const maintenanceOf = ({ of }: Record<string, unknown>): MarketState['maintenance'] => ({
  quotes: of !== 'swaps',
  swaps: of !== 'quotes',
});
