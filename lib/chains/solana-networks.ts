/**
 * Names Solana's networks as the Wallet Standard does. The sandbox's name belongs to no public network, so that no real
 * wallet offers itself for the local chain or is asked to sign for it.
 */
import type { NetworkName } from './chain.ts';

export const SOLANA_STANDARD_CHAIN = {
  mainnet: 'solana:mainnet',
  sandbox: 'solana:sandbox',
} as const satisfies Record<NetworkName, `solana:${string}`>;
