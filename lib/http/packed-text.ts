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

type Packed = { body: string | Uint8Array<ArrayBuffer>; headers: Record<string, string> };

/** The `body`, and the headers that belong to it. */
export async function packedText(request: ApiRequest, text: string): Promise<Packed> {
  const isLong = text.length > LONG_BYTES;
  // Long texts of an answer that Next sends are compressed by Next.
  const isPackedHere = isLong ? isIncoming(request) : text.length >= SMALL_BYTES && canKeepEncoding(request);
  if (!isPackedHere || !acceptedEncodings(request.headers.get('accept-encoding'))('gzip'))
    return { body: text, headers: {} };
  const options = { level: LEVEL };
  const bytes = new Uint8Array(isLong ? await packedLater(text, options) : gzipSync(text, options));
  return { body: bytes, headers: { ...encodingHeaders('gzip', bytes.length), vary: 'Accept-Encoding' } };
}
