/** 1inch's settings, time budgets of its API, and the longest answer that is read. */
import { z } from 'zod';
import { checkAddress } from '../../chains/address.ts';
import { declareSettings } from '../../config/declare-settings.ts';
import { integer, url } from '../../config/setting-kinds.ts';

const VERSIONS = ['v6.1', 'v6.0'] as const;

type Preset = {
  url: string;
  apiKey: string | undefined;
  /** Requests that the key allows. */
  perSecond: number;
};

export const ONEINCH_SETTINGS = declareSettings({
  settings: {
    ONEINCH_URL: url,
    ONEINCH_API_KEY: z.string().optional(),
    ONEINCH_API_VERSION: z.enum(VERSIONS, `one of ${VERSIONS.join(', ')}`).optional(),
    ONEINCH_RPS: integer(1, 1000, 0),
  },
  notes: {
    ONEINCH_URL: '1inch API base address. With one of your own no key is needed.',
    ONEINCH_API_KEY: 'Key of the 1inch API. Without it 1inch is not asked on mainnet.',
    ONEINCH_API_VERSION: 'v6.1 (default) or v6.0.',
    ONEINCH_RPS: 'Requests a second that the 1inch key may make. Default 1 on mainnet.',
  },
  presets: {
    mainnet: { url: 'https://api.1inch.com', apiKey: undefined, perSecond: 1 },
    sandbox: (base): Preset => ({ url: `${base}/oneinch`, apiKey: 'portage-sandbox', perSecond: 50 }),
  },
  payouts: {
    example: { evm: '0x…' },
    sandbox: { evm: '0x2773378be02162f28cF199089A64E5e2307Fc0F5' },
    isValid: ({ evm }) => evm === undefined || checkAddress('ETH', evm, 'mainnet').ok,
  },
  // An operator's own URL is a proxy that adds the key.
  missing: (given, preset) =>
    (given.ONEINCH_API_KEY ?? preset.apiKey ?? given.ONEINCH_URL)
      ? undefined
      : { provider: 'ONEINCH', setting: 'ONEINCH_API_KEY' },
  read: (given, preset) => ({
    baseUrls: [given.ONEINCH_URL ?? preset.url],
    apiKey: given.ONEINCH_API_KEY ?? preset.apiKey,
    version: given.ONEINCH_API_VERSION ?? VERSIONS[0],
    perSecond: given.ONEINCH_RPS || preset.perSecond,
  }),
});

export const TIMEOUT_MS = 7_000;
/** Pause before the one retry; spread, so that requests refused together do not come back together. */
export const RETRY_MS = { least: 150, spread: 250 };
/** Pause after a "too often" without a time: such limits count by the second. */
export const REST_MS = 1_000;
/** How long a caller without a budget is assumed to wait. */
export const DEFAULT_BUDGET_MS = 8_000;
export const LIST_BYTES = 15_000_000;
