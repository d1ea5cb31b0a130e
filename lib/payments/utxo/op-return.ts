/** Reads the data of an OP_RETURN script, byte by byte. Source: Bitcoin script, data pushes. */
import { hexToBytes } from '@noble/hashes/utils.js';

const OP_RETURN = 0x6a;
const OP_PUSHDATA1 = 0x4c;
const OP_PUSHDATA2 = 0x4d;
const OP_PUSHDATA4 = 0x4e;

/** Width of the length that follows a push of more than 75 bytes. */
const LENGTH_BYTES: Record<number, number> = { [OP_PUSHDATA1]: 1, [OP_PUSHDATA2]: 2, [OP_PUSHDATA4]: 4 };

/** `whole`: every byte of the script belongs to a complete push. */
type Carried = { pushes: Uint8Array[]; whole: boolean };

/** Undefined for every other script. */
function carriedBy(scriptHex: string): Carried | undefined {
  if (!/^([0-9a-f]{2})+$/i.test(scriptHex)) return undefined;
  const script = hexToBytes(scriptHex);
  if (script[0] !== OP_RETURN) return undefined;
  const pushes: Uint8Array[] = [];
  let at = 1;
  while (at < script.length) {
    const opcode = script[at] ?? 0;
    if (opcode > OP_PUSHDATA4) return { pushes, whole: false };
    const width = LENGTH_BYTES[opcode] ?? 0;
    const length =
      width === 0 ? opcode : script.subarray(at + 1, at + 1 + width).reduceRight((sum, byte) => sum * 256 + byte, 0);
    at += 1 + width;
    pushes.push(script.subarray(at, at + length));
    at += length;
  }
  return { pushes, whole: at === script.length };
}

/** The bytes of a script with exactly one push, as Portage's payments have it; undefined for others. */
export function payloadOf(scriptHex: string): Uint8Array | undefined {
  const carried = carriedBy(scriptHex);
  return carried?.whole && carried.pushes.length === 1 ? carried.pushes[0] : undefined;
}

/** The same as UTF-8 text; undefined for other bytes. */
export function memoOf(scriptHex: string): string | undefined {
  const payload = payloadOf(scriptHex);
  if (!payload) return undefined;
  try {
    // A byte order mark is part of the memo: without it, another memo would pass for the route's.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(payload);
  } catch {
    return undefined;
  }
}

/** The text of an OP_RETURN script in any number of pushes, as the networks read it; undefined for other scripts. */
export const textOf = (scriptHex: string): string | undefined =>
  carriedBy(scriptHex)
    ?.pushes.map((push) => new TextDecoder().decode(push))
    .join('');
