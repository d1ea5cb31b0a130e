/** How long a transaction that Jupiter writes counts, and what it bids for being taken. */
import { z } from 'zod';
import { BLOCKHASH_SLOTS } from '../solana/solana-chain.ts';
import { fault, type Jupiter } from './jupiter-state.ts';

/** Slots that a caller may ask for, and what they get when they don't. */
export const LIFETIME = { usual: 150, most: 300 } as const;
/** Slots after which every node knows a blockhash, whatever state it holds a transaction against. */
const SETTLED = 32;
/** How old the blockhash is that fault `expiredBlockhash` hands out. */
const LONG_AGO = 1000;

const NAMED = { medium: 5000, high: 7500, veryHigh: 9500 } as const;
export const priceSchema = z
  .enum(['medium', 'high', 'veryHigh'])
  .transform((name): number => NAMED[name])
  .or(z.coerce.number().int().min(0).max(10_000))
  .default(NAMED.medium);

/** Millionths of a lamport for a unit, by the percentile asked for (10000 is all). */
export const priceFor = (percentile: number): bigint => 2n + BigInt(percentile) * 4n;

/** Units that a swap of version 2 may take: always all that there are. */
export const MOST_UNITS = 1_400_000;
export const priorityLamports = (price: bigint, units: number): bigint =>
  (price * BigInt(units) + 999_999n) / 1_000_000n;

/** A blockhash that counts for about so many slots more. */
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
  // Those who ask for less get less, also where the world runs fast.
  const blockhash = slotsToExpiry < BLOCKHASH_SLOTS - SETTLED ? node.blockhash(slot) : node.giveBlockhash(slot);
  return { blockhash, lastValidBlockHeight: node.lastValidHeight(slot) };
}
