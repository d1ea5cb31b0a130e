/** Every provider is asked for exactly the fee that the deployment has for its route, and a request's own is never changed. */
import { expect, it } from 'vitest';
import { isProblem } from '../api/problem.ts';
import { type DecodeContext, decodeQuoteRequest } from './decode-request.ts';
import { planProviders } from './plan-providers.ts';
import { draftFor, providerOf } from './test-quotes.ts';

const affiliateFees = { abc: { rules: [{ provider: 'THORCHAIN', chain: 'BTC', bps: 40 }], leastBps: 5 } } as const;
const context: DecodeContext = { network: 'sandbox', canonicalAsset: (asset) => asset, affiliateFees };
const swap = { sellAsset: 'BTC.BTC', buyAsset: 'ETH.ETH', sellAmount: '1', slippage: 1, affiliate: 'ABC' };
const providers = (['THORCHAIN', 'THORCHAIN_STREAMING', 'MAYACHAIN'] as const).map((id) =>
  providerOf(id, async (request) => [draftFor(request)]),
);

const feesFor = (fields: object) =>
  planProviders(decodeQuoteRequest({ ...swap, ...fields }, context), {
    providers,
    affiliates: { abc: { thorname: 'abc' } },
    affiliateFees,
    off: {},
  }).asks.map(({ request }) => request.affiliate?.feeBps);

it('asks each provider for its own fee where the request names none, and for no less than the least', () => {
  expect(feesFor({})).toEqual([40, 40, 5]);
  expect(feesFor({ affiliateFee: 30, affiliateFeeRules: true })).toEqual([40, 40, 30]);
  expect(feesFor({ affiliateFee: 1, affiliateFeeRules: true })).toEqual([40, 40, 5]);
  expect(feesFor({ buyAsset: 'BTC.BTC', sellAsset: 'ETH.ETH', affiliateFee: 30 })).toEqual([30, 30, 30]);
});

it('asks for no fee without an affiliate', () => {
  expect(feesFor({ affiliate: undefined })).toEqual([undefined, undefined, undefined]);
});

it('refuses a fee of the request’s own below the least, naming the field', () => {
  try {
    feesFor({ affiliateFee: 4 });
    throw new Error('it was taken');
  } catch (error) {
    if (!isProblem(error)) throw error;
    expect(error.errors).toMatchObject([{ field: 'affiliateFee', code: 'below_least' }]);
  }
});
