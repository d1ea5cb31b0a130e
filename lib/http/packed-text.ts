/**
 * Compresses an answer that is made for one request, in one go: for texts of this length that costs a third of the
 * stream through which Next would send them.
 */
import { promisify } from 'node:util';
import { gzip, gzipSync, type ZlibOptions } from 'node:zlib';
import { type ApiRequest, isIncoming } from './api-request.ts';
import { acceptedEncodings, SMALL_BYTES } from './cached-json.ts';
import { canKeepEncoding, encodingHeaders } from './kept-encoding.ts';

/** Longer texts are compressed off the main thread. */
const LONG_BYTES = 100_000;
/** Level 6 takes half as long again and saves a tenth of the bytes. */
const LEVEL = 3;

const packedLater = promisify<string, ZlibOptions, Buffer>(gzip);

type Bytes = Uint8Array<ArrayBuffer>;
type Packed = { body: string | Bytes; headers: Record<string, string> };

/** A text that is compressed at most once. */
export type PackableText = { text: string; isLong: boolean; gzipped: () => Promise<Bytes> };

export function packable(text: string): PackableText {
  const isLong = text.length > LONG_BYTES;
  const options = { level: LEVEL };
  let bytes: Promise<Bytes> | undefined;
  const compress = async () => new Uint8Array(isLong ? await packedLater(text, options) : gzipSync(text, options));
  return {
    ...{ text, isLong },
    gzipped() {
      bytes ??= compress();
      return bytes;
    },
  };
}

const recurring = new WeakMap<object, PackableText>();

/** The JSON of a body that many callers are answered with: written once for as long as it is that very object. */
export function recurringJson(body: unknown): PackableText {
  if (typeof body !== 'object' || body === null) return packable(JSON.stringify(body));
  const known = recurring.get(body) ?? packable(JSON.stringify(body));
  recurring.set(body, known);
  return known;
}

/** The `body`, and the headers that belong to it. */
export async function packedText(request: ApiRequest, { text, isLong, gzipped }: PackableText): Promise<Packed> {
  // Long texts of an answer that Next sends are compressed by Next.
  const isPackedHere = isLong ? isIncoming(request) : text.length >= SMALL_BYTES && canKeepEncoding(request);
  if (!isPackedHere || !acceptedEncodings(request.headers.get('accept-encoding'))('gzip'))
    return { body: text, headers: {} };
  const bytes = await gzipped();
  return { body: bytes, headers: { ...encodingHeaders('gzip', bytes.length), vary: 'Accept-Encoding' } };
}
