/** Proxies one upstream for the app unchanged, and records the requested paths. */
import { once } from 'node:events';
import { createServer } from 'node:http';

export type CountingUpstream = {
  url: string;
  /** Path and query of every request since the last `reset`. */
  asked: string[];
  reset(): void;
  close(): Promise<void>;
};

const KEY_HEADERS = ['authorization', 'x-api-key', 'content-type'] as const;

/** @param target may be an address that answers only later. */
export async function startCountingUpstream(target: string): Promise<CountingUpstream> {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    asked.push(request.url ?? '');
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const headers = KEY_HEADERS.flatMap((name) => {
      const value = request.headers[name];
      return typeof value === 'string' ? [[name, value] as const] : [];
    });
    const body = chunks.length === 0 ? null : Buffer.concat(chunks).toString();
    const answer = await fetch(target + request.url, {
      method: request.method ?? 'GET',
      headers: Object.fromEntries(headers),
      body,
    }).catch(() => undefined);
    response.writeHead(answer?.status ?? 502, { 'content-type': answer?.headers.get('content-type') ?? 'text/plain' });
    response.end(await answer?.text());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    asked,
    reset: () => asked.splice(0),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
