/** Stands between the app and its upstreams: passes their answers on, and changes one field of one of them on demand. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { leavesOf, withLeaf } from '../../lib/payments/testing/falsify.ts';

/** A scalar of an answer: who answered what, and where in it. */
export type Said = { upstream: string; answer: string; path: string; value: unknown };

export type LyingUpstreams = {
  /** Settings by which an app asks through here; nodes of second operators it asks itself. */
  settings: Readonly<Record<string, string>>;
  /** Every scalar of the answers that were given while `run` ran. */
  listen<T>(run: () => Promise<T>): Promise<{ result: T; said: Said[] }>;
  /** Another value in this place of every such answer while `run` runs; `timesGiven` says how often it was given so far. */
  lie<T>(about: Omit<Said, 'value'>, put: unknown, run: (timesGiven: () => number) => Promise<T>): Promise<T>;
  stop(): Promise<void>;
};

/** Settings of the upstreams whose answers routes are made of, by their path in the sandbox. */
const SETTINGS: Readonly<Record<string, string>> = {
  THORNODE_URL: 'thornode',
  MAYANODE_URL: 'mayanode',
  CHAINFLIP_BACKEND_URL: 'chainflip-backend',
  CHAINFLIP_RPC_URL: 'chainflip-rpc',
  CHAINFLIP_BROKER_URL: 'chainflip-broker',
  ONEINCH_URL: 'oneinch',
  JUPITER_URL: 'jupiter',
  GARDEN_URL: 'garden',
};
/** Of these the app asks a second operator as well. */
const WITH_SECOND = ['thornode', 'mayanode', 'chainflip-rpc'];

type Json = Record<string, unknown>;
const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null;

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What each part of a JSON-RPC answer answers, or the path of a REST answer without what names one thing. */
function answersIn(path: string, asked: unknown, body: unknown): { answer: string; at: string; value: unknown }[] {
  const methodOf = (id: unknown): string | undefined => {
    const calls = Array.isArray(asked) ? asked : [asked];
    const call = calls.find((one) => isRecord(one) && one.id === id && typeof one.method === 'string');
    return isRecord(call) ? String(call.method) : undefined;
  };
  const bodies = Array.isArray(body)
    ? body.map((value, index) => ({ value, at: `${index}` }))
    : [{ value: body, at: '' }];
  const called = bodies.flatMap(({ value, at }) => {
    const answer = isRecord(value) ? methodOf(value.id) : undefined;
    return answer === undefined ? [] : [{ answer, at, value }];
  });
  if (called.length > 0) return called;
  const answer = path.replace(/\/[0-9a-f-]{16,}/gi, '/:id').replace(/\/\d+(?=\/)/g, '/:n');
  return [{ answer, at: '', value: body }];
}

const joined = (at: string, path: string): string => [at, path].filter((one) => one !== '').join('.');

/** @param sandboxUrl may be one that listens later. @param secondUrl of the second operator's nodes. */
export async function startLyingUpstreams(sandboxUrl: string, secondUrl: string): Promise<LyingUpstreams> {
  let recorded: Said[] | undefined;
  let lie: (Omit<Said, 'value'> & { put: unknown; timesGiven: number }) | undefined;

  /** The answer as it is passed on. */
  function passed(pathname: string, request: string, text: string): string {
    const body = parsed(text);
    if (!isRecord(body)) return text;
    const [, upstream = '', ...rest] = pathname.split('/');
    let falsified: unknown = body;
    for (const { answer, at, value } of answersIn(`/${rest.join('/')}`, parsed(request), body)) {
      recorded?.push(...leavesOf(value).map((leaf) => ({ upstream, answer, path: leaf.path, value: leaf.value })));
      if (lie?.upstream !== upstream || lie.answer !== answer) continue;
      const changed = withLeaf(falsified, joined(at, lie.path).split('.'), lie.put);
      if (JSON.stringify(changed) === JSON.stringify(falsified)) continue;
      falsified = changed;
      lie.timesGiven += 1;
    }
    return falsified === body ? text : JSON.stringify(falsified);
  }

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', sandboxUrl);
    const body = await textOf(request);
    const { host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers;
    try {
      const answer = await fetch(url, {
        method: request.method ?? 'GET',
        headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
        ...(body === '' ? {} : { body }),
      });
      const kept = ['content-type', 'retry-after', 'x-mayachain-time', 'x-mayachain-height'].flatMap((name) => {
        const value = answer.headers.get(name);
        return value === null ? [] : [[name, value] as const];
      });
      const text = await answer.text();
      response.writeHead(answer.status, Object.fromEntries(kept));
      response.end(answer.ok ? passed(url.pathname, body, text) : text);
    } catch {
      // The sandbox does not listen yet, or no longer.
      response.writeHead(503).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const urlsOf = (path: string): string =>
    [`${own}/${path}`, ...(WITH_SECOND.includes(path) ? [`${secondUrl}/${path}`] : [])].join(',');
  return {
    settings: Object.fromEntries(Object.entries(SETTINGS).map(([name, path]) => [name, urlsOf(path)])),
    async listen(run) {
      recorded = [];
      const result = await run();
      const said = recorded;
      recorded = undefined;
      return { result, said };
    },
    async lie(about, put, run) {
      lie = { ...about, put, timesGiven: 0 };
      const current = lie;
      try {
        return await run(() => current.timesGiven);
      } finally {
        lie = undefined;
      }
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
