/** The swaps of this browser: a hash is written here before anything else happens with it. */
import { z } from 'zod';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { PROVIDER_IDS } from '../../lib/domain/provider-id.ts';
import { TRACKING_STATUSES } from '../../lib/domain/swap-status.ts';

const KEY = 'portage.swaps';
const MOST = 50;
/** Fired on the window of the tab that changed the list; other tabs get `storage`. */
export const SAVED_SWAPS_CHANGED = 'portage:swaps';

const providerId = z.enum(PROVIDER_IDS);
const savedSwapSchema = z.object({
  quoteId: z.string(),
  routeIndex: z.number().int(),
  /** '' while a deposit address is open and nobody has named a payment. */
  hash: z.string(),
  chain: z.string(),
  /** Unix milliseconds. */
  at: z.number(),
  /** True once the service has been told about the hash. */
  told: z.boolean(),
  status: z.enum(TRACKING_STATUSES).optional(),
  route: z.object({
    providers: z.array(providerId),
    sellAsset: z.string(),
    sellAmount: z.string(),
    buyAsset: z.string(),
    expectedBuyAmount: z.string(),
    legs: z.array(
      z.object({
        provider: providerId,
        sellAsset: z.string(),
        sellAmount: z.string(),
        buyAsset: z.string(),
        buyAmount: z.string(),
        buyAmountMaxSlippage: z.string(),
      }),
    ),
    estimatedTime: z
      .object({
        inbound: z.number().optional(),
        swap: z.number().optional(),
        outbound: z.number().optional(),
        total: z.number(),
      })
      .optional(),
    meta: z.object({ maxStreamingQuantity: z.number().optional(), streamingInterval: z.number().optional() }),
  }),
});
export type SavedSwap = z.infer<typeof savedSwapSchema>;

/** Newest first; entries that cannot be read are left out. */
export function readSavedSwaps(storage: Pick<Storage, 'getItem'> = localStorage): SavedSwap[] {
  try {
    const list: unknown = JSON.parse(storage.getItem(KEY) ?? '[]');
    return (Array.isArray(list) ? list : []).flatMap((item: unknown) => {
      const parsed = savedSwapSchema.safeParse(item);
      return parsed.success ? [parsed.data] : [];
    });
  } catch {
    return [];
  }
}

const same = (a: Pick<SavedSwap, 'quoteId' | 'routeIndex' | 'hash'>, b: typeof a) =>
  a.quoteId === b.quoteId && a.routeIndex === b.routeIndex && a.hash === b.hash;

type Writable = Pick<Storage, 'getItem' | 'setItem'>;

function write(storage: Writable, swaps: SavedSwap[]): void {
  storage.setItem(KEY, JSON.stringify(swaps.slice(0, MOST)));
  if (typeof window !== 'undefined') window.dispatchEvent(new Event(SAVED_SWAPS_CHANGED));
}

/** Puts the swap first; the same payment is never listed twice. */
export function saveSwap(swap: SavedSwap, storage: Writable = localStorage): void {
  write(storage, [swap, ...readSavedSwaps(storage).filter((other) => !same(other, swap))]);
}

export function changeSavedSwap(
  swap: Pick<SavedSwap, 'quoteId' | 'routeIndex' | 'hash'>,
  change: Partial<Pick<SavedSwap, 'told' | 'status'>>,
  storage: Writable = localStorage,
): void {
  const swaps = readSavedSwaps(storage);
  if (swaps.some((other) => same(other, swap)))
    write(
      storage,
      swaps.map((other) => (same(other, swap) ? { ...other, ...change } : other)),
    );
}

/** What of a route is worth keeping in the browser. */
export function savedRoute(route: WireRoute): SavedSwap['route'] {
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
  };
}

export const trackPath = (swap: Pick<SavedSwap, 'quoteId' | 'routeIndex'> & { hash?: string }): string =>
  `/track/${encodeURIComponent(swap.quoteId)}/${swap.routeIndex}${swap.hash ? `?hash=${encodeURIComponent(swap.hash)}` : ''}`;
