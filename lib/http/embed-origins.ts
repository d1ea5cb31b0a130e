/** Tells who may frame an embed, from what is remembered for seconds: a page asks at every view, the database does not. */

/** A revoked integrator is framed no more after this. */
const REMEMBERED_MS = 10_000;
/** Ids are free to invent: no more than so many are remembered. */
const MOST = 1000;
const EMBED_ID = /^[A-Za-z0-9_-]{1,64}$/;

/** Origins of the integrator; undefined where the id is nobody's, expired or revoked. */
export type AskOrigins = (embedId: string) => Promise<readonly string[] | undefined>;

/** Remembers answers; where the question fails, the last answer holds. */
export function rememberOrigins(ask: AskOrigins, now: () => number): AskOrigins {
  const known = new Map<string, { origins: readonly string[] | undefined; until: number }>();
  return async (embedId) => {
    if (!EMBED_ID.test(embedId)) return undefined;
    const last = known.get(embedId);
    if (last && last.until > now()) return last.origins;
    const origins = await ask(embedId).catch(() => last?.origins);
    known.delete(embedId);
    known.set(embedId, { origins, until: now() + REMEMBERED_MS });
    const [oldest] = known.keys();
    if (known.size > MOST && oldest !== undefined) known.delete(oldest);
    return origins;
  };
}
