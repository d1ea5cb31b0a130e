/**
 * Finds what no handler should have to read in a request's first line and headers: invalid bytes, NUL, excessive
 * length, other forms of address.
 */
import type { IncomingMessage } from 'node:http';
import { Problem } from '../api/problem.ts';

/** A quarter of this is the longest address that the page uses: an embed's, with all its options. */
const MOST_URL = 8192;

const refused = (detail: string): Problem => new Problem({ status: 400, title: 'Bad Request', detail });

/** Whether text with one character for each byte is UTF-8. */
function isUtf8(bytes: string): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(bytes, 'latin1'));
    return true;
  } catch {
    return false;
  }
}

/** Decodes a path's percent escapes to one character for each byte; an invalid escape stays as it is. */
const percentDecoded = (text: string): string =>
  text.replace(/%([0-9a-f]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

const hasOddBytes = (text: string): boolean => /[^\x20-\x7e]/.test(text);

function decodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** The fault in a request's address and headers; undefined where there is none. */
export function unreadable({ url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>): Problem | undefined {
  // The absolute form of a request line, which only proxies get, or an invalid one: an origin server is asked by path.
  // RFC 9112, 3.2.
  if (!url.startsWith('/')) return refused('The request line must name a path.');
  if (url.length > MOST_URL)
    return new Problem({
      status: 414,
      title: 'URI Too Long',
      detail: `An address may have at most ${MOST_URL} bytes.`,
    });
  const [path = '', ...rest] = url.split('?');
  const decoded = percentDecoded(url);
  if (decoded.includes('\0')) return refused('The address has a NUL in it.');
  if (!isUtf8(decoded) || !decodable(path) || hasOddBytes(rest.join('?') + path))
    return refused('The address cannot be read: it must be percent-encoded UTF-8.');
  const texts = Object.values(headers).flat();
  if (texts.some((text) => text !== undefined && /[^\t\x20-\x7e]/.test(text) && !isUtf8(text)))
    return refused('A header cannot be read: it must be UTF-8.');
  return undefined;
}
