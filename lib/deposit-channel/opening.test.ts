/** One channel for the same terms, however often asked, by however many instances, whatever the broker does. */
import { describe, expect, it } from 'vitest';
import { Problem } from '../api/problem.ts';
import type { Store } from '../db/store.ts';
import { withTestStore } from '../db/test-store.ts';
import type { OpenedChannel } from '../domain/deposit-channel.ts';
import { ChannelError } from '../providers/provider.ts';
import { BTC_ADDRESS } from '../quote/test-quotes.ts';
import type { ChannelDeps } from './open-channel.ts';
import { channelDraft, openingWorld, REFUND, refusalOf } from './test-opening.ts';

const db = withTestStore();

let accounts = 0;
/** Terms that no other test uses. */
function newTerms() {
  accounts += 1;
  const destinationAddress = `0x${accounts.toString(16).padStart(40, '0')}`;
  return { sellAsset: 'BTC.BTC', buyAsset: 'ETH.ETH', sellAmount: '0.5', slippage: 1, destinationAddress };
}

const world = (over: Partial<ChannelDeps> = {}) => openingWorld(db.store, over);

/** An upstream whose answers the test gives by hand. */
function held(here: ReturnType<typeof world>) {
  const answers: { give: () => void; fail: (error: Error) => void; signal: AbortSignal }[] = [];
  const waiting: (() => void)[] = [];
  here.upstream.open = (n, signal) =>
    new Promise<OpenedChannel>((resolve, reject) => {
      answers.push({ give: () => resolve(here.opened(n)), fail: reject, signal });
      for (const wake of waiting.splice(0)) wake();
    });
  const asked = async (): Promise<(typeof answers)[number]> => {
    for (;;) {
      const [answer] = answers;
      if (answer) return answer;
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
  };
  return asked;
}

describe('the same terms', () => {
  it('asked ten times at once in two instances give one channel', async () => {
    const here = world();
    const terms = newTerms();
    const instances = [here.first, here.instance()];
    const channels = await Promise.all(
      Array.from({ length: 10 }, (_, n) => here.ask(terms, { by: instances[n % 2] ?? here.first })),
    );
    expect(here.asked).toHaveLength(1);
    expect(new Set(channels.map((one) => JSON.stringify(one))).size).toBe(1);
  });

  it('asked again give the same channel without another price from upstream', async () => {
    const here = world();
    const terms = newTerms();
    const first = await here.ask(terms);
    const quotes = here.provider.asked.length;
    expect(await here.ask({ ...terms, sellAmount: '0.50' })).toEqual(first);
    expect(here.provider.asked).toHaveLength(quotes);
    await here.ask({ ...terms, sellAmount: '0.51' });
    await here.ask({ ...terms, refundAddress: BTC_ADDRESS });
    await here.ask({ ...terms, slippage: 2 });
    await here.ask({ ...terms, maxBoostFeeBps: 0 });
    expect(here.asked).toHaveLength(5);
  });

  it('give another channel once the first is paid, and once its chain has passed its end', async () => {
    const here = world();
    const terms = newTerms();
    const first = await here.ask(terms);
    const swap = await db.store.findSwapOfRoute({ quoteId: first.quoteId ?? '', routeIndex: 0 });
    await db.store.setSwapStatus(swap?.id ?? '', 'pending');
    const second = await here.ask(terms);
    expect(second.channelId).not.toBe(first.channelId);
    here.chains.tip = 243;
    expect((await here.ask(terms)).channelId).toBe(second.channelId);
    here.chains.tip = 244;
    expect((await here.ask(terms)).channelId).not.toBe(second.channelId);
  });

  it('of a quote give its channel for as long as it lives, even when paid and long after the quote', async () => {
    const here = world();
    const { quoteId = '' } = await here.ask(newTerms());
    const first = await here.ask({ quoteId });
    const swap = await db.store.findSwapOfRoute({ quoteId, routeIndex: 0 });
    await db.store.setSwapStatus(swap?.id ?? '', 'swapping');
    here.clock.now += 20 * 3_600_000;
    expect((await here.ask({ quoteId })).channelId).toBe(first.channelId);
    here.clock.now += 4 * 3_600_000;
    expect((await refusalOf(here.ask({ quoteId }))).faults).toEqual({ quoteId: 'quote_too_old' });
  });
});

describe('a broker that hangs', () => {
  it('is asked once: its callers are asked to try again, and find the channel when it comes', async () => {
    const here = world({ createTimeoutMs: 40 });
    const asked = held(here);
    const terms = newTerms();
    const [one, two] = await Promise.all([
      refusalOf(here.ask(terms)),
      refusalOf(here.ask(terms, { by: here.instance() })),
    ]);
    for (const refusal of [one, two]) expect(refusal).toMatchObject({ status: 502, retryAfter: expect.any(String) });
    (await asked()).give();
    await here.first.settled();
    const found = await here.ask(terms);
    expect(found.channelId).toBe('100-Bitcoin-1');
    expect(here.asked).toHaveLength(1);
  });

  it('continues when the client disconnects', async () => {
    const here = world();
    const asked = held(here);
    const terms = newTerms();
    const client = new AbortController();
    const answer = here.ask(terms, { signal: client.signal });
    const upstream = await asked();
    client.abort(new Error('gone'));
    await expect(answer).rejects.toThrow('gone');
    expect(upstream.signal.aborted).toBe(false);
    upstream.give();
    await here.first.settled();
    expect((await here.ask(terms)).channelId).toBe('100-Bitcoin-1');
    expect(here.asked).toHaveLength(1);
  });

  it('or a dead instance keeps the terms claimed until no answer can come any more', async () => {
    const here = world({ createTimeoutMs: 40 });
    held(here);
    const terms = newTerms();
    await refusalOf(here.ask(terms));
    // Another instance does not know what the first one waits for.
    const other = here.instance();
    here.clock.now += 5 * 60_000;
    expect((await refusalOf(here.ask(terms, { by: other }))).status).toBe(502);
    here.clock.now += 60_001;
    here.upstream.open = async (n) => here.opened(n);
    expect((await here.ask(terms, { by: other })).channelId).toBe('100-Bitcoin-2');
  });
});

describe('a broker that fails', () => {
  it.each([
    ['invalid', { status: 400, faults: { refundAddress: 'refused_upstream' } }],
    ['refused', { status: 502, detail: 'Its own words.' }],
    ['tooMany', { status: 429, retryAfter: expect.any(String) }],
  ] as const)('as %s is reported, and the next request may try again', async (fault, expected) => {
    const here = world();
    const terms = newTerms();
    here.upstream.open = async () => {
      throw new ChannelError(fault, 'Its own words.', { field: 'refundAddress' });
    };
    expect(await refusalOf(here.ask(terms))).toMatchObject(expected);
    here.upstream.open = async (n) => here.opened(n);
    expect((await here.ask(terms)).channelId).toBe('100-Bitcoin-2');
  });

  it.each([
    ['without a clear answer', new ChannelError('uncertain', 'No clear answer.')],
    ['by a fault of ours', new TypeError('undefined is not a function')],
  ])('%s is not asked a second time for the same terms', async (_how, error) => {
    const here = world();
    const terms = newTerms();
    here.upstream.open = async () => {
      throw error;
    };
    const first = await refusalOf(here.ask(terms));
    expect(first).toMatchObject({ status: 502, retryAfter: '360' });
    expect(await refusalOf(here.ask(terms, { by: here.instance() }))).toEqual(first);
    expect(here.asked).toHaveLength(1);
    here.clock.now += 360_001;
    here.upstream.open = async (n) => here.opened(n);
    expect((await here.ask(terms)).channelId).toBe('100-Bitcoin-2');
  });

  it('leaves no address in the log, even when it repeats one, and answers its caller in whole sentences', async () => {
    const here = world();
    const terms = newTerms();
    for (const address of [REFUND, terms.destinationAddress]) {
      here.upstream.open = async () => {
        throw new ChannelError('refused', `Address "${address.toLowerCase()}" is not valid`);
      };
      expect((await refusalOf(here.ask(terms))).detail).toContain(address.toLowerCase());
    }
    expect(JSON.stringify(here.logged).toLowerCase()).toContain('is not valid');
    for (const address of [REFUND, terms.destinationAddress])
      expect(JSON.stringify(here.logged).toLowerCase()).not.toContain(address.toLowerCase());
    here.upstream.open = async () => {
      throw new ChannelError('uncertain', 'No clear answer: internal');
    };
    expect((await refusalOf(here.ask(terms))).detail).toContain('internal. So that');
  });

  it('reports the same to those who waited in another instance', async () => {
    const here = world();
    const asked = held(here);
    const terms = newTerms();
    let isWaiting: () => void = () => undefined;
    const waits = new Promise<void>((resolve) => {
      isWaiting = resolve;
    });
    const other = openingWorld({
      ...db.store,
      loadChannel: (id) => {
        isWaiting();
        return db.store.loadChannel(id);
      },
    });
    const first = refusalOf(here.ask(terms));
    const upstream = await asked();
    const second = refusalOf(other.ask(terms));
    await waits;
    upstream.fail(new ChannelError('refused', 'No.'));
    expect(await first).toMatchObject({ status: 502, detail: 'No.' });
    expect(await second).toMatchObject({ status: 502, detail: 'No.' });
    expect(other.asked).toEqual([]);
  });
});

it('no client opens more than its share, with any number of addresses; the rest of a day’s limit is for others', async () => {
  const limits = { enabled: true, perClientADay: 4, aDay: 100_000 };
  const here = world({ limits });
  here.clock.now += 10 * 86_400_000;
  const network = '2001:db8:1:2:';
  const terms = newTerms();
  await here.ask(terms, { client: `${network}:1` });
  await here.ask(newTerms(), { client: `${network}:2` });
  expect(await refusalOf(here.ask(newTerms(), { client: `${network}:3` }))).toMatchObject({
    status: 429,
    retryAfter: expect.stringMatching(/^4[23]\d{3}$/),
  });
  expect((await here.ask(terms, { client: `${network}:3` })).channelId).toBe('100-Bitcoin-1');
  await here.ask(newTerms(), { client: '::ffff:10.0.0.1' });
  await here.ask(newTerms(), { client: '10.0.0.1' });
  expect((await refusalOf(here.ask(newTerms(), { client: '::ffff:10.0.0.1' }))).status).toBe(429);
});

it('a store that is unavailable when the channel comes is tried again, and the answer waits for it', async () => {
  let away = 2;
  const store: Store = {
    ...db.store,
    settleChannel: async (...settlement) => {
      away -= 1;
      if (away >= 0) throw new Error('away');
      return db.store.settleChannel(...settlement);
    },
  };
  const here = openingWorld(store);
  const channel = await here.ask(newTerms());
  expect(away).toBe(-1);
  const route = { quoteId: channel.quoteId ?? '', routeIndex: 0 };
  expect((await db.store.channelOfRoute(route))?.channel?.channelId).toBe(channel.channelId);
});

it('a channel that is open is not answered once an address of it is denied, and none is opened for such a one', async () => {
  const denied = new Set<string>();
  const here = world({
    assertAllowed: async (parties) => {
      const one = parties.find(({ address }) => denied.has(address));
      if (one) throw new Problem({ status: 403, title: 'Address Refused', detail: one.role });
    },
  });
  const terms = newTerms();
  await here.ask(terms);
  denied.add(REFUND);
  expect(await refusalOf(here.ask(terms))).toMatchObject({ status: 403, detail: 'refund' });
  expect(await refusalOf(here.ask(newTerms()))).toMatchObject({ status: 403 });
  expect(here.asked).toHaveLength(1);
});

it('a channel without a quote is opened for the fee that the deployment has for its pair, and its quote has the same', async () => {
  const affiliateFees = { ptg: { rules: [{ provider: 'CHAINFLIP', from: 'BTC', bps: 40 } as const], leastBps: 5 } };
  const here = world({ affiliateFees });
  here.upstream.quote = (request) => [
    { ...channelDraft(request), ...(request.affiliate ? { affiliate: request.affiliate } : {}) },
  ];
  const channel = await here.ask({ ...newTerms(), affiliateCode: 'ptg' });
  expect(here.asked[0]?.affiliate).toMatchObject({ name: 'ptg', feeBps: 40 });
  const quote = await db.store.loadQuote(channel.quoteId ?? '');
  expect(quote?.drafts[0]?.affiliate?.feeBps).toBe(40);
  await here.ask({ ...newTerms(), affiliateCode: 'ptg', affiliateBps: 30 });
  expect(here.asked[1]?.affiliate).toMatchObject({ feeBps: 30 });
  expect(await refusalOf(here.ask({ ...newTerms(), affiliateCode: 'ptg', affiliateBps: 4 }))).toMatchObject({
    status: 400,
    faults: { affiliateBps: 'below_least' },
  });
});
