/**
 * Sends requests to a chain's services: fails over, applies time limits, and distinguishes a fault of the service from
 * an answer about the chain.
 */
import { inTime } from '../domain/time-limit.ts';
import { ChainUnavailable, type Options } from './chain-clients.ts';
import { type Answer, createFailover, type FailoverRequest, type Fault } from './failover.ts';
import { type Pace, TooBusy } from './pace.ts';
import type { Fetch } from './pooled-fetch.ts';

export type ChainHttpDeps = {
  fetch: Fetch;
  log: (event: Record<string, unknown>) => void;
};

/**
 * `readable`: whether an answer is worth returning although no base URL gave an acceptable one (a node's own error
 * body).
 */
export type ChainRequest = FailoverRequest & { readable?: (answer: Answer) => boolean };

export type ChainHttp = {
  /**
   * Returns an answer below 500. `uncertain` is true when an earlier base URL may have acted on the request.
   * @throws {ChainUnavailable} when no base URL gave one; the caller's own abort is rethrown.
   */
  ask(request: ChainRequest, options?: Options & { deadlineMs?: number }): Promise<Answer & { uncertain: boolean }>;
};

/** Time limit of one call over all base URLs. */
const DEADLINE_MS = 10_000;
/** The longest that a request waits for its turn. */
const PATIENCE_MS = 3_000;
/** Time limit of one base URL when there are several. */
const ATTEMPT_MS = 4_000;

/** Statuses that concern the service's access or load and say nothing about the chain. */
const SERVICE_FAULTS = new Set([401, 402, 403, 407, 408, 425, 429]);

/** Errors that occur before any byte of the request was delivered, so that it cannot have had an effect. */
const NOT_DELIVERED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

export const isServiceAnswer = (answer: Answer): boolean => answer.status < 500 && !SERVICE_FAULTS.has(answer.status);

export const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

const errorCode = (error: unknown): string | undefined => {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : undefined;
};

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : 'unknown');

/** `mayHaveArrived`: the service may have done what it was asked for. */
function reasonOf(fault: Fault): { why: string | number; mayHaveArrived: boolean } {
  if (!('error' in fault)) return { why: fault.status, mayHaveArrived: fault.status >= 500 };
  const code = errorCode(fault.error);
  return { why: code ?? 'failed', mayHaveArrived: !NOT_DELIVERED.has(code ?? '') };
}

function troubleOf(name: string, error: unknown, deadline: AbortSignal): ChainUnavailable {
  if (error instanceof ChainUnavailable) return error;
  if (error instanceof TooBusy) return unavailable(name, 'is asked as often as it allows', error);
  return unavailable(name, deadline.aborted ? 'did not answer in time' : 'cannot be reached', error);
}

/** @param name the chain, for logs and messages; never an address or a URL with a key. */
export function createChainHttp(
  name: string,
  baseUrls: readonly string[],
  deps: ChainHttpDeps & { pace?: Pace | undefined },
): ChainHttp {
  const { fetch, pace } = deps;
  const failover = createFailover(baseUrls, { fetch, pace, attemptTimeoutMs: ATTEMPT_MS });
  return {
    async ask(request, options = {}) {
      const accept = request.accept ?? isServiceAnswer;
      let uncertain = false;
      const onFault = (fault: Fault) => {
        const { why, mayHaveArrived } = reasonOf(fault);
        uncertain ||= mayHaveArrived;
        deps.log({ event: 'chainFault', chain: name, host: hostOf(fault.baseUrl), why });
      };
      const patience = pace ? { patienceMs: PATIENCE_MS } : {};
      return inTime(options.deadlineMs ?? DEADLINE_MS, options.signal, async (signal) => {
        try {
          const answer = await failover.ask({ ...request, ...patience, accept, signal, onFault });
          if (accept(answer) || request.readable?.(answer)) return { ...answer, uncertain };
          throw unavailable(name, `answered ${answer.status}`);
        } catch (error) {
          if (options.signal?.aborted) throw error;
          throw troubleOf(name, error, signal);
        }
      });
    },
  };
}

export const unavailable = (name: string, what: string, cause?: unknown): ChainUnavailable =>
  new ChainUnavailable(`The service for ${name} ${what}.`, { cause });
