/** Reads a request's JSON whatever its content type, and never more of it than the limit. */
import { Problem, validationProblem } from '../api/problem.ts';
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

const notJson = (message: string) => validationProblem([{ field: 'body', message, code: 'invalid_json' }], message);

async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge(limit);
  const reader = request.body?.getReader();
  if (!reader) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.byteLength;
    if (length > limit) {
      // Not awaited, since the rest of the body is not needed.
      void reader.cancel().catch(() => undefined);
      throw tooLarge(limit);
    }
    chunks.push(value);
  }
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}

/** @throws {Problem} 413 when the body is too long, 400 when it is not JSON in UTF-8, nested too deep or has a NUL. */
export async function readJson(request: Request, limit: number = BODY_LIMIT_BYTES): Promise<unknown> {
  const bytes = await readBytes(request, limit);
  if (bytes.byteLength === 0) throw notJson('The body is empty; a JSON object is expected.');
  let parsed: unknown;
  try {
    parsed = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw notJson('The body is not JSON in UTF-8; a JSON object is expected.');
  }
  const fault = jsonFault(parsed);
  if (fault !== undefined) throw notJson(fault);
  return parsed;
}
