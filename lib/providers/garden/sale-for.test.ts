/** Garden says itself what an output takes: one question, the least of its solvers, and its own refusal is left to a quote. */
import { expect, it } from 'vitest';
import { options, startBench } from './testing/bench.ts';
import { gardenDouble, ok, quoteOf, refusal, request } from './testing/garden-double.ts';

const bench = startBench();
const { sellAmount: _sold, ...terms } = request();
const wanted = { ...terms, wanted: { buyAmount: '0.00997', exact: 'guaranteed' as const } };
const saleFor = () => bench.provider().saleFor?.(wanted, options());

const entry = (query: URLSearchParams, source: string, destination: string) => ({
  ...quoteOf(query),
  source: { asset: query.get('from'), amount: source, display: '', value: '1' },
  destination: { asset: query.get('to'), amount: destination, display: '', value: '1' },
});

it('asks for the output, and takes the least sale of those that give it', async () => {
  bench.answer(
    gardenDouble({
      quote: (query) =>
        ok([entry(query, '1000100', '997000'), entry(query, '1000000', '997000'), entry(query, '900000', '996999')]),
    }),
  );
  expect(await saleFor()).toEqual({ sellAmount: '0.01', questions: 1 });
  const asked = bench.upstream().calls.find(({ path }) => path === '/quote');
  expect(Object.fromEntries(asked?.query ?? [])).toEqual({
    from: 'bitcoin:btc',
    to: 'ethereum:wbtc',
    to_amount: '997000',
  });
});

it.each([
  ['it has none', ok([])],
  ['it refuses', refusal('exact output amount is too low')],
])('names no sale where %s', async (_what, reply) => {
  bench.answer(gardenDouble({ quote: () => reply }));
  expect(await saleFor()).toEqual({ questions: 1 });
});
