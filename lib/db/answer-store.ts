/** Keeps one answer for each idempotency key: exactly one caller in all instances makes it, all others find it. */
import { and, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { ClaimDatabase, Where } from './claims.ts';
import { answers } from './schema.ts';

/** `mine`: this caller, and nobody else, makes the answer now. */
export type ClaimedAnswer =
  | { outcome: 'mine' }
  | { outcome: 'running'; fingerprint: string }
  | { outcome: 'answered'; fingerprint: string; answer: string };

export type AnswerClaim = {
  /** Digest of caller, path and key. */
  id: string;
  /** Digest of the body. */
  fingerprint: string;
  /** Names this attempt, so that one that was given up cannot overwrite what came after it. */
  owner: string;
  /** Unix ms, as are the two below. */
  now: number;
  /** An answer from before counts no more. */
  keptSince: number;
  /** One that has been running since before has no instance any more. */
  runningSince: number;
};

export type AnswerStore = {
  claimAnswer(claim: AnswerClaim): Promise<ClaimedAnswer>;
  settleAnswer(done: { id: string; owner: string; answer: string }): Promise<void>;
  /** Nothing is kept of an attempt that failed: the same key may try again. */
  releaseAnswer(failed: { id: string; owner: string }): Promise<void>;
  /** Those from before (unix ms) are asked for no more. */
  clearAnswers(before: number): Promise<void>;
};

/** For whoever has the database alone: what is still running was begun by a process that has ended. */
export async function forgetRunningAnswers(db: ClaimDatabase & Pick<Where['db'], 'delete'>): Promise<void> {
  await db.delete(answers).where(isNull(answers.answer));
}

export const answerFunctions = ({ db, network }: Where): AnswerStore => {
  const own = (attempt: { id: string; owner: string }) =>
    and(eq(answers.id, `${network} ${attempt.id}`), eq(answers.owner, attempt.owner));
  return {
    async claimAnswer({ id: digest, fingerprint, owner, now, keptSince, runningSince }) {
      const id = `${network} ${digest}`;
      const isOver = or(
        and(isNull(answers.answer), lt(answers.startedAt, runningSince)),
        and(isNotNull(answers.answer), lt(answers.startedAt, keptSince)),
      );
      for (;;) {
        const [mine] = await db
          .insert(answers)
          .values({ id, fingerprint, owner, startedAt: now })
          .onConflictDoUpdate({
            target: answers.id,
            set: { fingerprint, owner, startedAt: now, answer: sql`null` },
            ...(isOver ? { setWhere: isOver } : {}),
          })
          .returning({ id: answers.id });
        if (mine) return { outcome: 'mine' };
        const [row] = await db.select().from(answers).where(eq(answers.id, id));
        // Released in between: the next claim gets it.
        if (!row) continue;
        const { answer } = row;
        return answer === null
          ? { outcome: 'running', fingerprint: row.fingerprint }
          : { outcome: 'answered', fingerprint: row.fingerprint, answer };
      }
    },
    async settleAnswer({ answer, ...attempt }) {
      await db.update(answers).set({ answer }).where(own(attempt));
    },
    async releaseAnswer(attempt) {
      await db.delete(answers).where(and(own(attempt), isNull(answers.answer)));
    },
    async clearAnswers(before) {
      await db.delete(answers).where(lt(answers.startedAt, before));
    },
  };
};
