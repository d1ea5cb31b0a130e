/** Verifies a compact receipt in the browser with keys that are there already; it sends and loads nothing. */
import { type CompactReceipt, readCompactReceipt } from '../../lib/api/compact-receipt.ts';
import type { SigningKey } from '../../lib/api/schemas/signing-keys.ts';
import { type KnownKeys, type VerifyOptions, verifyReceipt } from '../../lib/api/signatures.ts';
import { readReceipt } from './read-receipt.ts';

export type Checked =
  /** Not a compact receipt, or one of another network. */
  | { kind: 'unreadable' }
  /** The browser can't verify signatures, and the replacement could not be loaded. */
  | { kind: 'unable'; receipt: CompactReceipt }
  | { kind: 'signed'; receipt: CompactReceipt; key: SigningKey }
  | { kind: 'unknownKey' | 'revokedKey' | 'changed'; receipt: CompactReceipt; kid: string };

/** For browsers whose WebCrypto has no Ed25519; loaded only there. */
const ed25519: VerifyOptions['ed25519'] = async (signature, message, publicKey) =>
  (await import('@noble/curves/ed25519.js')).ed25519.verify(signature, message, publicKey);

export async function checkReceipt(compact: string, known: KnownKeys): Promise<Checked> {
  const receipt = readCompactReceipt(compact);
  if (!receipt) return { kind: 'unreadable' };
  try {
    const verified = await verifyReceipt(compact, known, { ed25519 });
    if (verified.ok) return { kind: 'signed', receipt, key: verified.key };
    const { reason, kid = '' } = verified;
    const isNamed = reason === 'unknownKey' || reason === 'revokedKey' || reason === 'changed';
    return isNamed ? { kind: reason, receipt, kid } : { kind: 'unreadable' };
  } catch {
    return { kind: 'unable', receipt };
  }
}

/** The compact receipt in an address, in a saved file, or by itself; undefined where there is none. */
export function compactIn(text: string): string | undefined {
  const trimmed = text.trim();
  const read = trimmed.startsWith('{') ? readReceipt(trimmed) : undefined;
  const found = read ? (read.ok ? read.receipt.signed : undefined) : trimmed.slice(trimmed.indexOf('#') + 1);
  return found !== undefined && readCompactReceipt(found) ? found : undefined;
}

const fieldsIn = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

/** The keys in the text of a deployment's `/.well-known/portage.json`; undefined for any other text. */
export function keysIn(text: string): KnownKeys | undefined {
  try {
    const { network, keys } = fieldsIn(JSON.parse(text));
    if ((network !== 'sandbox' && network !== 'mainnet') || !Array.isArray(keys)) return undefined;
    const read = keys.slice(0, 100).flatMap((value): SigningKey[] => {
      const { kid, x, createdAt, revokedAt } = fieldsIn(value);
      if (typeof kid !== 'string' || typeof x !== 'string') return [];
      const jwk = { kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig', kid, x } as const;
      return [
        {
          ...jwk,
          ...(typeof createdAt === 'string' ? { createdAt } : {}),
          ...(revokedAt === undefined ? {} : { revokedAt: String(revokedAt) }),
        },
      ];
    });
    return read.length > 0 ? { network, keys: read } : undefined;
  } catch {
    return undefined;
  }
}
