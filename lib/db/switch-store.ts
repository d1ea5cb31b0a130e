/** Stores what an operator switched off, for all instances and across restarts. */
import { and, asc, eq } from 'drizzle-orm';
import type { ChainId } from '../domain/chain-id.ts';
import type { ProviderId } from '../domain/provider-id.ts';
import { MAINTENANCE, type Switch, type SwitchName } from '../domain/switches.ts';
import type { Where } from './creation-store.ts';
import { switches } from './schema.ts';

export type SwitchStore = {
  /** Everything that is off, oldest first. */
  switches(): Promise<Switch[]>;
  /** Switches it off, or changes the reason where it is off. */
  switchOff(off: Switch): Promise<void>;
  /** False: it was not off. */
  switchOn(name: SwitchName): Promise<boolean>;
};

/** The casts are safe, because this file wrote what is stored. */
function toSwitch({ kind, id, why, at }: typeof switches.$inferSelect): Switch {
  if (kind === 'maintenance') return { kind, id: MAINTENANCE, why, at };
  return kind === 'chain' ? { kind, id: id as ChainId, why, at } : { kind: 'provider', id: id as ProviderId, why, at };
}

export const switchFunctions = ({ db, network }: Where): SwitchStore => ({
  async switches() {
    const rows = await db
      .select()
      .from(switches)
      .where(eq(switches.network, network))
      .orderBy(asc(switches.at), asc(switches.kind), asc(switches.id));
    return rows.map(toSwitch);
  },
  async switchOff(off) {
    await db
      .insert(switches)
      .values({ network, ...off })
      .onConflictDoUpdate({
        target: [switches.network, switches.kind, switches.id],
        set: { why: off.why, at: off.at },
      });
  },
  async switchOn({ kind, id }) {
    const gone = await db
      .delete(switches)
      .where(and(eq(switches.network, network), eq(switches.kind, kind), eq(switches.id, id)))
      .returning({ id: switches.id });
    return gone.length > 0;
  },
});
