/** Decides how long a transaction from Jupiter stays valid, and how much it bids for priority. */
import { z } from 'zod';
import { BLOCKHASH_SLOTS } from '../solana/solana-chain.ts';
import { fault, type Jupiter } from './jupiter-state.ts';

/** Slots until expiry: the default, and the most a caller may request. */
export const LIFETIME = { usual: 150, most: 300 } as const;
/** The slots after which every node knows a blockhash, at any commitment. */
const SETTLED = 32;
/** The age in slots of the blockhash that the fault `expiredBlockhash` gives out. */
const LONG_AGO = 1000;

const NAMED = { medium: 5000, high: 7500, veryHigh: 9500 } as const;
export const priceSchema = z
  .enum(['medium', 'high', 'veryHigh'])
  .transform((name): number => NAMED[name])
  .or(z.coerce.number().int().min(0).max(10_000))
  .default(NAMED.medium);

/** Millionths of a lamport per compute unit, by the requested percentile (10000 is the highest). */
export const priceFor = (percentile: number): bigint => 2n + BigInt(percentile) * 4n;

/** The compute units of a swap of version 2: always the maximum. */
export const MOST_UNITS = 1_400_000;
export const priorityLamports = (price: bigint, units: number): bigint =>
  (price * BigInt(units) + 999_999n) / 1_000_000n;

/** A blockhash that stays valid for about so many more slots. */
export function handedBlockhash(
  { ledger: { node }, ...jupiter }: Jupiter,
  slotsToExpiry: number,
): { blockhash: string; lastValidBlockHeight: number } {
  const now = node.slot();
  if (fault(jupiter, 'expiredBlockhash')) {
    const slot = now - LONG_AGO;
    return { blockhash: node.blockhash(slot), lastValidBlockHeight: node.blockHeight(slot) + BLOCKHASH_SLOTS };
  }
  const slot = now - Math.max(SETTLED, BLOCKHASH_SLOTS - slotsToExpiry);
  // A shorter requested lifetime is honoured, even in a fast world.
  const blockhash = slotsToExpiry < BLOCKHASH_SLOTS - SETTLED ? node.blockhash(slot) : node.giveBlockhash(slot);
  return { blockhash, lastValidBlockHeight: node.lastValidHeight(slot) };
}
