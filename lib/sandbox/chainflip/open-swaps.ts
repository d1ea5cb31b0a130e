/** What of a swap is still to be done: to confirm its deposit, to swap a chunk, to pay, to fetch the deposit. */
import { openOf } from '../world/open-of.ts';
import type { ChainflipNetwork, Chunk, Egress, Swap } from './network.ts';

/** The queued chunk; undefined when the swap is over or has not begun. */
export const currentChunk = (swap: Swap): Chunk | undefined => {
  const last = swap.chunks.at(-1);
  return last !== undefined && last.executed === undefined && last.abortedReason === undefined ? last : undefined;
};

/** Whether the payout has neither failed nor been witnessed. */
export const isOpenEgress = ({ failure, witnessed }: Egress): boolean =>
  failure === undefined && witnessed === undefined;

const isOpen = (swap: Swap): boolean =>
  swap.deposit.confirmedBlock === undefined ||
  swap.deposit.final === undefined ||
  currentChunk(swap) !== undefined ||
  [swap.swapEgress, swap.refundEgress].some((one) => one !== undefined && isOpenEgress(one)) ||
  !swap.fetched;

export const openSwaps = ({ state }: ChainflipNetwork): readonly Swap[] => openOf(state.swaps, isOpen);
