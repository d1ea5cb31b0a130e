/** Jupiter's settings, time budgets of its API, and the longest answer that is read. */
import { z } from 'zod';
import { checkAddress } from '../../chains/address.ts';
import { declareSettings } from '../../config/declare-settings.ts';
import { url } from '../../config/setting-kinds.ts';

const FLAVOURS = ['v2', 'v1'] as const;
/** `v2` is the Swap API of api.jup.ag; `v1` is the older shape that self-hosted routers speak. */
export type JupiterFlavour = (typeof FLAVOURS)[number];

const isSolanaAddress = (text: string | undefined): boolean =>
  text === undefined || checkAddress('SOL', text, 'mainnet').ok;

/** Receives the affiliate fees of the sandbox; its key is not needed. */
const SANDBOX_FEE_OWNER = '2ayr2GbBDNWbutec6f7yuM42aHc42qB7xG3PLxhaYQS1';

type Preset = {
  url: string;
  apiKey: string | undefined;
  feeOwner: string | undefined;
  /** Requests a minute that the address allows without a key. */
  perMinute: number | undefined;
};

export const JUPITER_SETTINGS = declareSettings({
  settings: {
    JUPITER_URL: url,
    JUPITER_API_KEY: z.string().optional(),
    JUPITER_FLAVOUR: z.enum(FLAVOURS, `one of ${FLAVOURS.join(', ')}`).optional(),
    JUPITER_FEE_OWNER: z.string().optional().refine(isSolanaAddress, 'an address of Solana'),
  },
  notes: {
    JUPITER_URL:
      'Jupiter API base address. With one of your own (a self-hosted router) it is asked as often as it allows.',
    JUPITER_API_KEY: 'Key of the Jupiter API. Without it Jupiter is asked 30 times a minute at most on mainnet.',
    JUPITER_FLAVOUR: 'v2 (default) or v1, which self-hosted routers speak.',
    JUPITER_FEE_OWNER: 'Solana account whose token accounts take affiliate fees where AFFILIATES names none.',
  },
  presets: {
    // Half a request a second without a key. Source: jup-ag/docs portal/rate-limits.mdx.
    mainnet: { url: 'https://api.jup.ag', apiKey: undefined, feeOwner: undefined, perMinute: 30 },
    sandbox: (base): Preset => ({
      url: `${base}/jupiter`,
      apiKey: 'portage-sandbox',
      feeOwner: SANDBOX_FEE_OWNER,
      perMinute: undefined,
    }),
  },
  payouts: {
    example: { solana: '…' },
    sandbox: { solana: SANDBOX_FEE_OWNER },
    isValid: ({ solana }) => isSolanaAddress(solana),
  },
  read(given, preset) {
    const apiKey = given.JUPITER_API_KEY ?? preset.apiKey;
    return {
      baseUrls: [given.JUPITER_URL ?? preset.url],
      apiKey,
      flavour: given.JUPITER_FLAVOUR ?? FLAVOURS[0],
      feeOwner: given.JUPITER_FEE_OWNER ?? preset.feeOwner,
      perMinute: apiKey || given.JUPITER_URL ? undefined : preset.perMinute,
    };
  },
});

export const QUOTE_TIMEOUT_MS = 7_000;
/** The whole verified list has some thousands of entries. */
export const LIST_TIMEOUT_MS = 30_000;
export const LIST_BYTES = 20_000_000;
