/**
 * Numbers Solana's slots by the world's clock without a tick for each: always ascending, and never the same twice, not
 * even after a kill.
 */
import { z } from 'zod';
import type { RunningWorld } from '../world/world.ts';

export const SLOT_MS = 400;
/** The first slot of a new chain. */
export const START_SLOT = 2000;
/** The slots that may pass per write to disk. */
const RESERVED = 500;

const stateSchema = z.object({ reached: z.number().int() });

export type SlotClock = {
  /** The last slot. */
  now(): number;
  /** A slot of its own for a transaction: above every slot seen so far. */
  next(): number;
  /** Sandbox time at which the last slot was reached, ms of the chain's clock. */
  reachedAt(): number;
  /** Whether the fault `no-blocks` has stopped slot production. */
  halted(): boolean;
};

/** After a restart it continues above all slots it may have given out, as if empty slots had passed. */
export function createSlotClock(world: RunningWorld): SlotClock {
  const ticks = (): number => Math.floor(world.clock.chainMs() / SLOT_MS);
  let reached = START_SLOT;
  let last = START_SLOT;
  let reachedAt = world.clock.chainMs();
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
    reachedAt = world.clock.chainMs();
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
    // The clock continues from here: slots given out early are not made up for by a pause.
    if (slot > shift + ticks()) shift = slot - ticks();
    return slot;
  };
  return { now, next, reachedAt: () => reachedAt, halted };
}
