/**
 * Signs this deployment's answers, and verifies what it or a deployment that it trusts has signed. All instances on one
 * store have the same keys, at most two seconds late.
 */
import { canonicalJson } from '../api/canonical-json.ts';
import type { SigningKey, SigningKeys } from '../api/schemas/signing-keys.ts';
import { readJws, type SignedKind, typOf, type Verified } from '../api/signatures.ts';
import type { NetworkName } from '../chains/chain.ts';
import type { SigningKeyStore, StoredSigningKey } from '../db/signing-key-store.ts';
import { isWithin } from '../domain/is-within.ts';
import { isSignedBy, newSeed, type SigningSecret, signingSecret, thumbprint } from './signing-key.ts';

export type Signing = {
  /** Of the key that signs. Undefined where this instance's key has ended. */
  keyId(): string | undefined;
  /** A detached JWS over the content. Undefined where this instance's key has ended. */
  detached(kind: SignedKind, content: unknown): string | undefined;
  /** A JWS that includes the content. Undefined where this instance's key has ended. */
  compact(kind: SignedKind, content: unknown): string | undefined;
  /** Verifies with this deployment's keys and those that it trusts; a revoked key's signature is never valid. */
  verify(kind: SignedKind, content: unknown, signature: string): Promise<Verified>;
  /** The public keys, as they are published. */
  published(): Promise<SigningKeys>;
  /** Loads changes that other instances and the operator made to the keys; at most every two seconds. */
  refresh(): Promise<void>;
  /** Makes the next refresh query the store. */
  forget(): void;
};

export type SigningDeps = {
  store: SigningKeyStore;
  network: NetworkName;
  /** The private key of the setting SIGNING_KEY, hex; undefined: one is created once and kept by the store. */
  seed: string | undefined;
  /** Public keys of other deployments, base64url. */
  trusted: readonly string[];
  /** Unix ms. */
  now: () => number;
  log: (event: Record<string, unknown>) => void;
};

/** How long the keys from the store are cached. */
const KEY_MEMORY_MS = 2000;

/** The signed contents, by the `typ` of their signature. */
const signedThings = (network: NetworkName): Record<string, string> => ({
  [typOf('route', network)]:
    '`{quoteId, routeIndex, route}` of every route of a quote, without `route.meta.signature`, which is the signature.',
  [typOf('channel', network)]: 'The answer of `/v1/chainflip-deposit-channel` without its `signature`.',
  [typOf('tracking', network)]: 'The last answer of `/v1/track`, of a swap that ended, without its `signature`.',
  [typOf('receipt', network)]: '`receipt` of that answer, a whole JWS: what was paid, to whom, what came, and when.',
});

const iso = (at: number): string => new Date(at).toISOString();

const jwkOf = (x: string): SigningKey => ({
  ...{ kty: 'OKP', crv: 'Ed25519', x, kid: thumbprint(x), alg: 'EdDSA', use: 'sig' },
});

const publicOf = ({ x, createdAt, retiredAt, revokedAt }: StoredSigningKey): SigningKey => ({
  ...jwkOf(x),
  createdAt: iso(createdAt),
  ...(retiredAt === null ? {} : { retiredAt: iso(retiredAt) }),
  ...(revokedAt === null ? {} : { revokedAt: iso(revokedAt) }),
});

/** The first record of a key. `seed` is null where the store does not keep the private key. */
export function storedKey({ kid, x }: SigningSecret, seed: string | null, now: number): StoredSigningKey {
  return { kid, x, seed, createdAt: now, retiredAt: null, revokedAt: null };
}

/** A new key whose private key the store keeps. */
export function newStoredKey(now: number): StoredSigningKey {
  const seed = newSeed();
  return storedKey(signingSecret(seed), seed, now);
}

type Known = { keys: StoredSigningKey[]; current: SigningSecret | undefined };

const hasEnded = ({ retiredAt, revokedAt }: StoredSigningKey): boolean => retiredAt !== null || revokedAt !== null;

