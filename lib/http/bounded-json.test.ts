/**
 * A body is refused before it costs anything, by the length of its lists and texts and by its depth; the refusal is
 * short too.
 */
import { describe, expect, it } from 'vitest';
import { decodeTrackRequest } from '../api/decode-track-request.ts';
import { type Problem, problemBody, validationProblem } from '../api/problem.ts';
import { decodeChannelRequest } from '../deposit-channel/decode-request.ts';
import { decodeQuoteRequest } from '../quote/decode-request.ts';
import { MOST_DEPTH } from './bounded-json.ts';
import { readJson } from './read-body.ts';

const context = { network: 'sandbox', canonicalAsset: <T>(asset: T) => asset } as const;
const quote = { sellAsset: 'BTC.BTC', buyAsset: 'ETH.ETH', sellAmount: '1', slippage: 1 };
const LONG = 'x'.repeat(60_000);

function refusal(work: () => unknown): Problem {
  try {
    work();
  } catch (error) {
    return error as Problem;
  }
  throw new Error('it was taken');
}

const bytesOf = (problem: Problem, instance = '/v1/quote'): number =>
  JSON.stringify(problemBody(problem, { instance, traceId: 'a'.repeat(32), at: 0 })).length;

describe('a request with one field that is too long', () => {
  it('is refused in little time and few bytes, whatever its list contains', () => {
    const startedMs = performance.now();
    const problem = refusal(() => decodeQuoteRequest({ ...quote, providers: new Array(30_000).fill(0) }, context));
    expect(performance.now() - startedMs).toBeLessThan(20);
    expect(problem.status).toBe(400);
    expect(problem.errors).toEqual([
      { field: 'providers', message: 'providers may have at most 12 entries.', code: 'too_long' },
    ]);
    expect(bytesOf(problem)).toBeLessThan(4096);
  });

  it.each(['sellAsset', 'buyAsset', 'sellAmount', 'sourceAddress', 'destinationAddress', 'refundAddress', 'affiliate'])(
    'is refused by the length of %s alone',
    (field) => {
      const problem = refusal(() => decodeQuoteRequest({ ...quote, [field]: LONG }, context));
      expect(problem.errors).toMatchObject([{ field, code: 'too_long' }]);
    },
  );

  it.each(['destinationAddress', 'refundAddress', 'quoteId', 'affiliateCode'])(
    'is refused by the length of %s of a deposit channel',
    (field) => {
      expect(refusal(() => decodeChannelRequest({ ...quote, [field]: LONG }, context)).errors).toMatchObject([
        { field, code: 'too_long' },
      ]);
    },
  );

  it.each(['hash', 'quoteId', 'depositAddress', 'chainId'])('is refused by the length of a tracked %s', (field) => {
    expect(refusal(() => decodeTrackRequest({ [field]: LONG })).errors).toMatchObject([{ field, code: 'too_long' }]);
  });
});

it('gets at most 20 faults and 4 kB, even with the longest paths and messages', () => {
  const faults = Array.from({ length: 500 }, (_, n) => ({ field: `${LONG}${n}`, message: LONG, code: 'x' }));
  const problem = validationProblem(faults);
  expect(bytesOf(problem, `/${LONG}`)).toBeLessThan(4096);
  expect(validationProblem(faults.map(() => ({ field: 'a', message: 'b' }))).errors).toHaveLength(20);
});

const sent = (text: string) => readJson(new Request('http://portage.test/', { method: 'POST', body: text }));

describe('a body', () => {
  it('is refused when it is nested too deep, and accepted one level less deep', async () => {
    const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
    expect(await sent(nested(MOST_DEPTH))).toBeDefined();
    for (const depth of [MOST_DEPTH + 1, 30_000])
      await expect(sent(nested(depth))).rejects.toMatchObject({ status: 400, errors: [{ code: 'invalid_json' }] });
  });

  it.each(['{"a":"\\u0000"}', '{"\\u0000":1}', '{"a":[["\\ud800"]]}', '{"\\udc00":1}', '"\\u0000"'])(
    'is refused with %s, which databases do not accept',
    async (text) => {
      await expect(sent(text)).rejects.toMatchObject({ status: 400, errors: [{ code: 'invalid_json' }] });
    },
  );

  it('may contain any other text', async () => {
    expect(await sent('{"a":"\\u0001é😀"}')).toEqual({ a: '\u0001é😀' });
  });
});
