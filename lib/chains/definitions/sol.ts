/** Solana. Its addresses are the same on every network. */
import type { Chain } from '../chain.ts';

export const SOL: Chain = {
  id: 'SOL',
  name: 'Solana',
  kind: 'solana',
  native: { symbol: 'SOL', name: 'Solana', decimals: 9 },
  memoLimitBytes: 250,
  blockSeconds: 0.4,
  confirmations: 32,
  hashFormat: 'base58',
  mainnet: {
    networkId: 'solana',
    explorerTx: 'https://solscan.io/tx/{hash}',
    explorerAddress: 'https://solscan.io/account/{address}',
  },
  sandbox: { networkId: 'solana-sandbox' },
  addressForm: '32 to 44 base58 characters',
  sandboxAddressForm: '32 to 44 base58 characters',
  nodes: ['https://api.mainnet-beta.solana.com', 'https://solana-rpc.publicnode.com'],
  coinType: 501,
  walletOrder: 3,
  wallets: ['OKX Wallet', 'Phantom', 'Solflare', 'Vultisig'],
  takesMemos: true,
  tradable: true,
};
