/**
 * Returns the origins that may frame an embed, from a cache of a few seconds: each page view asks, but not each one
 * queries the database.
 */
import { remember } from '../domain/remember.ts';

/** So a revoked integrator can be framed for at most this long. */
const REMEMBERED_MS = 10_000;
/** Anyone can invent ids, so the cache is bounded. */
const MOST = 1000;
const EMBED_ID = /^[A-Za-z0-9_-]{1,64}$/;

/** The origins of an integrator; undefined where the id is unknown, expired or revoked. */
export type AskOrigins = (embedId: string) => Promise<readonly string[] | undefined>;

/** Caches answers. Where a query fails, the last answer stays valid. @param monotonic a clock in ms that never jumps. */
export function rememberOrigins(ask: AskOrigins, monotonic: () => number): AskOrigins {
  const known = new Map<string, { origins: readonly string[] | undefined; until: number }>();
  return async (embedId) => {
    if (!EMBED_ID.test(embedId)) return undefined;
    const last = known.get(embedId);
    if (last && last.until > monotonic()) return last.origins;
    const origins = await ask(embedId).catch(() => last?.origins);
    remember(known, embedId, { origins, until: monotonic() + REMEMBERED_MS }, MOST);
    return origins;
  };
}
