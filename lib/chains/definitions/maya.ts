/** Maya. CACAO has ten decimals both on its chain and in the node's API. */
import type { Chain } from '../chain.ts';

export const MAYA: Chain = {
  id: 'MAYA',
  name: 'Maya',
  kind: 'cosmos',
  native: { symbol: 'CACAO', name: 'Cacao', decimals: 10 },
  memoLimitBytes: 250,
  blockSeconds: 6,
  confirmations: 1,
  denom: 'cacao',
  otherDenoms: { MAYA: 'maya' },
  hashFormat: 'hex-upper',
  mainnet: {
    networkId: 'mayachain-mainnet-v1',
    bech32Prefix: 'maya',
    explorerTx: 'https://www.mayascan.org/tx/{hash}',
    explorerAddress: 'https://www.mayascan.org/address/{address}',
  },
  sandbox: { networkId: 'mayachain-sandbox-1', bech32Prefix: 'tmaya' },
  addressForm: 'maya1…',
  sandboxAddressForm: 'tmaya1…',
  nodes: ['https://mayanode.mayachain.info', 'https://api-maya.liquify.com'],
  // THORChain's coin type, by which Maya's wallets derive keys.
  derivedBy: 931,
  numbersSwaps: true,
  walletOrder: 6,
  wallets: ['Vultisig'],
  takesMemos: true,
  /** Twice the fixed fee of 0.2 CACAO, as Mimir may raise it. Source: mayanode, constants. */
  feeReserve: 4_000_000_000n,
  tradable: true,
};
