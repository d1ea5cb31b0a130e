/** Anonymous callers cannot use up the day's bound of page visitors and integrators, and every share refills. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallerClass } from '../domain/caller-class.ts';
import type { Store } from './store.ts';
import { withTestPostgres } from './test-database.ts';
import { testPreparation } from './test-preparations.ts';

const DAY_MS = 86_400_000;

describe('shares of a day’s orders', () => {
  const postgres = withTestPostgres();
  let stores: Store[];
  let count = 0;
  beforeAll(async () => {
    stores = [await postgres.open(), await postgres.open('mainnet')];
  });
  afterAll(() => Promise.all(stores.map((store) => store.close())));

  /** Claims until the share is used up; each one by another client. */
  async function usedUp(store: Store, callerClass: CallerClass, limits: { inAll: number; dayMs: number }) {
    for (let made = 0; ; made += 1) {
      count += 1;
      const claim = { id: `order-${count}`, key: `key-${count}`, client: `client-${count}`, now: count * 1_000_000 };
      const claimed = await store.claimPreparation(
        testPreparation({ ...claim, callerClass, limits: { perClient: 10, ...limits } }),
      );
      if (claimed.outcome === 'full') return { made, limit: claimed.limit, waitMs: claimed.until - claim.now };
    }
  }

  it('keep a quarter for the page’s visitors and a quarter for integrators, however many strangers ask', async () => {
    const [store] = stores;
    if (!store) throw new Error('no store');
    const limits = { inAll: 80, dayMs: DAY_MS };
    // Half of a share may be used at once: of 40, of 60 together, of 80 in all. Clocks of instances do not count.
    expect(await usedUp(store, 'open', limits)).toMatchObject({ made: 20, limit: 'class' });
    expect(await usedUp(store, 'page', limits)).toMatchObject({ made: 10, limit: 'class' });
    const { made, limit, waitMs } = await usedUp(store, 'key', limits);
    expect([made, limit]).toEqual([10, 'all']);
    // The other half comes back evenly over the day.
    expect(waitMs).toBeGreaterThan((DAY_MS / 40) * 0.9);
    expect(waitMs).toBeLessThanOrEqual(DAY_MS / 40);
  });

  it('count one client whether it comes by the page or not, and refill by themselves', async () => {
    const [, store] = stores;
    if (!store) throw new Error('no store');
    const claim = (callerClass: CallerClass, dayMs: number) => {
      count += 1;
      const limits = { perClient: 4, inAll: 1000, dayMs };
      const order = { id: `order-${count}`, key: `key-${count}`, client: 'one', now: 1, callerClass, limits };
      return store.claimPreparation(testPreparation(order));
    };
    expect((await claim('open', DAY_MS)).outcome).toBe('mine');
    expect((await claim('page', DAY_MS)).outcome).toBe('mine');
    expect(await claim('open', DAY_MS)).toMatchObject({ outcome: 'full', limit: 'client' });
    expect(await claim('page', DAY_MS)).toMatchObject({ outcome: 'full', limit: 'client' });
    // With a day of two seconds the next one comes back in one.
    await expect.poll(async () => (await claim('page', 2000)).outcome, { timeout: 10_000 }).toBe('mine');
  });
});
