/** Numbers Solana's slots by the world's clock without a tick for each: ever upwards, and never twice, not even after a kill. */
import { z } from 'zod';
import type { RunningWorld } from '../world/world.ts';

const SLOT_MS = 400;
/** First slot of a new chain. */
export const START_SLOT = 2000;
/** Slots that may pass with one write to disk. */
const RESERVED = 500;

const stateSchema = z.object({ reached: z.number().int() });

export type SlotClock = {
  /** The last slot. */
  now(): number;
  /** A slot of its own for a transaction: above every slot that anybody has seen. */
  next(): number;
  /** Nothing is produced: fault `no-blocks`. */
  halted(): boolean;
};

/** After a restart it goes on above what it may have given out, as if empty slots had passed. */
export function createSlotClock(world: RunningWorld): SlotClock {
  const ticks = (): number => Math.floor(world.clock.chainMs() / SLOT_MS);
  let reached = START_SLOT;
  let last = START_SLOT;
  const saved = world.persist({
    name: 'solana-slot',
    dump: () => ({ reached }),
    load: (state) => {
      reached = stateSchema.parse(state).reached;
      last = reached;
    },
  });
  let shift = last - ticks();
  const halted = (): boolean => world.faults.get('SOL', 'no-blocks') !== undefined;
  const advance = (slot: number): number => {
    last = slot;
    if (slot > reached) {
      reached = slot + RESERVED;
      saved.flush();
    }
    return slot;
  };
  const now = (): number => {
    if (halted()) shift = last - ticks();
    const due = shift + ticks();
    return due > last ? advance(due) : last;
  };
  const next = (): number => {
    const slot = advance(now() + 1);
    // The clock goes on from here: what was ahead of it is not made up for by slots that do not come.
    if (slot > shift + ticks()) shift = slot - ticks();
    return slot;
  };
  return { now, next, halted };
}