/**
 * The setting's key unless it has ended; without one, the newest key of the store that has not ended, created where
 * there is none.
 */
async function learn({ store, now }: SigningDeps, own: SigningSecret | undefined): Promise<Known> {
  if (own) {
    const keys = await store.signingKeys();
    return { keys, current: keys.some((key) => key.kid === own.kid && hasEnded(key)) ? undefined : own };
  }
  const living = (all: StoredSigningKey[]) => all.findLast((key) => key.seed !== null && !hasEnded(key));
  let keys = await store.signingKeys();
  if (!living(keys)) {
    await store.addFirstSigningKey(newStoredKey(now()));
    keys = await store.signingKeys();
  }
  const seed = living(keys)?.seed;
  return { keys, current: seed ? signingSecret(seed) : undefined };
}

/** Uses Buffer, which is twenty times as fast as what browsers have. */
const base64UrlOf = (text: string): string => Buffer.from(text).toString('base64url');

function jwsOf(current: SigningSecret, typ: string, payload: string): { header: string; signature: string } {
  const header = base64UrlOf(canonicalJson({ alg: 'EdDSA', kid: current.kid, typ }));
  return { header, signature: current.sign(`${header}.${payload}`) };
}

const payloadOf = (content: unknown): string => base64UrlOf(canonicalJson(content));

/** @throws {Error} a sentence, where the setting's key has ended or the store's keys cannot be read. */
export async function openSigning(deps: SigningDeps): Promise<Signing> {
  const { store, network, now, log } = deps;
  const own = deps.seed === undefined ? undefined : signingSecret(deps.seed);
  const trusted = deps.trusted.map(jwkOf);
  if (own) await store.addSigningKey(storedKey(own, null, now()));
  let known = await learn(deps, own);
  if (!known.current) throw new Error('SIGNING_KEY is a key that was retired or revoked; give it another one.');
  let askedAt = now();
  let asking: Promise<void> | undefined;

  async function ask(): Promise<void> {
    const at = now();
    try {
      known = await learn(deps, own);
    } catch (error) {
      log({ event: 'signing', fault: String(error) });
    }
    askedAt = at;
  }
  const refresh = async () => {
    if (isWithin(KEY_MEMORY_MS, askedAt, now())) return;
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    await asking;
  };

  return {
    refresh,
    keyId: () => known.current?.kid,
    forget() {
      askedAt = Number.NEGATIVE_INFINITY;
    },
    detached(kind, content) {
      if (!known.current) return undefined;
      const { header, signature } = jwsOf(known.current, typOf(kind, network), payloadOf(content));
      return `${header}..${signature}`;
    },
    compact(kind, content) {
      if (!known.current) return undefined;
      const payload = payloadOf(content);
      const { header, signature } = jwsOf(known.current, typOf(kind, network), payload);
      return `${header}.${payload}.${signature}`;
    },
    async verify(kind, content, text) {
      await refresh();
      const jws = readJws(text);
      if (jws?.payload !== '') return { ok: false, reason: 'malformed' };
      const { kid } = jws;
      if (jws.typ !== typOf(kind, network)) return { ok: false, reason: 'otherKind', kid };
      // A revoked key of our own is refused even where it is among the trusted ones.
      const key = known.keys.map(publicOf).find((one) => one.kid === kid) ?? trusted.find((one) => one.kid === kid);
      if (!key) return { ok: false, reason: 'unknownKey', kid };
      if (key.revokedAt !== undefined) return { ok: false, reason: 'revokedKey', kid };
      const isRight = isSignedBy(key.x, `${jws.header}.${payloadOf(content)}`, jws.signature);
      return isRight ? { ok: true, key } : { ok: false, reason: 'changed', kid };
    },
    async published() {
      await refresh();
      return { network, keys: known.keys.map(publicOf), trusted, signed: signedThings(network) };
    },
  };
}
