/** Saves the swaps of this browser: a hash is written here before anything else is done with it. */
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { onStored, ownStorage } from '../ui/own-storage.ts';
import { mergeSwaps, type SwapKey, sameSwap } from './merge-swaps.ts';
import { readSavedSwap, type SavedRoute, type SavedSwap } from './read-saved-swap.ts';

export type { SavedSwap } from './read-saved-swap.ts';

const KEY = 'portage.swaps';
/** Each takes about 1 kB of a storage of 5 MB. */
const MOST = 1000;
/** A swap that no chain has shown is awaited no longer than this: nobody pays a quote that old. */
const WAITED_FOR_MS = 7 * 24 * 3_600_000;
/** Fired on the window of the tab that changed the list; other tabs get `storage`. */
const SAVED_SWAPS_CHANGED = 'portage:swaps';

const FINAL: readonly (string | undefined)[] = ['completed', 'refunded', 'failed'];
export const isOver = (swap: Pick<SavedSwap, 'status'>): boolean => FINAL.includes(swap.status);

/**
 * Whether anything may still happen to the swap.
 * @param now Unix milliseconds.
 */
export const isRunning = (swap: Pick<SavedSwap, 'status' | 'at' | 'gone'>, now: number): boolean =>
  !isOver(swap) &&
  !swap.gone &&
  (swap.status === 'pending' || swap.status === 'swapping' || now - swap.at < WAITED_FOR_MS);

type Writable = Pick<Storage, 'getItem' | 'setItem'>;

/** Newest first; unreadable entries are left out. */
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

/** What this browser has saved of a swap: the entry of this payment, else another one of the same route. */
export function rememberedSwap(
  { quoteId, routeIndex }: Omit<SwapKey, 'hash'>,
  hash: string | undefined,
): SavedSwap | undefined {
  if (typeof window === 'undefined') return undefined;
  const swaps = readSavedSwaps().filter((swap) => swap.quoteId === quoteId && swap.routeIndex === routeIndex);
  return swaps.find((swap) => swap.hash === hash) ?? swaps[0];
}

/** Calls `changed` when the list changes in this tab or another. Returns the unsubscribe function. */
export const onSavedSwaps = (changed: () => void): (() => void) => onStored([KEY], SAVED_SWAPS_CHANGED, changed);

/** Drops the oldest finished swaps until `most` are left; running ones are dropped last. */
function shortened(swaps: readonly SavedSwap[], most: number): SavedSwap[] {
  const kept = [...swaps];
  while (kept.length > most) {
    const oldest = kept.findLastIndex(isOver);
    kept.splice(oldest < 0 ? kept.length - 1 : oldest, 1);
  }
  return kept;
}

/**
 * When storage is full, the list is shortened; its newest entry stays as long as anything fits. Never throws: a payment
 * whose hash cannot be saved was sent all the same, and must not look like a failed one.
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

/** Puts the swap first in the list, replacing an entry of the same payment. */
export function saveSwap(swap: SavedSwap, storage: Writable = ownStorage()): void {
  write(storage, [swap, ...readSavedSwaps(storage).filter((other) => !sameSwap(other, swap))]);
}

/** What may change about a swap after it was saved. */
export type SwapChange = Partial<Omit<SavedSwap, 'quoteId' | 'routeIndex' | 'hash' | 'chain' | 'at' | 'route'>>;

export function changeSavedSwap(swap: SwapKey, change: SwapChange, storage: Writable = ownStorage()): void {
  const swaps = readSavedSwaps(storage);
  const known = swaps.find((other) => sameSwap(other, swap));
  if (!known) return;
  const next = { ...known, ...change };
  if (JSON.stringify({ ...next, receivedAt: 0 }) === JSON.stringify({ ...known, receivedAt: 0 })) return;
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
  /** Entries for which the browser had no room. */
  leftOut: number;
};

/** Adds swaps from elsewhere. Newer knowledge of this browser stays; entries that do not fit are counted. */
export function addSwaps(swaps: readonly SavedSwap[], storage: Writable = ownStorage()): Added {
  const { merged, ...counts } = mergeSwaps(readSavedSwaps(storage), swaps);
  write(storage, merged);
  return { ...counts, leftOut: merged.length - readSavedSwaps(storage).length };
}

/** The fields of a route worth keeping in the browser. */
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

const pathOf = (swap: Omit<SwapKey, 'hash'> & { hash?: string }): string =>
  `${encodeURIComponent(swap.quoteId)}/${swap.routeIndex}${swap.hash ? `?hash=${encodeURIComponent(swap.hash)}` : ''}`;

export const trackPath = (swap: Omit<SwapKey, 'hash'> & { hash?: string }): string => `/track/${pathOf(swap)}`;
export const receiptPath = (swap: Omit<SwapKey, 'hash'> & { hash?: string }): string => `/receipt/${pathOf(swap)}`;
