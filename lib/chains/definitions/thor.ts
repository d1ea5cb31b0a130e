/** THORChain. */
import type { Chain } from '../chain.ts';

export const THOR: Chain = {
  id: 'THOR',
  name: 'THORChain',
  kind: 'cosmos',
  native: { symbol: 'RUNE', name: 'Rune', decimals: 8 },
  memoLimitBytes: 250,
  blockSeconds: 6,
  confirmations: 1,
  denom: 'rune',
  otherDenoms: { TCY: 'tcy', RUJI: 'x/ruji' },
  hashFormat: 'hex-upper',
  mainnet: {
    networkId: 'thorchain-1',
    bech32Prefix: 'thor',
    explorerTx: 'https://thorchain.net/tx/{hash}',
    explorerAddress: 'https://thorchain.net/address/{address}',
  },
  sandbox: { networkId: 'thorchain-sandbox-1', bech32Prefix: 'tthor' },
  addressForm: 'thor1…',
  sandboxAddressForm: 'tthor1…',
  nodes: ['https://gateway.liquify.com/chain/thorchain_api', 'https://api-thorchain.rorcual.xyz'],
  coinType: 931,
  numbersSwaps: true,
  walletOrder: 5,
  wallets: ['Keplr', 'Vultisig'],
  takesMemos: true,
  /** Twice `NativeTransactionFee` (0.02 RUNE), as Mimir may raise it. Source: thornode, constants. */
  feeReserve: 4_000_000n,
  tradable: true,
};
