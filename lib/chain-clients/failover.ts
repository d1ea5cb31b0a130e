/**
 * Sends a request to the first base URL that works: fails over to the next, and returns to a better one after a rest.
 */
import { timeLimit } from '../domain/time-limit.ts';
import { createPace, isTooBusy, type Pace } from './pace.ts';

export type Answer = { status: number; headers: Headers; text: string; baseUrl: string };
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

/** What came of asking one base URL. `queued`: its turn would come too late, which is no fault of it. */
type Outcome = { kind: 'accepted' | 'refused'; answer: Answer } | { kind: 'failed' | 'queued'; error: unknown };

const REST_MS = 30_000;
/** The longest body that is read; a longer one counts as unreadable. */
const MAX_BODY_BYTES = 20_000_000;

const acceptByStatus = (answer: Answer) => answer.status < 500 && answer.status !== 429;

async function readText(response: Response): Promise<string> {
  const length = Number(response.headers.get('content-length') ?? 0);
  if (length > MAX_BODY_BYTES) throw new Error(`answer of ${length} bytes is too long`);
  const text = await response.text();
  if (text.length > MAX_BODY_BYTES) throw new Error('answer is too long');
  return text;
}

/**
 * @param baseUrls best first, without a trailing slash; at least one.
 * @param attemptTimeoutMs time limit of one base URL while another is left to ask.
 * @param pace the limit of each host; default: none.
 */
export function createFailover(
  baseUrls: readonly string[],
  deps: { fetch: typeof fetch; now: () => number; attemptTimeoutMs?: number; pace?: Pace | undefined },
): Failover {
  const pace = deps.pace && createPace(deps.pace, deps.now);
  const restingUntil = new Map<string, number>();
  const isResting = (url: string) => (restingUntil.get(url) ?? 0) > deps.now();
  /** Base URLs that are not resting first, among them the one whose turn comes first; resting ones last. */
  const inOrder = ({ patienceMs }: FailoverRequest) => {
    const rested = baseUrls.filter((url) => !isResting(url));
    if (pace && patienceMs !== undefined) rested.sort((a, b) => pace.waitMs(a) - pace.waitMs(b));
    return [...rested, ...baseUrls.filter((url) => !rested.includes(url))];
  };

  async function askOne(baseUrl: string, request: FailoverRequest, isLast: boolean): Promise<Answer> {
    const limits = [request.signal, isLast ? undefined : timeLimit(deps.attemptTimeoutMs ?? 3000)].filter(
      (signal) => signal !== undefined,
    );
    const response = await deps.fetch(baseUrl + request.path, {
      method: request.method ?? 'GET',
      headers: { accept: 'application/json', 'x-client-id': 'portage', ...request.headers },
      ...(request.body === undefined ? {} : { body: request.body }),
      ...(limits.length > 0 ? { signal: AbortSignal.any(limits) } : {}),
      cache: 'no-store',
    });
    return { status: response.status, headers: response.headers, text: await readText(response), baseUrl };
  }

  async function tryOne(baseUrl: string, request: FailoverRequest, isLast: boolean): Promise<Outcome> {
    try {
      if (request.patienceMs !== undefined) await pace?.turn(baseUrl, request.patienceMs, request.signal);
      const answer = await askOne(baseUrl, request, isLast);
      return { kind: (request.accept ?? acceptByStatus)(answer) ? 'accepted' : 'refused', answer };
    } catch (error) {
      return { kind: isTooBusy(error) ? 'queued' : 'failed', error };
    }
  }

  function answerOf(last: Outcome | undefined): Answer {
    if (last === undefined) throw new Error('no base URL is configured');
    if ('answer' in last) return last.answer;
    throw last.error;
  }

  /** @throws the error, where the caller has ended the request. */
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
        // A rest ends by itself only: this answer may belong to a request from before the fault that caused the rest.
        if (outcome.kind === 'accepted') return outcome.answer;
        if (outcome.kind === 'queued') {
          last ??= outcome;
          // A queue at the working base URLs is no reason to try a resting one.
          if (isResting(urls[index + 1] ?? baseUrl)) break;
          continue;
        }
        reportFault(request, baseUrl, outcome);
        last = 'answer' in outcome ? outcome : (last ?? outcome);
        restingUntil.set(baseUrl, deps.now() + REST_MS);
      }
      return answerOf(last);
    },
  };
}
