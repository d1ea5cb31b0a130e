/** Decides whether this deployment can work now, and if not, says in a sentence what it waits for. */
import { timeLimit } from '../domain/time-limit.ts';
import { noAnswerInTime, within } from '../domain/waiting.ts';
import type { Services } from './services.ts';

export type Health = { ready: boolean; waitingFor: string[] };

/** The longest that a check may delay the answer. */
const CHECK_TIMEOUT_MS = 2000;

const inTime = <T>(work: Promise<T>): Promise<T> => within(work, CHECK_TIMEOUT_MS, noAnswerInTime);

/** The service's own message, if it has one. */
async function askService(url: string, fetchLike: typeof fetch): Promise<string | undefined> {
  try {
    const response = await fetchLike(url, { signal: timeLimit(CHECK_TIMEOUT_MS), cache: 'no-store' });
    if (response.ok) return undefined;
    const body: unknown = await response.json().catch(() => undefined);
    const detail = typeof body === 'object' && body !== null && 'detail' in body ? body.detail : undefined;
    return typeof detail === 'string' ? detail.slice(0, 300) : 'The local networks are not ready yet.';
  } catch {
    return 'The local networks do not answer yet.';
  }
}

async function checkDatabase(opening: Promise<Services>): Promise<string | undefined> {
  try {
    const { store } = await inTime(opening);
    await inTime(store.ping());
    return undefined;
  } catch {
    return 'The database does not answer yet.';
  }
}

/** A quote that could not be stored is noticed by the next check after this; a probe writes to the disk. */
const PROBE_EVERY_MS = 10_000;
const storable = new WeakMap<Services, number>();

/** Whether a quote could be stored: a full or read-only disk still answers queries. */
async function checkStoring(opening: Promise<Services>): Promise<string | undefined> {
  try {
    const container = await inTime(opening);
    const probedAt = storable.get(container) ?? Number.NEGATIVE_INFINITY;
    if (performance.now() - probedAt < PROBE_EVERY_MS) return undefined;
    storable.delete(container);
    await inTime(container.store.probeWrite());
    storable.set(container, performance.now());
    return undefined;
  } catch {
    return 'Quotes cannot be stored at the moment; the log says why.';
  }
}

const quotable = new WeakSet<Services>();

/**
 * The condition for the first quote: some provider has listed its assets. Once true it is kept, because a probe must
 * not keep upstreams busy.
 */
async function checkQuotes(opening: Promise<Services>): Promise<string | undefined> {
  try {
    const container = await inTime(opening);
    if (!quotable.has(container) && (await inTime(container.tokens.tokens())).length > 0) quotable.add(container);
    return quotable.has(container) ? undefined : NOTHING_TO_QUOTE;
  } catch {
    return NOTHING_TO_QUOTE;
  }
}
const NOTHING_TO_QUOTE = 'No provider has answered yet, so that nothing can be quoted.';

/** Whether quotes can be answered. */
export async function checkReady(...given: Parameters<typeof checkHealth>): Promise<Health> {
  const [opening] = given;
  const [health, ...more] = await Promise.all([checkHealth(...given), checkStoring(opening), checkQuotes(opening)]);
  const waitingFor = [...health.waitingFor, ...(health.ready ? more : [])].filter((one) => one !== undefined);
  return { ready: waitingFor.length === 0, waitingFor };
}

/** @param healthUrls services that must answer 200. */
export async function checkHealth(
  opening: Promise<Services>,
  healthUrls: readonly string[],
  fetchLike: typeof fetch,
): Promise<Health> {
  const checks = [checkDatabase(opening), ...healthUrls.map((url) => askService(url, fetchLike))];
  const waitingFor = (await Promise.all(checks)).filter((sentence) => sentence !== undefined);
  return { ready: waitingFor.length === 0, waitingFor };
}
