/** Dogecoin; addresses of its test network in the sandbox. */
import type { Chain } from '../chain.ts';

export const DOGE: Chain = {
  id: 'DOGE',
  name: 'Dogecoin',
  kind: 'utxo',
  native: { symbol: 'DOGE', name: 'Dogecoin', decimals: 8 },
  memoLimitBytes: 80,
  blockSeconds: 60,
  confirmations: 2,
  /**
   * Source: Dogecoin Core 1.14.6, doc/fee-recommendation.md: relayed from 0.001 DOGE per kB, outputs below 0.01 DOGE pay
   * 0.01 DOGE more.
   */
  utxoPolicy: { minRelayRate: 100n, maxRate: 20_000_000n, dust: 1_000_000n, bitcoinFormat: true },
  paymentScheme: 'dogecoin',
  hashFormat: 'hex-lower',
  mainnet: {
    networkId: 'dogecoin',
    utxo: { pubKeyHash: [0x1e], scriptHash: [0x16], wif: 0x9e },
    explorerTx: 'https://blockchair.com/dogecoin/transaction/{hash}',
    explorerAddress: 'https://blockchair.com/dogecoin/address/{address}',
  },
  sandbox: {
    networkId: 'dogecoin-testnet',
    utxo: { pubKeyHash: [0x71], scriptHash: [0xc4], wif: 0xf1 },
  },
  addressForm: 'D…, 9… or A…',
  sandboxAddressForm: 'n… or 2…',
  coinType: 3,
  walletOrder: 8,
  wallets: ['Vultisig'],
  takesMemos: true,
  tradable: true,
};
