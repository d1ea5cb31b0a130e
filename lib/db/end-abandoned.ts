/** Ends what a process that has ended was creating. */
import { and, eq, isNull } from 'drizzle-orm';
import type { CreationKind, Database } from './creation-store.ts';
import { creations } from './schema.ts';

const begun = (kind: CreationKind) => and(eq(creations.kind, kind), eq(creations.state, 'creating'));

/** Called first by a process that alone has the database. */
export async function endAbandoned(db: Database): Promise<void> {
  // The same key may try again.
  await db.delete(creations).where(begun('answer'));
  // What they may have created reached no caller, so their terms need not wait.
  const noOrder = { errorCode: 'unknownError', message: 'The service ended while the order was being created.' };
  await db
    .update(creations)
    .set({ state: 'failed', failure: JSON.stringify(noOrder) })
    .where(begun('order'));
  // Whoever asks again learns at once that there may be a channel.
  const doubt = { fault: 'uncertain', message: 'The service ended while the channel was being opened.' };
  await db
    .update(creations)
    .set({ failure: JSON.stringify(doubt) })
    .where(and(begun('channel'), isNull(creations.failure)));
}
