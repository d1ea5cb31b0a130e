/** Stands between a client and the app, and answers quotes as a liar would: with what it was told to say. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export type FalsifyingProxy = {
  url: string;
  /** What is answered to the next quotes. */
  say(body: unknown): void;
  stop(): Promise<void>;
};

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/** @param appUrl what is asked of it besides quotes goes there. */
export async function startFalsifyingProxy(appUrl: string): Promise<FalsifyingProxy> {
  let said: unknown;
  const server = createServer(async (request, response) => {
    const body = await textOf(request);
    const isQuote = request.method === 'POST' && request.url === '/v1/quote';
    if (isQuote) {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(said));
      return;
    }
    const answer = await fetch(new URL(request.url ?? '/', appUrl), {
      method: request.method ?? 'GET',
      ...(body === '' ? {} : { body, headers: { 'content-type': 'application/json' } }),
    });
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' });
    response.end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    say(body) {
      said = body;
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
