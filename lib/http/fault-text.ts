/** Writes an error for the log: what failed and where, but no statement, no parameter, no address and no key. */

/** Drizzle puts the statement and its parameters into the message; the stack begins after them. */
const QUERY = /(?:Error: )?Failed query:[\s\S]*?(?=\n\s+at |$)/g;
const PARAMETERS = /\bparams: [\s\S]*?(?=\n\s+at |$)/g;
/** Addresses, hashes, keys and signed bytes: no English word has as many letters and digits in a row. */
const LONG_TOKEN = /[A-Za-z0-9+_]{26,}={0,2}/g;
const SHOWN = 6;
/** People read the log, so a line stays short. */
const MOST = 4000;

const hasDigit = (token: string): boolean => /\d/.test(token);

/** A text that may quote a caller or an upstream. */
export const withoutSecrets = (text: string): string =>
  text
    .replace(QUERY, 'A query failed')
    .replace(PARAMETERS, '')
    .replace(LONG_TOKEN, (token) => (hasDigit(token) ? `${token.slice(0, SHOWN)}…` : token))
    .slice(0, MOST);

/** The SQLSTATE of the database's own error below, which names the failure without its data. */
function stateOf(error: unknown): string | undefined {
  for (let one = error, depth = 0; one instanceof Error && depth < 5; one = one.cause, depth += 1)
    if ('code' in one && typeof one.code === 'string') return one.code;
  return undefined;
}

export function faultText(error: unknown): string {
  if (!(error instanceof Error)) return withoutSecrets(String(error));
  const state = stateOf(error);
  return withoutSecrets(`${state === undefined ? '' : `[${state}] `}${error.stack ?? error.message}`);
}
