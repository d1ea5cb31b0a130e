/**
 * Packs what a quote keeps into one compressed block. Answer and drafts say most things twice, so that the second of
 * them costs little beside the first.
 */
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompressSync, constants } from 'node:zlib';
import { parse, stringify } from '../domain/json.ts';
import type { RouteDraft } from '../domain/route.ts';
import type { StoredQuote } from './store.ts';

type Content = Pick<StoredQuote, 'request' | 'response' | 'drafts'>;

/** The first byte of a block names its format, so that another one can follow while this one stays readable. */
const BROTLI_LINES = 1;
/** Higher qualities save a few percent for several times the work. */
const QUALITY = 6;
/** 2^18 bytes: more than any quote is long, so that repetitions are found over all of it. */
const WINDOW_BITS = 18;

const compress = promisify(brotliCompress);

/** JSON has no line feed, so that one separates the three; each is read back to the letter. */
export async function packContent({ request, response, drafts }: Content): Promise<Uint8Array> {
  const text = [stringify(request), JSON.stringify(response), stringify(drafts)].join('\n');
  const packed = await compress(text, {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    },
  });
  return Buffer.concat([Uint8Array.of(BROTLI_LINES), packed]);
}

/** A quote's columns: since version 0008 `content` alone, before it three texts. */
type Columns = { content: Uint8Array | null; request: string | null; response: string | null; drafts: string | null };

function textsOf({ content, request, response, drafts }: Columns): (string | null | undefined)[] {
  if (content === null) return [request, response, drafts];
  if (content[0] !== BROTLI_LINES) throw new Error(`a quote is stored in the unknown format ${content[0]}`);
  return brotliDecompressSync(content.subarray(1)).toString('utf8').split('\n');
}

/** The casts are safe, because this file wrote what is stored. @throws {Error} where it did not. */
export function unpackContent(columns: Columns): Content {
  const [request, response, drafts] = textsOf(columns);
  if (!request || !response || !drafts) throw new Error('a stored quote is not complete');
  return {
    request: parse(request) as Record<string, unknown>,
    response: JSON.parse(response) as Record<string, unknown>,
    drafts: parse(drafts) as RouteDraft[],
  };
}
