/** An upstream's answer can neither fill the memory nor redirect a request, and its key, to another host. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { type FetchInit, pooledFetch } from './pooled-fetch.ts';

async function serving(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

const ask = (url: string, more: Partial<FetchInit> = {}) =>
  pooledFetch(url, { method: 'GET', headers: {}, cache: 'no-store', maxBytes: 1000, ...more });

it('returns status, headers and text, and sends method, headers and body', async () => {
  const url = await serving((request, response) => {
    const { method, url: path, headers } = request;
    request.setEncoding('utf8').once('data', (body) => {
      response.writeHead(404, { 'x-Height': '7' }).end(JSON.stringify([method, path, headers['x-api-key'], body]));
    });
  });
  const init = { method: 'POST', headers: { 'x-api-key': 'k' }, body: 'é' } as const;
  const answer = await ask(`${url}/a?b=c`, init);
  expect([answer.status, answer.headers.get('X-height'), answer.headers.has('none')]).toEqual([404, '7', false]);
  expect(JSON.parse(await answer.text())).toEqual(['POST', '/a?b=c', 'k', 'é']);
});

it('reads a compressed answer, and limits its decompressed length', async () => {
  const url = await serving((request, response) => {
    const text = 'x'.repeat(request.url === '/long' ? 1_000_000 : 900);
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(text));
  });
  expect(await (await ask(url)).text()).toHaveLength(900);
  await expect(ask(`${url}/long`)).rejects.toThrow();
});

it('stops reading an answer at the limit', async () => {
  const url = await serving((_request, response) => {
    const endless = (error?: Error | null) => error ?? response.write('x'.repeat(600), endless);
    endless();
  });
  await expect(ask(url)).rejects.toThrow('longer than 1000 bytes');
});

it('follows no redirect', async () => {
  const asked: (string | undefined)[] = [];
  const url = await serving((request, response) => {
    asked.push(request.url);
    response.writeHead(307, { location: '/elsewhere' }).end();
  });
  await expect(ask(url)).rejects.toThrow('redirect (HTTP 307)');
  expect(asked).toEqual(['/']);
});

it('ends with its signal, before and after it has a connection', async () => {
  let arrived: () => void = () => undefined;
  const there = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const url = await serving(() => arrived());
  const gone = new Error('gone');
  await expect(ask(url, { signal: AbortSignal.abort(gone) })).rejects.toBe(gone);
  const soon = new AbortController();
  const early = ask(url, { signal: soon.signal });
  soon.abort(gone);
  await expect(early).rejects.toBe(gone);
  const later = new AbortController();
  const answer = ask(url, { signal: later.signal });
  await there;
  later.abort(gone);
  await expect(answer).rejects.toBe(gone);
});
