/** Kujira, wound down in 2025: only the identifier remains, no provider trades it. */
import type { Chain } from '../chain.ts';

export const KUJI: Chain = {
  id: 'KUJI',
  name: 'Kujira',
  kind: 'cosmos',
  native: { symbol: 'KUJI', name: 'Kuji', decimals: 6 },
  memoLimitBytes: 250,
  blockSeconds: 3.5,
  confirmations: 1,
  denom: 'ukuji',
  hashFormat: 'hex-upper',
  mainnet: {
    networkId: 'kaiyo-1',
    bech32Prefix: 'kujira',
  },
  sandbox: { networkId: 'kujira-sandbox-1', bech32Prefix: 'kujira' },
  addressForm: 'kujira1…',
  sandboxAddressForm: 'kujira1…',
  tradable: false,
};
