/** Radix: only the identifier is used, since no provider here trades it. */
import type { Chain } from '../chain.ts';

export const XRD: Chain = {
  id: 'XRD',
  name: 'Radix',
  kind: 'radix',
  native: { symbol: 'XRD', name: 'Radix', decimals: 18 },
  memoLimitBytes: 250,
  blockSeconds: 0.5,
  confirmations: 1,
  hashFormat: 'radix',
  mainnet: {
    networkId: 'radix',
    bech32Prefix: 'account_rdx',
    explorerTx: 'https://dashboard.radixdlt.com/transaction/{hash}',
    explorerAddress: 'https://dashboard.radixdlt.com/account/{address}',
  },
  sandbox: { networkId: 'radix-stokenet', bech32Prefix: 'account_tdx_2_' },
  addressForm: 'account_rdx1…',
  sandboxAddressForm: 'account_tdx_2_1…',
  tradable: false,
};
