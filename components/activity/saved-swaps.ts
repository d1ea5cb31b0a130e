/** The swaps of this browser: a hash is written here before anything else happens with it. */
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { ownStorage } from '../ui/own-storage.ts';
import { mergeSwaps, type SwapKey, sameSwap } from './merge-swaps.ts';
import { readSavedSwap, type SavedRoute, type SavedSwap } from './read-saved-swap.ts';

export type { SavedSwap } from './read-saved-swap.ts';

const KEY = 'portage.swaps';
/** About 1 kB each, in a storage of 5 MB. */
const MOST = 1000;
/** Nobody pays a quote that is this old: a swap that was never seen is no longer waited for. */
const WAITED_FOR_MS = 7 * 24 * 3_600_000;
/** Fired on the window of the tab that changed the list; other tabs get `storage`. */
const SAVED_SWAPS_CHANGED = 'portage:swaps';

const FINAL: readonly (string | undefined)[] = ['completed', 'refunded', 'failed'];
export const isOver = (swap: Pick<SavedSwap, 'status'>): boolean => FINAL.includes(swap.status);

/** Whether something may still happen. @param now unix milliseconds. */
export const isRunning = (swap: Pick<SavedSwap, 'status' | 'at' | 'gone'>, now: number): boolean =>
  !isOver(swap) &&
  !swap.gone &&
  (swap.status === 'pending' || swap.status === 'swapping' || now - swap.at < WAITED_FOR_MS);

type Writable = Pick<Storage, 'getItem' | 'setItem'>;

/** Newest first; entries that cannot be read are left out. */
export function readSavedSwaps(storage: Pick<Storage, 'getItem'> = ownStorage()): SavedSwap[] {
  try {
    const list: unknown = JSON.parse(storage.getItem(KEY) ?? '[]');
    return (Array.isArray(list) ? list : []).flatMap((item: unknown) => {
      const read = readSavedSwap(item);
      return read.ok ? [read.swap] : [];
    });
  } catch {
    return [];
  }
}

/** What this browser remembers of a swap: of this payment where it knows it, else of another of the same route. */
export function rememberedSwap(
  { quoteId, routeIndex }: Omit<SwapKey, 'hash'>,
  hash: string | undefined,
): SavedSwap | undefined {
  if (typeof window === 'undefined') return undefined;
  const swaps = readSavedSwaps().filter((swap) => swap.quoteId === quoteId && swap.routeIndex === routeIndex);
  return swaps.find((swap) => swap.hash === hash) ?? swaps[0];
}

/** Runs when the list changes, in this tab or another. */
export function onSavedSwaps(changed: () => void): () => void {
  const fromElsewhere = ({ key }: StorageEvent) => (key === null || key === KEY) && changed();
  window.addEventListener(SAVED_SWAPS_CHANGED, changed);
  window.addEventListener('storage', fromElsewhere);
  return () => {
    window.removeEventListener(SAVED_SWAPS_CHANGED, changed);
    window.removeEventListener('storage', fromElsewhere);
  };
}

/** Without the oldest that are over; one that runs is dropped last. @param most how many are kept. */
function shortened(swaps: readonly SavedSwap[], most: number): SavedSwap[] {
  const kept = [...swaps];
  while (kept.length > most) {
    const oldest = kept.findLastIndex(isOver);
    kept.splice(oldest < 0 ? kept.length - 1 : oldest, 1);
  }
  return kept;
}

/**
 * A full storage makes the list shorter, never loses its newest while it takes anything. Never throws: a payment whose
 * hash cannot be written down was sent all the same, and must not look like one that failed.
 */
function write(storage: Writable, swaps: readonly SavedSwap[]): void {
  for (let most = MOST; ; most = Math.floor(Math.min(most, swaps.length) / 2)) {
    try {
      storage.setItem(KEY, JSON.stringify(shortened(swaps, most)));
      break;
    } catch {
      if (most <= 1) break;
    }
  }
  if (typeof window !== 'undefined') window.dispatchEvent(new Event(SAVED_SWAPS_CHANGED));
}

/** Puts the swap first; the same payment is never listed twice. */
export function saveSwap(swap: SavedSwap, storage: Writable = ownStorage()): void {
  write(storage, [swap, ...readSavedSwaps(storage).filter((other) => !sameSwap(other, swap))]);
}

/** What may be learnt of a swap after it was saved. */
export type SwapChange = Partial<Omit<SavedSwap, 'quoteId' | 'routeIndex' | 'hash' | 'chain' | 'at' | 'route'>>;

export function changeSavedSwap(swap: SwapKey, change: SwapChange, storage: Writable = ownStorage()): void {
  const swaps = readSavedSwaps(storage);
  const known = swaps.find((other) => sameSwap(other, swap));
  if (!known) return;
  const next = { ...known, ...change };
  if (JSON.stringify({ ...next, heardAt: 0 }) === JSON.stringify({ ...known, heardAt: 0 })) return;
  write(
    storage,
    swaps.map((other) => (other === known ? next : other)),
  );
}

export function forgetSwap(swap: SwapKey, storage: Writable = ownStorage()): void {
  write(
    storage,
    readSavedSwaps(storage).filter((other) => !sameSwap(other, swap)),
  );
}

export type Added = {
  added: number;
  updated: number;
  unchanged: number;
  /** For these the browser has no room. */
  leftOut: number;
};

/** Takes swaps in from elsewhere. What is known here and newer stays; what does not fit is counted. */
export function addSwaps(swaps: readonly SavedSwap[], storage: Writable = ownStorage()): Added {
  const { merged, ...counts } = mergeSwaps(readSavedSwaps(storage), swaps);
  write(storage, merged);
  return { ...counts, leftOut: merged.length - readSavedSwaps(storage).length };
}

/** What of a route is worth keeping in the browser. */
export function savedRoute(route: WireRoute): SavedRoute {
  const { providers, sellAsset, sellAmount, buyAsset, expectedBuyAmount, legs, estimatedTime, meta } = route;
  return {
    providers,
    sellAsset,
    sellAmount,
    buyAsset,
    expectedBuyAmount,
    legs: legs.map(({ provider, sellAsset, sellAmount, buyAsset, buyAmount, buyAmountMaxSlippage }) => ({
      provider,
      sellAsset,
      sellAmount,
      buyAsset,
      buyAmount,
      buyAmountMaxSlippage,
    })),
    ...(estimatedTime ? { estimatedTime } : {}),
    meta: {
      ...(meta.maxStreamingQuantity === undefined ? {} : { maxStreamingQuantity: meta.maxStreamingQuantity }),
      ...(meta.streamingInterval === undefined ? {} : { streamingInterval: meta.streamingInterval }),
    },
    ...(route.destinationAddress ? { destinationAddress: route.destinationAddress } : {}),
  };
}

const placeOf = (swap: Omit<SwapKey, 'hash'> & { hash?: string }): string =>
  `${encodeURIComponent(swap.quoteId)}/${swap.routeIndex}${swap.hash ? `?hash=${encodeURIComponent(swap.hash)}` : ''}`;

export const trackPath = (swap: Omit<SwapKey, 'hash'> & { hash?: string }): string => `/track/${placeOf(swap)}`;
export const receiptPath = (swap: Omit<SwapKey, 'hash'> & { hash?: string }): string => `/receipt/${placeOf(swap)}`;
