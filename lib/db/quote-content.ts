/**
 * Packs the content of a quote into one compressed block. Answer and drafts repeat each other, and all quotes share
 * most of their text, so the block is a twentieth of its text.
 */
import { deflateRawSync, inflateRawSync, type ZlibOptions } from 'node:zlib';
import { parse, stringify } from '../domain/json.ts';
import type { RouteDraft } from '../domain/route.ts';
import { QUOTE_DICTIONARY } from './quote-dictionary.ts';

/** As in `StoredQuote`. */
type Content = { request: Record<string, unknown>; response: Record<string, unknown>; drafts: RouteDraft[] };

/** The first byte of a block names its format, so that another one can follow while this one stays readable. */
const DEFLATED_LINES = 2;
const OPTIONS: ZlibOptions = { level: 9, memLevel: 9, dictionary: Buffer.from(QUOTE_DICTIONARY.join('')) };

/** The routes of an answer beside their drafts: repetitions must lie within deflate's window of 32 kB. */
function linesOf({ request, response, drafts }: Content): string[] {
  const routes = Array.isArray(response.routes) ? (response.routes as unknown[]) : [];
  const rest = routes.length > 0 ? { ...response, routes: [] } : response;
  const beside = Array.from({ length: Math.max(routes.length, drafts.length) }, (_none, index) => [
    index < routes.length ? JSON.stringify(routes[index]) : '',
    index < drafts.length ? stringify(drafts[index]) : '',
  ]);
  return [stringify(request), JSON.stringify(rest), ...beside.flat()];
}

function contentOf([request = '', rest = '', ...beside]: string[]): Content {
  const every = (first: number) => beside.filter((line, index) => index % 2 === first && line !== '');
  const routes = every(0).map((line) => JSON.parse(line) as unknown);
  const response = JSON.parse(rest) as Record<string, unknown>;
  return {
    request: parse(request) as Record<string, unknown>,
    // In its own place, since the order of the keys is part of the answer.
    response: routes.length > 0 ? { ...response, routes } : response,
    drafts: every(1).map((line) => parse(line) as RouteDraft),
  };
}

/**
 * JSON has no line feed, so that one separates the lines; each is read back to the letter. Packed at once: a quarter of a
 * millisecond, less than it takes to have another thread do it.
 */
export const packContent = (content: Content): Uint8Array =>
  Buffer.concat([Uint8Array.of(DEFLATED_LINES), deflateRawSync(linesOf(content).join('\n'), OPTIONS)]);

/** A quote's columns: `content` alone, or the three texts in a row from before it. */
type Columns = { content: Uint8Array | null; request: string | null; response: string | null; drafts: string | null };

/** The casts are safe, because this file wrote what is stored. @throws {Error} otherwise. */
export function unpackContent({ content, request, response, drafts }: Columns): Content {
  if (content === null) {
    if (request === null || response === null || drafts === null) throw new Error('a stored quote is not complete');
    return {
      request: parse(request) as Record<string, unknown>,
      response: JSON.parse(response) as Record<string, unknown>,
      drafts: parse(drafts) as RouteDraft[],
    };
  }
  if (content[0] !== DEFLATED_LINES) throw new Error(`a quote is stored in the unknown format ${content[0]}`);
  return contentOf(inflateRawSync(content.subarray(1), OPTIONS).toString('utf8').split('\n'));
}
