/** Counts a chain's blocks and never repeats a height that was once visible, not even after a kill. */
import { z } from 'zod';
import type { World } from '../ledger.ts';

const stateSchema = z.object({ reached: z.number().int() });

/** The chain seconds whose blocks are numbered with one write to disk. */
const RESERVED_SECONDS = 100;

export type DurableHeight = { value(): number; next(): number };

/**
 * A chain with fast blocks reserves several heights with each write, and continues above them after a restart, as if
 * empty blocks had passed meanwhile; a chain with slow blocks writes each height.
 */
export function durableHeight(world: World, name: string, start: number, blockSeconds: number): DurableHeight {
  const reserved = Math.max(1, Math.ceil(RESERVED_SECONDS / blockSeconds));
  let height = start;
  let reached = start;
  const saved = world.persist({
    name: `${name}-height`,
    dump: () => ({ reached }),
    load: (state) => {
      reached = stateSchema.parse(state).reached;
      height = reached;
    },
  });
  return {
    value: () => height,
    next: () => {
      height += 1;
      if (height > reached) {
        reached = height + reserved - 1;
        saved.flush();
      }
      return height;
    },
  };
}
