/** Keeps one answer for each idempotency key: exactly one caller in all instances makes it, all others find it. */
import { and, eq, gte, lt } from 'drizzle-orm';
import { type Claimed, type CreationRow, claimedAs, creationsOf, type Where } from './creation-store.ts';
import { creations } from './schema.ts';

export type StoredAnswer = {
  id: string;
  /** Digest of the answered request's body. */
  fingerprint: string;
  /** JSON as it was sent; null while it is being made, and when nothing was made. */
  answer: string | null;
  isSettled: boolean;
};

export type AnswerClaim = {
  /** Identifies this attempt, so that an abandoned one cannot overwrite its successor. */
  id: string;
  /** Digest of caller, path and idempotency key. */
  key: string;
  /** Digest of the body. */
  fingerprint: string;
  /** Unix ms, as are the two below. */
  now: number;
  /** Answers from before this time no longer count. */
  keptSince: number;
  /** An attempt that was made or renewed before this time was abandoned by its instance. */
  creatingSince: number;
};

export type AnswerStore = {
  claimAnswer(claim: AnswerClaim): Promise<Claimed<StoredAnswer>>;
  /** Says that the attempt is still under way. `now` is unix ms. */
  renewAnswer(id: string, now: number): Promise<void>;
  /** Null: nothing was made, so that the same key may try again. */
  settleAnswer(id: string, answer: string | null): Promise<void>;
  /** Undefined: another attempt has taken its place. */
  loadAnswer(id: string): Promise<StoredAnswer | undefined>;
  /** Deletes answers from before this time (unix ms). */
  clearAnswers(before: number): Promise<void>;
};

const toAnswer = ({ id, fingerprint, content, state }: CreationRow): StoredAnswer => ({
  id,
  fingerprint: fingerprint ?? '',
  answer: content,
  isSettled: state !== 'creating',
});

const isAnswer = eq(creations.kind, 'answer');

export const answerFunctions = (where: Where): AnswerStore => {
  const answers = creationsOf(where, 'answer');
  return {
    async claimAnswer({ keptSince, fingerprint, ...claim }) {
      const alive = gte(creations.createdAt, keptSince);
      const claimed = await answers.claim({ ...claim, client: '', alive, onlyNewest: true, facts: { fingerprint } });
      return claimedAs(claimed, toAnswer);
    },
    renewAnswer: (id, now) =>
      answers.change(and(eq(creations.id, id), eq(creations.state, 'creating')), { createdAt: now }),
    async settleAnswer(id, answer) {
      await answers.settle(id, { state: answer === null ? 'failed' : 'created', content: answer });
    },
    async loadAnswer(id) {
      const row = await answers.load(id);
      return row && toAnswer(row);
    },
    async clearAnswers(before) {
      await where.db.delete(creations).where(and(isAnswer, lt(creations.createdAt, before)));
    },
  };
};
