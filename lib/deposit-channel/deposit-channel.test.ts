/** A request for a channel is told every fault before it is told that no channels are opened here. */
import { describe, expect, it } from 'vitest';
import { isProblem } from '../api/problem.ts';
import type { StoredQuote } from '../db/store.ts';
import { assetOf } from '../domain/asset.ts';
import type { ProviderId } from '../domain/provider-id.ts';
import { BTC_ADDRESS, draftFor, ETH_ADDRESS } from '../quote/test-quotes.ts';
import { decodeChannelRequest } from './decode-request.ts';
import { openChannel } from './open-channel.ts';

const good = { sellAsset: 'BTC.BTC', buyAsset: 'ETH.ETH', destinationAddress: ETH_ADDRESS };

const quoteOf = (id: ProviderId): StoredQuote => ({
  id,
  createdAt: 0,
  request: {},
  response: {},
  drafts: [
    draftFor({
      providerId: id,
      sellAsset: assetOf('BTC.BTC'),
      buyAsset: assetOf('ETH.ETH'),
      sellAmount: '1',
      slippageBps: 100,
      includeTx: false,
    }),
  ],
});
const stored = new Map(
  [quoteOf('CHAINFLIP'), quoteOf('CHAINFLIP->ONEINCH'), quoteOf('THORCHAIN')].map((quote) => [quote.id, quote]),
);
// A quoteId on the wire has no arrow.
const ids: Record<string, string> = { twoLegs: 'CHAINFLIP->ONEINCH' };

async function outcomeOf(body: unknown): Promise<{ status: number; faults: Record<string, string | undefined> }> {
  try {
    const request = decodeChannelRequest(body, { network: 'mainnet', canonicalAsset: (asset) => asset });
    await openChannel({ store: { loadQuote: async (id) => stored.get(ids[id] ?? id) } }, request);
  } catch (error) {
    if (!isProblem(error)) throw error;
    const faults = (error.errors ?? []).map(({ field, code }) => [field ?? '', code] as const);
    return { status: error.status, faults: Object.fromEntries(faults) };
  }
  throw new Error('a channel was opened');
}

const CASES: [what: string, body: unknown, status: number, faults: Record<string, string>][] = [
  ['what the interface asks for', good, 503, {}],
  [
    'all that may be said',
    {
      ...good,
      affiliateCode: 'ptg',
      affiliateBps: 30,
      maxBoostFeeBps: 10,
      sellAmount: '0.5',
      slippage: 1,
      refundAddress: BTC_ADDRESS,
      sourceAddress: BTC_ADDRESS,
      unknown: 1,
    },
    503,
    {},
  ],
  ['nothing', {}, 400, { sellAsset: 'required', buyAsset: 'required', destinationAddress: 'required' }],
  ['a list', [], 400, { body: 'invalid_type' }],
  ['null', null, 400, { body: 'invalid_type' }],
  [
    'the same asset twice',
    { ...good, buyAsset: 'btc.btc', destinationAddress: BTC_ADDRESS },
    400,
    { buyAsset: 'same_asset' },
  ],
  ['an unknown chain', { ...good, sellAsset: 'XYZ.XYZ' }, 400, { sellAsset: 'invalid_asset' }],
  [
    'a destination of another chain',
    { ...good, destinationAddress: BTC_ADDRESS },
    400,
    { destinationAddress: 'invalid_address' },
  ],
  [
    'refund and source of another chain',
    { ...good, refundAddress: ETH_ADDRESS, sourceAddress: ETH_ADDRESS },
    400,
    { refundAddress: 'invalid_address', sourceAddress: 'invalid_address' },
  ],
  [
    'numbers out of range',
    { ...good, affiliateCode: 'ptg', affiliateBps: 1001, maxBoostFeeBps: -1, slippage: 101, sellAmount: '0' },
    400,
    {
      affiliateBps: 'out_of_range',
      maxBoostFeeBps: 'out_of_range',
      slippage: 'out_of_range',
      sellAmount: 'out_of_range',
    },
  ],
  ['a fee for nobody', { ...good, affiliateBps: 30 }, 400, { affiliateCode: 'required' }],
  [
    'wrong types',
    { sellAsset: 1, buyAsset: [], destinationAddress: {}, maxBoostFeeBps: '5', affiliateCode: 7 },
    400,
    {
      sellAsset: 'invalid_type',
      buyAsset: 'invalid_type',
      destinationAddress: 'invalid_type',
      maxBoostFeeBps: 'invalid_type',
      affiliateCode: 'invalid_type',
    },
  ],
  ['a route index of no quote', { ...good, routeIndex: 0 }, 400, { quoteId: 'required' }],
  ['an unknown quote', { quoteId: 'nobody' }, 404, {}],
  [
    'a route that the quote does not have',
    { quoteId: 'CHAINFLIP', routeIndex: 1 },
    400,
    { routeIndex: 'out_of_range' },
  ],
  ['a route of another provider', { quoteId: 'THORCHAIN' }, 400, { routeIndex: 'wrong_provider' }],
  ['a quoted route', { quoteId: 'CHAINFLIP' }, 503, {}],
  ['a quoted route of two legs', { quoteId: 'twoLegs', routeIndex: 0 }, 503, {}],
];

describe('asking for a deposit channel', () => {
  it.each(CASES)('%s', async (_what, body, status, faults) => {
    expect(await outcomeOf(body)).toEqual({ status, faults });
  });
});
