/** If these fail, money is kept, lent or paid out otherwise than the network's rules say. */
import { describe, expect, it } from 'vitest';
import {
  type Begun,
  BTC,
  begin,
  byType,
  ETH,
  follow,
  quoteOf,
  SOL,
  type Status,
  USDC,
  userOn,
} from './fake-chainflip.ts';

const ONE_ETH = 10n ** 18n;
const sentOn = (s: Begun, chain: 'ETH' | 'BTC' | 'SOL') => s.world.ledgers[chain].sent;
const feeOf = (status: Status, type: string) => status.fees.find((one) => one.type === type)?.amount;

describe('what is too little or too much', () => {
  it('keeps a deposit below the minimum and says so; not a unit less', async () => {
    const s = await begin();
    const channel = await s.open();
    channel.chain.deposit({ to: channel.address, amountBaseUnits: 29_999n });
    await s.world.blocks(12);
    const failed = await s.status(channel.id);
    expect(failed).toMatchObject({
      state: 'FAILED',
      deposit: { failure: { mode: 'DEPOSIT_IGNORED', reason: { name: 'BelowMinimumDeposit' } } },
    });
    expect(failed.swapId).toBeUndefined();
    channel.chain.deposit({ to: channel.address, amountBaseUnits: 30_000n });
    await s.world.blocks(20);
    expect((await s.status(channel.id)).state).toBe('COMPLETED');
  });

  it('keeps what is above the maximum and swaps the rest', async () => {
    const s = await begin();
    s.control('set', { asset: 'Eth', maximumSwap: String(ONE_ETH) });
    const channel = await s.open({ from: ETH, to: USDC });
    channel.chain.deposit({ to: channel.address, amountBaseUnits: 3n * ONE_ETH });
    await s.world.blocks(20);
    const done = await s.status(channel.id);
    expect(done).toMatchObject({ state: 'COMPLETED', swap: { originalInputAmount: String(ONE_ETH) } });
    expect(Number(done.swapEgress?.amount)).toBeLessThan(3_400_000_000);
  });

  it('does not pay out what is below the dust limit, and does not refund it either', async () => {
    const s = await begin();
    s.control('set', { asset: 'Eth', egressDust: String(100n * ONE_ETH) });
    const channel = await s.open();
    channel.chain.deposit({ to: channel.address, amountBaseUnits: 1_000_000n });
    await s.world.blocks(20);
    expect(await s.status(channel.id)).toMatchObject({
      state: 'FAILED',
      swapEgress: { failure: { mode: 'SWAP_OUTPUT_TOO_SMALL' } },
    });
    s.control('set', { asset: 'Btc', egressDust: '100000000' });
    const refunded = await s.open({ refund: { min_price: `0x${'f'.repeat(60)}`, retry_duration: 0 } });
    refunded.chain.deposit({ to: refunded.address, amountBaseUnits: 1_000_000n });
    await s.world.blocks(20);
    expect(await s.status(refunded.id)).toMatchObject({
      state: 'FAILED',
      refundEgress: { failure: { mode: 'REFUND_OUTPUT_TOO_SMALL' } },
    });
    expect([...sentOn(s, 'ETH'), ...sentOn(s, 'BTC')]).toHaveLength(0);
  });
});

describe('boost', () => {
  it('swaps with the first block and pays what the boosted quote said; the pools get their money back with the fee', async () => {
    const s = await begin();
    const before = s.network.state.market.boostPools.map((one) => one.available);
    const [quote] = await quoteOf(s, 'srcChain=Bitcoin&srcAsset=BTC&destChain=Ethereum&destAsset=ETH&amount=10000000');
    const channel = await s.open({ boost: 30 });
    channel.chain.deposit({ to: channel.address, amountBaseUnits: 10_000_000n });
    await s.world.ticks(1);
    expect(await s.status(channel.id)).toMatchObject({
      state: 'SWAPPING',
      boost: { effectiveBoostFeeBps: 5, maxBoostFeeBps: 30, boostedAt: expect.any(Number) },
    });
    await s.world.blocks(20);
    const done = await s.status(channel.id);
    expect(done.swapEgress?.amount).toBe(quote?.boostQuote?.egressAmount);
    expect(byType(done.fees)).toEqual(byType(quote?.boostQuote?.includedFees ?? []));
    const after = s.network.state.market.boostPools.map((one) => one.available);
    expect(after).toEqual([(before[0] ?? 0n) + 5000n, ...before.slice(1)]);
  });

  it('is skipped where the pools have too little or lend nothing, and the swap only takes longer', async () => {
    const s = await begin();
    s.control('set', { boostPools: [{ tierBps: 5, available: '1000' }] });
    const channel = await s.open({ boost: 30 });
    channel.chain.deposit({ to: channel.address, amountBaseUnits: 10_000_000n });
    await s.world.ticks(1);
    expect(await s.status(channel.id)).toMatchObject({ state: 'RECEIVING', boost: { skippedAt: expect.any(Number) } });
    await follow(s, channel.id);
    const done = await s.status(channel.id);
    expect(done.state).toBe('COMPLETED');
    expect(feeOf(done, 'BOOST')).toBeUndefined();
  });
});

describe('the payout', () => {
  it('that cannot be sent is reported with the call that may be sent instead', async () => {
    const s = await begin();
    s.world.setFault('chainflip-backend', 'abortBroadcast');
    const channel = await s.open({ to: USDC });
    channel.chain.deposit({ to: channel.address, amountBaseUnits: 10_000_000n });
    await follow(s, channel.id);
    const failed = await s.status(channel.id);
    expect(failed.state).toBe('FAILED');
    expect(failed.swapEgress).toMatchObject({
      failure: { mode: 'SENDING_FAILED' },
      transactionPayload: {
        value: '0',
        data: expect.stringMatching(/^signed chainflip:swap:/),
        chainId: expect.any(Number),
      },
    });
    expect(sentOn(s, 'ETH')).toHaveLength(0);
  });

  it('on a chain that is down is tried again, once it is back', async () => {
    const s = await begin();
    const channel = await s.open({ to: SOL });
    s.world.ledgers.SOL.failing = true;
    channel.chain.deposit({ to: channel.address, amountBaseUnits: 10_000_000n });
    await s.world.blocks(20);
    expect((await s.status(channel.id)).state).toBe('SENDING');
    s.world.ledgers.SOL.failing = false;
    await s.world.blocks(3);
    expect((await s.status(channel.id)).state).toBe('COMPLETED');
  });

  it('of the broker is what it earned, once', async () => {
    const s = await begin();
    const channel = await s.open({ from: ETH, to: BTC, commission: 100 });
    channel.chain.deposit({ to: channel.address, amountBaseUnits: 10n * ONE_ETH });
    await s.world.blocks(20);
    const earned = BigInt(feeOf(await s.status(channel.id), 'BROKER') ?? 0);
    const { result } = await s.broker('broker_withdraw_fees', [USDC, userOn(ETH)]);
    expect(BigInt(String(result?.egress_amount)) + BigInt(String(result?.egress_fee))).toBe(earned);
    await s.world.blocks(5);
    expect(sentOn(s, 'ETH')).toMatchObject([{ amountBaseUnits: BigInt(String(result?.egress_amount)) }]);
    expect((await s.broker('broker_withdraw_fees', [USDC, userOn(ETH)])).error?.message).toContain('NoFundsAvailable');
  });
});
