/** One order for the same terms, however often asked, by however many instances, even when the callers disconnect. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '../db/store.ts';
import { UNLIMITED } from '../db/test-channels.ts';
import { withTestPostgres } from '../db/test-database.ts';
import { ProviderError } from '../domain/errors.ts';
import { ChannelError, type PreparedRoute, type ProviderQuoteRequest } from '../providers/provider.ts';
import { draftFor } from '../quote/test-quotes.ts';
import type { PreparingDeps } from './preparing.ts';
import { termsKey } from './terms-key.ts';
import { failureOf, newRequest, preparingWorld } from './test-preparing.ts';

const postgres = withTestPostgres();
let store: Store;
let other: Store;
beforeAll(async () => {
  [store, other] = [await postgres.open(), await postgres.open()];
});
afterAll(() => Promise.all([store.close(), other.close()]));

const world = (over: Partial<PreparingDeps> = {}) => preparingWorld(store, over);

/** An upstream whose answers the test gives by hand. */
function held(here: ReturnType<typeof world>) {
  let give: (prepared: PreparedRoute) => void = () => undefined;
  let begun: (asked: { finish: () => void; fail: (error: Error) => void }) => void = () => undefined;
  const asked = new Promise<{ finish: () => void; fail: (error: Error) => void }>((resolve) => {
    begun = resolve;
  });
  here.upstream.create = (draft, n) =>
    new Promise((resolve, reject) => {
      give = resolve;
      begun({ finish: () => give(here.made(draft, n)), fail: reject });
    });
  return asked;
}

describe('the same terms', () => {
  it('asked twenty times at once in two instances create one order, and all get its route', async () => {
    const here = world();
    const instances = [here.first, here.instance({ store: other })];
    const request = newRequest();
    const routes = await Promise.all(
      Array.from({ length: 20 }, (_, n) => here.ask(request, { by: instances[n % 2] ?? here.first })),
    );
    expect(here.counts.created).toBe(1);
    expect(new Set(routes.map(([route]) => route?.orderId)).size).toBe(1);
    for (const [route] of routes) expect(route?.tx).toBeDefined();
  });

  it('find their order before the provider is asked for another quote, in any instance', async () => {
    const here = world();
    const request = newRequest();
    const [first] = await here.ask(request);
    const [second] = await here.ask(request, { by: here.instance({ store: other }) });
    expect(second?.orderId).toBe(first?.orderId);
    expect(here.counts).toMatchObject({ quotes: 1, created: 1, completed: 2 });
  });

  it('of a wanted output are the same whatever it takes by now, until the order no longer brings it', async () => {
    const here = world();
    const { sellAmount: _sold, ...terms } = newRequest();
    const request = { ...terms, wanted: { buyAmount: '14', exact: 'expected' as const } };
    const asked = (sellAmount: string) =>
      here.first.routes(
        { provider: here.provider, request },
        async () => [draftFor({ ...terms, sellAmount }, { buy: '14' })],
        { signal: new AbortController().signal, clientAddress: '127.0.0.1' },
      );
    const [first] = await asked('0.5');
    const [again] = await asked('0.51');
    expect([again?.orderId, again?.sell]).toEqual([first?.orderId, first?.sell]);
    here.upstream.complete = async (draft) =>
      draft.orderId === first?.orderId ? { ...draft, expectedBuy: { ...draft.expectedBuy, baseUnits: 1n } } : draft;
    const [fresh] = await asked('0.52');
    expect(fresh?.orderId).not.toBe(first?.orderId);
    expect(here.counts.created).toBe(2);
  });

  it('get a new one once theirs is paid or over', async () => {
    const here = world();
    const request = newRequest();
    const [first] = await here.ask(request);
    here.upstream.complete = async (draft) => (draft.orderId === first?.orderId ? undefined : draft);
    const [second] = await here.ask(request);
    expect(second?.orderId).toBeDefined();
    expect(second?.orderId).not.toBe(first?.orderId);
    here.clock.now += 600_000;
    const [third] = await here.ask(request);
    expect(third?.orderId).not.toBe(second?.orderId);
  });

  it('never get one that had expired when it was made', async () => {
    const here = world();
    here.upstream.complete = async () => undefined;
    expect(await failureOf(here.ask(newRequest()))).toMatchObject({ code: 'quoteNotFound' });
    expect(here.counts.created).toBe(1);
  });

  it('differ by every term that an order depends on, and by nothing else', () => {
    const base = newRequest({ affiliate: { name: 'ptg', feeBps: 30, payout: { gardenAsset: 'a' } } });
    const changes: Partial<ProviderQuoteRequest>[] = [
      { sellAmount: '9' },
      { slippageBps: 99 },
      { sourceAddress: 'another' },
      { destinationAddress: 'another' },
      { buyAsset: base.sellAsset },
      { sellAsset: base.buyAsset },
      { affiliate: { name: 'ptg', feeBps: 31, payout: { gardenAsset: 'a' } } },
      { affiliate: { name: 'ptg', feeBps: 30, payout: { gardenAsset: 'b' } } },
      { affiliate: { name: 'abc', feeBps: 30, payout: { gardenAsset: 'a' } } },
      { providerId: 'ONEINCH' },
      { refundAddress: 'another' },
    ];
    const keys = [base, ...changes.map((change) => ({ ...base, ...change }))].map(termsKey);
    expect(new Set(keys).size).toBe(changes.length + 1);
    const name = { name: 'PTG', feeBps: 30, payout: { gardenAsset: 'a' } };
    expect(termsKey({ ...base, affiliate: name })).toBe(termsKey(base));
  });
});

