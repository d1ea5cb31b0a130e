/** Parses an operator's command-line arguments, or says in a sentence what would be accepted. */
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { parseOrigin } from '../domain/integrator.ts';

/** An error whose message is shown as it is, without a stack. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export type Arguments = {
  positionals: string[];
  flags: Partial<Record<string, string>>;
  isSet: (flag: string) => boolean;
};

/** @throws {UsageError} where a flag is unknown, has no value or is repeated. */
export function readArguments(args: readonly string[], flags: Record<string, 'string' | 'boolean'>): Arguments {
  const options: ParseArgsConfig['options'] = Object.fromEntries(
    Object.entries(flags).map(([name, type]) => [name, { type }]),
  );
  let parsed: ReturnType<typeof parseArgs>;
  try {
    parsed = parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    const [first = ''] = (error instanceof Error ? error.message : String(error)).split('. ');
    const known = Object.keys(flags).map((flag) => `--${flag}`);
    throw new UsageError(`${first}. Taken here: ${known.join(', ')}.`);
  }
  const texts = Object.entries(parsed.values).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value.trim()]] : [],
  );
  return {
    positionals: parsed.positionals,
    flags: Object.fromEntries(texts),
    isSet: (flag) => parsed.values[flag] === true,
  };
}

const DAY_MS = 86_400_000;
const UNITS: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000, d: DAY_MS, w: 7 * DAY_MS };
const LONGEST_MS = 100 * 366 * DAY_MS;

/** Parses `90d`, `24h`, `30m` or `0` to milliseconds. @throws {UsageError} */
export function readDuration(flag: string, text: string): number {
  const [, number = '', unit = ''] = /^(\d{1,6})(s|m|h|d|w)$/.exec(text) ?? [];
  const ms = text === '0' ? 0 : Number(number) * (UNITS[unit] ?? Number.NaN);
  if (Number.isFinite(ms) && ms <= LONGEST_MS) return ms;
  throw new UsageError(`--${flag} is "${text}"; it must be a time such as 30m, 24h or 90d.`);
}

const DATE = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?Z)?$/;

/**
 * Parses `2027-01-31` (the beginning of that day in UTC), `2027-01-31T12:00Z`, or a duration relative to now, to unix
 * ms.
 * @param direction -1: a duration counts back from now. @throws {UsageError}
 */
export function readMoment(flag: string, text: string, now: number, direction: 1 | -1): number {
  if (DATE.test(text)) {
    const at = Date.parse(text);
    if (!Number.isNaN(at)) return at;
  }
  if (/^\d+[a-z]$/.test(text)) return now + direction * readDuration(flag, text);
  throw new UsageError(`--${flag} is "${text}"; it must be a date (2027-01-31) or a time such as 90d.`);
}

/** @throws {UsageError} */
export function readNumber(flag: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (/^\d{1,12}$/.test(text) && value >= least && value <= most) return value;
  throw new UsageError(`--${flag} is "${text}"; it must be a whole number from ${least} to ${most}.`);
}

/** Parses a list of origins, each once, as browsers write them; '' gives an empty list. @throws {UsageError} */
export function readOrigins(flag: string, text: string): string[] {
  const items = text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);
  const origins = items.map((item) => {
    const origin = parseOrigin(item);
    if (origin !== undefined) return origin;
    throw new UsageError(
      `--${flag} has "${item}"; it must be origins such as https://example.com, separated by commas.`,
    );
  });
  return [...new Set(origins)];
}
