/** Refuses what begins a swap while the deployment is under maintenance, and to callers of denied countries. */
import { Problem } from '../api/problem.ts';
import type { Settings } from '../config/env.ts';
import { maintenanceSentence, type SwitchedOff } from '../domain/switches.ts';
import type { ApiRequest } from '../http/api-request.ts';
import { createCountryOf } from '../http/country.ts';
import type { KillSwitches } from './kill-switches.ts';

const RETRY_AFTER_SECONDS = '60';

/** @throws {Problem} 503 under maintenance, 403 for a denied country. @returns what else is switched off. */
export type AssertMaySwap = (request: Pick<ApiRequest, 'headers'>) => Promise<SwitchedOff>;

export function createMaySwap(
  { access, guard }: Pick<Settings, 'access' | 'guard'>,
  switches: Pick<KillSwitches, 'current'>,
): AssertMaySwap {
  const countryOf = createCountryOf({ ...access, countryHeader: guard.countryHeader });
  return async ({ headers }) => {
    const off = await switches.current();
    if (off.maintenance)
      throw new Problem({
        status: 503,
        title: 'Maintenance',
        detail: maintenanceSentence(off.maintenance),
        // The page has a sentence of its own in the reader's language; this is only the operator's.
        ...(off.maintenance.why === '' ? {} : { extra: { sentence: off.maintenance.why } }),
        headers: { 'retry-after': RETRY_AFTER_SECONDS },
      });
    // The server has written the peer's address there.
    const country = countryOf(headers, headers.get('x-portage-client-address') ?? '');
    if (guard.deniedCountries.has(country))
      throw new Problem({
        status: 403,
        title: 'Country Refused',
        detail: 'This deployment offers no swaps in your country. Swaps that you have begun can still be tracked.',
      });
    return off;
  };
}
