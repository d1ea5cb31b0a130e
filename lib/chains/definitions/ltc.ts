/** Litecoin; regtest in the sandbox. Only witness version 0: vaults pay neither to later versions nor to MWEB. */
import type { Chain } from '../chain.ts';

export const LTC: Chain = {
  id: 'LTC',
  name: 'Litecoin',
  kind: 'utxo',
  native: { symbol: 'LTC', name: 'Litecoin', decimals: 8 },
  memoLimitBytes: 80,
  blockSeconds: 150,
  confirmations: 2,
  /** Source: Litecoin Core validation.h and policy.h, whose `DUST_RELAY_TX_FEE` is 30,000 per kvB. */
  utxoPolicy: { minRelayRate: 1n, maxRate: 500n, dust: 5_460n, bitcoinFormat: true },
  paymentScheme: 'litecoin',
  hashFormat: 'hex-lower',
  mainnet: {
    networkId: 'litecoin',
    utxo: {
      pubKeyHash: [0x30],
      scriptHash: [0x32],
      legacyScriptHash: [0x05],
      bech32: 'ltc',
      maxWitnessVersion: 0,
      wif: 0xb0,
    },
    explorerTx: 'https://blockchair.com/litecoin/transaction/{hash}',
    explorerAddress: 'https://blockchair.com/litecoin/address/{address}',
  },
  sandbox: {
    networkId: 'litecoin-regtest',
    utxo: { pubKeyHash: [0x6f], scriptHash: [0x3a], bech32: 'rltc', maxWitnessVersion: 0, wif: 0xef },
  },
  addressForm: 'ltc1q…, L… or M…',
  sandboxAddressForm: 'rltc1q…, m…, n… or Q…',
  nodes: ['https://litecoinspace.org/api'],
  coinType: 2,
  walletOrder: 7,
  wallets: ['Vultisig'],
  takesMemos: true,
  // The same software as mempool.space, which publishes no limit.
  nodesPerSecond: 1,
  tradable: true,
};
