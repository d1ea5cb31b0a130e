/** Whatever output a network accepts at the limit of a memo, the receiver gets the least amount that the route names. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FAMILY } from './config.ts';
import { askedLeast, leastPayout, neededLimit, type Quoted } from './limit.ts';
import { request } from './testing/node-double.ts';

const { thor, maya } = FAMILY;
const share = (bps: bigint, amount: bigint): bigint => (amount * bps) / 10_000n;

type Fees = { outbound: bigint; affiliate: bigint };
const lessFee = (out: bigint, { outbound }: Fees): bigint => out - outbound;
const payout = (out: bigint, { outbound, affiliate }: Fees): bigint => out - affiliate - outbound;

/** What each network holds against the limit; each pays `payout`. */
const NETWORKS = [
  ['THORCHAIN', thor, lessFee],
  ['THORCHAIN_STREAMING', thor, lessFee],
  ['MAYACHAIN', maya, payout],
  ['MAYACHAIN_STREAMING', maya, (out: bigint) => out],
] as const;

type Terms = { expectedOut: bigint; fee: bigint; feeBps: number; slippageBps: number };
const terms: fc.Arbitrary<Terms> = fc.record({
  expectedOut: fc.bigInt({ min: 10_000n, max: 10n ** 14n }),
  fee: fc.bigInt({ min: 0n, max: 5_000n }),
  feeBps: fc.integer({ min: 0, max: 500 }),
  slippageBps: fc.integer({ min: 0, max: 9_999 }),
});

function quotedAs(providerId: Quoted['request']['providerId'], config: Quoted['config'], one: Terms): Quoted {
  const affiliate = share(BigInt(one.feeBps), one.expectedOut);
  return {
    config,
    request: request({ providerId, slippageBps: one.slippageBps }),
    quote: {
      expected_amount_out: one.expectedOut - affiliate - one.fee,
      fees: { asset: 'ETH.ETH', affiliate, outbound: one.fee },
    } as Quoted['quote'],
    affiliate: one.feeBps === 0 ? undefined : { payout: 'ptg', feeBps: one.feeBps },
  };
}

describe.each(NETWORKS)('%s', (id, config, checked) => {
  it('pays at least what the limit of its memo stands for, until the outbound fee has grown by a quarter', () => {
    fc.assert(
      fc.property(
        terms,
        fc.integer({ min: 0, max: 25 }),
        fc.integer({ min: 0, max: 10_000 }),
        (one, grownPercent, outBps) => {
          const quoted = quotedAs(id, config, one);
          const limit = neededLimit(quoted);
          const fee = one.fee + (one.fee * BigInt(grownPercent)) / 100n;
          const out = share(BigInt(outBps), one.expectedOut);
          const fees = { outbound: fee, affiliate: share(BigInt(one.feeBps), out) };
          if (checked(out, fees) < limit) return;
          expect(payout(out, fees)).toBeGreaterThanOrEqual(leastPayout(quoted, limit));
        },
      ),
    );
  });

  it('has a limit by which the least amount is the one asked for, unless the expected output would miss it', () => {
    fc.assert(
      fc.property(terms, (one) => {
        const quoted = quotedAs(id, config, one);
        const limit = neededLimit(quoted);
        const atExpectation = checked(one.expectedOut, {
          outbound: one.fee,
          affiliate: quoted.quote.fees.affiliate ?? 0n,
        });
        expect(atExpectation).toBeGreaterThanOrEqual(limit);
        const least = askedLeast(quoted.request, quoted.quote.expected_amount_out);
        if (leastPayout(quoted, limit) < least) expect(limit).toBe(atExpectation);
      }),
    );
  });
});

it('guarantees nothing without a limit', () => {
  const quoted = quotedAs('THORCHAIN', thor, { expectedOut: 10_000n, fee: 1n, feeBps: 50, slippageBps: 100 });
  const unlimited = { ...quoted, request: { ...quoted.request, slippageBps: 10_000 } };
  expect([neededLimit(unlimited), leastPayout(unlimited, 0n)]).toEqual([0n, 0n]);
});
