/**
 * Sends a client's requests. A failure becomes an `ApiProblem`, and only requests that are safe to repeat are sent
 * again.
 */
import { ApiProblem } from './api-problem.ts';

export type ClientOptions = {
  /** Such as `https://swap.example`; '' for the page's own origin. */
  baseUrl: string;
  /** Sent as `x-api-key`. Use it on a server only: in a page everybody can read it. */
  apiKey?: string;
  fetch?: typeof fetch;
  /**
   * How often a repeatable call is sent again after 429, 502, 503, 504 or no answer, each time after the delay of
   * `Retry-After`. Repeatable calls are those that only read, quotes without `includeTx`, and any other with an
   * `idempotencyKey`.
   */
  retries?: number;
  /** Replaces the delay; for tests. */
  wait?: (ms: number, signal?: AbortSignal) => Promise<void>;
};

export type CallOptions = { signal?: AbortSignal };

/** `safe`: sending the request twice has the same effect as sending it once. */
export type Send = (path: string, init: RequestInit, safe: boolean) => Promise<Response>;

const REPEATABLE: readonly number[] = [0, 429, 502, 503, 504];
/** The problem type of a key whose first request is still under way. */
const KEY_IN_USE = '/errors/idempotency-key-in-use';
/** A longer `Retry-After`, such as that of a daily limit, is reported to the caller instead of being waited for. */
const LONGEST_WAIT_SECONDS = 60;
const FIRST_WAIT_MS = 500;
const LAST_WAIT_MS = 8000;

export const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

async function problemFrom(response: Response): Promise<ApiProblem> {
  const text = await response.text().catch(() => '');
  const retryAfter = response.headers.get('retry-after');
  try {
    return new ApiProblem(response.status, objectOf(JSON.parse(text)), { retryAfter });
  } catch {
    const detail = `The answer was ${response.status}.`;
    return new ApiProblem(response.status, { title: response.statusText, detail }, { retryAfter });
  }
}

export const unreadable = (cause?: unknown): ApiProblem =>
  new ApiProblem(
    0,
    { title: 'Unreadable Answer', detail: 'The answer is not what the interface promises.' },
    { cause },
  );

/** Resolves after `ms`; rejects with the signal's reason when it is aborted before. */
export function waitFor(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

/**
 * Delay before the next try: doubles with every failure, with jitter to spread the callers. @param tries number of
 * failures so far, from 0.
 */
export const backoffMs = (tries: number): number =>
  Math.min(FIRST_WAIT_MS * 2 ** tries, LAST_WAIT_MS) * (0.5 + Math.random() / 2);

/** Delay in ms before a repetition; undefined where the request would fail again or have to wait too long. */
function waitBefore(problem: ApiProblem, tries: number): number | undefined {
  const seconds = problem.retryAfterSeconds;
  if (seconds !== undefined && seconds > LONGEST_WAIT_SECONDS) return undefined;
  const repeatable = REPEATABLE.includes(problem.status) || problem.type === KEY_IN_USE;
  if (!repeatable) return undefined;
  return seconds === undefined ? backoffMs(tries) : seconds * 1000;
}

async function sendOnce(options: ClientOptions, path: string, init: RequestInit): Promise<Response> {
  const { baseUrl, apiKey, fetch: fetchLike = (input, more) => globalThis.fetch(input, more) } = options;
  const headers = apiKey === undefined ? init.headers : { ...objectOf(init.headers), 'x-api-key': apiKey };
  const all = headers === undefined ? init : { ...init, headers: headers as Record<string, string> };
  let response: Response;
  try {
    response = await fetchLike(`${baseUrl.replace(/\/+$/, '')}${path}`, all);
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    throw new ApiProblem(0, { title: 'No Answer', detail: 'The service cannot be reached.' }, { cause });
  }
  if (!response.ok && response.status !== 304) throw await problemFrom(response);
  return response;
}

export function createSender(options: ClientOptions): Send {
  const { retries = 0, wait = waitFor } = options;
  return async (path, init, safe) => {
    for (let tries = 0; ; tries += 1) {
      try {
        return await sendOnce(options, path, init);
      } catch (error) {
        if (!safe || tries >= retries || !(error instanceof ApiProblem)) throw error;
        const ms = waitBefore(error, tries);
        if (ms === undefined) throw error;
        await wait(ms, init.signal ?? undefined);
      }
    }
  };
}

/** Writes a string of RFC 8941, as the header `Idempotency-Key` requires. */
const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

export const postOf = (
  body: unknown,
  accept: string,
  options: CallOptions & { idempotencyKey?: string } = {},
  more: Record<string, string> = {},
): RequestInit => ({
  method: 'POST',
  headers: {
    'content-type': 'application/json',
    accept,
    ...(options.idempotencyKey === undefined ? {} : { 'idempotency-key': quoted(options.idempotencyKey) }),
    ...more,
  },
  body: JSON.stringify(body),
  ...(options.signal ? { signal: options.signal } : {}),
});

export const getOf = (options: CallOptions = {}, more: Record<string, string> = {}): RequestInit => ({
  headers: { accept: 'application/json', ...more },
  ...(options.signal ? { signal: options.signal } : {}),
});

export async function jsonOf(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (cause) {
    throw new ApiProblem(0, { title: 'Unreadable Answer', detail: 'The answer is not JSON.' }, { cause });
  }
}

/** The query of a path, with its question mark; '' where nothing is defined. */
export const queryOf = (query: Record<string, string | number | undefined>): string => {
  const pairs = Object.entries(query).flatMap(([key, value]): [string, string][] =>
    value === undefined ? [] : [[key, String(value)]],
  );
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : '';
};
