/** What the right service answers about its providers, and to the one key that it knows. */
import { PROVIDERS } from '../vocabulary.ts';

export const RIGHT_KEY = 'right-key';

const figures = (swaps: number) => ({
  swaps,
  completed: swaps - 1,
  refunded: 1,
  failed: 0,
  asQuotedPercent: 98.1,
  received: { p5: 99.9, p50: 100, p95: 100.2 },
  seconds: { p5: 402, p50: 548, p95: 873 },
  pace: { p5: 81.2, p50: 96.4, p95: 141.8 },
  reasons: [],
});

export const RIGHT_PROVIDERS = {
  providers: PROVIDERS.map((provider) => ({
    provider,
    name: provider,
    enabled: provider !== 'GARDEN',
    ...(provider === 'GARDEN' ? { reason: 'It has no key.' } : {}),
    chains: { sell: ['BTC'], buy: ['ETH'] },
    halted: [],
    limits: [{ asset: 'BTC.BTC', least: '0.0003' }],
    ...(provider === 'CHAINFLIP' ? { ledger: { week: figures(7), month: figures(12) } } : {}),
  })),
  windowSeconds: 600,
  updatedAt: '2026-11-21T06:00:00.000Z',
};

const use = { requests: { 'POST /v1/quote': 3 }, quotes: 3, swaps: 1, completed: 1, unpriced: 0 };
const earned = {
  ...{ soldUsd: '120.00', affiliateFeeUsd: '0.36' },
  fees: [{ provider: 'THORCHAIN', asset: 'ETH.ETH', amount: '0.0001', usd: '0.36' }],
};

export const RIGHT_USAGE = {
  ...{ from: '2026-11-01', to: '2026-11-21' },
  total: { ...use, ...earned },
  days: [{ day: '2026-11-20', ...use, ...earned }],
};

export const RIGHT_SWAPS = {
  swaps: [
    {
      ...{ quoteId: 'finished', routeIndex: 0, provider: 'THORCHAIN', status: 'completed', chain: 'BTC' },
      ...{ createdAt: '2026-11-20T06:00:00.000Z', endedAt: '2026-11-20T06:10:00.000Z', hash: 'ab'.repeat(32) },
      ...{ sellAsset: 'BTC.BTC', sellAmount: '1', buyAsset: 'ETH.ETH' },
      ...{ expectedBuyAmount: '28', expectedBuyAmountMaxSlippage: '27' },
      received: { asset: 'ETH.ETH', amount: '28' },
    },
  ],
};

export const RIGHT_SWAPS_CSV = 'quote_id,provider\nfinished,THORCHAIN\n';
