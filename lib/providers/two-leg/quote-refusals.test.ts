/** When one of two legs refuses, keeps too much or takes too long there is no route, and a reason. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Asset, sameAsset } from '../../domain/asset.ts';
import { ProviderError, type ProviderErrorCode } from '../../domain/errors.ts';
import { ETH, type LegRules, LINK, USDC, USDT, wish } from './testing/priced-legs.ts';
import { failureOf, quoteOne, setUp } from './testing/quotes.ts';

afterEach(() => {
  vi.useRealTimers();
});

describe('a second leg that keeps small amounts', () => {
  it('is refused when only the expected amount is enough, and names the amount to sell', async () => {
    const { provider } = setUp({}, { minimum: 99_000_000n });
    const error = await failureOf(provider, wish({ slippageBps: 400 }));
    expect(error).toMatchObject({ code: 'swapAmountTooSmall' });
    expect(error.message).toMatch(
      /^Chainflip, the second leg: only 98 USDC .* less than 99 USDC .* Sell about 102 LINK/,
    );
    const route = await quoteOne(provider, wish({ sellAmount: '102', slippageBps: 400 }));
    expect(route.recommendedMinimum).toMatchObject({ asset: LINK, baseUnits: 102_000_000n });
  });

  it('names a sufficient amount in the sold asset when its own provider refuses', async () => {
    const { provider } = setUp({ rate: () => 500_000n }, { minimum: 60_000_000n });
    const error = await failureOf(provider, wish({ slippageBps: 200 }));
    expect(error.code).toBe('swapAmountTooSmall');
    expect(error.message).toBe(
      'Chainflip, the second leg: it takes 60 USDC or more, and the first leg would bring 50 USDC. Sell about 122 LINK or more.',
    );
  });

  it('is refused when more than its maximum could arrive: the excess would be kept', async () => {
    const { provider } = setUp({}, { minimum: 1n, maximum: 102_000_000n });
    expect(await failureOf(provider)).toMatchObject({
      code: 'insufficientLiquidity',
      message: expect.stringContaining('at most 102 USDC'),
    });
  });

  it('is refused when no channel can be opened for it', async () => {
    const { provider } = setUp({}, { minimum: 1n, change: ({ channel: _none, ...draft }) => draft });
    expect((await failureOf(provider)).code).toBe('tradingHalted');
  });
});

const MESSAGES: Record<string, ProviderErrorCode> = {
  small: 'swapAmountTooSmall',
  http: 'httpError',
  late: 'providerQuoteTimeout',
};

const failing = (byBridge: [Asset, keyof typeof MESSAGES][]) => (asset: Asset) => {
  const kind = byBridge.find(([one]) => sameAsset(one, asset))?.[1];
  return kind === undefined
    ? undefined
    : Promise.reject(new ProviderError(MESSAGES[kind] ?? 'unknownError', `${kind}.`));
};

describe('when there is no route', () => {
  it.each([
    [
      [
        [USDC, 'late'],
        [USDT, 'small'],
      ],
      'swapAmountTooSmall',
      'USDT',
    ],
    [
      [
        [USDC, 'http'],
        [USDT, 'late'],
      ],
      'httpError',
      'USDC',
    ],
    [
      [
        [USDC, 'late'],
        [USDT, 'late'],
      ],
      'providerQuoteTimeout',
      'USDC',
    ],
  ] as [[Asset, string][], ProviderErrorCode, string][])(
    'the most specific failure is reported, with its leg and meeting point',
    async (kinds, code, bridge) => {
      const by = failing(kinds);
      const atFirst = await failureOf(setUp({ instead: ({ buyAsset }) => by(buyAsset) }).provider);
      expect(atFirst.code).toBe(code);
      expect(atFirst.message).toMatch(
        new RegExp(`^1inch, the first leg: \\w+\\. \\(${bridge} between the legs\\.\\)$`),
      );
      const atSecond = await failureOf(setUp({}, { instead: ({ sellAsset }) => by(sellAsset) }).provider);
      expect(atSecond.code).toBe(code);
      expect(atSecond.message).toMatch(new RegExp(`^Chainflip, the second leg: \\w+\\. \\(${bridge} between`));
    },
  );

  it('a leg that answers nothing, or another question, is reported as that', async () => {
    expect(await failureOf(setUp({ instead: async () => [] }).provider)).toMatchObject({ code: 'quoteNotFound' });
    const other = setUp({}, { change: (draft) => ({ ...draft, sell: { ...draft.sell, baseUnits: 1n } }) });
    expect(await failureOf(other.provider)).toMatchObject({
      code: 'unknownError',
      message: expect.stringContaining('instead of 100 USDC'),
    });
    const elsewhere = setUp({ change: (draft) => ({ ...draft, expectedBuy: { ...draft.expectedBuy, asset: ETH } }) });
    expect(await failureOf(elsewhere.provider)).toMatchObject({ code: 'unknownError' });
    const broken = setUp({ instead: () => Promise.reject(new TypeError('x is undefined')) });
    expect(await failureOf(broken.provider)).toMatchObject({ code: 'unknownError' });
  });
});

/** Obeys its signal, as every adapter does. */
const hanging: LegRules['instead'] = (_request, { signal }) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () =>
      reject(new ProviderError('providerQuoteTimeout', 'It did not answer in time.')),
    );
  });

describe('time', () => {
  const BUDGET_MS = 8000;
  const within = (signal = new AbortController().signal) => ({ signal, budgetMs: BUDGET_MS });

  it('a meeting point that hangs costs only itself: the route by the other arrives before time is up', async () => {
    vi.useFakeTimers();
    const { provider } = setUp({
      instead: (one, options) => (sameAsset(one.buyAsset, USDC) ? hanging(one, options) : undefined),
    });
    const quoting = provider.quote(wish(), within());
    await vi.advanceTimersByTimeAsync(BUDGET_MS - 1);
    expect((await quoting)[0]?.twoLeg?.bridge).toEqual(USDT);
  });

  it('the first leg must leave time for the second', async () => {
    const budgets: (number | undefined)[] = [];
    const noting: LegRules['instead'] = (_request, { budgetMs }) => {
      budgets.push(budgetMs);
      return undefined;
    };
    await setUp({ instead: noting }, { instead: noting }).provider.quote(wish({ sellAsset: USDT }), within());
    const [first = 0, second = 0] = budgets;
    expect(first).toBeLessThan(second);
    expect(second).toBeLessThan(BUDGET_MS);
  });

  it('a leg that hangs is reported as out of time, by name', async () => {
    const { provider } = setUp({}, { instead: hanging });
    const controller = new AbortController();
    const failed = provider.quote(wish(), within(controller.signal)).catch((error: unknown) => error);
    await new Promise((resolve) => setImmediate(resolve));
    controller.abort();
    expect(await failed).toMatchObject({
      code: 'providerQuoteTimeout',
      message: expect.stringMatching(/^Chainflip, the second leg/),
    });
    expect(await provider.quote(wish(), within(AbortSignal.abort())).catch((error: unknown) => error)).toMatchObject({
      code: 'providerQuoteTimeout',
    });
  });
});
