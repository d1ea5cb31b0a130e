/** Computes how long a time lock of Garden's contracts lasts, by the usual pace of its chain. */
import { CHAINS } from '../../chains/chains.ts';
import type { ChainId } from '../../domain/chain-id.ts';

/**
 * A lock counts its chain's own blocks (slots on Solana), on Arbitrum too, where `block.number` would be Ethereum's.
 * Source: code-423n4/2025-11-garden evm/src/swap/ArbHTLC.sol, `arbBlockNumber`.
 */
export const lockSeconds = (chain: ChainId, timelock: bigint): number => Number(timelock) * CHAINS[chain].blockSeconds;
