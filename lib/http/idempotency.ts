/**
 * Executes a call once for each `Idempotency-Key`. For a day the same key with the same body gets the same answer in
 * all instances, also while the first call is still running. Source: draft-ietf-httpapi-idempotency-key-header-07.
 */
import { createHash, randomUUID } from 'node:crypto';
import { Problem, validationProblem } from '../api/problem.ts';
import { createOnce, writeSurely } from '../create-once/create-once.ts';
import type { AnswerStore, StoredAnswer } from '../db/answer-store.ts';
import { timeLimit } from '../domain/time-limit.ts';
import type { RequestHeaders } from './api-request.ts';
import { type Caller, callerKey } from './caller.ts';

export type IdempotencyDeps = {
  store: Omit<AnswerStore, 'clearAnswers'>;
  /** Unix ms. */
  now: () => number;
  log: (event: Record<string, unknown>) => void;
};

export type OnceInput = {
  key: string | undefined;
  caller: Caller;
  /** Such as `/v1/quote`. */
  path: string;
  /** Parsed JSON. */
  body: unknown;
  signal: AbortSignal;
};
export type OnceAnswer<T> = { body: T; replayed: boolean };
/** `run` gets a signal: the caller's, or with a key one that does not end when the caller goes away. */
export type AnswerOnce = <T>(input: OnceInput, run: (signal: AbortSignal) => Promise<T>) => Promise<OnceAnswer<T>>;

const KEPT_MS = 24 * 3_600_000;
/** How often an instance renews the claims of the calls that it works on. */
const RENEW_MS = 10_000;
/** A claim that was not renewed for so long was abandoned: its instance has died, and its caller is asking again. */
const ABANDONED_MS = 3 * RENEW_MS;
const WAIT_MS = 30_000;
const RETRY_SECONDS = 5;
const MOST = 255;

/** A quoted string of RFC 8941, 3.3.3, or the bare characters of a token or UUID, which many clients send. */
const QUOTED = /^"((?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/;
const BARE = /^[A-Za-z0-9._~:+/=-]+$/;

/** The key in the header; undefined where there is none. @throws {Problem} 400 where its form is invalid. */
export function idempotencyKeyOf(headers: RequestHeaders): string | undefined {
  const given = headers.get('idempotency-key')?.trim();
  if (given === undefined) return undefined;
  const quoted = QUOTED.exec(given)?.[1]?.replace(/\\(["\\])/g, '$1');
  const key = quoted ?? (BARE.test(given) ? given : '');
  if (key.length > 0 && key.length <= MOST) return key;
  const message = `Idempotency-Key must be 1 to ${MOST} printable ASCII characters in quotes, such as "8e03978e-40d5-43dd-bc93-6894a57f9324".`;
  throw validationProblem([{ field: 'Idempotency-Key', message, code: 'invalid_format' }], message);
}

const digest = (...fields: string[]): string => createHash('sha256').update(JSON.stringify(fields)).digest('hex');

/** Sorts an object's keys, since their order has no meaning. */
const inOrder = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

const fingerprintOf = (body: unknown): string => digest(JSON.stringify(body, inOrder) ?? '');

const keyReused = () =>
  new Problem({
    status: 422,
    title: 'Idempotency Key Reused',
    detail: 'This Idempotency-Key was used with another body; take a new key for a new request.',
  });
const keyInUse = () =>
  new Problem({
    status: 409,
    title: 'Idempotency Key In Use',
    detail: `The first request with this Idempotency-Key is still being worked on; send it again in ${RETRY_SECONDS} seconds.`,
    headers: { 'retry-after': String(RETRY_SECONDS) },
  });

export function createAnswerOnce({ store, now, log }: IdempotencyDeps): AnswerOnce {
  const once = createOnce<StoredAnswer>({
    isSettled: ({ isSettled }) => isSettled,
    load: (id) => store.loadAnswer(id),
    log,
  });
  const uncounted = () => new Error('answers are not counted');

  /**
   * The answer goes out once it is stored, and after some seconds even where it cannot be: a repeated call finds what
   * this one created upstream.
   */
  async function keep(row: StoredAnswer, made: Promise<unknown>): Promise<StoredAnswer> {
    const renew = () => void store.renewAnswer(row.id, now()).catch(() => undefined);
    const renewing = setInterval(renew, RENEW_MS);
    const answer = await made.then((body) => JSON.stringify(body)).catch(() => null);
    const settle = () => store.settleAnswer(row.id, answer);
    await (answer === null ? settle() : writeSurely('answer', log, settle)).catch(() => undefined);
    clearInterval(renewing);
    return { ...row, answer, isSettled: true };
  }

  return async <T>(input: OnceInput, run: (signal: AbortSignal) => Promise<T>): Promise<OnceAnswer<T>> => {
    const { key, caller, path, body, signal } = input;
    if (key === undefined) return { body: await run(signal), replayed: false };
    const terms = { key: digest(callerKey(caller), path, key), fingerprint: fingerprintOf(body) };
    const wait = { signal, limit: timeLimit(WAIT_MS), late: keyInUse };
    for (;;) {
      const at = now();
      const times = { now: at, keptSince: at - KEPT_MS, creatingSince: at - ABANDONED_MS };
      const claimed = await store.claimAnswer({ id: randomUUID(), ...terms, ...times });
      const own: { made?: Promise<T>; kept?: Promise<unknown> } = {};
      const row = once.begin(
        claimed,
        (mine) => {
          // The work continues after its caller hangs up, since the caller will ask again with the same key.
          own.made = run(new AbortController().signal);
          const kept = keep(mine, own.made);
          own.kept = kept;
          return kept;
        },
        uncounted,
      );
      if (own.made) {
        await own.kept;
        return { body: await own.made, replayed: false };
      }
      if (row.fingerprint !== terms.fingerprint) throw keyReused();
      const { answer } = await once.settledRow(row, wait);
      // What is stored was written by `keep` from a T. Where nothing is stored, that attempt failed, and this one may
      // try.
      if (answer !== null) return { body: JSON.parse(answer) as T, replayed: true };
    }
  };
}
