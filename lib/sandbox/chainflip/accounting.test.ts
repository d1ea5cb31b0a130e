/** If these fail, coins appear from nowhere or vanish between a deposit, its fees and what was paid out. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '../../domain/test-effort.ts';
import { assetOfRef } from './assets.ts';
import { BTC, begin, ETH, FLIP, type Ref, SOL, USDC } from './fake-chainflip.ts';
import { fakeWorld } from './fake-chains.ts';
import type { Egress, Swap } from './network.ts';
import { AFFILIATE_ACCOUNT } from './seed-state.ts';

const feesOf = (swap: Swap, ...types: string[]): bigint =>
  swap.fees.filter((one) => types.includes(one.type)).reduce((sum, one) => sum + one.amount, 0n);
const grossOf = (egress: Egress | undefined): bigint => (egress === undefined ? 0n : egress.amount + egress.fee);

/** Checks that every unit of a finished swap is accounted for, and every fee once. */
function balances(swap: Swap): void {
  const { amount } = swap.deposit;
  if (swap.failure?.mode === 'DEPOSIT_IGNORED') {
    expect(swap.kept).toBe(amount);
    expect(swap.fees).toEqual([]);
    return;
  }
  expect(feesOf(swap, 'BOOST', 'INGRESS') + swap.kept + swap.swappedInput + swap.remaining).toBe(amount);
  expect(grossOf(swap.swapEgress)).toBe(swap.swappedOutput);
  const refunded = feesOf(swap, 'REFUND') + grossOf(swap.refundEgress);
  expect(refunded).toBe(swap.remaining);
  expect(feesOf(swap, 'EGRESS')).toBe((swap.swapEgress?.fee ?? 0n) + (swap.refundEgress?.fee ?? 0n));
  expect(feesOf(swap, 'NETWORK')).toBe(swap.tracker.fee);
  expect(swap.chunks.reduce((sum, one) => sum + (one.executed ? one.input : 0n), 0n)).toBe(swap.swappedInput);
}

const units: readonly [Ref, bigint][] = [
  [BTC, 10n ** 4n],
  [ETH, 10n ** 15n],
  [SOL, 10n ** 7n],
  [USDC, 10n ** 6n],
  [FLIP, 10n ** 18n],
];

const order = fc.record({
  from: fc.integer({ min: 0, max: 4 }),
  to: fc.integer({ min: 0, max: 4 }),
  amount: fc.bigInt({ min: 1n, max: 5000n }),
  odd: fc.bigInt({ min: 0n, max: 999n }),
  price: fc.constantFrom('0x0', '0x1', `0x${'f'.repeat(56)}`),
  retry: fc.integer({ min: 0, max: 15 }),
  chunks: fc.integer({ min: 1, max: 4 }),
  boost: fc.constantFrom(0, 5, 30),
  commission: fc.constantFrom(0, 10, 333),
  affiliate: fc.constantFrom(0, 7),
});

describe('the books', () => {
  it('balance after any mixture of swaps, refunds, chunks, boosts, switches and kills', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(order, { minLength: 1, maxLength: 8 }),
        fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        async (orders, pauses, dry) => {
          let s = await begin();
          s.control('set', { asset: 'Eth', maximumSwap: String(3n * 10n ** 18n) });
          for (const [at, one] of orders.entries()) {
            const [from, unit] = units[one.from] ?? [BTC, 1n];
            const [to] = units[one.to === one.from ? (one.to + 1) % 5 : one.to] ?? [ETH];
            const channel = await s.open({
              from,
              to,
              boost: one.boost,
              commission: one.commission,
              affiliates: one.affiliate === 0 ? [] : [{ account: AFFILIATE_ACCOUNT, bps: one.affiliate }],
              refund: { min_price: one.price, retry_duration: one.retry, max_oracle_price_slippage: null },
              ...(one.chunks > 1 ? { dca: { number_of_chunks: one.chunks, chunk_interval: 2 } } : {}),
            });
            const token = assetOfRef(from)?.token;
            channel.chain.deposit({
              to: channel.address,
              amountBaseUnits: one.amount * unit + one.odd,
              ...(token === undefined ? {} : { token }),
            });
            await s.world.blocks(pauses[at % pauses.length] ?? 0);
            if (at % 3 === 1) s = await begin(fakeWorld(s.world));
            if (dry && at === 2) s.world.setFault('chainflip-backend', 'noLiquidity');
          }
          await s.world.blocks(60);
          const { swaps, earned, market } = s.network.state;
          expect(swaps).toHaveLength(orders.length);
          for (const swap of swaps) balances(swap);
          const commissions = swaps.reduce((sum, swap) => sum + feesOf(swap, 'BROKER'), 0n);
          expect(Object.values(earned).reduce((sum, one) => sum + one, 0n)).toBe(commissions);
          const boosts = swaps.reduce((sum, swap) => sum + feesOf(swap, 'BOOST'), 0n);
          expect(market.boostPools.reduce((sum, pool) => sum + pool.available, 0n)).toBe(1_200_000_000n + boosts);
          const planned = swaps
            .flatMap((swap) => [swap.swapEgress, swap.refundEgress])
            .filter((one) => one !== undefined && one.failure === undefined)
            .map((one) => `${one?.key} ${one?.amount} ${one?.txRef}`);
          const sent = Object.values(s.world.ledgers).flatMap((ledger) => ledger.sent);
          expect(sent.map((one) => `${one.key} ${one.amountBaseUnits} ${one.hash}`).sort()).toEqual(planned.sort());
        },
      ),
      { numRuns: cases(25) },
    );
  });
});
