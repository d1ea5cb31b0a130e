/** Decides what follows an attempt: when it is repeated, when it is given up, and when an endpoint is switched off. */
import type { ClaimedDelivery, WebhookStore } from '../db/webhook-store.ts';
import { WORKING } from '../domain/webhook.ts';
import type { SendResult } from './send.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** After the first attempt, the second, and so on; the last one from then on. */
const WAITS_MS = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
  6 * HOUR_MS,
];
/** How long a message is tried, and how long an endpoint may fail before it is switched off. */
export const TRIED_FOR_MS = 72 * HOUR_MS;
/** An endpoint that fails gets nothing for as long as its last wait, at most this, so that it delays no other. */
const LONGEST_REST_MS = 5 * MINUTE_MS;
/** Standard Webhooks: an endpoint that is gone for good. */
const GONE = 410;

const waitAfter = (attempts: number): number => WAITS_MS[Math.min(attempts, WAITS_MS.length) - 1] ?? WAITS_MS[0] ?? 0;

type Settling = Parameters<WebhookStore['settleDelivery']>;

const isSuccess = ({ httpStatus }: SendResult): boolean => httpStatus !== null && httpStatus >= 200 && httpStatus < 300;

function offReason({ httpStatus, answer }: SendResult, failingMs: number): string | undefined {
  if (httpStatus === GONE) return 'It answered 410 Gone.';
  if (failingMs < TRIED_FOR_MS) return undefined;
  return `It failed for three days; the last answer was ${httpStatus === null ? `none: ${answer}` : `HTTP ${httpStatus}.`}`;
}

/** What is stored of the delivery and of its endpoint after an attempt that ended at `now`. */
export function outcomeOf(
  { attempts, triedSince, endpoint }: ClaimedDelivery,
  result: SendResult,
  now: number,
): [Settling[1], Settling[2]] {
  const { httpStatus, answer } = result;
  const dueAt = now + waitAfter(attempts);
  if (isSuccess(result)) return [{ state: 'delivered', dueAt: now, httpStatus, answer }, WORKING];
  const isOver = now - (triedSince ?? now) >= TRIED_FOR_MS;
  const failingSince = endpoint.failingSince ?? now;
  const failures = endpoint.failures + 1;
  const reason = offReason(result, now - failingSince);
  const off = reason === undefined ? {} : { disabledAt: now, disabledReason: reason };
  const retryAt = now + Math.min(waitAfter(failures), LONGEST_REST_MS);
  return [
    { state: isOver ? 'failed' : 'pending', dueAt, httpStatus, answer },
    { ...WORKING, failingSince, failures, retryAt, ...off },
  ];
}
