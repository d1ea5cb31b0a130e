/** Merges two lists of the same swaps: nothing is lost, and older facts never overwrite newer ones. */
import { sameRoute } from '../../lib/wallet/wallet-types.ts';
import type { SavedSwap } from './read-saved-swap.ts';

export type SwapKey = Pick<SavedSwap, 'quoteId' | 'routeIndex' | 'hash'>;

export const sameSwap = (a: SwapKey, b: SwapKey): boolean => sameRoute(a, b) && a.hash === b.hash;

const keyOf = ({ quoteId, routeIndex, hash }: SwapKey): string => JSON.stringify([quoteId, routeIndex, hash]);

/** A final status outweighs all others; of those, the more recent news counts. */
const weightOf = ({ status, receivedAt = 0 }: SavedSwap): number =>
  status === 'completed' || status === 'refunded' || status === 'failed'
    ? Number.MAX_SAFE_INTEGER
    : status === undefined
      ? -1
      : receivedAt;

/** @param ours wins when both are equally recent. */
export function mergeSwap(ours: SavedSwap, theirs: SavedSwap): SavedSwap {
  const [newer, older] = weightOf(theirs) > weightOf(ours) ? [theirs, ours] : [ours, theirs];
  const { gone: _, ...facts } = { ...older, ...newer };
  return {
    ...facts,
    // Only this deployment's own answer says whether it has forgotten the swap.
    ...(ours.gone === undefined ? {} : { gone: ours.gone }),
    at: Math.min(ours.at, theirs.at),
    reported: ours.reported || theirs.reported,
    route: { ...theirs.route, ...ours.route },
  };
}

/** Newest first. */
export function mergeSwaps(
  ours: readonly SavedSwap[],
  theirs: readonly SavedSwap[],
): { merged: SavedSwap[]; added: number; updated: number; unchanged: number } {
  const byKey = new Map(ours.map((swap) => [keyOf(swap), swap]));
  const counts = { added: 0, updated: 0, unchanged: 0 };
  for (const swap of theirs) {
    const key = keyOf(swap);
    const known = byKey.get(key);
    const merged = known ? mergeSwap(known, swap) : swap;
    const isSame = known !== undefined && JSON.stringify(sorted(merged)) === JSON.stringify(sorted(known));
    counts[known ? (isSame ? 'unchanged' : 'updated') : 'added'] += 1;
    byKey.set(key, merged);
  }
  return { merged: [...byKey.values()].sort((a, b) => b.at - a.at), ...counts };
}

const sorted = (swap: SavedSwap): [string, unknown][] =>
  Object.entries(swap).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