describe('no order is created', () => {
  it.each<[string, Partial<ProviderQuoteRequest>]>([
    ['without the wish for a transaction', { includeTx: false }],
    ['without the address that pays', { sourceAddress: '' }],
    ['without the address that is paid', { destinationAddress: '' }],
  ])('%s', async (_what, over) => {
    const here = world();
    const [route] = await here.ask(newRequest(over));
    expect(route?.orderId).toBeUndefined();
    expect(here.counts).toMatchObject({ quotes: 1, created: 0 });
  });

  it('for a route that needs nothing', async () => {
    const here = world();
    here.upstream.needs = () => false;
    expect((await here.ask(newRequest()))[0]?.orderId).toBeUndefined();
    expect(here.counts.created).toBe(0);
  });

  it('for a second route of one request: the first that needs an order gets it, those that need none stay', async () => {
    const here = world();
    const request = newRequest();
    const draft = draftFor(request);
    here.provider.quote = async () => [draft, { ...draft, memo: 'free' }, { ...draft, memo: 'needy' }];
    here.upstream.needs = ({ memo }) => memo !== 'free';
    const routes = await here.ask(request);
    expect(routes.map(({ orderId, memo }) => [orderId !== undefined, memo])).toEqual([
      [true, undefined],
      [false, 'free'],
    ]);
    expect(here.counts.created).toBe(1);
  });
});

describe('an order that takes long', () => {
  it('is answered as a time-out that says what to do, continues, and is found by the same request', async () => {
    const here = world({ createTimeoutMs: 30 });
    const asked = held(here);
    const request = newRequest();
    const failure = await failureOf(here.ask(request));
    expect(failure.code).toBe('providerQuoteTimeout');
    expect(failure.message).toContain('Send the same request again');
    (await asked).finish();
    await here.first.settled();
    const [route] = await here.ask(request, { by: here.instance({ createTimeoutMs: 60_000 }) });
    expect(route?.orderId).toBeDefined();
    expect(here.counts).toMatchObject({ created: 1, quotes: 1 });
  });

  it('is finished although its caller disconnected, and waited for before the process ends', async () => {
    const here = world();
    const asked = held(here);
    const request = newRequest();
    const caller = new AbortController();
    const gone = expect(here.ask(request, { signal: caller.signal })).rejects.toThrow('gone');
    const creation = await asked;
    caller.abort(new Error('gone'));
    await gone;
    let settled = false;
    const ending = here.first.settled().then(() => {
      settled = true;
    });
    await Promise.resolve();
    expect(settled).toBe(false);
    creation.finish();
    await ending;
    expect(here.counts.created).toBe(1);
    expect((await here.ask(request))[0]?.orderId).toBeDefined();
    expect(here.counts.created).toBe(1);
  });

  it('is waited for by another instance, which learns when it fails', async () => {
    const here = world();
    const asked = held(here);
    const request = newRequest();
    const own = failureOf(here.ask(request));
    const creation = await asked;
    let others: Promise<unknown> = Promise.resolve();
    const found = new Promise<void>((resolve) => {
      const watched: Store = {
        ...other,
        async livingPreparation(terms) {
          const row = await other.livingPreparation(terms);
          resolve();
          return row;
        },
      };
      others = failureOf(here.ask(request, { by: here.instance({ store: watched }) }));
    });
    await found;
    creation.fail(new ProviderError('insufficientLiquidity', 'The solver has run out.'));
    const shortage = { code: 'insufficientLiquidity', message: 'The solver has run out.' };
    expect(await own).toEqual(shortage);
    expect(await others).toEqual(shortage);
  });

  it('of a killed instance makes room later, and is waited for no longer than a creation may take', async () => {
    const here = world({ createTimeoutMs: 30 });
    const request = newRequest();
    // The trace of a killed instance: a claim that is never settled.
    const claimed = await store.claimPreparation({
      id: `killed-${request.sellAmount}`,
      key: termsKey(request),
      provider: 'GARDEN',
      client: 'x',
      now: here.clock.now,
      creatingSince: 0,
      limits: UNLIMITED,
    });
    expect(claimed.outcome).toBe('mine');
    expect((await failureOf(here.ask(request))).code).toBe('providerQuoteTimeout');
    here.clock.now += 7 * 60_000;
    const [route] = await here.ask(request, { by: here.instance({ createTimeoutMs: 60_000 }) });
    expect(route?.orderId).toBeDefined();
  });
});

