/** Fiat money: an identifier of the interface without a chain behind it. */
import type { Chain } from '../chain.ts';

export const FIAT: Chain = {
  id: 'FIAT',
  name: 'Fiat money',
  kind: 'none',
  native: { symbol: 'USD', name: 'US Dollar', decimals: 2 },
  memoLimitBytes: 250,
  blockSeconds: 0,
  confirmations: 0,
  hashFormat: 'none',
  mainnet: {
    networkId: 'fiat',
  },
  sandbox: { networkId: 'fiat-sandbox' },
  addressForm: 'none',
  sandboxAddressForm: 'none',
  tradable: false,
};
