/** Dash; addresses of its test network in the sandbox. */
import type { Chain } from '../chain.ts';

export const DASH: Chain = {
  id: 'DASH',
  name: 'Dash',
  kind: 'utxo',
  native: { symbol: 'DASH', name: 'Dash', decimals: 8 },
  memoLimitBytes: 80,
  blockSeconds: 150,
  confirmations: 2,
  /** Source: Dash Core validation.h; the dust is that of nodes with the former relay fee of 10,000 per kB. */
  utxoPolicy: { minRelayRate: 1n, maxRate: 500n, dust: 5_460n, bitcoinFormat: true },
  paymentScheme: 'dash',
  hashFormat: 'hex-lower',
  mainnet: {
    networkId: 'dash',
    utxo: { pubKeyHash: [0x4c], scriptHash: [0x10], wif: 0xcc },
    explorerTx: 'https://blockchair.com/dash/transaction/{hash}',
    explorerAddress: 'https://blockchair.com/dash/address/{address}',
  },
  sandbox: {
    networkId: 'dash-testnet',
    utxo: { pubKeyHash: [0x8c], scriptHash: [0x13], wif: 0xef },
  },
  addressForm: 'X… or 7…',
  sandboxAddressForm: 'y… or 8…',
  coinType: 5,
  walletOrder: 10,
  wallets: ['Vultisig'],
  takesMemos: true,
  tradable: true,
};
