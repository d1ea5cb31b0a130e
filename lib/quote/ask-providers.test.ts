/** A provider's behaviour never costs another its route, nor the caller more time than allowed. */

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Amount } from '../domain/amount.ts';
import { assetOf } from '../domain/asset.ts';
import { ProviderError } from '../domain/errors.ts';
import { PROVIDER_IDS, type ProviderId } from '../domain/provider-id.ts';
import type { Leg, RouteDraft } from '../domain/route.ts';
import { fc, property } from '../domain/test-property.ts';
import { draftFault } from '../providers/draft-fault.ts';
import type { Provider, ProviderQuoteRequest } from '../providers/provider.ts';
import { askProviders } from './ask-providers.ts';
import type { Ask } from './plan-providers.ts';
import { BTC_ADDRESS, draftFor, type FakeProvider, NOTHING_CREATED, providerOf } from './test-quotes.ts';

const DEADLINE_MS = 8000;

const requestFor = (providerId: ProviderId): ProviderQuoteRequest => ({
  providerId,
  sellAsset: assetOf('BTC.BTC'),
  buyAsset: assetOf('ETH.ETH'),
  sellAmount: '0.5',
  slippageBps: 100,
  includeTx: false,
});

const hang = () => new Promise<never>(() => undefined);
/** A provider's behaviour, and the required outcome. */
const BEHAVIOURS = {
  answers: { quote: async (request) => [draftFor(request)], routes: 1 },
  answersTwice: { quote: async (request) => [draftFor(request), draftFor(request, { buy: '13' })], routes: 2 },
  late: {
    quote: (request) => new Promise((resolve) => setTimeout(() => resolve([draftFor(request)]), DEADLINE_MS - 1)),
    routes: 1,
  },
  tooLate: {
    quote: (request) => new Promise((resolve) => setTimeout(() => resolve([draftFor(request)]), DEADLINE_MS + 1)),
    code: 'providerQuoteTimeout',
  },
  hangs: { quote: hang, code: 'providerQuoteTimeout' },
  heedsTheSignal: {
    quote: (_request, { signal }) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    code: 'providerQuoteTimeout',
  },
  refuses: {
    quote: async () => {
      throw new ProviderError('tradingHalted', 'Trading is paused.');
    },
    code: 'tradingHalted',
  },
  throws: {
    quote: async () => {
      throw new TypeError('x is undefined');
    },
    code: 'unknownError',
  },
  throwsAtOnce: {
    quote: () => {
      throw new Error('at once');
    },
    code: 'unknownError',
  },
  throwsNoError: {
    quote: () => Promise.reject('text'),
    code: 'unknownError',
  },
  answersNothing: { quote: async () => [], code: 'quoteNotFound' },
  answersGarbage: { quote: async () => null as never, code: 'unknownError' },
  lies: {
    quote: async (request) => [draftFor(request, { overrides: { destinationAddress: BTC_ADDRESS } })],
    code: 'unknownError',
  },
} satisfies Record<string, { quote: Provider['quote']; routes?: number; code?: string }>;
type Behaviour = keyof typeof BEHAVIOURS;

const options = (signal = new AbortController().signal) => ({
  deadlineMs: DEADLINE_MS,
  preparing: NOTHING_CREATED,
  clientAddress: '',
  signal,
  log: () => undefined,
});

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

async function askAll(behaviours: Behaviour[]) {
  const providers: FakeProvider[] = behaviours.map((behaviour, index) =>
    providerOf(PROVIDER_IDS[index] ?? 'THORCHAIN', BEHAVIOURS[behaviour].quote),
  );
  const asks: Ask[] = providers.map((provider) => ({ provider, request: requestFor(provider.ids[0] ?? 'THORCHAIN') }));
  const startedAt = Date.now();
  const asking = askProviders(asks, options());
  await vi.runAllTimersAsync();
  const results = await asking;
  return { providers, results, waitedMs: Date.now() - startedAt };
}

