/**
 * Sends requests to the service: a few at a time, each with a time limit, and again after a 429 when the service asks
 * to wait.
 */
import { setTimeout as pause } from 'node:timers/promises';

export type Ask = {
  method?: string;
  /** The path below the base URL, with its leading slash. */
  path: string;
  /** Sent as JSON. */
  body?: unknown;
  /** The body as it is, instead of `body`. */
  raw?: string;
  headers?: Record<string, string>;
  /** False: sent without the caller's key. */
  withKey?: boolean;
};

export type Answer = {
  /** The request in one line, without the key. */
  asked: string;
  method: string;
  path: string;
  status: number;
  headers: Headers;
  text: string;
  /** Undefined where the body is not JSON. */
  json: unknown;
};

/** No answer came: refused, cut off or too late. The message is a sentence. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  readonly asked: string;
  constructor(asked: string, reason: string) {
    super(reason);
    this.asked = asked;
  }
}

export type AskerOptions = {
  baseUrl: string;
  key?: string | undefined;
  timeoutMs: number;
  concurrency: number;
  /** Replacements for waiting and sending, for tests. */
  wait?: ((ms: number) => Promise<unknown>) | undefined;
  send?: Send | undefined;
};

export type Send = (url: string, init: RequestInit) => Promise<Response>;

export type Asker = {
  ask(what: Ask): Promise<Answer>;
  /** All answers so far. */
  answers: readonly Answer[];
};

/** How often a request is sent again after 429, and the delays in between. */
const PATIENCE = { times: 5, longestMs: 120_000, usualMs: 5000 };
const LONGEST_BODY_SHOWN = 400;

const inOneLine = ({ method = 'GET', path, body, raw, headers }: Ask): string => {
  const sent = raw ?? (body === undefined ? '' : JSON.stringify(body));
  const cut = sent.length <= LONGEST_BODY_SHOWN ? sent : `${sent.slice(0, LONGEST_BODY_SHOWN)}… (${sent.length} long)`;
  const named = Object.entries(headers ?? {}).map(([name, value]) => `[${name}: ${value}]`);
  return [method, path, ...named, cut].filter(Boolean).join(' ');
};

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** Milliseconds to wait after a 429. `Retry-After` is in seconds or a date; RFC 9110, 10.2.3. */
export function retryAfterMs(header: string | null, nowMs: number): number {
  if (header === null) return PATIENCE.usualMs;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - nowMs;
  return Number.isNaN(ms) ? PATIENCE.usualMs : Math.max(0, ms);
}

/** Limits how many tasks run at once; waiting tasks start in order. */
function createGate(size: number) {
  const waiting: (() => void)[] = [];
  let free = size;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}

export function createAsker(options: AskerOptions): Asker {
  const { key, timeoutMs, concurrency, wait = (ms) => pause(ms), send = fetch } = options;
  const baseUrl = options.baseUrl.replace(/\/+$/, '');
  const gate = createGate(concurrency);
  const answers: Answer[] = [];

  async function once(what: Ask): Promise<Answer> {
    const { method = 'GET', path, body, raw, headers, withKey = true } = what;
    const asked = inOneLine(what);
    const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    try {
      const response = await send(`${baseUrl}${path}`, {
        method,
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
        headers: {
          accept: 'application/json',
          ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
          ...(key !== undefined && withKey ? { 'x-api-key': key } : {}),
          ...headers,
        },
        ...(sent === undefined ? {} : { body: sent }),
      });
      const answered = await response.text();
      return {
        asked,
        method,
        path,
        status: response.status,
        headers: response.headers,
        text: answered,
        json: parsed(answered),
      };
    } catch (error) {
      if (error instanceof Error && error.name === 'TimeoutError')
        throw new NoAnswer(asked, `no answer within ${timeoutMs / 1000} s`);
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : '';
      throw new NoAnswer(asked, `no answer: ${cause || String(error)}`);
    }
  }

  async function patiently(what: Ask): Promise<Answer> {
    for (let time = 0; ; time += 1) {
      const answer = await once(what);
      answers.push(answer);
      const ms = answer.status === 429 ? retryAfterMs(answer.headers.get('retry-after'), Date.now()) : undefined;
      if (ms === undefined || ms > PATIENCE.longestMs || time >= PATIENCE.times) return answer;
      await wait(ms);
    }
  }

  return { ask: (what) => gate(() => patiently(what)), answers };
}
