/** Finds what no handler should have to read in a request's first line and headers: wrong bytes, NUL, too much, other forms. */
import type { IncomingMessage } from 'node:http';
import { Problem } from '../api/problem.ts';

/** The longest address of the page, of an embed with all its options, is a quarter of it. */
const MOST_URL = 8192;

const refused = (detail: string): Problem => new Problem({ status: 400, title: 'Bad Request', detail });

/** Whether text that has one character for each byte is UTF-8. */
function isUtf8(bytes: string): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(bytes, 'latin1'));
    return true;
  } catch {
    return false;
  }
}

/** Its bytes as characters; a sign that encodes nothing stays as it is. */
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

/** What is wrong with the address and the headers of a request; undefined: nothing. */
export function unreadable({ url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>): Problem | undefined {
  // A proxy's form of a request line, or none at all: an origin server is asked by path. RFC 9112, 3.2.
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
  // Next would look for the action, and report at length that there is none.
  if (headers['next-action'] !== undefined) return refused('There are no server actions here.');
  const texts = Object.values(headers).flat();
  if (texts.some((text) => text !== undefined && /[^\t\x20-\x7e]/.test(text) && !isUtf8(text)))
    return refused('A header cannot be read: it must be UTF-8.');
  return undefined;
}
