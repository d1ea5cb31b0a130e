/** Cosmos Hub. The sandbox keeps the address prefix, which wallets tie to the coin, under another chain id. */
import type { Chain } from '../chain.ts';

export const GAIA: Chain = {
  id: 'GAIA',
  name: 'Cosmos Hub',
  kind: 'cosmos',
  native: { symbol: 'ATOM', name: 'Cosmos', decimals: 6 },
  memoLimitBytes: 250,
  blockSeconds: 6,
  confirmations: 1,
  denom: 'uatom',
  hashFormat: 'hex-upper',
  mainnet: {
    networkId: 'cosmoshub-4',
    bech32Prefix: 'cosmos',
    explorerTx: 'https://www.mintscan.io/cosmos/tx/{hash}',
    explorerAddress: 'https://www.mintscan.io/cosmos/address/{address}',
  },
  sandbox: { networkId: 'cosmoshub-sandbox-1', bech32Prefix: 'cosmos' },
  addressForm: 'cosmos1…',
  sandboxAddressForm: 'cosmos1…',
  nodes: ['https://cosmos-rest.publicnode.com'],
  coinType: 118,
  walletOrder: 4,
  wallets: ['OKX Wallet', 'Keplr', 'Vultisig'],
  takesMemos: true,
  /** 0.005 uatom for 200,000 gas, five times over. */
  feeReserve: 25_000n,
  tradable: true,
};
