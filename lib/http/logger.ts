/** Writes one structured line for each event; keys and full addresses never reach the log. */
import pino, { type DestinationStream, type Logger } from 'pino';
import type { Settings } from '../config/env.ts';

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

/** Writes the level by name instead of pino's number, and the time as ISO text. */
export const createLogger = (level: Settings['logLevel'], to?: DestinationStream): Logger =>
  pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: HIDDEN.flatMap((name) => [`["${name}"]`, `*["${name}"]`]), censor: '[hidden]' },
    },
    ...(to ? [to] : []),
  );

/** Calls of upstreams are logged at `debug`, for those who look for a fault; the outcome of a request at `info`. */
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
