/** Builds the request of an example form, and the same request as a curl command. */

export type ExampleCall = {
  method: string;
  /** With placeholders in braces: `/v1/quote/{quoteId}`. */
  path: string;
  /** JSON as typed; undefined if the call has no body. */
  body?: string;
  query: Readonly<Record<string, string>>;
  segments: Readonly<Record<string, string>>;
  headers: Readonly<Record<string, string>>;
};

const filled = (values: Readonly<Record<string, string>>): [string, string][] =>
  Object.entries(values).flatMap(([name, value]) => (value.trim() === '' ? [] : [[name, value.trim()]]));

/** Path and query of the request. */
export function pathOf({ path, query, segments }: Pick<ExampleCall, 'path' | 'query' | 'segments'>): string {
  const whole = path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(segments[name]?.trim() ?? ''));
  const pairs = filled(query);
  return pairs.length > 0 ? `${whole}?${new URLSearchParams(pairs)}` : whole;
}

export function requestOf({ method, body, headers }: ExampleCall): RequestInit {
  const sent = Object.fromEntries(filled(headers));
  return body === undefined
    ? { method, headers: sent }
    : { method, headers: { 'content-type': 'application/json', ...sent }, body };
}

/** Quotes text for a POSIX shell: within single quotes, only the quote itself is special. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** @param here URL of the deployment. */
export function curlOf(here: string, call: ExampleCall): string {
  const headers = Object.entries(call.body === undefined ? {} : { 'content-type': 'application/json' })
    .concat(filled(call.headers))
    .map(([name, value]) => ` \\\n  -H ${quoted(`${name}: ${value}`)}`);
  const flags = call.headers.accept === 'text/event-stream' ? '-sN' : '-s';
  const body = call.body === undefined ? '' : ` \\\n  -d ${quoted(call.body)}`;
  return `curl ${flags} ${quoted(`${here}${pathOf(call)}`)}${headers.join('')}${body}`;
}
