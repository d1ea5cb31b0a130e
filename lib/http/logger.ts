/** Writes one structured line for each event; statements, parameters, keys and full addresses never reach the log. */
import pino, { type DestinationStream, type Logger } from 'pino';
import type { Settings } from '../config/env.ts';
import { faultText, withoutSecrets } from './fault-text.ts';

export type Log = (event: Record<string, unknown>, message?: string) => void;

/** Fields whose values are removed. No event should contain any of them; this guards against mistakes. */
const HIDDEN = [
  'apiKey',
  'api-key',
  'x-api-key',
  'authorization',
  'cookie',
  'token',
  'password',
  'privateKey',
  'secret',
];

/** Fields that may quote what callers, upstreams or the database said, whoever writes them. */
const QUOTING = ['error', 'fault', 'reason', 'message', 'detail', 'what', 'err'];

const guarded = (event: Record<string, unknown>): Record<string, unknown> => {
  const known = QUOTING.filter((name) => name in event);
  if (known.length === 0) return event;
  const texts = known.map((name) => {
    const value = event[name];
    return [
      name,
      value instanceof Error ? faultText(value) : typeof value === 'string' ? withoutSecrets(value) : value,
    ];
  });
  return { ...event, ...Object.fromEntries(texts) };
};

/** Writes the level by name instead of pino's number, and the time as ISO text. */
export const createLogger = (level: Settings['logLevel'], to?: DestinationStream): Logger =>
  pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      hooks: {
        // Runs before pino looks at the fields, since pino would take an error's message as the line's own.
        logMethod(args, method) {
          const [event, ...rest]: unknown[] = args;
          const texts = rest.map((one) => (typeof one === 'string' ? withoutSecrets(one) : one));
          const first = typeof event === 'object' && event !== null ? guarded({ ...event }) : event;
          Reflect.apply(method, this, [first, ...texts]);
        },
      },
      redact: { paths: HIDDEN.flatMap((name) => [`["${name}"]`, `*["${name}"]`]), censor: '[hidden]' },
    },
    ...(to ? [to] : []),
  );

/** Upstream calls are logged at `debug`, for tracing a fault; the outcome of a request at `info`. */
const LEVELS: Record<string, 'error' | 'warn' | 'debug'> = {
  unexpected: 'error',
  unwitnessed: 'warn',
  upstream: 'debug',
  provider: 'debug',
};
export const levelOf = (event: Record<string, unknown>): 'error' | 'warn' | 'debug' | 'info' =>
  LEVELS[String(event.event)] ?? 'info';

let processLogger: Logger | undefined;

/** The process's logger; on globalThis, because Next loads modules more than once. */
export function logger(level: Settings['logLevel'] = 'info'): Logger {
  processLogger ??= createLogger(level);
  return processLogger;
}
