/** Makes requests out of what stands in an example's form, and the same as curl. */

export type ExampleCall = {
  method: string;
  /** With braces: `/v1/quote/{quoteId}`. */
  path: string;
  /** JSON as it was typed; undefined where the call has no body. */
  body?: string;
  query: Readonly<Record<string, string>>;
  segments: Readonly<Record<string, string>>;
  headers: Readonly<Record<string, string>>;
};

const filled = (values: Readonly<Record<string, string>>): [string, string][] =>
  Object.entries(values).flatMap(([name, value]) => (value.trim() === '' ? [] : [[name, value.trim()]]));

/** Path and query. */
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

/** For a POSIX shell: in single quotes everything stands for itself but the quote. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** @param here address of the deployment. */
export function curlOf(here: string, call: ExampleCall): string {
  const headers = Object.entries(call.body === undefined ? {} : { 'content-type': 'application/json' })
    .concat(filled(call.headers))
    .map(([name, value]) => ` \\\n  -H ${quoted(`${name}: ${value}`)}`);
  const flags = call.headers.accept === 'text/event-stream' ? '-sN' : '-s';
  const body = call.body === undefined ? '' : ` \\\n  -d ${quoted(call.body)}`;
  return `curl ${flags} ${quoted(`${here}${pathOf(call)}`)}${headers.join('')}${body}`;
}
