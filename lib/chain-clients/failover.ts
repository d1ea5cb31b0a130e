/** Asks the first base URL that works: fails over to the next one and comes back to the better one after a rest. */
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
  /** False: this answer is a fault of this base URL, ask the next. Default: below 500 and not 429. */
  accept?: (answer: Answer) => boolean;
  /** Set: the request counts for the pace, and waits no longer than this for its turn. */
  patienceMs?: number;
  /** Told of each base URL that did not serve this request, in order. */
  onFault?: (fault: Fault) => void;
};
/** `error` is what `fetch` threw; else `status` is that of the answer that was not acceptable. */
export type Fault = { baseUrl: string; status: number } | { baseUrl: string; error: unknown };
export type Failover = {
  /**
   * The first acceptable answer; else the last unacceptable one.
   * @throws what `fetch` threw when no base URL answered at all; {TooBusy} where each turn would come too late.
   */
  ask(request: FailoverRequest): Promise<Answer>;
};

const REST_MS = 30_000;
/** Longest body that is read; more is cut off as unreadable. */
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
 * @param baseUrls best first, without a slash at the end; at least one.
 * @param attemptTimeoutMs how long one base URL may take while another is left to ask.
 * @param pace what each host allows; default: no limit.
 */
export function createFailover(
  baseUrls: readonly string[],
  deps: { fetch: typeof fetch; now: () => number; attemptTimeoutMs?: number; pace?: Pace | undefined },
): Failover {
  const pace = deps.pace && createPace(deps.pace, deps.now);
  const restingUntil = new Map<string, number>();
  const isResting = (url: string) => (restingUntil.get(url) ?? 0) > deps.now();
  /** Those that rest last; among the others the one whose turn comes first. */
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

  return {
    async ask(request) {
      const accept = request.accept ?? acceptByStatus;
      const urls = inOrder(request);
      let last: { answer: Answer } | { error: unknown } | undefined;
      for (const [index, baseUrl] of urls.entries()) {
        request.signal?.throwIfAborted();
        try {
          if (request.patienceMs !== undefined) await pace?.turn(baseUrl, request.patienceMs, request.signal);
          const answer = await askOne(baseUrl, request, index === urls.length - 1);
          // A rest ends by itself: this answer may be to a question that an older fault has nothing to do with.
          if (accept(answer)) return answer;
          last = { answer };
          request.onFault?.({ baseUrl, status: answer.status });
        } catch (error) {
          // A long line at those that are well is no reason to wake one that rests.
          if (isTooBusy(error)) {
            last ??= { error };
            if (isResting(urls[index + 1] ?? baseUrl)) break;
            continue;
          }
          request.onFault?.({ baseUrl, error });
          if (request.signal?.aborted) throw error;
          last ??= { error };
        }
        restingUntil.set(baseUrl, deps.now() + REST_MS);
      }
      if (last === undefined) throw new Error('no base URL is configured');
      if ('answer' in last) return last.answer;
      throw last.error;
    },
  };
}
