/** Reads a request's JSON whatever its content type, and never more of it than the limit. */
import { Problem, validationProblem } from '../api/problem.ts';
import type { ApiRequest } from './api-request.ts';
import { jsonFault } from './bounded-json.ts';

export const BODY_LIMIT_BYTES = 64 * 1024;

const tooLarge = (limit: number) =>
  new Problem({
    status: 413,
    title: 'Payload Too Large',
    detail: `A request body may have at most ${limit} bytes.`,
    // The rest of the body is not read, so a further request on this connection would wait and be reset.
    headers: { connection: 'close' },
  });

const utf8 = new TextDecoder('utf-8', { fatal: true });

const notJson = (message: string) => validationProblem([{ field: 'body', message, code: 'invalid_json' }], message);

async function readBytes(request: ApiRequest, limit: number): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge(limit);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.byteLength;
    if (length > limit) throw tooLarge(limit);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

/** @throws {Problem} 413 when the body is too long, 400 when it is not JSON in UTF-8, nested too deep or has a NUL. */
export async function readJson(request: ApiRequest, limit: number = BODY_LIMIT_BYTES): Promise<unknown> {
  const bytes = await readBytes(request, limit);
  if (bytes.byteLength === 0) throw notJson('The body is empty; a JSON object is expected.');
  let parsed: unknown;
  try {
    parsed = JSON.parse(utf8.decode(bytes));
  } catch {
    throw notJson('The body is not JSON in UTF-8; a JSON object is expected.');
  }
  const fault = jsonFault(parsed);
  if (fault !== undefined) throw notJson(fault);
  return parsed;
}
