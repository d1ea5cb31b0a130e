/** Signs Solana transactions with its own keys, unchanged or tampered with. Bytes reach the page as base64. */
import { randomBytes } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import { base58, base64, hex } from '@scure/base';
import { askPerson, FakeError, type FakeSigner, type Knobs } from './knobs.ts';

const SIGNATURE_BYTES = 64;

/** An amount as u64, least significant byte first. */
const littleEndian = (baseUnits: bigint): string => {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, baseUnits, true);
  return hex.encode(bytes);
};

/** `sold()` returns base units: a tampering wallet looks for this amount and takes one unit more. */
export function createSolanaSigner(knobs: Knobs, sold: () => bigint): FakeSigner {
  const keys = [new Uint8Array(randomBytes(32)), new Uint8Array(randomBytes(32))] as const;
  const addressOf = (key: Uint8Array) => base58.encode(ed25519.getPublicKey(key));
  let connected = false;
  /** The transaction needs one signature. Source: solana.com/docs/core/transactions, wire format. */
  const sign = (transaction: string): string => {
    askPerson(knobs);
    let bytes = base64.decode(transaction);
    if (bytes[0] !== 1) throw new FakeError(-32602, `${bytes[0]} signatures are wanted, not one`);
    if (knobs.tamper) {
      const [text, wanted] = [hex.encode(bytes), littleEndian(sold())];
      if (!text.includes(wanted)) throw new Error('the amount does not stand in the transaction');
      bytes = hex.decode(text.replaceAll(wanted, littleEndian(sold() + 1n)));
    }
    bytes.set(ed25519.sign(bytes.slice(1 + SIGNATURE_BYTES), keys[knobs.account]), 1);
    return base64.encode(bytes);
  };
  const shown = () => (connected && !knobs.locked ? addressOf(keys[knobs.account]) : null);
  return {
    addresses: [addressOf(keys[0]), addressOf(keys[1])],
    async request(method, [first]) {
      if (method === 'account') return shown();
      if (method === 'connect') {
        if (first !== true && !connected) {
          askPerson(knobs);
          connected = true;
        }
        return shown();
      }
      if (method === 'disconnect') {
        connected = false;
        return null;
      }
      if (method === 'signTransaction') return sign(String(first));
      throw new FakeError(-32601, `${method} is not known`);
    },
  };
}
