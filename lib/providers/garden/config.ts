/** Garden's settings, time budgets of its API, and the life of its orders. */
import { z } from 'zod';
import { declareSettings } from '../../config/declare-settings.ts';
import { url } from '../../config/setting-kinds.ts';

/**
 * The assets in which Garden pays affiliates; it lists more assets, but refuses an order that names another one here.
 * Source: shapeshift/web packages/swapper GardenSwapper/INTEGRATION.md.
 */
const AFFILIATE_ASSETS: readonly string[] = ['base:cbbtc', 'ethereum:cbbtc', 'ethereum:usdc'];

export const GARDEN_SETTINGS = declareSettings({
  settings: { GARDEN_URL: url, GARDEN_APP_ID: z.string().optional() },
  notes: {
    GARDEN_URL: 'Garden API base address.',
    GARDEN_APP_ID: 'App id of Garden. Without it Garden is not asked on mainnet.',
  },
  presets: {
    mainnet: { url: 'https://api.garden.finance/v2', appId: undefined },
    // The emulator's app id; the real service refuses it.
    sandbox: (base): { url: string; appId: string | undefined } => ({
      url: `${base}/garden`,
      appId: '7a3e19c0f4b2d6581e0c9a7735d1f8426b90ce13a85f2d47c6e80b19f3d5a274',
    }),
  },
  payouts: {
    example: { gardenAsset: 'ethereum:cbbtc', gardenAddress: '0x…' },
    sandbox: { gardenAsset: 'ethereum:cbbtc', gardenAddress: '0x2773378be02162f28cF199089A64E5e2307Fc0F5' },
    isValid: ({ gardenAsset, gardenAddress }) => (gardenAsset === undefined) === (gardenAddress === undefined),
    faults: (affiliate, { gardenAsset }) =>
      gardenAsset === undefined || AFFILIATE_ASSETS.includes(gardenAsset.toLowerCase())
        ? []
        : [
            `AFFILIATES has the gardenAsset "${gardenAsset}" for "${affiliate}"; Garden pays affiliates in ${AFFILIATE_ASSETS.join(', ')} alone.`,
          ],
  },
  // An operator's own URL is a proxy that adds the app id.
  missing: (given, preset) =>
    (given.GARDEN_APP_ID ?? preset.appId ?? given.GARDEN_URL)
      ? undefined
      : { provider: 'GARDEN', setting: 'GARDEN_APP_ID' },
  read: (given, preset) => ({
    urls: [given.GARDEN_URL ?? preset.url],
    appId: given.GARDEN_APP_ID ?? preset.appId,
  }),
});

export const READ_TIMEOUT_MS = 6_000;
/** Longest wait for an order's creation when the caller sets no limit. */
export const WRITE_TIMEOUT_MS = 600_000;
/** Garden takes a payment that it sees within the hour. Source: docs.garden.finance, order lifecycle. */
export const ORDER_LIFE_MS = 3_600_000;
/** How long a list stays in use when it cannot be renewed: the order itself is refused when the list is outdated. */
export const STALE_MAX_AGE_MS = 900_000;