describe('asking providers', () => {
  property([fc.array(fc.constantFrom(...(Object.keys(BEHAVIOURS) as Behaviour[])), { maxLength: 12 })])(
    'each gives its routes or exactly one error, whatever the others do',
    async (behaviours) => {
      const { providers, results } = await askAll(behaviours);
      expect(results).toHaveLength(behaviours.length);
      for (const [index, behaviour] of behaviours.entries()) {
        const expected: { routes?: number; code?: string } = BEHAVIOURS[behaviour];
        const result = results[index];
        expect(result?.routes.length).toBe(expected.routes ?? 0);
        expect(result?.failure?.errorCode).toBe(expected.code);
        if (result?.failure) expect(result.failure.provider).toBe(providers[index]?.ids[0]);
      }
      for (const signal of providers.flatMap((provider) => provider.signals)) expect(signal.aborted).toBe(true);
    },
  );

  it('keeps the deadline when a provider hangs', async () => {
    const signals: AbortSignal[] = [];
    const provider = providerOf('THORCHAIN', hang);
    const asking = askProviders([{ provider, request: requestFor('THORCHAIN') }], options());
    await vi.advanceTimersByTimeAsync(DEADLINE_MS - 1);
    signals.push(...provider.signals);
    expect(signals.map((signal) => signal.aborted)).toEqual([false]);
    await vi.advanceTimersByTimeAsync(1);
    expect(signals.map((signal) => signal.aborted)).toEqual([true]);
    const [result] = await asking;
    expect(result?.failure?.errorCode).toBe('providerQuoteTimeout');
  });

  it('gives a provider no more than its own time limit', async () => {
    const slow = providerOf('THORCHAIN', hang, { timeoutMs: 500 });
    const results: string[] = [];
    const asking = askProviders([{ provider: slow, request: requestFor('THORCHAIN') }], {
      ...options(),
      onResult: ({ failure }) => results.push(failure?.errorCode ?? 'route'),
    });
    await vi.advanceTimersByTimeAsync(500);
    expect(results).toEqual(['providerQuoteTimeout']);
    await asking;
  });

  it('reports each result when it arrives, not when all have', async () => {
    const quick = providerOf('THORCHAIN', BEHAVIOURS.answers.quote);
    const slow = providerOf('MAYACHAIN', BEHAVIOURS.late.quote);
    const reported: number[] = [];
    const asks = [slow, quick].map((provider) => ({ provider, request: requestFor(provider.ids[0] ?? 'THORCHAIN') }));
    const asking = askProviders(asks, { ...options(), onResult: ({ routes }) => reported.push(routes.length) });
    await vi.advanceTimersByTimeAsync(0);
    expect(reported).toEqual([1]);
    await vi.runAllTimersAsync();
    await asking;
    expect(reported).toEqual([1, 1]);
  });

  it('waits longer than a quote may take for what a provider creates, and for no other work', async () => {
    const order = new Promise<void>((resolve) => setTimeout(resolve, 5 * DEADLINE_MS));
    const clients: string[] = [];
    const preparing: typeof NOTHING_CREATED = {
      async routes({ provider }, quote, { clientAddress }) {
        const drafts = await quote();
        clients.push(clientAddress);
        if (provider.ids[0] === 'GARDEN') await order;
        return drafts;
      },
    };
    const reported: string[] = [];
    const garden = providerOf('GARDEN', BEHAVIOURS.answers.quote);
    const slow = providerOf('THORCHAIN', hang);
    const asks = [garden, slow].map((provider) => ({ provider, request: requestFor(provider.ids[0] ?? 'GARDEN') }));
    const asking = askProviders(asks, {
      ...options(),
      preparing,
      clientAddress: '10.0.0.1',
      onResult: ({ routes, failure }) => reported.push(failure?.errorCode ?? String(routes.length)),
    });
    await vi.advanceTimersByTimeAsync(DEADLINE_MS);
    expect(reported).toEqual(['providerQuoteTimeout']);
    await vi.advanceTimersByTimeAsync(4 * DEADLINE_MS);
    expect(reported).toEqual(['providerQuoteTimeout', '1']);
    expect(clients).toEqual(['10.0.0.1']);
    await asking;
  });

  it('sends no invalid route with an order', async () => {
    const garden = providerOf('GARDEN', BEHAVIOURS.answers.quote);
    const asks = [{ provider: garden, request: requestFor('GARDEN') }];
    const [result] = await askProviders(asks, {
      ...options(),
      preparing: {
        routes: async (_ask, quote) => (await quote()).map((draft) => ({ ...draft, destinationAddress: BTC_ADDRESS })),
      },
    });
    expect(result?.failure?.errorCode).toBe('unknownError');
  });

  it('stops asking when the caller disconnects', async () => {
    const caller = new AbortController();
    const provider = providerOf('THORCHAIN', hang);
    const asking = askProviders([{ provider, request: requestFor('THORCHAIN') }], options(caller.signal));
    const outcome = expect(asking).rejects.toThrow('gone');
    await vi.advanceTimersByTimeAsync(1);
    caller.abort(new Error('gone'));
    await outcome;
    expect(provider.signals[0]?.aborted).toBe(true);
  });
});

