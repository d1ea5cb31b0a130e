/** Answers with text that this process generated, with a strong ETag, to any origin. */
import { createHash } from 'node:crypto';
import type { ApiRequest } from './api-request.ts';
import { etagMatches } from './cached-json.ts';

const CACHE = 'public, max-age=300';

/** @param type such as `text/markdown`; UTF-8 is added. Next compresses the answer. */
export function textAnswer(request: ApiRequest, text: string, type: string): Response {
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  const headers = { etag, 'cache-control': CACHE };
  if (etagMatches(request.headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers });
  return new Response(text, { headers: { ...headers, 'content-type': `${type}; charset=utf-8` } });
}
