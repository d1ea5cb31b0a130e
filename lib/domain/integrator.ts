/** Describes integrators and their API keys, and decides which keys and origins are valid. */

/** A party that uses the API with a key, or embeds the swap by its public `embedId`. */
export type Integrator = {
  /** `int_…`: for the operator; no answer of the API contains it. */
  id: string;
  name: string;
  /** `emb_…`: public, identifies the integrator in an embed. Not a key. */
  embedId: string;
  /** Origins (`https://example.com`, lower case, no path) that may frame its embed. */
  embedOrigins: string[];
  /** Affiliate for requests that name none; one of the names in the setting AFFILIATES. */
  affiliate?: string;
  /** Fee in basis points, 0 to 1000; set together with `affiliate`. */
  affiliateFeeBps?: number;
  /** Rate limit in points a minute, over all instances; the deployment's own limit applies where it is absent. */
  rateLimitPerMinute?: number;
  /** Unix ms from which its keys are refused and its embed can no longer be framed. */
  expiresAt?: number;
};

/** A key as it is stored: without its secret, of which no copy is kept. */
export type ApiKey = {
  /** `key_…`: for the operator. */
  id: string;
  integratorId: string;
  /** The first characters of the key, by which people recognise it. */
  prefix: string;
  /** Unix ms, like the times below. */
  createdAt: number;
  /** End of the grace period after a rotation; null: the key lives as long as its integrator. */
  expiresAt: number | null;
  revokedAt: number | null;
  /** Last use, at most a few seconds out of date because uses are stored in batches; null: never used. */
  lastUsedAt: number | null;
};

export type IntegratorRecord = { integrator: Integrator; createdAt: number; revokedAt: number | null; keys: ApiKey[] };

/** Why a key is refused; undefined while it is valid. */
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
 * Normalises an origin: `HTTPS://Example.com/` becomes `https://example.com`. Undefined for anything but one http(s)
 * origin; wildcards are refused, so that exactly the registered sites can frame an embed.
 */
export function parseOrigin(text: string): string | undefined {
  if (/[\s,;'"*]/.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  const bare =
    url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '' && url.password === '';
  return bare && ['http:', 'https:'].includes(url.protocol) ? url.origin : undefined;
}
