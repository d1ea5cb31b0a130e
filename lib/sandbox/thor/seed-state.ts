/** Creates the first block's state of each network: pools, mimirs, vault and names. */
import type { World } from '../ledger.ts';
import { seedNames } from './names.ts';
import type { NetworkConfig } from './network-config.ts';
import { MAYA_POOLS, seedPools, THOR_POOLS } from './seed-pools.ts';
import type { NetworkState } from './state.ts';

/** The state of a network when a world begins. */
export function seedState(config: NetworkConfig, world: Pick<World, 'secret'>): NetworkState {
  return {
    height: config.startHeight,
    pools: seedPools(config, config.id === 'thor' ? THOR_POOLS : MAYA_POOLS),
    mimir: seedMimir(config),
    vaults: [{ name: `${config.id}-0`, status: 'active', sinceHeight: config.startHeight }],
    nextVault: 1,
    observed: {},
    inbounds: [],
    names: seedNames(config, world.secret),
    lastSigned: config.startHeight,
    reserve: 0n,
    funded: [],
    marketOn: true,
  };
}

function seedMimir(config: NetworkConfig): Record<string, number> {
  const perChain = config.chains.flatMap(({ chain }) => [
    [`HALT${chain}CHAIN`, 0],
    [`HALT${chain}TRADING`, 0],
    [`HALTSIGNING${chain}`, 0],
  ]);
  const own =
    config.id === 'thor'
      ? {
          ADVSWAPQUEUERAPIDSWAPMAX: Number(config.rapidMax),
          ENABLEADVSWAPQUEUE: 1,
          L1SLIPMINBPS: Number(config.minSlipBps),
          MINTSYNTHS: 1,
          MANUALSWAPSTOSYNTHDISABLED: 1,
          'MAXCONFIRMATIONS-BTC': 3,
          'MAXCONFIRMATIONS-ETH': 14,
          NATIVETRANSACTIONFEE: Number(config.nativeTxFee),
        }
      : {
          SLIPFEEADDEDBASISPOINTS: Number(config.addedSlipBps),
          STREAMINGSWAPMINBPFEE: Number(config.streamingMinBpFee),
          MINTSYNTHS: 1,
          BURNSYNTHS: 1,
          NATIVETRANSACTIONFEE: Number(config.nativeTxFee),
        };
  return { HALTCHAINGLOBAL: 0, HALTTRADING: 0, HALTSIGNING: 0, ...Object.fromEntries(perChain), ...own };
}
