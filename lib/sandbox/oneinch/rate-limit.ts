/** Counts requests by wall time, like the API's gateway, while the fault that limits them is on. */
import type { World } from '../ledger.ts';

export type RateLimit = {
  /** Whether one more request is allowed now. */
  take(): boolean;
};

/** `rateLimit` {"perSecond":1}: so many within any second. */
export function createRateLimit(
  { faults }: Pick<World, 'faults'>,
  monotonic: () => number = () => performance.now(),
): RateLimit {
  let taken: number[] = [];
  return {
    take() {
      const limit = faults.get('oneinch', 'rateLimit');
      if (limit === undefined) return true;
      const now = monotonic();
      taken = taken.filter((at) => now - at < 1000);
      if (taken.length >= (typeof limit.perSecond === 'number' ? limit.perSecond : 1)) return false;
      taken.push(now);
      return true;
    },
  };
}
