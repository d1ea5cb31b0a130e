/**
 * Sends a request to the first base URL that works: fails over to the next, and returns to a better one after a rest.
 */
import { inTime } from '../domain/time-limit.ts';
import { createPace, type Pace, TooBusy } from './pace.ts';
import type { Fetch, Fetched } from './pooled-fetch.ts';

export type Answer = Pick<Fetched, 'status' | 'headers'> & { text: string; baseUrl: string };
export type FailoverRequest = {
  /** Appended to the base URL; starts with `/`, or is empty. */
  path: string;
  method?: 'GET' | 'POST' | 'PATCH';
  headers?: Record<string, string>;
  body?: string;
  signal?: AbortSignal;
  /**
   * False: the answer is a fault of this base URL, so the next one is asked. Default: accepts statuses below 500 except
   * 429.
   */
  accept?: (answer: Answer) => boolean;
  /** When set, the request is paced and waits at most this long for its turn. */
  patienceMs?: number;
  /** Called for each base URL that did not serve this request, in order. */
  onFault?: (fault: Fault) => void;
};
/** `error` is what `fetch` threw; otherwise `status` is that of the unacceptable answer. */
export type Fault = { baseUrl: string; status: number } | { baseUrl: string; error: unknown };
export type Failover = {
  /**
   * Returns the first acceptable answer, else the last unacceptable one.
   * @throws what `fetch` threw when no base URL answered; {TooBusy} where every turn would come too late.
   */
  ask(request: FailoverRequest): Promise<Answer>;
};

/** The outcome of asking one base URL. `queued`: its turn would come too late, which is no fault of it. */
type Outcome = { kind: 'accepted' | 'refused'; answer: Answer } | { kind: 'failed' | 'queued'; error: unknown };

const REST_MS = 30_000;
const ATTEMPT_MS = 3_000;
/** The longest body that is read; a longer one counts as no answer. */
const MAX_BODY_BYTES = 20_000_000;

const acceptByStatus = (answer: Answer) => answer.status < 500 && answer.status !== 429;

export type FailoverDeps = {
  fetch: Fetch;
  /** A clock in ms that never jumps; the process's by default. */
  monotonic?: () => number;
  /** Time limit of one base URL while another is left to ask. */
  attemptTimeoutMs?: number;
  /** The limit of each host; default: none. */
  pace?: Pace | undefined;
  maxBodyBytes?: number;
};

/** @param baseUrls best first, without a trailing slash; at least one. */
export function createFailover(baseUrls: readonly string[], deps: FailoverDeps): Failover {
  const { monotonic = () => performance.now() } = deps;
  const pace = deps.pace && createPace(deps.pace, monotonic);
  const restingUntil = new Map<string, number>();
  const isResting = (url: string) => (restingUntil.get(url) ?? 0) > monotonic();
  /** Puts base URLs that are not resting first, among them the one whose turn comes first; resting ones last. */
  const inOrder = ({ patienceMs }: FailoverRequest) => {
    const rested = baseUrls.filter((url) => !isResting(url));
    if (pace && patienceMs !== undefined) rested.sort((a, b) => pace.waitMs(a) - pace.waitMs(b));
    return [...rested, ...baseUrls.filter((url) => !rested.includes(url))];
  };

  async function askOne(baseUrl: string, request: FailoverRequest, isLast: boolean): Promise<Answer> {
    const ask = async (signal: AbortSignal | undefined): Promise<Answer> => {
      const response = await deps.fetch(baseUrl + request.path, {
        method: request.method ?? 'GET',
        headers: { accept: 'application/json', 'x-client-id': 'portage', ...request.headers },
        ...(request.body === undefined ? {} : { body: request.body }),
        ...(signal ? { signal } : {}),
        cache: 'no-store',
        maxBytes: deps.maxBodyBytes ?? MAX_BODY_BYTES,
      });
      return { status: response.status, headers: response.headers, text: await response.text(), baseUrl };
    };
    return isLast ? ask(request.signal) : inTime(deps.attemptTimeoutMs ?? ATTEMPT_MS, request.signal, ask);
  }

  async function tryOne(baseUrl: string, request: FailoverRequest, isLast: boolean): Promise<Outcome> {
    try {
      if (request.patienceMs !== undefined) await pace?.turn(baseUrl, request.patienceMs, request.signal);
      const answer = await askOne(baseUrl, request, isLast);
      return { kind: (request.accept ?? acceptByStatus)(answer) ? 'accepted' : 'refused', answer };
    } catch (error) {
      return { kind: error instanceof TooBusy ? 'queued' : 'failed', error };
    }
  }

  function answerOf(last: Outcome | undefined): Answer {
    if (last === undefined) throw new Error('no base URL is configured');
    if ('answer' in last) return last.answer;
    throw last.error;
  }

  /** @throws the error where the caller has aborted the request. */
  function reportFault(request: FailoverRequest, baseUrl: string, outcome: Outcome): void {
    const fault = 'answer' in outcome ? { status: outcome.answer.status } : { error: outcome.error };
    request.onFault?.({ baseUrl, ...fault });
    if ('error' in fault && request.signal?.aborted) throw fault.error;
  }

  return {
    async ask(request) {
      const urls = inOrder(request);
      let last: Outcome | undefined;
      for (const [index, baseUrl] of urls.entries()) {
        request.signal?.throwIfAborted();
        const outcome = await tryOne(baseUrl, request, index === urls.length - 1);
        // A rest ends only by time: this answer may belong to a request from before the fault that caused the rest.
        if (outcome.kind === 'accepted') return outcome.answer;
        if (outcome.kind === 'queued') {
          last ??= outcome;
          // A queue at the working base URLs is no reason to try a resting one.
          if (isResting(urls[index + 1] ?? baseUrl)) break;
          continue;
        }
        reportFault(request, baseUrl, outcome);
        last = 'answer' in outcome ? outcome : (last ?? outcome);
        restingUntil.set(baseUrl, monotonic() + REST_MS);
      }
      return answerOf(last);
    },
  };
}
