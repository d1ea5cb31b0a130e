/** Bitcoin Cash; regtest in the sandbox. The base58 versions are those of legacy addresses, which are not accepted. */
import type { Chain } from '../chain.ts';

export const BCH: Chain = {
  id: 'BCH',
  name: 'Bitcoin Cash',
  kind: 'utxo',
  native: { symbol: 'BCH', name: 'Bitcoin Cash', decimals: 8 },
  memoLimitBytes: 80,
  blockSeconds: 600,
  confirmations: 1,
  /**
   * Source: Bitcoin Cash Node policy.h. Signatures commit to a fork id, which PSBT libraries do not know,
   * and to amounts (replay-protected sighash).
   */
  utxoPolicy: { minRelayRate: 1n, maxRate: 500n, dust: 546n, bitcoinFormat: false, signsAmounts: true },
  paymentScheme: 'bitcoincash',
  hashFormat: 'hex-lower',
  mainnet: {
    networkId: 'bitcoincash',
    utxo: { pubKeyHash: [0x00], scriptHash: [0x05], cashAddrPrefix: 'bitcoincash', wif: 0x80 },
    explorerTx: 'https://blockchair.com/bitcoin-cash/transaction/{hash}',
    explorerAddress: 'https://blockchair.com/bitcoin-cash/address/{address}',
  },
  sandbox: {
    networkId: 'bitcoincash-regtest',
    utxo: { pubKeyHash: [0x6f], scriptHash: [0xc4], cashAddrPrefix: 'bchreg', wif: 0xef },
  },
  addressForm: 'q… or p…, with or without bitcoincash:',
  sandboxAddressForm: 'q… or p…, with or without bchreg:',
  coinType: 145,
  walletOrder: 9,
  wallets: ['Vultisig'],
  takesMemos: true,
  tradable: true,
};
