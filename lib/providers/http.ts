/**
 * Asks an upstream for adapters, and answers JSON or throws a `ProviderError`. Garbage, HTML, half bodies and refusals
 * that are not the upstream's own make the request go to the next base URL first.
 */
import type { z } from 'zod';
import { type Answer, createFailover } from '../chain-clients/failover.ts';
import { type Pace, TooBusy } from '../chain-clients/pace.ts';
import { ProviderError } from '../domain/errors.ts';
import { inTime } from '../domain/time-limit.ts';
import type { ProviderDeps } from './provider.ts';

export type JsonAnswer = { status: number; json: unknown; headers?: Answer['headers'] };

export type JsonRequest = {
  /** Appended to the base URL; starts with `/`. */
  path: string;
  /** The path as it is logged: no address, no name, no query. */
  label: string;
  method?: 'GET' | 'POST' | 'PATCH';
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
  signal?: AbortSignal;
  /** Set: the request counts for the pace of its host, and waits no longer than this for its turn. */
  patienceMs?: number;
  /**
   * True: this refusal is the upstream's own answer, not that of a gateway before it. Asked only when the body is JSON.
   */
  isOwnAnswer?: (answer: JsonAnswer) => boolean;
  /** True: a fault of this base URL although the status is fine (a node that lags). */
  isFault?: (answer: JsonAnswer) => boolean;
};

/**
 * No base URL gave a usable answer; the last one's `status`, and how long to wait before the next request where it says
 * so.
 */
export class UpstreamTrouble extends ProviderError {
  readonly status: number;
  readonly retryAfterMs: number | undefined;
  constructor(message: string, status: number, retryAfterMs: number | undefined) {
    super('httpError', message);
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}

/** `Retry-After` is a number of seconds or a date. Source: RFC 9110, 10.2.3. */
function retryAfterMs(headers: Answer['headers'], now: number): number | undefined {
  const text = headers.get('retry-after')?.trim();
  if (!text) return undefined;
  const ms = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isFinite(ms) ? Math.max(ms, 0) : undefined;
}

export type Upstream = {
  name: string;
  title: string;
  /**
   * The first usable answer; its status may be 4xx.
   * @throws {ProviderError} `httpError` when no base URL gave a usable answer (`UpstreamTrouble` where one answered),
   * `providerQuoteTimeout` when the signal or the upstream's own time limit ended the call.
   */
  ask(request: JsonRequest): Promise<JsonAnswer>;
};

export type UpstreamOptions = {
  /** In logs. */
  name: string;
  /** In sentences for people. Default: the name. */
  title?: string;
  baseUrls: readonly string[];
  /** Longest time of a call, all base URLs together. */
  timeoutMs: number;
  maxBodyBytes?: number;
  /** What each host allows, and how an operator gets more; undefined: no limit. */
  pace?: (Pace & { advice: string }) | undefined;
};

const MAX_BODY_BYTES = 8_000_000;

function parsed(answer: Answer): JsonAnswer | undefined {
  try {
    return { status: answer.status, json: JSON.parse(answer.text), headers: answer.headers };
  } catch {
    return undefined;
  }
}

const isTransientStatus = (status: number) => status === 429 || status >= 500;

/** Members that accompany the error of an answer that says nothing else. */
const ERROR_MEMBERS = new Set(['error', 'message', 'code', 'status', 'statusCode', 'success', 'jsonrpc', 'id']);

/** Gateways refuse in JSON too, with any status: 401 to 404, or 200 and nothing but an `error`. */
function isRefusal({ status, json }: JsonAnswer): boolean {
  if (status >= 400) return true;
  if (typeof json !== 'object' || json === null || !('error' in json) || !json.error) return false;
  return Object.keys(json).every((key) => ERROR_MEMBERS.has(key));
}

type Read = { answer: Answer; json: JsonAnswer | undefined; isUsable: boolean };

function readAnswer(answer: Answer, request: JsonRequest): Read {
  const json = parsed(answer);
  const isUsable =
    json !== undefined &&
    request.isFault?.(json) !== true &&
    (!isRefusal(json) || request.isOwnAnswer?.(json) === true);
  return { answer, json, isUsable };
}

function troubleOf(name: string, answer: Answer): string {
  if (answer.status === 429) return `${name} answers that it is asked too often (HTTP 429).`;
  if (isTransientStatus(answer.status)) return `${name} has trouble of its own (HTTP ${answer.status}).`;
  return `${name} did not answer in JSON that can be read (HTTP ${answer.status}).`;
}

const busy = (title: string, cause: TooBusy, advice = '') =>
  new ProviderError(
    'httpError',
    `${title} takes no more requests for another ${Math.ceil(cause.waitMs / 1000)} s: others wait already. ${advice}`.trim(),
    { cause },
  );

/** An upstream over its base URLs, best first; at least one. */
export function createUpstream(options: UpstreamOptions, deps: ProviderDeps): Upstream {
  const { name, title = name, timeoutMs, pace, maxBodyBytes = MAX_BODY_BYTES } = options;
  const failover = createFailover(options.baseUrls, { fetch: deps.fetch, pace, maxBodyBytes });

  /** With what was read of the last answer, which is the one that came of it. */
  async function askNow(request: JsonRequest, signal: AbortSignal): Promise<Read> {
    const { path, method, headers, body, patienceMs } = request;
    let read: Read | undefined;
    const answer = await failover.ask({
      path,
      ...(method ? { method } : {}),
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal,
      ...(patienceMs === undefined ? {} : { patienceMs }),
      accept: (one) => {
        read = readAnswer(one, request);
        return read.isUsable;
      },
    });
    return read?.answer === answer ? read : readAnswer(answer, request);
  }

  return {
    name,
    title,
    async ask(request) {
      const started = deps.now();
      const logged = (outcome: Record<string, unknown>) =>
        deps.log({ event: 'upstream', upstream: name, path: request.label, ms: deps.now() - started, ...outcome });
      let timedOut = false;
      let read: Read;
      try {
        read = await inTime(timeoutMs, request.signal, (signal) =>
          askNow(request, signal).finally(() => {
            timedOut = signal.aborted;
          }),
        );
      } catch (cause) {
        if (cause instanceof TooBusy) {
          logged({ status: 0, fault: 'paced' });
          throw busy(title, cause, pace?.advice);
        }
        logged({ status: 0, fault: timedOut ? 'timeout' : 'unreachable' });
        throw timedOut
          ? new ProviderError('providerQuoteTimeout', `${title} did not answer in time.`, { cause })
          : new ProviderError('httpError', `${title} cannot be reached.`, { cause });
      }
      const { answer, json, isUsable } = read;
      logged({ status: answer.status, ...(isUsable ? {} : { fault: 'unusable' }) });
      // The last answer, of a lagging node or a gateway, is still an answer: the caller's error table reads it.
      if (json !== undefined && (isUsable || !isTransientStatus(answer.status))) return json;
      throw new UpstreamTrouble(troubleOf(title, answer), answer.status, retryAfterMs(answer.headers, deps.now()));
    },
  };
}

/** The answer in the shape that is expected, or `httpError` naming the first field that is wrong. */
export function readJson<T>(upstream: string, schema: z.ZodType<T>, json: unknown): T {
  const result = schema.safeParse(json);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const where = issue?.path.join('.') || 'the body';
  throw new ProviderError(
    'httpError',
    `${upstream} answered something unexpected (${where}: ${issue?.message ?? ''}).`,
  );
}
