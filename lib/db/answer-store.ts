/** Stores one answer for each idempotency key: exactly one caller over all instances makes it, all others read it. */
import { and, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { ClaimDatabase, Where } from './claims.ts';
import { answers } from './schema.ts';

/** `mine`: only this caller makes the answer now. */
export type ClaimedAnswer =
  | { outcome: 'mine' }
  | { outcome: 'running'; fingerprint: string }
  | { outcome: 'answered'; fingerprint: string; answer: string };

export type AnswerClaim = {
  /** Digest of caller, path and key. */
  id: string;
  /** Digest of the body. */
  fingerprint: string;
  /** Identifies this attempt, so that an abandoned attempt cannot overwrite the answer of a later one. */
  owner: string;
  /** Unix ms, like the two times below. */
  now: number;
  /** Answers from before this time no longer count. */
  keptSince: number;
  /** An attempt that has been running since before this time was abandoned by its instance. */
  runningSince: number;
};

export type AnswerStore = {
  claimAnswer(claim: AnswerClaim): Promise<ClaimedAnswer>;
  settleAnswer(done: { id: string; owner: string; answer: string }): Promise<void>;
  /** Forgets an attempt that failed, so that the same key may be tried again. */
  releaseAnswer(failed: { id: string; owner: string }): Promise<void>;
  /** Deletes answers from before this time (unix ms), which can no longer be requested. */
  clearAnswers(before: number): Promise<void>;
};

/**
 * Deletes unfinished answers: where one process alone has the database, those were begun by a process that has ended.
 */
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
        // The row was released in between, so the next claim gets it.
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
