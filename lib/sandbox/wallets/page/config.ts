/** What the sandbox writes above this script when it serves it: this world's seed of wallets, and its chains. */
import { hexToBytes } from '@noble/hashes/utils.js';
import { chainOf } from '../../../chains/chains.ts';
import type { ChainId } from '../../../domain/chain-id.ts';

/** Keys of the local chains only: nothing that they sign is valid anywhere else. */
declare const SANDBOX_WALLET: { seed: string; chains: ChainId[] };

export const seed: Uint8Array = hexToBytes(SANDBOX_WALLET.seed);

export const chainsOfKind = (kind: 'evm' | 'utxo' | 'cosmos' | 'solana'): ChainId[] =>
  SANDBOX_WALLET.chains.filter((chain) => chainOf(chain).kind === kind);

export const WALLET_NAME = 'Sandbox wallet';

/** In base64, as the Wallet Standard requires it. */
export const WALLET_ICON = `data:image/svg+xml;base64,${btoa(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#8a5a00"/>' +
    '<path d="M7 12h18v12H7zM10 12l9-5 3 5" fill="none" stroke="#fff" stroke-width="2" stroke-linejoin="round"/>' +
    '<circle cx="20.5" cy="18" r="1.6" fill="#fff"/></svg>',
)}` as const;
