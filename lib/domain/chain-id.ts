/** Names every chain of the interface specification, in its order; a chain is never added or dropped elsewhere. */
export const CHAIN_IDS = [
  'ARB',
  'AVAX',
  'BASE',
  'BSC',
  'BTC',
  'BCH',
  'GAIA',
  'DASH',
  'DOGE',
  'ETH',
  'FIAT',
  'KUJI',
  'LTC',
  'MAYA',
  'OP',
  'DOT',
  'FLIP',
  'MATIC',
  'XRD',
  'THOR',
  'SOL',
  'ZEC',
  'HYPE',
] as const;

export type ChainId = (typeof CHAIN_IDS)[number];

const chainIds: ReadonlySet<string> = new Set(CHAIN_IDS);

/** True when `value` is a chain identifier in its canonical upper case. */
export const isChainId = (value: string): value is ChainId => chainIds.has(value);
