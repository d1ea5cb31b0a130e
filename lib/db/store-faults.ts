/** Distinguishes an unavailable database from a wrong statement, without any stored content. */

/**
 * Classes of SQLSTATE that concern the statement or its data: all others concern the database. Source:
 * https://www.postgresql.org/docs/18/errcodes-appendix.html
 */
const OF_STATEMENTS = new Set(['0A', '21', '22', '23', '26', '2F', '34', '42']);

/** Errors of drivers without a code. */
const OF_DRIVERS =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout|Cannot use a pool after|PGlite (?:is closed|failed)|Aborted\(|unreachable|memory access|table index is out of bounds|null function)/i;

const field = (error: unknown, name: 'code' | 'message' | 'cause'): unknown =>
  typeof error === 'object' && error !== null && name in error ? (error as Record<string, unknown>)[name] : undefined;

export type StoreFault = {
  /** Whether the database is unavailable; false: the statement was wrong. */
  isAway: boolean;
  /** SQLSTATE or the system's code; '' without one. */
  code: string;
  /** The driver's own sentence: without statement and parameters. */
  message: string;
};

/** Undefined when the error does not come from a database. */
export function storeFaultOf(error: unknown): StoreFault | undefined {
  const isWrapped = field(error, 'message')?.toString().startsWith('Failed query:') ?? false;
  const inner = isWrapped ? field(error, 'cause') : error;
  const code = String(field(inner, 'code') ?? '');
  const message =
    String(field(inner, 'message') ?? '')
      .split('\n')[0]
      ?.slice(0, 300) ?? '';
  if (/^[0-9A-Z]{5}$/.test(code)) return { isAway: !OF_STATEMENTS.has(code.slice(0, 2)), code, message };
  if (isWrapped || /^E[A-Z]+$/.test(code) || OF_DRIVERS.test(message)) return { isAway: true, code, message };
  return undefined;
}
