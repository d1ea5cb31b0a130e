/**
 * Defines what a deployment signs, and verifies it on any platform: detached JWS (RFC 7515, appendix F) by Ed25519
 * (RFC 8037) over canonical JSON (RFC 8785).
 */
import { canonicalJson } from './canonical-json.ts';
import type { DepositChannel } from './schemas/deposit-channel.ts';
import type { WireRoute as Route } from './schemas/route.ts';
import type { SigningKey, SigningKeys } from './schemas/signing-keys.ts';
import type { TrackResponse } from './schemas/track.ts';

export type SignedKind = 'route' | 'channel' | 'tracking' | 'receipt';

/** A route with its number in its quote, a deposit channel, or the last answer of tracking. */
export type Signed = { quoteId: string; routeIndex: number; route: Route } | DepositChannel | TrackResponse;

export type KnownKeys = Pick<SigningKeys, 'network' | 'keys'>;

/**
 * `ok: false`: `unsigned`, it has no signature; `malformed`, its signature is unreadable; `otherKind`, it is of
 * another network or of another kind; `unknownKey`, by none of these keys; `revokedKey`, by a revoked one; `changed`,
 * its content is not what was signed.
 */
export type Verified =
  | { ok: true; key: SigningKey }
  | {
      ok: false;
      reason: 'unsigned' | 'malformed' | 'otherKind' | 'unknownKey' | 'revokedKey' | 'changed';
      kid?: string;
    };

export type VerifyOptions = {
  /** Checks a signature when the platform's WebCrypto has no Ed25519: 64 bytes, the message, 32 bytes. */
  ed25519?: (signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array) => boolean | Promise<boolean>;
};

/** The `typ` of a signature's header: no signature of one kind, or of one network, can stand for another. */
export const typOf = (kind: SignedKind, network: SigningKeys['network']): string => `portage.${kind}.${network}`;

const BYTES_AT_ONCE = 4096;

export function toBase64Url(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += BYTES_AT_ONCE)
    binary += String.fromCharCode(...bytes.subarray(at, at + BYTES_AT_ONCE));
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Undefined for text that is not base64url. */
export function fromBase64Url(text: string) {
  if (!/^[A-Za-z0-9_-]*$/.test(text) || text.length % 4 === 1) return undefined;
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (char) => char.charCodeAt(0));
}

const utf8 = (text: string) => new TextEncoder().encode(text);
export const base64UrlText = (text: string): string => toBase64Url(utf8(text));

/** A parsed signature: its header as it is signed, the header's fields, the 64 bytes; detached: no payload. */
export type Jws = { header: string; payload: string; typ: string; kid: string; signature: ReturnType<typeof utf8> };

/** Undefined for text that is not a JWS by EdDSA; the algorithm is never taken from the header. */
export function readJws(text: string): Jws | undefined {
  const [header = '', payload = '', last = '', ...more] = text.split('.');
  const [headerBytes, signature] = [fromBase64Url(header), fromBase64Url(last)];
  if (more.length > 0 || !headerBytes || signature?.length !== 64) return undefined;
  try {
    const said: unknown = JSON.parse(new TextDecoder().decode(headerBytes));
    if (typeof said !== 'object' || said === null || 'crit' in said) return undefined;
    const { alg, kid, typ } = said as Record<string, unknown>;
    if (alg !== 'EdDSA' || typeof kid !== 'string' || typeof typ !== 'string') return undefined;
    return { header, payload, typ, kid, signature };
  } catch {
    return undefined;
  }
}

/** The signed content: the object without its signature. */
export function signedContent(signed: Signed): {
  kind: SignedKind;
  content: Record<string, unknown>;
  signature: string | undefined;
} {
  if ('route' in signed) {
    const { quoteId, routeIndex, route } = signed;
    const { signature, ...meta } = route.meta;
    return { kind: 'route', content: { quoteId, routeIndex, route: { ...route, meta } }, signature };
  }
  const { signature, ...content } = signed;
  return { kind: 'depositAddress' in signed ? 'channel' : 'tracking', content, signature };
}

async function holds(jws: Jws, payload: string, key: SigningKey, options: VerifyOptions): Promise<boolean> {
  const publicKey = fromBase64Url(key.x);
  if (publicKey?.length !== 32) return false;
  const message = utf8(`${jws.header}.${payload}`);
  const algorithm = { name: 'Ed25519' };
  try {
    const imported = await crypto.subtle.importKey('raw', publicKey, algorithm, false, ['verify']);
    return await crypto.subtle.verify(algorithm, imported, jws.signature, message);
  } catch (error) {
    // Older browsers have no Ed25519 (Chrome before 137), and pages without https no WebCrypto at all.
    if (options.ed25519) return options.ed25519(jws.signature, message, publicKey);
    throw error;
  }
}

async function verifyPayload(
  jws: Jws,
  payload: string,
  kind: SignedKind,
  known: KnownKeys,
  options: VerifyOptions,
): Promise<Verified> {
  const { kid } = jws;
  if (jws.typ !== typOf(kind, known.network)) return { ok: false, reason: 'otherKind', kid };
  const key = known.keys.find((one) => one.kid === kid);
  if (!key) return { ok: false, reason: 'unknownKey', kid };
  if (key.revokedAt !== undefined) return { ok: false, reason: 'revokedKey', kid };
  return (await holds(jws, payload, key, options)) ? { ok: true, key } : { ok: false, reason: 'changed', kid };
}

/**
 * Whether a deployment signed exactly this, by the keys that you know to be its own: fetch them once by
 * `signingKeys()` and keep them. It does not prove that the content is true of any chain. @throws {Error} when the
 * platform has no Ed25519 and `options.ed25519` is not given.
 */
export async function verifySignature(
  signed: Signed,
  known: KnownKeys,
  options: VerifyOptions = {},
): Promise<Verified> {
  const { kind, content, signature } = signedContent(signed);
  if (signature === undefined) return { ok: false, reason: 'unsigned' };
  const jws = readJws(signature);
  if (jws?.payload !== '') return { ok: false, reason: 'malformed' };
  return verifyPayload(jws, base64UrlText(canonicalJson(content)), kind, known, options);
}

/** The same for a receipt in its compact form, which contains its own content (`readCompactReceipt`). */
export async function verifyReceipt(compact: string, known: KnownKeys, options: VerifyOptions = {}): Promise<Verified> {
  const jws = readJws(compact);
  if (!jws || jws.payload === '') return { ok: false, reason: 'malformed' };
  return verifyPayload(jws, jws.payload, 'receipt', known, options);
}
