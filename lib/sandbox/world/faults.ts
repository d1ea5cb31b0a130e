/** Holds the faults that are switched on: each affects one target until it is cleared or used up. */
import { z } from 'zod';
import type { Faults } from '../ledger.ts';

export type Fault = { target: string; kind: string; params: Record<string, unknown> };

export type FaultBoard = Faults & {
  set(fault: Fault): void;
  clear(target: string, kind: string): void;
  clearAll(): void;
  list(): Fault[];
};

const stateSchema = z.array(
  z.object({ target: z.string(), kind: z.string(), params: z.record(z.string(), z.unknown()) }),
);

const keyOf = (target: string, kind: string): string => `${target.toLowerCase()} ${kind.toLowerCase()}`;

/** `changed` is called after every change. Targets and kinds are compared ignoring letter case. */
export function createFaultBoard(changed: () => void): FaultBoard & { load(state: unknown): void } {
  const faults = new Map<string, Fault>();
  return {
    get: (target, kind) => faults.get(keyOf(target, kind))?.params,
    set(fault) {
      faults.set(keyOf(fault.target, fault.kind), fault);
      changed();
    },
    clear(target, kind) {
      if (faults.delete(keyOf(target, kind))) changed();
    },
    clearAll() {
      faults.clear();
      changed();
    },
    list: () => [...faults.values()],
    use(target, kind) {
      const fault = faults.get(keyOf(target, kind));
      const left = fault?.params.times;
      if (fault === undefined || typeof left !== 'number') return;
      if (left <= 1) faults.delete(keyOf(target, kind));
      else fault.params = { ...fault.params, times: left - 1 };
      changed();
    },
    load(state) {
      for (const fault of stateSchema.parse(state)) faults.set(keyOf(fault.target, fault.kind), fault);
    },
  };
}

const reorgSchema = z.object({ blocks: z.number().int().positive().default(1) });

/** How many of the last blocks of `chain` another miner's replace; undefined while the fault is off. */
export function replacedBlocks(faults: Faults, chain: string): number | undefined {
  const reorg = faults.get(chain, 'reorg');
  return reorg && reorgSchema.parse(reorg).blocks;
}
