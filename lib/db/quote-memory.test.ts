import { expect, it } from 'vitest';
import { withQuoteMemory } from './quote-memory.ts';
import type { Store, StoredQuote } from './store.ts';

/** A store that counts its reads, and whose quotes can be resumed. */
function countingStore() {
  const reads: string[] = [];
  let resumed = 0;
  const store = {
    loadQuote: async (id: string): Promise<StoredQuote | undefined> => {
      reads.push(id);
      return id === 'missing' ? undefined : { id, createdAt: resumed, request: {}, response: {}, drafts: [] };
    },
    resumeRoute: async () => {
      resumed += 1;
    },
  };
  return { store: withQuoteMemory(store as unknown as Store), reads };
}

it('reads a quote once, as one object, and a missing one each time', async () => {
  const { store, reads } = countingStore();
  const first = await store.loadQuote('a');
  expect(await store.loadQuote('a')).toBe(first);
  await store.loadQuote('missing');
  await store.loadQuote('missing');
  expect(reads).toEqual(['a', 'missing', 'missing']);
});

it('reads a quote again after one of its routes was resumed', async () => {
  const { store, reads } = countingStore();
  await store.loadQuote('a');
  await store.resumeRoute({ quoteId: 'a' } as Parameters<Store['resumeRoute']>[0]);
  expect(await store.loadQuote('a')).toMatchObject({ createdAt: 1 });
  expect(reads).toEqual(['a', 'a']);
});

it('keeps the latest few hundred', async () => {
  const { store, reads } = countingStore();
  for (let n = 0; n <= 300; n += 1) await store.loadQuote(String(n));
  await store.loadQuote('300');
  expect(reads).toHaveLength(301);
  await store.loadQuote('0');
  expect(reads).toHaveLength(302);
});
