import { describe, expect, test } from 'vitest';
import { fromBaseUnits, toBaseUnits } from '../domain/amount.ts';
import { assetOf } from '../domain/asset.ts';
import { ProviderError } from '../domain/errors.ts';
import type { RouteDraft } from '../domain/route.ts';
import { fc, property } from '../domain/test-property.ts';
import type { WantedOutput } from '../domain/wanted-output.ts';
import { findSale, MOST_QUESTIONS, type SaleQuestion, saleAtMarket } from './find-sale.ts';
import { amountOf, draftFor } from './test-quotes.ts';

const UNIT = 10n ** 8n;
/** A pool with a fixed fee in the bought asset, and a tolerance between expectation and guarantee. */
type Market = { depth: bigint; fixedFee: bigint; slippageBps: bigint };

const expectedOf = ({ depth, fixedFee }: Market, sold: bigint): bigint => {
  const out = (sold * 30n * depth) / (depth + sold) - fixedFee;
  return out > 0n ? out : 0n;
};
const guaranteedOf = (market: Market, sold: bigint): bigint =>
  (expectedOf(market, sold) * (10_000n - market.slippageBps)) / 10_000n;

const units = (text: string): bigint => toBaseUnits(text, 8, 'exact') ?? 0n;

function desk(market: Market) {
  const questions: SaleQuestion[] = [];
  const ask = async (question: SaleQuestion): Promise<RouteDraft[]> => {
    questions.push(question);
    const sold = units(question.sellAmount);
    const expectedBuy = { ...amountOf('1', 'ETH.ETH'), baseUnits: expectedOf(market, sold) };
    const request = { sellAsset: assetOf('BTC.BTC'), buyAsset: assetOf('ETH.ETH'), providerId: 'CHAINFLIP' } as const;
    const guaranteedBuy = { ...expectedBuy, baseUnits: guaranteedOf(market, sold) };
    return [draftFor({ ...request, ...question, slippageBps: 100 }, { overrides: { expectedBuy, guaranteedBuy } })];
  };
  return { ask, questions };
}

const search = (market: Market, wanted: WantedOutput, firstSellAmount: string, includeTx = false) => {
  const { ask, questions } = desk(market);
  return { questions, found: findSale({ wanted, firstSellAmount, asked: 0, includeTx, ask }) };
};

/** The least sale that reaches it, by halving. */
function leastSale(outputOf: (sold: bigint) => bigint, wanted: bigint): bigint {
  let [low, high] = [0n, 10n ** 18n];
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (outputOf(middle) >= wanted) high = middle;
    else low = middle;
  }
  return high;
}

const THIN: Market = { depth: 100n * UNIT, fixedFee: UNIT / 100n, slippageBps: 100n };

