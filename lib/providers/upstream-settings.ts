/**
 * The settings of every upstream: one line each. They are separate from the registry, because reading a setting would
 * otherwise load every adapter.
 */
import { CHAINFLIP_SETTINGS } from './chainflip/config.ts';
import { GARDEN_SETTINGS } from './garden/config.ts';
import { JUPITER_SETTINGS } from './jupiter/config.ts';
import { ONEINCH_SETTINGS } from './oneinch/config.ts';
import { MAYACHAIN_SETTINGS, THORCHAIN_SETTINGS } from './thor-family/config.ts';
import { TWO_LEG_SETTINGS } from './two-leg/config.ts';

export const UPSTREAM_SETTINGS = {
  thorchain: THORCHAIN_SETTINGS,
  mayachain: MAYACHAIN_SETTINGS,
  chainflip: CHAINFLIP_SETTINGS,
  oneinch: ONEINCH_SETTINGS,
  jupiter: JUPITER_SETTINGS,
  garden: GARDEN_SETTINGS,
  twoLeg: TWO_LEG_SETTINGS,
} as const;
