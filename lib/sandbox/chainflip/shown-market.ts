/** The market as the servers show it while faults of theirs are on; swaps under way know only their own faults. */
import { INTERNAL_ASSETS, isInternalAsset } from './assets.ts';
import type { MarketState } from './market.ts';
import { type ChainflipNetwork, fault } from './network.ts';

/** `maintenance`, `assetDisabled`, `noLiquidity` and `boostSkipped` of the backend, laid over the real market. */
export function shownMarket(network: ChainflipNetwork): MarketState {
  const { market } = network.state;
  const on = (kind: string) => fault(network, 'chainflip-backend', kind);
  const maintenance = on('maintenance');
  const [disabled, dry] = [on('assetDisabled'), on('noLiquidity')];
  if (!maintenance && !disabled && !dry) return market;
  const shown: MarketState = { ...market, assets: { ...market.assets }, pools: { ...market.pools } };
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

/** `{"of":"quotes"}` switches only quotes off, `{"of":"swaps"}` only channels, nothing both. */
const maintenanceOf = ({ of }: Record<string, unknown>): MarketState['maintenance'] => ({
  quotes: of !== 'swaps',
  swaps: of !== 'quotes',
});
