/** Reads what an operator has switched off: providers, chains, or all new swaps. The answer is at most two seconds old in every instance. */
import type { SwitchStore } from '../db/switch-store.ts';
import { isWithin } from '../domain/is-within.ts';
import { NOTHING_OFF, type SwitchedOff, switchedOff } from '../domain/switches.ts';

/** How long an answer of the store is reused. */
export const SWITCH_MEMORY_MS = 2000;

export type KillSwitches = {
  /** The same object as long as nothing changed. When the store is unavailable: the last known one. */
  current(): Promise<SwitchedOff>;
  /** Something was switched: the store is asked again. */
  forget(): void;
};

export type KillSwitchesDeps = {
  store: Pick<SwitchStore, 'switches'>;
  /** Unix ms. */
  now: () => number;
  log: (event: Record<string, unknown>) => void;
};

export function createKillSwitches({ store, now, log }: KillSwitchesDeps): KillSwitches {
  let known = NOTHING_OFF;
  let text = '[]';
  let askedAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | undefined;

  async function ask(): Promise<void> {
    const at = now();
    try {
      const all = await store.switches();
      const asked = JSON.stringify(all);
      if (asked !== text) known = switchedOff(all);
      text = asked;
    } catch (error) {
      log({ event: 'switches', fault: String(error) });
    }
    askedAt = at;
  }

  return {
    async current() {
      if (!isWithin(SWITCH_MEMORY_MS, askedAt, now())) {
        asking ??= ask().finally(() => {
          asking = undefined;
        });
        await asking;
      }
      return known;
    },
    forget() {
      askedAt = Number.NEGATIVE_INFINITY;
    },
  };
}
