/** An answer that the server sends itself arrives whole, as a stream it arrives as it is made, and its end is known. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { type ApiRequest, incomingRequest } from './api-request.ts';
import { encodingHeaders } from './kept-encoding.ts';
import { packable, packedText } from './packed-text.ts';
import { readJson } from './read-body.ts';
import { sendAnswer, wholeAnswer } from './whole-answer.ts';

let server: Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function serving(handle: (request: ApiRequest) => Promise<Response>): Promise<string> {
  server = createServer(async (incoming, response) => {
    await sendAnswer(await handle(incomingRequest(incoming, response)), response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it('hands the request’s method, address, headers and body to the handler', async () => {
  const seen: unknown[] = [];
  const url = await serving(async (request) => {
    seen.push(request.method, request.url, request.headers.get('X-Given'), request.headers.get('x-none'));
    return wholeAnswer(request, JSON.stringify(await readJson(request)), {});
  });
  const answer = await fetch(`${url}/v1/a?b=c`, { method: 'POST', headers: { 'x-given': 'this' }, body: '{"a":"ü"}' });
  expect(await answer.json()).toEqual({ a: 'ü' });
  expect(seen).toEqual(['POST', `${url}/v1/a?b=c`, 'this', null]);
});

it('sends a whole body with its status, headers and length, and to HEAD all but the body', async () => {
  const url = await serving(async (request) =>
    wholeAnswer(request, 'grüße', { status: 404, headers: { 'x-request-id': '1', ...encodingHeaders('identity', 7) } }),
  );
  const answer = await fetch(url);
  expect([answer.status, await answer.text()]).toEqual([404, 'grüße']);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-length': '7',
    'content-encoding': 'identity',
    'x-request-id': '1',
  });
  const head = await fetch(url, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([404, '7', '']);
});

it('refuses a body that is too long over the connection that it comes by', async () => {
  const url = await serving(async (request) => {
    const fault = await readJson(request, 10).catch((error: { status: number }) => error.status);
    return wholeAnswer(request, String(fault), {});
  });
  const tooLong = new ReadableStream({
    pull(controller) {
      controller.enqueue(new Uint8Array(4096));
    },
  });
  const asked = { method: 'POST', body: tooLong, duplex: 'half' } as RequestInit;
  // Sent in pieces, so that no header names the length.
  expect(await (await fetch(url, asked)).text()).toBe('413');
});

it('compresses a text of any length', async () => {
  const long = 'a route '.repeat(40_000);
  const url = await serving(async (request) => {
    const { body, headers } = await packedText(request, packable(long));
    return wholeAnswer(request, body, { headers });
  });
  const answer = await fetch(url);
  expect(answer.headers.get('content-encoding')).toBe('gzip');
  expect(await answer.text()).toBe(long);
});

it('tells the work behind a stream, and the handler, when the client goes away', async () => {
  const ends: string[] = [];
  let both: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    both = () => ends.length === 2 && resolve();
  });
  const end = (what: string) => {
    ends.push(what);
    both();
  };
  const url = await serving(async ({ signal }) => {
    signal.addEventListener('abort', () => end('signal'));
    return new Response(
      new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode(': portage\n\n')),
        cancel: () => end('stream'),
      }),
    );
  });
  const gone = new AbortController();
  const answer = await fetch(url, { signal: gone.signal });
  const first = await answer.body?.getReader().read();
  expect(new TextDecoder().decode(first?.value)).toBe(': portage\n\n');
  gone.abort();
  await ended;
  expect(ends.sort()).toEqual(['signal', 'stream']);
});

it('aborts nothing when an answer was sent whole', async () => {
  let signal: AbortSignal | undefined;
  const url = await serving(async (request) => {
    signal = request.signal;
    return wholeAnswer(request, '{}', {});
  });
  await (await fetch(url, { headers: { connection: 'close' } })).text();
  await new Promise((resolve) => server?.close(resolve));
  expect(signal?.aborted).toBe(false);
});
