/** Computes the id of a raw Bitcoin-family transaction locally. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';

/** Reads CompactSize integers and skips over fields. @throws {RangeError} past the end. */
function reader(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  const skip = (count: number) => {
    at += count;
    if (at > bytes.length) throw new RangeError('the transaction ends early');
  };
  const size = (): number => {
    const first = view.getUint8(at);
    skip(1);
    if (first < 0xfd) return first;
    const width = first === 0xfd ? 2 : 4;
    if (first === 0xff) throw new RangeError('a count is too large');
    const value = width === 2 ? view.getUint16(at, true) : view.getUint32(at, true);
    skip(width);
    return value;
  };
  return { skip, size, position: () => at };
}

/**
 * The fields that a transaction id commits to: version, inputs, outputs and lock time (BIP-141 excludes the witness).
 */
function withoutWitness(raw: Uint8Array): Uint8Array {
  if (raw[4] !== 0 || raw[5] !== 1) return raw;
  const body = reader(raw);
  body.skip(6);
  for (let inputs = body.size(); inputs > 0; inputs -= 1) {
    body.skip(36);
    body.skip(body.size());
    body.skip(4);
  }
  for (let outputs = body.size(); outputs > 0; outputs -= 1) {
    body.skip(8);
    body.skip(body.size());
  }
  const end = body.position();
  return concatBytes(raw.subarray(0, 4), raw.subarray(6, end), raw.subarray(raw.length - 4));
}

/** Overwintered Zcash transactions of version 5 (ZIP-225) have another kind of id (ZIP-244). */
const isZcashV5 = (raw: Uint8Array): boolean => raw[0] === 5 && raw[3] === 0x80;

/** The id in lower-case hex; undefined where the bytes are no transaction, or one whose id is not a double SHA-256. */
export function utxoTxid(rawHex: string): string | undefined {
  try {
    const raw = hexToBytes(rawHex);
    if (raw.length < 10 || isZcashV5(raw)) return undefined;
    return bytesToHex(sha256(sha256(withoutWitness(raw))).reverse());
  } catch {
    return undefined;
  }
}