describe('findSale', () => {
  property([
    fc.bigInt({ min: UNIT / 2n, max: 60n * UNIT }),
    fc.bigInt({ min: 300n * UNIT, max: 100_000n * UNIT }),
    fc.bigInt({ min: 0n, max: UNIT / 50n }),
    fc.integer({ min: -700, max: 700 }),
    fc.constantFrom('guaranteed' as const, 'expected' as const),
  ])('what is found reaches the amount, and is not needlessly more', async (buy, depth, fixedFee, offBps, exact) => {
    const market = { depth, fixedFee, slippageBps: 150n };
    const outputOf = (sold: bigint) => (exact === 'expected' ? expectedOf : guaranteedOf)(market, sold);
    const least = leastSale(outputOf, buy);
    const first = (least * BigInt(10_000 + offBps)) / 10_000n;
    const wanted = { buyAmount: fromBaseUnits(buy, 8), exact };
    const { found, questions } = search(market, wanted, fromBaseUnits(first, 8));
    const [draft] = await found;
    const sold = draft?.sell.baseUnits ?? 0n;
    expect(outputOf(sold)).toBeGreaterThanOrEqual(buy);
    expect(Number(sold - least) / Number(least)).toBeLessThan(0.002);
    expect(questions.length).toBeLessThanOrEqual(MOST_QUESTIONS);
  });

  test('an estimate that is right takes one question', async () => {
    const wanted = { buyAmount: '3', exact: 'expected' } as const;
    const least = leastSale((sold) => expectedOf(THIN, sold), 3n * UNIT);
    const { found, questions } = search(THIN, wanted, fromBaseUnits(least, 8));
    await expect(found).resolves.toMatchObject([{ sell: { baseUnits: least } }]);
    expect(questions).toHaveLength(1);
  });

  test('a first answer that sells far too much is not the answer where the provider refuses less', async () => {
    const { ask } = desk(THIN);
    const wanted = { buyAmount: '0.3', exact: 'expected' } as const;
    const small = new ProviderError('quoteNotFound', 'too small');
    const found = findSale({
      ...{ wanted, firstSellAmount: '1', asked: 0, includeTx: false },
      ask: (question) => (question.sellAmount === '1' ? ask(question) : Promise.reject(small)),
    });
    await expect(found).rejects.toBe(small);
  });

  test('a transaction is asked for with the amount that was found, not with the first one', async () => {
    const wanted = { buyAmount: '3', exact: 'guaranteed' } as const;
    const { found, questions } = search(THIN, wanted, '0.1', true);
    const [draft] = await found;
    expect(questions.map(({ includeTx }) => includeTx)).toEqual([false, true, true].slice(0, questions.length));
    expect(guaranteedOf(THIN, draft?.sell.baseUnits ?? 0n)).toBeGreaterThanOrEqual(3n * UNIT);
  });

  test('more than all that a pool holds is honestly not found', async () => {
    const wanted = { buyAmount: '3100', exact: 'expected' } as const;
    await expect(search(THIN, wanted, '100').found).rejects.toMatchObject({ code: 'quoteNotFound' });
  });

  test('a refusal is passed on as the provider gave it', async () => {
    const ask = () => Promise.reject(new ProviderError('swapAmountTooSmall', 'Sell more.'));
    const wanted = { buyAmount: '1', exact: 'expected' } as const;
    const found = findSale({ wanted, firstSellAmount: '1', asked: 0, includeTx: false, ask });
    await expect(found).rejects.toMatchObject({ code: 'swapAmountTooSmall' });
  });

  test('a price that fails after the amount was found costs nothing', async () => {
    const { ask } = desk(THIN);
    const answers = [ask, () => Promise.reject(new ProviderError('httpError', 'away'))];
    const wanted = { buyAmount: '3', exact: 'expected' } as const;
    const asking = (question: SaleQuestion) => (answers.shift() ?? ask)(question);
    const found = await findSale({ wanted, firstSellAmount: '0.102', asked: 0, includeTx: false, ask: asking });
    expect(found[0]?.sell.baseUnits).toBe(units('0.102'));
  });

  test('questions that the estimate took count', async () => {
    const { ask, questions } = desk(THIN);
    const wanted = { buyAmount: '3', exact: 'expected' } as const;
    await findSale({ wanted, firstSellAmount: '0.11', asked: 1, includeTx: false, ask });
    expect(questions.length).toBeLessThanOrEqual(MOST_QUESTIONS - 1);
  });
});

describe('saleAtMarket', () => {
  const wanted = { buyAmount: '1000', exact: 'guaranteed' } as const;
  const dollars = { decimals: 6, priceUsd: 1 };
  test.each([
    ['a guarantee takes the tolerance more', wanted, 100, { decimals: 8, priceUsd: 50_000 }, dollars, '0.02020202'],
    [
      'an expectation does not',
      { ...wanted, exact: 'expected' as const },
      100,
      { decimals: 8, priceUsd: 50_000 },
      dollars,
      '0.02',
    ],
    [
      'never less than a base unit',
      { ...wanted, buyAmount: '0.000001' },
      0,
      { decimals: 2, priceUsd: 50_000 },
      dollars,
      '0.01',
    ],
    ['one, where no price is known', wanted, 100, undefined, dollars, '1'],
  ] as const)('%s', (_name, what, slippageBps, sell, buy, expected) =>
    expect(saleAtMarket(what, slippageBps, sell, buy)).toBe(expected),
  );
});
