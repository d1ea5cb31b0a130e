/** For tests: a real store in a folder of its own, closed and removed when its tests are over. */
import { rm } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import type { Store } from './store.ts';
import { embedded, readyFolder } from './test-folders.ts';

/** `reopen` closes the store and opens its folder as the next process would. */
export async function openTestStore(): Promise<{ store: Store; reopen(): Promise<Store>; dispose(): Promise<void> }> {
  const dataDir = await readyFolder();
  let store = await embedded(dataDir);
  return {
    store,
    async reopen() {
      await store.close();
      store = await embedded(dataDir);
      return store;
    },
    async dispose() {
      await store.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** One store for all tests of the file, or a fresh one for each; called once, at the file's top. */
export function withTestStore(per: 'file' | 'test' = 'file'): { readonly store: Store } {
  // The database is real: on a busy machine its work takes a while.
  vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });
  let opened: Awaited<ReturnType<typeof openTestStore>>;
  const [before, after] = per === 'file' ? [beforeAll, afterAll] : [beforeEach, afterEach];
  before(async () => {
    opened = await openTestStore();
  });
  after(() => opened.dispose());
  return {
    get store() {
      return opened.store;
    },
  };
}
