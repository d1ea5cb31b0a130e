/** A signature that pays an order is submitted once, and its payment is stored before its hash is answered. */
import { describe, expect, it, vi } from 'vitest';
import { isProblem, Problem } from '../api/problem.ts';
import type { Store } from '../db/store.ts';
import { orderDraft, testPreparation } from '../db/test-preparations.ts';
import { withTestStore } from '../db/test-store.ts';
import { assetOf } from '../domain/asset.ts';
import { ProviderError } from '../domain/errors.ts';
import type { RouteDraft } from '../domain/route.ts';
import type { Provider } from '../providers/provider.ts';
import { providerOf } from '../quote/test-quotes.ts';
import { createSignatures, type SignatureDeps } from './submit-signature.ts';

const db = withTestStore();

const SIGNATURE = `0x${'1b'.repeat(65)}`;
const HASH = `0x${'ab'.repeat(32)}`;
const wbtc = {
  asset: assetOf('ETH.WBTC-0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599'),
  decimals: 8,
  baseUnits: 1_000_000n,
};

let orders = 0;
async function world(over: { draft?: Partial<RouteDraft>; deps?: Partial<SignatureDeps> } = {}) {
  orders += 1;
  const orderId = `order-${orders}`;
  const quoteId = `quote-${orders}`;
  const draft = orderDraft(orderId, { sell: wbtc, typedData: { primaryType: 'Initiate' }, ...over.draft });
  const { store } = db;
  await store.saveQuote({ id: quoteId, createdAt: 1, request: {}, response: {}, drafts: [draft] });
  const submit = vi.fn<NonNullable<Provider['submitSignature']>>(async () => ({ hash: HASH.toUpperCase() }));
  const track = vi.fn<Provider['track']>(async () => ({ observations: [], stale: false }));
  const provider: Provider = providerOf('GARDEN', async () => [], { submitSignature: submit, track });
  const deps: SignatureDeps = {
    store,
    providerOf: (id) => (id === 'GARDEN' ? provider : undefined),
    now: () => 2,
    log: () => undefined,
    createTimeoutMs: 60_000,
    ...over.deps,
  };
  const signatures = createSignatures(deps);
  const post = (body: unknown = { signature: SIGNATURE }, where: { quoteId?: string; routeIndex?: string } = {}) =>
    signatures.submit({ quoteId, routeIndex: '0', ...where, body }, new AbortController().signal);
  return { orderId, quoteId, store, submit, track, signatures, deps, post };
}

async function refusal(
  work: Promise<unknown>,
): Promise<{ status: number; detail: string; fields: (string | undefined)[] }> {
  try {
    await work;
  } catch (error) {
    if (!isProblem(error)) throw error;
    return { status: error.status, detail: error.detail, fields: (error.errors ?? []).map(({ field }) => field) };
  }
  throw new Error('it was taken');
}

