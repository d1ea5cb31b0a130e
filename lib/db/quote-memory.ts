/** Keeps the quotes that were read of late in memory: a stored quote never changes, except when it is resumed. */
import { remember } from '../domain/remember.ts';
import type { Store, StoredQuote } from './store.ts';

const MAX_QUOTES = 300;

/** The store with a short-lived cache of quotes; a missing one is asked for again. */
export function withQuoteMemory(store: Store): Store {
  const quotes = new Map<string, StoredQuote>();
  return {
    ...store,
    resumeRoute(resumed) {
      quotes.delete(resumed.quoteId);
      return store.resumeRoute(resumed);
    },
    async loadQuote(id) {
      const known = quotes.get(id);
      if (known) return known;
      const quote = await store.loadQuote(id);
      if (!quote) return undefined;
      remember(quotes, id, quote, MAX_QUOTES);
      return quote;
    },
  };
}