describe('failures', () => {
  it('a creation that fails says why, makes room at once and names no address in the log', async () => {
    const here = world();
    const request = newRequest();
    here.upstream.create = async () => {
      throw new ProviderError('quoteNotFound', `Not to ${request.destinationAddress}.`);
    };
    expect(await failureOf(here.ask(request))).toMatchObject({ code: 'quoteNotFound' });
    expect(JSON.stringify(here.logged)).not.toContain(request.destinationAddress);
    here.upstream.create = async (draft, n) => here.made(draft, n);
    expect((await here.ask(request))[0]?.orderId).toBeDefined();
  });

  it('an order of which it is unknown whether it was created blocks a second one until it is stale', async () => {
    const here = world();
    const request = newRequest();
    here.upstream.create = async () => {
      const cause = new ChannelError('uncertain', 'No clear answer.');
      throw new ProviderError('httpError', 'Nobody knows.', { cause });
    };
    const failure = { code: 'httpError', message: 'Nobody knows.' };
    expect(await failureOf(here.ask(request))).toEqual(failure);
    expect(await failureOf(here.ask(request))).toEqual(failure);
    expect(await failureOf(here.ask(request, { by: here.instance({ store: other }) }))).toEqual(failure);
    expect(here.counts.created).toBe(1);
    here.upstream.create = async (draft, n) => here.made(draft, n);
    here.clock.now += 10 * 60_000;
    expect((await here.ask(request))[0]?.orderId).toBeDefined();
    expect(here.counts.created).toBe(2);
  });

  it('a fault of the adapter is reported as ours, without internals', async () => {
    const here = world();
    here.upstream.create = () => {
      throw new TypeError('x is undefined');
    };
    const failure = await failureOf(here.ask(newRequest()));
    expect(failure.code).toBe('unknownError');
    expect(failure.message).not.toContain('undefined');
  });

  it('a transaction that cannot be made in time leaves the order to the next request', async () => {
    const here = world({ quoteTimeoutMs: 30 });
    const request = newRequest();
    here.upstream.complete = () => new Promise(() => undefined);
    const failure = await failureOf(here.ask(request));
    expect(failure).toMatchObject({ code: 'providerQuoteTimeout' });
    here.upstream.complete = async (draft) => draft;
    await here.ask(request);
    expect(here.counts.created).toBe(1);
  });

  it('an order is stored although the database is unavailable for a moment', async () => {
    let failures = 2;
    const shaky: PreparingDeps['store'] = {
      ...store,
      settlePreparation: async (...outcome) => {
        failures -= 1;
        if (failures >= 0) throw new Error('away');
        return store.settlePreparation(...outcome);
      },
    };
    const here = world({ store: shaky });
    expect((await here.ask(newRequest()))[0]?.orderId).toBeDefined();
    expect(here.counts.created).toBe(1);
  });
});

describe('limits', () => {
  it('one client gets a number of orders a day and learns when there is room; others go on; living orders are found', async () => {
    const here = world({ limits: { perClientADay: 4, aDay: 1_000_000 } });
    const client = '2001:db8:1:2:3::4';
    const first = newRequest();
    await here.ask(first, { client });
    await here.ask(newRequest(), { client: '2001:db8:1:2:9::9' });
    const failure = await failureOf(here.ask(newRequest(), { client }));
    expect(failure.code).toBe('quoteNotFound');
    expect(failure.message).toMatch(/^You may place no more orders for the moment\. .* in 720 min\./);
    expect((await here.ask(first, { client }))[0]?.orderId).toBeDefined();
    expect((await here.ask(newRequest(), { client: '10.0.0.1' }))[0]?.orderId).toBeDefined();
  });

  it('all clients together get a number of orders a day', async () => {
    const here = world();
    here.clock.now += 30 * 86_400_000;
    const strict = here.instance({ limits: { perClientADay: 9, aDay: 1 } });
    const failure = await failureOf(here.ask(newRequest(), { by: strict, client: 'b' }));
    expect(failure.message).toContain('Callers without an API key may place no more orders here for the moment');
    const keyed = { by: strict, client: 'c', keyId: 'key' };
    expect((await failureOf(here.ask(newRequest(), keyed))).message).toContain('This deployment may place no more');
  });
});
