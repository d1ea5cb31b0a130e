/** Proxies one upstream for the app: adds a fixed delay, counts quotes, and measures the total time of each. */
import { createServer, type IncomingMessage } from 'node:http';
import type { Question } from './questions.ts';

export type CountingProxy = {
  url: string;
  /** Milliseconds from request to last byte of every quote since the last `reset`. */
  quoteMs: number[];
  /** What those quotes requested from the upstream itself. */
  questions: Question[];
  /** Requests since the last `reset` that were not quotes. */
  others(): number;
  reset(): void;
  close(): Promise<void>;
};

/** Headers that are passed on: keys to the upstream, a gateway's limits back. */
const PASSED_ON = ['authorization', 'x-api-key', 'garden-app-id', 'content-type'] as const;
const HANDED_BACK = ['content-type', 'x-ratelimit-remaining', 'x-ratelimit-reset'] as const;

const readBody = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
};

/** @param quotePath a part of the path that identifies quotes. */
export async function startCountingProxy(target: string, quotePath: string, delayMs: number): Promise<CountingProxy> {
  const quoteMs: number[] = [];
  const questions: Question[] = [];
  const { origin, pathname } = new URL(target);
  let others = 0;
  const server = createServer(async (request, response) => {
    const started = performance.now();
    const isQuote = request.url?.includes(quotePath) === true;
    if (isQuote) questions.push({ origin, path: pathname + request.url });
    else others += 1;
    const body = await readBody(request);
    const given = PASSED_ON.flatMap((name) => (request.headers[name] ? [[name, String(request.headers[name])]] : []));
    const answer = await fetch(target + request.url, {
      method: request.method ?? 'GET',
      headers: Object.fromEntries(given),
      ...(body.length > 0 ? { body: new Uint8Array(body) } : {}),
    });
    const text = await answer.text();
    if (isQuote) await new Promise((resolve) => setTimeout(resolve, delayMs));
    const headers = HANDED_BACK.flatMap((name) => (answer.headers.has(name) ? [[name, answer.headers.get(name)]] : []));
    response.writeHead(answer.status, Object.fromEntries(headers));
    response.end(text, () => isQuote && quoteMs.push(performance.now() - started));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    quoteMs,
    questions,
    others: () => others,
    reset() {
      quoteMs.splice(0);
      questions.splice(0);
      others = 0;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
