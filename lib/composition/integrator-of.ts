/** Says whose key a caller has sent, for endpoints that belong to an integrator. */
import { Problem } from '../api/problem.ts';
import type { Integrator } from '../domain/integrator.ts';
import type { Caller } from '../http/caller.ts';

/** @throws {Problem} 401 for a caller without a key. */
export function integratorOf(caller: Caller): Integrator {
  if (caller.kind === 'integrator') return caller.integrator;
  throw new Problem({
    status: 401,
    title: 'Unauthorized',
    detail:
      'This belongs to an integrator: send its key in the x-api-key header. GET /v1/swaps also takes the token of an address: POST /v1/sign-in.',
  });
}
