/** Zcash, with transparent addresses only; addresses of its test network in the sandbox. */
import type { Chain } from '../chain.ts';

export const ZEC: Chain = {
  id: 'ZEC',
  name: 'Zcash',
  kind: 'utxo',
  native: { symbol: 'ZEC', name: 'Zcash', decimals: 8 },
  memoLimitBytes: 80,
  blockSeconds: 75,
  confirmations: 2,
  /**
   * ZIP-317: 5000 for each of at least two actions, whatever the bytes.
   * Transactions have a form of their own (ZIP-225), and signatures commit to amounts (ZIP-243).
   */
  utxoPolicy: { minRelayRate: 40n, maxRate: 500n, dust: 546n, bitcoinFormat: false, signsAmounts: true },
  paymentScheme: 'zcash',
  hashFormat: 'hex-lower',
  mainnet: {
    networkId: 'zcash',
    utxo: { pubKeyHash: [0x1c, 0xb8], scriptHash: [0x1c, 0xbd], wif: 0x80 },
    explorerTx: 'https://blockchair.com/zcash/transaction/{hash}',
    explorerAddress: 'https://blockchair.com/zcash/address/{address}',
  },
  sandbox: {
    networkId: 'zcash-testnet',
    utxo: { pubKeyHash: [0x1d, 0x25], scriptHash: [0x1c, 0xba], wif: 0xef },
  },
  addressForm: 't1… or t3…',
  sandboxAddressForm: 'tm… or t2…',
  coinType: 133,
  walletOrder: 11,
  wallets: ['Vultisig'],
  takesMemos: true,
  zcashForms: true,
  tradable: true,
};
