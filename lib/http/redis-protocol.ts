/**
 * Encodes Redis commands and decodes replies of RESP 2. Source:
 * https://redis.io/docs/latest/develop/reference/protocol-spec/
 */

export type Reply = string | number | null | Reply[];

export const encodeCommand = (parts: readonly string[]): string =>
  `*${parts.length}\r\n${parts.map((part) => `$${Buffer.byteLength(part)}\r\n${part}\r\n`).join('')}`;

/** `length` is the number of bytes that the reply takes up. */
type Read = { reply: Reply; length: number };

const LINE_END = Buffer.from('\r\n');

function readList(bytes: Buffer, count: number, from: number): Read | undefined {
  const items: Reply[] = [];
  let at = from;
  for (let index = 0; index < count; index += 1) {
    const item = readReply(bytes.subarray(at));
    if (!item) return undefined;
    items.push(item.reply);
    at += item.length;
  }
  return { reply: items, length: at };
}

/**
 * The first complete reply; undefined while it is incomplete. @throws for an error reply and for bytes that are no
 * reply.
 */
export function readReply(bytes: Buffer): Read | undefined {
  const end = bytes.indexOf(LINE_END);
  if (end < 0) return undefined;
  const kind = String.fromCharCode(bytes[0] ?? 0);
  const line = bytes.toString('utf8', 1, end);
  const after = end + LINE_END.length;
  if (kind === '+') return { reply: line, length: after };
  if (kind === ':') return { reply: Number(line), length: after };
  if (kind === '-') throw new Error(`Redis refuses: ${line}`);
  const count = Number(line);
  if (!Number.isInteger(count)) throw new Error('Redis answered in another language');
  if (kind === '*') return count < 0 ? { reply: null, length: after } : readList(bytes, count, after);
  if (kind !== '$') throw new Error('Redis answered in another language');
  if (count < 0) return { reply: null, length: after };
  const whole = after + count + LINE_END.length;
  return bytes.length < whole ? undefined : { reply: bytes.toString('utf8', after, after + count), length: whole };
}
