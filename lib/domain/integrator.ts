/** Says who an integrator is and what may be registered for one. */

/** A party that uses the API by a key, or embeds the swap by its public `embedId`. */
export type Integrator = {
  /** `int_…`: for the operator; in no answer of the API. */
  id: string;
  name: string;
  /** `emb_…`: public, names the integrator to an embed. Never the key. */
  embedId: string;
  /** Origins (`https://example.com`, lower case, no path) that may frame its embed. */
  embedOrigins: string[];
  /** Taken where a request names none; a name of the setting AFFILIATES. */
  affiliate?: string;
  /** Basis points, 0 to 1000; goes with `affiliate`. */
  affiliateFeeBps?: number;
  /** Points a minute in all instances together; the deployment's own figure where it is absent. */
  rateLimitPerMinute?: number;
  /** Unix ms from when on its keys are refused and its embed is framed by nobody. */
  expiresAt?: number;
};

/** A key as it is stored: the secret itself is nowhere. */
export type ApiKey = {
  /** `key_…`: for the operator. */
  id: string;
  integratorId: string;
  /** How the key begins, to be recognised by. */
  prefix: string;
  /** Unix ms, here and below. */
  createdAt: number;
  /** End of the grace that a rotation left it; null: as long as its integrator. */
  expiresAt: number | null;
  revokedAt: number | null;
  /** As of the last batch, seconds ago at most; null: never. */
  lastUsedAt: number | null;
};

export type IntegratorRecord = { integrator: Integrator; createdAt: number; revokedAt: number | null; keys: ApiKey[] };

/** Why a key is refused; undefined while it is good. */
export function keyFault(
  key: Pick<ApiKey, 'expiresAt' | 'revokedAt'>,
  integrator: Pick<Integrator, 'expiresAt'>,
  now: number,
): 'revoked' | 'expired' | undefined {
  if (key.revokedAt !== null) return 'revoked';
  const ends = Math.min(key.expiresAt ?? Number.POSITIVE_INFINITY, integrator.expiresAt ?? Number.POSITIVE_INFINITY);
  return now >= ends ? 'expired' : undefined;
}

/**
 * `HTTPS://Example.com/` → `https://example.com`; undefined where it is no http(s) origin. What can be more than one
 * origin (a wildcard) is none: who may frame is exactly who is registered.
 */
export function parseOrigin(text: string): string | undefined {
  if (/[\s,;'"*]/.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  const bare =
    url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '' && url.password === '';
  return bare && ['http:', 'https:'].includes(url.protocol) ? url.origin : undefined;
}
