/** Writes one structured line per thing that happened; keys and full addresses never reach it. */
import pino, { type Logger } from 'pino';
import type { Settings } from '../config/env.ts';

export type Log = (event: Record<string, unknown>, message?: string) => void;

/** What people call a level, not pino's number; time as ISO text. */
export const createLogger = (level: Settings['logLevel']): Logger =>
  pino({
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: ['*.apiKey', 'apiKey', '*.authorization', 'authorization'], censor: '[hidden]' },
  });

type Holder = { portageLogger?: Logger };

/** The process's one logger; Next loads modules more than once, so it is kept on globalThis. */
export function logger(level: Settings['logLevel'] = 'info'): Logger {
  const holder = globalThis as Holder;
  holder.portageLogger ??= createLogger(level);
  return holder.portageLogger;
}