describe('a signature', () => {
  it('is submitted, and its payment is the order’s swap before its hash is answered', async () => {
    const here = await world();
    const order = testPreparation({ id: here.orderId, key: here.orderId, now: 1 });
    await here.store.claimPreparation(order);
    const created = { state: 'created', draft: orderDraft(here.orderId), livesUntil: 99, failure: null } as const;
    await here.store.settlePreparation(here.orderId, created);
    const waiting = await here.store.findSwap({ quoteId: here.quoteId, routeIndex: 0, hash: '' });
    const recorded: unknown[] = [];
    const record: Store['recordSwap'] = async (swap) => {
      recorded.push(swap.hash);
      return here.store.recordSwap(swap);
    };
    const watched = createSignatures({ ...here.deps, store: { ...here.store, recordSwap: record } });
    const asked = { quoteId: here.quoteId, routeIndex: '0', body: { signature: SIGNATURE } };
    expect(await watched.submit(asked, new AbortController().signal)).toEqual({ hash: HASH });
    expect(recorded).toEqual([HASH]);
    const swap = await here.store.findSwapOfRoute({ quoteId: here.quoteId, routeIndex: 0 });
    expect(swap).toMatchObject({ id: waiting?.id, hash: HASH, chain: 'ETH' });
    // The order is not handed out again.
    expect(await here.store.livingPreparation({ ...order, now: 3, creatingSince: 3 })).toBeUndefined();
  });

  it('sent again, at once or later or after a restart, is answered with the same hash and submitted once', async () => {
    const here = await world();
    const all = await Promise.all(Array.from({ length: 10 }, () => here.post()));
    expect(new Set(all.map(({ hash }) => hash))).toEqual(new Set([HASH]));
    expect(await here.post()).toEqual({ hash: HASH });
    const restarted = createSignatures(here.deps);
    const asked = { quoteId: here.quoteId, routeIndex: '0', body: { signature: SIGNATURE } };
    expect(await restarted.submit(asked, new AbortController().signal)).toEqual({ hash: HASH });
    expect(here.submit).toHaveBeenCalledTimes(1);
  });

  it('is not handed in where the payment may not be made, and that of a paid order is still answered', async () => {
    const refused = new Problem({ status: 403, title: 'Address Refused', detail: 'denied' });
    const here = await world({ deps: { beforePayment: () => Promise.reject(refused) } });
    expect(await refusal(here.post())).toMatchObject({ status: 403 });
    expect(here.submit).not.toHaveBeenCalled();
    const open = createSignatures({ ...here.deps, beforePayment: async () => undefined });
    const asked = { quoteId: here.quoteId, routeIndex: '0', body: { signature: SIGNATURE } };
    await open.submit(asked, new AbortController().signal);
    expect(await here.post()).toEqual({ hash: HASH });
  });

  it('whose answer was lost finds the payment that the provider knows', async () => {
    const here = await world();
    here.submit.mockRejectedValue(new ProviderError('httpError', 'It broke off.'));
    const tx = { hash: HASH, chain: 'ETH' } as const;
    here.track.mockResolvedValue({
      observations: [{ kind: 'providerSeen', at: 1, leg: 0, final: false, tx }],
      stale: false,
    });
    expect(await here.post()).toEqual({ hash: HASH });
  });

  it('is not taken for paid because a client reported a hash that no chain has shown', async () => {
    const here = await world();
    await here.store.recordSwap({
      quoteId: here.quoteId,
      routeIndex: 0,
      hash: `0x${'cd'.repeat(32)}`,
      chain: 'ETH',
      now: 9,
    });
    expect(await here.post()).toEqual({ hash: HASH });
    expect(here.submit).toHaveBeenCalledTimes(1);
  });

  it('continues when its sender disconnects, and is awaited before the process ends', async () => {
    const here = await world();
    let finish: (sent: { hash: string }) => void = () => undefined;
    const begun = new Promise<void>((resolve) => {
      here.submit.mockImplementation(
        () =>
          new Promise((done) => {
            finish = done;
            resolve();
          }),
      );
    });
    const caller = new AbortController();
    const asked = { quoteId: here.quoteId, routeIndex: '0', body: { signature: SIGNATURE } };
    const gone = expect(here.signatures.submit(asked, caller.signal)).rejects.toThrow('gone');
    await begun;
    caller.abort(new Error('gone'));
    await gone;
    finish({ hash: HASH });
    await here.signatures.settled();
    expect(await here.store.findSwapOfRoute({ quoteId: here.quoteId, routeIndex: 0 })).toMatchObject({ hash: HASH });
  });
});

describe('what cannot be submitted is refused with a reason', () => {
  it.each([[{}], [{ signature: 1 }], [{ signature: '0x12' }], [{ signature: 'zz' }], [undefined], [[]]])(
    'not a signature: %j',
    async (body) => {
      const here = await world();
      expect(await refusal(here.post(body ?? null))).toMatchObject({ status: 400, fields: ['signature'] });
      expect(here.submit).not.toHaveBeenCalled();
    },
  );

  it('an unknown route', async () => {
    const here = await world();
    expect(await refusal(here.post(undefined, { quoteId: 'another' }))).toMatchObject({ status: 404 });
    for (const routeIndex of ['1', '-1', 'x', '1e3'])
      expect(await refusal(here.post(undefined, { routeIndex }))).toMatchObject({ status: 404 });
  });

  it('a route without an order, without a message to sign, or of a provider that takes no signatures', async () => {
    const THOR = orderDraft('order', { sell: wbtc, typedData: {} }).legs.map((leg) => ({
      ...leg,
      provider: 'THORCHAIN' as const,
    }));
    for (const draft of [{ orderId: undefined }, { typedData: undefined }, { legs: THOR }] as Partial<RouteDraft>[]) {
      const here = await world({ draft });
      expect(await refusal(here.post())).toMatchObject({ status: 400, fields: ['routeIndex'] });
      expect(here.submit).not.toHaveBeenCalled();
    }
  });

  it.each([
    ['the provider refuses it', new ProviderError('quoteNotFound', 'The order has expired.'), 409],
    ['the provider cannot be reached', new ProviderError('httpError', 'Garden did not answer.'), 502],
  ])('%s', async (_what, error, status) => {
    const here = await world();
    here.submit.mockRejectedValue(error);
    expect(await refusal(here.post())).toMatchObject({ status, detail: error.message });
    expect(await here.store.findSwapOfRoute({ quoteId: here.quoteId, routeIndex: 0 })).toMatchObject({ hash: '' });
    here.submit.mockResolvedValue({ hash: HASH });
    expect(await here.post()).toEqual({ hash: HASH });
  });

  it('a provider that takes too long: the answer says that the submission continues', async () => {
    const here = await world({ deps: { createTimeoutMs: 20 } });
    here.submit.mockImplementation(() => new Promise(() => undefined));
    const refused = await refusal(here.post());
    expect(refused.status).toBe(502);
    expect(refused.detail).toContain('still on its way');
  });
});
