/**
 * Makes answers whose whole body is known. Where this server sends the answer itself, the body goes from here to the
 * socket as it is; a `Response` would wrap it into a stream to be read out again.
 */
import type { ServerResponse } from 'node:http';
import { type ApiRequest, isIncoming } from './api-request.ts';
import { sentName } from './kept-encoding.ts';

type Body = string | Uint8Array<ArrayBuffer>;

const bodies = new WeakMap<Response, Body>();

export function wholeAnswer(request: ApiRequest, body: Body, init: ResponseInit): Response {
  if (!isIncoming(request)) return new Response(body, init);
  const answer = new Response(null, init);
  bodies.set(answer, body);
  return answer;
}

/** Resolves when the answer is written, or its client is gone. */
export async function sendAnswer(answer: Response, to: ServerResponse): Promise<void> {
  const headers: Record<string, string> = {};
  answer.headers.forEach((value, name) => {
    headers[sentName(name)] = value;
  });
  const body = bodies.get(answer);
  if (body !== undefined) headers['content-length'] = String(Buffer.byteLength(body));
  to.writeHead(answer.status, headers);
  if (answer.body === null) return void to.end(body);
  const reader = answer.body.getReader();
  to.once('close', () => void reader.cancel().catch(() => undefined));
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    // Not held back for a slow client: events are made whether or not they are read.
    to.write(value);
  }
  to.end();
}
