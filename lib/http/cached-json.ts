/**
 * Answers large JSON from memory: serialised and compressed once for each content, with a strong ETag for each
 * encoding.
 */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { ApiRequest } from './api-request.ts';
import { canKeepEncoding, encodingHeaders } from './kept-encoding.ts';
import { wholeAnswer } from './whole-answer.ts';

const compressors = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
};
type Encoding = keyof typeof compressors | 'identity';

/** Which encodings the client accepts; RFC 9110, 12.5.3. */
export function acceptedEncodings(acceptEncoding: string | null): (name: string) => boolean {
  const accepted = new Map(
    (acceptEncoding ?? '').split(',').map((item) => {
      const [name = '', ...parameters] = item.split(';').map((field) => field.trim().toLowerCase());
      const q = parameters.find((parameter) => parameter.startsWith('q='));
      return [name, q === undefined ? 1 : Number(q.slice(2))] as const;
    }),
  );
  return (name) => (accepted.get(name) ?? accepted.get('*') ?? 0) > 0;
}

/** The best one that the client accepts. */
export function chosenEncoding(acceptEncoding: string | null): Encoding {
  const takes = acceptedEncodings(acceptEncoding);
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : 'identity';
}

/** Weak comparison, as If-None-Match requires; RFC 9110, 13.1.2. */
export const etagMatches = (ifNoneMatch: string | null, etag: string): boolean =>
  (ifNoneMatch ?? '')
    .split(',')
    .map((item) => item.trim().replace(/^W\//, ''))
    .some((item) => item === '*' || item === etag);

/** Shorter answers are sent uncompressed. */
export const SMALL_BYTES = 1000;

type Made = { bytes: Uint8Array<ArrayBuffer>; etag: string };

async function make(text: string, encoding: Encoding): Promise<Made> {
  const plain = Buffer.from(text);
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  const packed = encoding === 'identity' ? plain : await compressors[encoding](plain);
  return { bytes: new Uint8Array(packed), etag: `"${hash}${encoding === 'identity' ? '' : `-${encoding}`}"` };
}

export type CachedJson = {
  /**
   * @param source the content is cached as long as this very object is passed.
   * @param key what else the content depends on.
   */
  answer(request: ApiRequest, source: object, key: string, body: () => unknown): Promise<Response>;
};

/**
 * @param cacheControl header of every answer. @param entries number of keys that are cached for each source: the most
 * recently requested.
 */
export function createCachedJson(cacheControl: string, entries = 64): CachedJson {
  const known = new WeakMap<object, Map<string, Promise<Made>>>();

  async function lookUp(source: object, key: string, encoding: Encoding, body: () => unknown) {
    const own = known.get(source) ?? new Map<string, Promise<Made>>();
    known.set(source, own);
    const full = `${encoding} ${key}`;
    const found = own.get(full);
    if (found) {
      // The most recently requested comes last, so that the first one is evicted.
      own.delete(full);
      own.set(full, found);
      return { encoding, made: await found };
    }
    const text = JSON.stringify(body());
    const used = text.length < SMALL_BYTES ? 'identity' : encoding;
    const made = make(text, used);
    const [oldest] = own.keys();
    if (used === encoding) own.set(full, made);
    if (own.size > entries && oldest !== undefined) own.delete(oldest);
    return { encoding: used, made: await made };
  }

  return {
    async answer(request, source, key, body) {
      const wanted = canKeepEncoding(request) ? chosenEncoding(request.headers.get('accept-encoding')) : 'identity';
      const { encoding, made } = await lookUp(source, key, wanted, body);
      const headers: Record<string, string> = {
        etag: made.etag,
        'cache-control': cacheControl,
        vary: 'Accept-Encoding',
      };
      if (etagMatches(request.headers.get('if-none-match'), made.etag))
        return new Response(null, { status: 304, headers });
      return wholeAnswer(request, made.bytes, {
        headers: {
          ...headers,
          'content-type': 'application/json; charset=utf-8',
          ...(encoding === 'identity' ? {} : encodingHeaders(encoding, made.bytes.length)),
        },
      });
    },
  };
}
