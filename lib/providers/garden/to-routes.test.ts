import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assetOf } from '../../domain/asset.ts';
import { catalogueOf } from './assets.ts';
import { durationText, lockMs, refundOf } from './refund-text.ts';
import { ASSETS, request, WBTC } from './testing/garden-double.ts';
import { leastOf, toRoute } from './to-routes.ts';
import { assetSchema, quotesSchema } from './upstream-schemas.ts';

const catalogue = catalogueOf(
  ASSETS.map((one) => assetSchema.parse(one)),
  'mainnet',
);
const [sell, buy] = ['BTC.BTC', `ETH.WBTC-${WBTC}`].map((id) => catalogue.find(assetOf(id)));

function route(given: {
  sold: bigint;
  bought: bigint;
  lossBps: number;
  fee: number;
  affiliate: number;
  seconds: number;
}) {
  if (!sell || !buy) throw new Error('no assets');
  const [quote] = quotesSchema.parse([
    {
      source: { asset: sell.id, amount: given.sold.toString(), value: '1000' },
      destination: { asset: buy.id, amount: given.bought.toString(), value: String(1000 - given.lossBps / 10) },
      solver_id: 's',
      fee: given.fee,
      estimated_time: given.seconds,
    },
  ]);
  if (!quote) throw new Error('no quote');
  const affiliateFee =
    given.affiliate > 0 ? { asset: 'ethereum:cbbtc', address: '0x', fee: given.affiliate } : undefined;
  const amount = { asset: sell.asset, decimals: sell.decimals, baseUnits: given.sold };
  return toRoute({
    request: request(),
    network: 'mainnet',
    sell,
    buy,
    amount,
    quote: { ...quote, solver_id: 's' },
    paid: [],
    affiliateFee,
  });
}

const units = fc.bigInt({ min: 1_000_000n, max: 10n ** 15n });
const quoted = fc.record({
  sold: units,
  bought: units,
  lossBps: fc.integer({ min: -50, max: 2000 }),
  fee: fc.integer({ min: 0, max: 300 }),
  affiliate: fc.integer({ min: 0, max: 300 }),
  seconds: fc.integer({ min: 1, max: 100_000 }),
});

describe('a route', () => {
  it('carries the quote’s amounts to the unit', () => {
    fc.assert(
      fc.property(quoted, (given) => {
        const draft = route(given);
        expect(draft.sell.baseUnits).toBe(given.sold);
        expect(draft.expectedBuy.baseUnits).toBe(given.bought);
        expect(draft.guaranteedBuy.baseUnits).toBe(given.bought);
        expect(draft.tracking).toMatchObject({ fromAmount: String(given.sold), toAmount: String(given.bought) });
      }),
    );
  });

  it('shows no more fees than were lost beside the affiliate’s, and the affiliate’s exactly', () => {
    fc.assert(
      fc.property(quoted, (given) => {
        const { fees, sell: sold, expectedBuy } = route(given);
        const bps = (type: string) =>
          fees
            .filter((fee) => fee.type === type)
            .map(({ amount }) => {
              const whole = type === 'outbound' ? expectedBuy.baseUnits : sold.baseUnits;
              return (Number(amount.baseUnits) / Number(whole)) * 10_000;
            })
            .reduce((sum, one) => sum + one, 0);
        const share = fees.find(({ type }) => type === 'affiliate')?.amount.baseUnits ?? 0n;
        expect(share * 10_000n).toBeGreaterThanOrEqual(sold.baseUnits * BigInt(given.affiliate));
        expect(bps('affiliate')).toBeLessThan(given.affiliate + 0.02);
        const rest = Math.max(0, given.lossBps - given.affiliate);
        expect(bps('liquidity')).toBeLessThanOrEqual(Math.min(given.fee, rest) + 0.02);
        expect(bps('outbound') > 0).toBe(rest > given.fee);
      }),
    );
  });

  it('splits its time into parts that add up', () => {
    fc.assert(
      fc.property(quoted, (given) => {
        const { inbound = 0, swap = 0, outbound = 0, total } = route(given).estimatedTime ?? { total: 0 };
        expect(Math.min(inbound, swap, outbound)).toBeGreaterThanOrEqual(0);
        expect(inbound + swap + outbound).toBe(total);
        expect(total).toBe(given.seconds);
      }),
    );
  });

  it('guarantees what is left after a tolerance, rounded down', () => {
    fc.assert(
      fc.property(units, fc.integer({ min: 0, max: 10_000 }), (baseUnits, bps) => {
        const least = leastOf({ asset: assetOf('BTC.BTC'), decimals: 8, baseUnits }, bps).baseUnits;
        expect(least * 10_000n).toBeLessThanOrEqual(baseUnits * BigInt(10_000 - bps));
        expect((least + 1n) * 10_000n).toBeGreaterThan(baseUnits * BigInt(10_000 - bps));
      }),
    );
  });
});

describe('refund texts', () => {
  it('say who, when and how', () => {
    expect(refundOf('BTC')).toMatchObject({
      by: 'provider',
      note: expect.stringMatching(/Garden’s key.*144 blocks.*about a day/),
    });
    expect(refundOf('ETH', 7200n).note).toMatch(/7200 blocks \(about a day\).*anybody, you too/);
    expect(refundOf('BASE', 7200n).note).toContain('about 4 hours');
    expect(refundOf('SOL', 216_000n).note).toContain('216000 slots (about a day)');
  });

  it('count Arbitrum’s locks by its own blocks, as its contracts do', () => {
    expect(refundOf('ARB', 432_000n).note).toContain('432000 blocks (about a day)');
    expect(lockMs('ARB', 432_000n) / 3_600_000).toBeCloseTo(31, 0);
    expect(durationText(60_000)).toBe('about a minute');
    expect(durationText(3 * 86_400_000)).toBe('about 3 days');
  });
});
