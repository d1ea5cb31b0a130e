/**
 * Packs the content of a quote into one compressed block. A draft is stored as what its route does not tell, and all quotes
 * share most of their text, so the block is a fifteenth of its text.
 */
import { deflateRawSync, inflateRawSync, type ZlibOptions } from 'node:zlib';
import { draftOfRoute, notesOf } from '../api/resume-notes.ts';
import type { WireResume, WireRoute } from '../api/schemas/route.ts';
import { parse, stringify } from '../domain/json.ts';
import type { RouteDraft } from '../domain/route.ts';
import { NOTES_DICTIONARY, QUOTE_DICTIONARY } from './quote-dictionary.ts';

/** As in `StoredQuote`. */
export type Content = { request: Record<string, unknown>; response: Record<string, unknown>; drafts: RouteDraft[] };

/** The first byte of a block names its format, so that another one can follow while this one stays readable. */
const WHOLE_DRAFTS = 2;
const TOLD_DRAFTS = 3;
const optionsWith = (...dictionary: string[]): ZlibOptions => ({
  ...{ level: 9, memLevel: 9 },
  dictionary: Buffer.from(dictionary.join('')),
});
const OPTIONS = {
  [WHOLE_DRAFTS]: optionsWith(...QUOTE_DICTIONARY),
  [TOLD_DRAFTS]: optionsWith(...QUOTE_DICTIONARY, ...NOTES_DICTIONARY),
};

/** In place of a draft that the route's own notes tell. */
const TOLD = '=';

const isRoute = (value: unknown): value is WireRoute =>
  typeof value === 'object' && value !== null && 'legs' in value && 'meta' in value;

/** A draft as its difference from what its route tells; as a whole where there is no route. */
function draftLine(draft: RouteDraft | null | undefined, route: unknown): string {
  if (draft === undefined) return '';
  if (draft === null || !isRoute(route)) return stringify(draft);
  return route.meta.resume ? TOLD : JSON.stringify(notesOf(route, draft));
}

/** The casts are safe, because this file wrote the line. @throws {Error} when the route's notes are of another version. */
function draftIn(line: string, route: unknown): RouteDraft {
  if (!isRoute(route)) return parse(line) as RouteDraft;
  const draft = draftOfRoute(route, line === TOLD ? route.meta.resume : (JSON.parse(line) as WireResume));
  if (!draft) throw new Error('a stored route has notes of an unknown version');
  return draft;
}

/** In place of what `tx` and the chain tell. */
const SAME_CALL = 0;
const SIGNATURE_BYTES = 64;
/** A detached JWS without its signature. */
const UNSIGNED = /^[^.]+\.\.$/;

/** As format 3 reads it back, whatever `encodeRoute` writes later: another call is stored as it is. */
const callOf = ({ tx, sellAsset }: WireRoute) =>
  typeof tx === 'object' && 'data' in tx
    ? { to: tx.to, from: tx.from, value: tx.value, data: tx.data, chain: sellAsset.split('.')[0] }
    : undefined;

/** A route's text without what it says twice, and its signature as bytes, which deflate would make longer. */
function routeLine(route: unknown): { line: string; signature?: Buffer } {
  if (!isRoute(route)) return { line: JSON.stringify(route) };
  const isSame = route.transaction && JSON.stringify(callOf(route)) === JSON.stringify(route.transaction);
  const once = isSame ? { ...route, transaction: SAME_CALL } : route;
  const { signature: jws = '' } = route.meta;
  const at = jws.lastIndexOf('.') + 1;
  const signature = Buffer.from(jws.slice(at), 'base64url');
  if (signature.length !== SIGNATURE_BYTES || !jws.endsWith(`..${signature.toString('base64url')}`))
    return { line: JSON.stringify(once) };
  return { line: JSON.stringify({ ...once, meta: { ...route.meta, signature: jws.slice(0, at) } }), signature };
}

/** @param nextSignature takes the next of those that were pulled out. */
function routeIn(line: string, nextSignature: () => string): unknown {
  const route: unknown = JSON.parse(line);
  if (!isRoute(route)) return route;
  if (route.meta.signature && UNSIGNED.test(route.meta.signature)) route.meta.signature += nextSignature();
  return 'transaction' in route && Object.is(route.transaction, SAME_CALL)
    ? { ...route, transaction: callOf(route) }
    : route;
}

/** Routes of an answer beside their drafts: repetitions must lie within deflate's window of 32 kB. */
function packed({ request, response, drafts }: Content): { lines: string[]; signatures: Buffer[] } {
  const routes = Array.isArray(response.routes) ? (response.routes as unknown[]) : [];
  const rest = routes.length > 0 ? { ...response, routes: [] } : response;
  const signatures: Buffer[] = [];
  const lines = [stringify(request), JSON.stringify(rest)];
  for (let index = 0; index < Math.max(routes.length, drafts.length); index += 1) {
    const { line, signature } = index < routes.length ? routeLine(routes[index]) : { line: '' };
    if (signature) signatures.push(signature);
    lines.push(line, draftLine(drafts[index], routes[index]));
  }
  return { lines, signatures };
}

function contentOf([request = '', rest = '', ...beside]: string[], format: number, signatures: Buffer): Content {
  const every = (first: number) => beside.filter((_line, index) => index % 2 === first);
  let at = 0;
  const nextSignature = () => {
    at += SIGNATURE_BYTES;
    return signatures.subarray(at - SIGNATURE_BYTES, at).toString('base64url');
  };
  const routes = every(0).flatMap((line) => (line === '' ? [] : [routeIn(line, nextSignature)]));
  const response = JSON.parse(rest) as Record<string, unknown>;
  const drafts = every(1).flatMap((line, index) => {
    if (line === '') return [];
    return [format === WHOLE_DRAFTS ? (parse(line) as RouteDraft) : draftIn(line, routes[index])];
  });
  return {
    request: parse(request) as Record<string, unknown>,
    // In its own place, since the order of the keys is part of the answer.
    response: routes.length > 0 ? { ...response, routes } : response,
    drafts,
  };
}

/**
 * The format, how many signatures follow, the signatures, then the deflated lines. JSON has no line feed, so that one
 * separates the lines; each is read back to the letter. Packed at once: half a millisecond, less than it takes to
 * have another thread do it.
 */
export function packContent(content: Content): Uint8Array {
  const { lines, signatures } = packed(content);
  const deflated = deflateRawSync(lines.join('\n'), OPTIONS[TOLD_DRAFTS]);
  return Buffer.concat([Uint8Array.of(TOLD_DRAFTS, signatures.length), ...signatures, deflated]);
}

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
  const [format = 0, signed = 0] = content;
  if (format !== WHOLE_DRAFTS && format !== TOLD_DRAFTS)
    throw new Error(`a quote is stored in the unknown format ${format}`);
  const first = format === WHOLE_DRAFTS ? 1 : 2;
  const from = format === WHOLE_DRAFTS ? first : first + signed * SIGNATURE_BYTES;
  const lines = inflateRawSync(content.subarray(from), OPTIONS[format]).toString('utf8').split('\n');
  return contentOf(lines, format, Buffer.from(content.subarray(first, from)));
}
