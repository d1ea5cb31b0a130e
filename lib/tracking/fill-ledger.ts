/** Fills an empty ledger from what is stored of swaps that ended before there was one. */
import type { Store, StoredSwap } from '../db/store.ts';
import { LEDGER_MS } from '../domain/ledger.ts';
import { derive, knownSwap } from './known-swap.ts';
import { ledgerEntry } from './ledger-entry.ts';
import { trackedRouteOf } from './locate-swap.ts';

const PAGE = 200;

/** Returns how many entries were added; 0 where the ledger has any. @param deps `now` in unix ms. */
export async function fillLedger({ store, now }: { store: Store; now: () => number }): Promise<number> {
  const since = now() - LEDGER_MS;
  if ((await store.ledgerSince(since, 1)).length > 0) return 0;
  let added = 0;
  let after: StoredSwap | undefined;
  do {
    const page: StoredSwap[] = await store.endedSwaps({ since, after, limit: PAGE });
    for (const swap of page) {
      const quote = await store.loadQuote(swap.quoteId);
      const route = quote && trackedRouteOf(quote, swap.routeIndex);
      const known = route && (await knownSwap(store, route, swap));
      const entry = known && ledgerEntry(known, derive(known, now()));
      if (!entry) continue;
      await store.addToLedger(entry);
      added += 1;
    }
    after = page.length === PAGE ? page.at(-1) : undefined;
  } while (after);
  return added;
}
