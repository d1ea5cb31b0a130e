/** Authenticates the caller of every API endpoint, refuses callers without access, and charges the caller's rate limit. */
import { isProblem } from '../api/problem.ts';
import type { Access } from '../config/access-settings.ts';
import type { ApiRequest } from './api-request.ts';
import { type Caller, callerKey } from './caller.ts';
import type { KeyRing } from './key-ring.ts';
import { costOf, type RateHeaders, type RateLimits } from './rate-limits.ts';
import type { UsageCounter } from './usage-counter.ts';

export type Asked = {
  request: Pick<ApiRequest, 'method' | 'headers'>;
  /** The path's pattern, as the log has it. */
  route: string;
  /** The client's address; '' where it is unknown. */
  address: string;
};

export type Admitted = {
  caller: Caller;
  /** Headers of the answer. */
  headers: RateHeaders;
  /** Charges further points for work that only the body names. @throws {Problem} 429 */
  charge(points: number): Promise<RateHeaders>;
};

export type Authenticator = {
  /** Admits a caller of the API, by its key where it has one. @throws {Problem} 401, 429 or 503. */
  admit(asked: Asked): Promise<Admitted>;
  /** Admits a caller of an endpoint that needs no key, and charges the caller's address. @throws {Problem} 429 */
  admitVisitor(asked: Asked): Promise<Admitted>;
};

export type AuthenticatorDeps = {
  keys: KeyRing;
  limits: RateLimits;
  usage: Pick<UsageCounter, 'note'>;
  points: Access['pointsPerMinute'];
};

/** Points that a request with a wrong key costs its address, which makes guessing expensive. */
const WRONG_KEY_COST = 10;

export function createAuthenticator({ keys, limits, usage, points }: AuthenticatorDeps): Authenticator {
  const limitOf = (caller: Caller): number =>
    caller.kind === 'anonymous' ? points.anonymous : (caller.integrator.rateLimitPerMinute ?? points.integrator);
  const spend = (caller: Caller, cost: number) =>
    limits.take({
      key: callerKey(caller),
      limit: limitOf(caller),
      cost,
      name: caller.kind === 'anonymous' ? 'anonymous' : 'key',
    });

  /**
   * Charges the address for a wrong key. The answer says that the key is wrong even when no points are left, since
   * waiting would not help.
   */
  async function charged(address: string): Promise<RateHeaders> {
    try {
      return await spend({ kind: 'anonymous', address }, WRONG_KEY_COST);
    } catch (error) {
      if (!isProblem(error)) throw error;
      const { 'retry-after': _later, ...headers } = error.headers;
      return headers;
    }
  }

  const methodOf = ({ request }: Asked): string => (request.method === 'HEAD' ? 'GET' : request.method);
  const admitted = async (caller: Caller, asked: Asked): Promise<Admitted> => ({
    caller,
    headers: await spend(caller, costOf(methodOf(asked), asked.route)),
    charge: (points) => spend(caller, points),
  });

  return {
    async admit(asked) {
      const { request, route, address } = asked;
      let caller: Caller;
      try {
        caller = await keys.callerOf(request, address);
      } catch (error) {
        if (isProblem(error) && error.status === 401) Object.assign(error.headers, await charged(address));
        throw error;
      }
      if (caller.kind === 'integrator') usage.note(caller.keyId, `requests ${methodOf(asked)} ${route}`);
      return admitted(caller, asked);
    },
    admitVisitor: (asked) => admitted({ kind: 'anonymous', address: asked.address }, asked),
  };
}
