/** Writes one structured line per thing that happened; keys and full addresses never reach it. */
import pino, { type DestinationStream, type Logger } from 'pino';
import type { Settings } from '../config/env.ts';

export type Log = (event: Record<string, unknown>, message?: string) => void;

/** No line is meant to have any of these; one that has by mistake tells nothing. */
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

/** What people call a level, not pino's number; time as ISO text. */
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

/** A line for every call of an upstream is for whoever looks for a fault; what happened to a request is for everybody. */
const LEVELS: Record<string, 'error' | 'debug'> = { unexpected: 'error', upstream: 'debug', provider: 'debug' };
export const levelOf = (event: Record<string, unknown>): 'error' | 'debug' | 'info' =>
  LEVELS[String(event.event)] ?? 'info';

let processLogger: Logger | undefined;

/** The process's one logger, of the level that was named first. */
export function logger(level: Settings['logLevel'] = 'info'): Logger {
  processLogger ??= createLogger(level);
  return processLogger;
}
