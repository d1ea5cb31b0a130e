/** Stands between the app and one upstream: adds a fixed delay, counts quotes and says how long each took in all. */
import { createServer, type IncomingMessage } from 'node:http';

export type CountingProxy = {
  url: string;
  /** Milliseconds from request to last byte of every quote since the last `reset`. */
  quoteMs: number[];
  reset(): void;
  close(): Promise<void>;
};

const readBody = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
};

/** @param quotePath what the path of a quote contains. */
export async function startCountingProxy(target: string, quotePath: string, delayMs: number): Promise<CountingProxy> {
  const quoteMs: number[] = [];
  const server = createServer(async (request, response) => {
    const started = performance.now();
    const isQuote = request.url?.includes(quotePath) === true;
    const body = await readBody(request);
    const answer = await fetch(target + request.url, {
      method: request.method ?? 'GET',
      ...(body.length > 0 ? { body: new Uint8Array(body) } : {}),
    });
    const text = await answer.text();
    if (isQuote) await new Promise((resolve) => setTimeout(resolve, delayMs));
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(text, () => isQuote && quoteMs.push(performance.now() - started));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    quoteMs,
    reset: () => quoteMs.splice(0),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
