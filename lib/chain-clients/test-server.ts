/** For tests: a real HTTP server on loopback with canned answers, which records its requests. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Fetch, pooledFetch } from './pooled-fetch.ts';

export type Asked = { method: string; path: string; body: string };
/** `hangUp`: the connection is cut after the request was read. `hang`: no answer is ever sent. */
export type Canned = { status?: number; body: string } | 'hangUp' | 'hang';

export async function startTestServer(answer: (asked: Asked) => Canned) {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const what = { method: request.method ?? '', path: request.url ?? '', body };
      asked.push(what);
      const canned = answer(what);
      if (canned === 'hang') return;
      if (canned === 'hangUp') return void request.socket.destroy();
      response.writeHead(canned.status ?? 200).end(canned.body);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** The product's own client; it refuses every host but loopback. */
export const loopbackFetch: Fetch = (url, init) => {
  const { hostname } = new URL(url);
  if (hostname !== '127.0.0.1') throw new Error(`a test asked ${hostname}`);
  return pooledFetch(url, init);
};

/** A base URL that refuses connections. */
export async function closedUrl(): Promise<string> {
  const server = await startTestServer(() => 'hang');
  await server.close();
  return server.url;
}
