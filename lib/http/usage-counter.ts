/**
 * Counts the use of keys and writes it in batches. No request waits for a write, and a killed process loses only
 * seconds of counts.
 */
import type { IntegratorStore } from '../db/integrator-store.ts';
import type { UsageStore } from '../db/usage-store.ts';

export type UsageCounter = {
  /** @param name as in `usage.name`: `quotes`, `requests POST /v1/quote`. */
  note(keyId: string, name: string): void;
  /** Writes what was counted since the last time; what cannot be written is kept for the next time. */
  flush(): Promise<void>;
};

export type UsageDeps = {
  store: Pick<IntegratorStore, 'noteKeyUses'> & Pick<UsageStore, 'addUsage'>;
  /** Unix ms. */
  now: () => number;
  log: (event: Record<string, unknown>) => void;
};

type Counts = { byName: Map<string, number>; uses: Map<string, number> };
const noCounts = (): Counts => ({ byName: new Map(), uses: new Map() });

/** A separator that occurs in no key id, day or name. */
const BETWEEN = '\n';

const rowOf = ([key, amount]: [string, number]) => {
  const [keyId = '', day = '', name = ''] = key.split(BETWEEN);
  return { keyId, day, name, amount };
};

export function createUsageCounter({ store, now, log }: UsageDeps): UsageCounter {
  let counts = noCounts();
  let writing: Promise<void> = Promise.resolve();

  const add = (to: Counts, key: string, amount: number) => to.byName.set(key, (to.byName.get(key) ?? 0) + amount);

  async function write(): Promise<void> {
    const batch = counts;
    counts = noCounts();
    try {
      await store.addUsage([...batch.byName].map(rowOf));
    } catch (error) {
      log({ event: 'usage', fault: String(error) });
      for (const [key, amount] of batch.byName) add(counts, key, amount);
    }
    // A lost time of use does no harm, since the next use replaces it.
    await store
      .noteKeyUses([...batch.uses].map(([keyId, at]) => ({ keyId, at })))
      .catch((error: unknown) => log({ event: 'usage', fault: String(error) }));
  }

  return {
    note(keyId, name) {
      const at = now();
      const day = new Date(at).toISOString().slice(0, 10);
      add(counts, [keyId, day, name].join(BETWEEN), 1);
      counts.uses.set(keyId, at);
    },
    flush() {
      if (counts.byName.size === 0) return writing;
      writing = writing.then(write);
      return writing;
    },
  };
}
