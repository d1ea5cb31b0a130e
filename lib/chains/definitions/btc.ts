/** Bitcoin; regtest in the sandbox. */
import type { Chain } from '../chain.ts';

export const BTC: Chain = {
  id: 'BTC',
  name: 'Bitcoin',
  kind: 'utxo',
  native: { symbol: 'BTC', name: 'Bitcoin', decimals: 8 },
  memoLimitBytes: 80,
  blockSeconds: 600,
  confirmations: 1,
  /** Source: Bitcoin Core policy.h, `DEFAULT_MIN_RELAY_TX_FEE` (1000 per kvB until 29) and the dust of P2PKH. */
  utxoPolicy: { minRelayRate: 1n, maxRate: 1000n, dust: 546n, bitcoinFormat: true },
  paymentScheme: 'bitcoin',
  hashFormat: 'hex-lower',
  mainnet: {
    networkId: 'bitcoin',
    utxo: { pubKeyHash: [0x00], scriptHash: [0x05], bech32: 'bc', maxWitnessVersion: 1, wif: 0x80 },
    explorerTx: 'https://mempool.space/tx/{hash}',
    explorerAddress: 'https://mempool.space/address/{address}',
  },
  sandbox: {
    networkId: 'bitcoin-regtest',
    utxo: { pubKeyHash: [0x6f], scriptHash: [0xc4], bech32: 'bcrt', maxWitnessVersion: 1, wif: 0xef },
  },
  addressForm: 'bc1…, 1… or 3…',
  sandboxAddressForm: 'bcrt1…, m…, n… or 2…',
  nodes: ['https://mempool.space/api', 'https://blockstream.info/api'],
  coinType: 0,
  walletOrder: 2,
  wallets: ['Xverse', 'UniSat', 'Leather', 'OKX Wallet', 'Keplr', 'Vultisig'],
  takesMemos: true,
  feeUnit: 'sat',
  // Blockstream allows 700 requests an hour; mempool.space publishes no limit (CypherBoxLLC/Cypher-Box#194,
  // bitcoinppl/cove#347).
  nodesPerSecond: 1,
  tradable: true,
};