describe('an invalid draft is never sent', () => {
  const request = requestFor('THORCHAIN');
  const draft = draftFor(request);
  const other = assetOf('DOGE.DOGE');
  it.each([
    ['another asset sold', { sell: { ...draft.sell, asset: other } }],
    ['another asset bought', { expectedBuy: { ...draft.expectedBuy, asset: other } }],
    ['another amount sold', { sell: { ...draft.sell, baseUnits: draft.sell.baseUnits + 1n } }],
    ['nothing bought', { expectedBuy: { ...draft.expectedBuy, baseUnits: 0n } }],
    [
      'more guaranteed than expected',
      { guaranteedBuy: { ...draft.expectedBuy, baseUnits: draft.expectedBuy.baseUnits + 1n } },
    ],
    ['guarantee counted otherwise', { guaranteedBuy: { ...draft.guaranteedBuy, decimals: 6 } }],
    ['another destination', { destinationAddress: BTC_ADDRESS }],
  ])('%s', (_what, change) => {
    expect(draftFault(draft, request)).toBeUndefined();
    expect(draftFault({ ...draft, ...change }, request)).toBeTypeOf('string');
  });
});

describe('a route of two legs', () => {
  const request = requestFor('CHAINFLIP->ONEINCH');
  const bridge = assetOf('ETH.USDC-0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48');
  const first = draftFor({ ...request, providerId: 'CHAINFLIP', buyAsset: bridge }, { buy: '48000' });
  const second = draftFor({ ...request, providerId: 'ONEINCH', sellAsset: bridge, sellAmount: '48000' });
  const whole = draftFor(request);
  const draft: RouteDraft = {
    ...whole,
    legs: [...first.legs, ...second.legs],
    twoLeg: { bridge, legs: [first, second], otherwise: { kind: 'fallback', note: 'USDC is paid instead.' } },
  };
  const changed = (leg: 0 | 1, change: Partial<Leg>): Partial<RouteDraft> => ({
    legs: draft.legs.map((one, index) => (index === leg ? { ...one, ...change } : one)),
  });
  const more = (amount: Amount): Amount => ({ ...amount, baseUnits: amount.baseUnits + 1n });
  const elsewhere = { ...first.expectedBuy, asset: assetOf('ETH.USDT-0xdAC17F958D2ee523a2206206994597C13D831ec7') };

  it('is one route under the id with the arrow', async () => {
    const provider = providerOf('CHAINFLIP->ONEINCH', async () => [draft]);
    const [result] = await askProviders([{ provider, request }], options());
    expect(result?.routes).toEqual([draft]);
    expect(result?.routes[0]?.providers).toEqual(['CHAINFLIP->ONEINCH']);
  });

  it.each<[string, Partial<RouteDraft>]>([
    ['one leg', { legs: whole.legs }],
    ['legs that do not meet', changed(1, { sell: elsewhere })],
    [
      'another meeting point',
      { twoLeg: { bridge: elsewhere.asset, legs: [first, second], otherwise: { kind: 'refund', note: '' } } },
    ],
    ['a first leg that sells another amount', changed(0, { sell: more(whole.sell) })],
    ['a second leg that sells more than arrives', changed(1, { sell: more(first.expectedBuy) })],
    ['a second leg that promises less than the route', changed(1, { buyAtMaxSlippage: second.expectedBuy })],
    ['a second leg that expects otherwise', changed(1, { buy: more(second.expectedBuy) })],
  ])('is never sent with %s', (_what, change) => {
    expect(draftFault(draft, request)).toBeUndefined();
    expect(draftFault({ ...draft, ...change }, request)).toBeTypeOf('string');
  });
});
