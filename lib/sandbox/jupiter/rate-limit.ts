/** Implements the gateway: who may send requests, and how many per minute. */
import { fault, type Jupiter, use } from './jupiter-state.ts';

const WINDOW_MS = 60_000;
/** Requests per window: with the sandbox's key, and without a key (half a request per second). */
const WITH_KEY = 3000;
const WITHOUT = 30;

export type Gate = { headers: Record<string, string>; refused?: { status: number; body: unknown } };

type Bucket = number[];

/** The sandbox's own key, which `networks.ts` sends. */
export const API_KEY = 'portage-sandbox';

function limitFor(key: string | undefined, forced: unknown): number {
  if (typeof forced === 'number') return forced;
  return key === undefined ? WITHOUT : WITH_KEY;
}

/** Counts requests by wall time. A wrong key is refused; a missing key is not. */
export function createGate(jupiter: Jupiter): (key: string | undefined) => Gate {
  const buckets = new Map<string, Bucket>();
  let requests = 0;
  return (key) => {
    requests += 1;
    const id = { 'x-api-gateway-request-id': `sandbox-${requests}` };
    if (key !== undefined && key !== API_KEY)
      return { headers: id, refused: { status: 401, body: { code: 401, message: 'Unauthorized' } } };
    const now = Date.now();
    const forced = fault(jupiter, 'rateLimit');
    const limit = limitFor(key, forced?.limit);
    const past = (buckets.get(key ?? '') ?? []).filter((at) => at > now - WINDOW_MS);
    past.push(now);
    buckets.set(key ?? '', past);
    const isForced = forced !== undefined && typeof forced.limit !== 'number';
    if (isForced) use(jupiter, 'rateLimit');
    const over = isForced || past.length > limit;
    const waitMs = isForced ? 1000 * Number(forced.resetSeconds ?? 2) : (past[0] ?? now) + WINDOW_MS - now;
    const headers = {
      ...id,
      'x-ratelimit-current': String(past.length),
      'x-ratelimit-remaining': String(isForced ? 0 : limit - past.length),
      'x-ratelimit-reset': String(Math.ceil((now + waitMs) / 1000)),
    };
    if (!over) return { headers };
    return { headers, refused: { status: 429, body: { code: 429, message: '[API Gateway] Too many requests' } } };
  };
}
