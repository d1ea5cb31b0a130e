/** Stores each observation of a swap once, in the order in which they were made. */
import { createHash } from 'node:crypto';
import { asc, eq, inArray } from 'drizzle-orm';
import { parse, stringify } from '../domain/json.ts';
import type { Observation } from '../domain/swap-status.ts';
import type { Where } from './creation-store.ts';
import { observations } from './schema.ts';

/** Holds and their ends recur with equal content, so their time is part of what identifies them. */
const timeMatters = (observation: Observation): boolean =>
  observation.kind === 'held' || observation.kind === 'heldNoMore';

/** The value with the keys of every object sorted. */
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, sorted(item)]));
};

/** Identifies the content of an observation. Its time does not count: the first time is kept. */
function observationDigest(observation: Observation): string {
  const { at, ...seen } = observation;
  const content = timeMatters(observation) ? { ...seen, at } : seen;
  return createHash('sha256')
    .update(stringify(sorted(content)))
    .digest('hex');
}

export const observationFunctions = ({ db }: Where) => ({
  async appendObservations(swapId: string, seen: Observation[]) {
    if (seen.length === 0) return 0;
    const byDigest = new Map(
      seen.map((observation) => [
        observationDigest(observation),
        { swapId, digest: observationDigest(observation), content: stringify(observation) },
      ]),
    );
    const added = await db
      .insert(observations)
      .values([...byDigest.values()])
      .onConflictDoNothing()
      .returning({ id: observations.id });
    return added.length;
  },
  async observationsOf(swapId: string) {
    const rows = await db
      .select({ content: observations.content })
      .from(observations)
      .where(eq(observations.swapId, swapId))
      .orderBy(asc(observations.id));
    return rows.map((row) => parse(row.content) as Observation);
  },
  async observationsOfAll(swapIds: readonly string[]) {
    const rows =
      swapIds.length === 0
        ? []
        : await db
            .select({ swapId: observations.swapId, content: observations.content })
            .from(observations)
            .where(inArray(observations.swapId, [...swapIds]))
            .orderBy(asc(observations.id));
    const all = new Map<string, Observation[]>();
    for (const { swapId, content } of rows) {
      const own = all.get(swapId) ?? [];
      all.set(swapId, own);
      own.push(parse(content) as Observation);
    }
    return all;
  },
});
