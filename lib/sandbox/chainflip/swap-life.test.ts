/** If these fail, a user's money is lost, paid twice, or shown in a wrong state. */
import { describe, expect, it } from 'vitest';
import {
  type Begun,
  BTC,
  begin,
  byType,
  ETH,
  FLIP,
  follow,
  quoteOf,
  type Status,
  USDC,
  userOn,
} from './fake-chainflip.ts';

const ONE_ETH = 10n ** 18n;
const sentOn = (s: Begun, chain: 'ETH' | 'BTC') => s.world.ledgers[chain].sent;
const feeOf = (status: Status, type: string) => status.fees.find((one) => one.type === type)?.amount;

describe('a swap through a channel', () => {
  it('goes through every state, each seen, and pays what the quote said, fee by fee', async () => {
    const s = await begin();
    const pair = 'srcChain=Bitcoin&srcAsset=BTC&destChain=Ethereum&destAsset=ETH&amount=10000000';
    const [quote] = await quoteOf(s, `${pair}&brokerCommissionBps=30`);
    const channel = await s.open({ commission: 30 });
    const opened = await s.status(channel.id);
    expect(opened).toMatchObject({ state: 'WAITING', depositChannel: { id: channel.id, isExpired: false } });
    const hash = channel.chain.deposit({ to: channel.address, amountBaseUnits: 10_000_000n }, 'wait');
    await s.world.ticks(1);
    expect(await s.status(channel.id)).toMatchObject({
      state: 'RECEIVING',
      deposit: { amount: '10000000', txRef: hash, txConfirmations: 0 },
    });
    await s.world.blocks(1);
    expect((await s.status(channel.id)).deposit).toMatchObject({ txConfirmations: 1 });
    expect(await follow(s, channel.id)).toEqual(['RECEIVING', 'SWAPPING', 'SENDING', 'SENT', 'COMPLETED']);
    const done = await s.status(channel.id);
    expect(sentOn(s, 'ETH')).toHaveLength(1);
    expect(sentOn(s, 'ETH')[0]).toMatchObject({ vault: 'chainflip-0', to: userOn(ETH) });
    expect(sentOn(s, 'ETH')[0]?.amountBaseUnits).toBe(BigInt(quote?.egressAmount ?? 0));
    expect(done.swapEgress).toMatchObject({ amount: quote?.egressAmount, txRef: sentOn(s, 'ETH')[0]?.hash });
    expect(byType(done.fees)).toEqual(byType(quote?.includedFees ?? []));
    expect(channel.chain.fetched).toHaveLength(1);
    for (const id of [hash.toUpperCase(), String(done.swapId), channel.id.toLowerCase()])
      expect(await s.status(id)).toEqual(done);
  });

  it('waits for one confirmation more than the margin, and executes two blocks later', async () => {
    const s = await begin();
    const channel = await s.open();
    channel.chain.deposit({ to: channel.address, amountBaseUnits: 10_000_000n });
    await s.world.ticks(3);
    expect((await s.status(channel.id)).state).toBe('RECEIVING');
    channel.chain.mine();
    await s.world.ticks(3);
    expect((await s.status(channel.id)).state).toBe('RECEIVING');
    channel.chain.mine();
    await s.world.ticks(2);
    expect((await s.status(channel.id)).state).toBe('SWAPPING');
    await s.world.ticks(1);
    expect((await s.status(channel.id)).state).toBe('SWAPPING');
    await s.world.ticks(1);
    expect((await s.status(channel.id)).state).toBe('SENDING');
  });

  it('does not swap a deposit that a fork took back', async () => {
    const s = await begin();
    const channel = await s.open({ from: ETH, to: USDC });
    channel.chain.deposit({ to: channel.address, amountBaseUnits: ONE_ETH });
    await s.world.ticks(1);
    expect((await s.status(channel.id)).state).toBe('RECEIVING');
    channel.chain.replace();
    await s.world.blocks(20);
    expect(sentOn(s, 'ETH')).toHaveLength(0);
    expect((await s.status(channel.id)).state).toBe('WAITING');
  });

  it('swaps every deposit into the channel on its own, and reports the newest', async () => {
    const s = await begin();
    const channel = await s.open({ from: ETH, to: USDC });
    for (const amount of [ONE_ETH, 2n * ONE_ETH])
      channel.chain.deposit({ to: channel.address, amountBaseUnits: amount });
    await s.world.blocks(20);
    expect(sentOn(s, 'ETH')).toHaveLength(2);
    expect((await s.status(channel.id)).deposit?.amount).toBe(String(2n * ONE_ETH));
    expect((await s.status('1')).deposit?.amount).toBe(String(ONE_ETH));
    // Two payments in one transaction are two deposits.
    channel.chain.deposit({ to: channel.address, amountBaseUnits: ONE_ETH });
    await s.world.blocks(20);
    expect(sentOn(s, 'ETH')).toHaveLength(3);
  });

  it('takes neither another asset nor a deposit after the last block, and says that the channel is over', async () => {
    const s = await begin();
    const channel = await s.open({ from: ETH, to: BTC });
    channel.chain.deposit({
      to: channel.address,
      amountBaseUnits: 10n ** 9n,
      token: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
    });
    await s.world.blocks(10);
    expect(await s.status(channel.id)).toMatchObject({ state: 'WAITING', depositChannel: { isExpired: false } });
    s.control('expire-channel', { id: channel.id });
    channel.chain.deposit({ to: channel.address, amountBaseUnits: ONE_ETH });
    await s.world.blocks(20);
    const over = await s.status(channel.id);
    expect(over).toMatchObject({ state: 'WAITING', depositChannel: { isExpired: true } });
    expect(over.deposit).toBeUndefined();
    expect(sentOn(s, 'BTC')).toHaveLength(0);
  });

  it('takes a deposit in the very last block', async () => {
    const s = await begin();
    const channel = await s.open({ from: ETH, to: BTC });
    const last = s.network.state.channels[0]?.expiryBlock ?? 0;
    channel.chain.mine(last - channel.chain.height() - 1);
    channel.chain.deposit({ to: channel.address, amountBaseUnits: ONE_ETH });
    expect(channel.chain.height()).toBe(last);
    expect(await follow(s, channel.id)).toContain('COMPLETED');
  });

  it('ends in a day even if the local chain makes few blocks, and then takes what its last one contains', async () => {
    const s = await begin();
    const inTime = await s.open({ from: ETH, to: BTC });
    const tooLate = await s.open({ from: { chain: 'Arbitrum', asset: 'ETH' }, to: BTC });
    const reported = Number((await s.status(inTime.id)).depositChannel?.estimatedExpiryTime);
    expect((reported - s.world.clock.now()) / 3_600_000).toBeCloseTo(20.57, 2);
    const blocks = Math.ceil((6171 * 12) / 6);
    await s.world.ticks(blocks - 1);
    expect((await s.status(inTime.id)).depositChannel).toMatchObject({ isExpired: false });
    inTime.chain.deposit({ to: inTime.address, amountBaseUnits: ONE_ETH });
    await s.world.ticks(24 * 600);
    tooLate.chain.deposit({ to: tooLate.address, amountBaseUnits: ONE_ETH });
    expect((await s.status(tooLate.id)).depositChannel).toMatchObject({ isExpired: true });
    expect(await follow(s, inTime.id)).toContain('COMPLETED');
    expect(await s.status(tooLate.id)).toMatchObject({ state: 'WAITING' });
    expect(sentOn(s, 'BTC')).toHaveLength(1);
  });
});

describe('the price', () => {
  it('that is missed is tried again every five blocks until the time is over, then all goes back less its fees', async () => {
    const s = await begin();
    const channel = await s.open({ refund: { min_price: `0x${'f'.repeat(60)}`, retry_duration: 12 } });
    channel.chain.deposit({ to: channel.address, amountBaseUnits: 10_000_000n });
    await s.world.blocks(8);
    expect((await s.status(channel.id)).swap?.regular).toMatchObject({
      retryCount: 1,
      latestSwapRescheduledReason: 'MinPriceViolation',
    });
    expect(await follow(s, channel.id)).toEqual(['SWAPPING', 'SENDING', 'SENT', 'COMPLETED']);
    const done = await s.status(channel.id);
    expect(done.swap?.regular).toMatchObject({ retryCount: 2, abortedReason: 'MinPriceViolation' });
    expect(done.swapEgress).toBeUndefined();
    const fees = byType(done.fees);
    expect(Object.keys(fees).sort()).toEqual(['EGRESS', 'INGRESS', 'REFUND']);
    const back = 10_000_000n - BigInt(fees.INGRESS ?? 0) - BigInt(fees.REFUND ?? 0) - BigInt(fees.EGRESS ?? 0);
    expect(done.refundEgress?.amount).toBe(String(back));
    expect(sentOn(s, 'BTC')[0]).toMatchObject({ to: userOn(BTC, 'refund'), amountBaseUnits: back });
  });

  it('holds to the unit: the quoted price passes, one unit more is refunded', async () => {
    for (const [more, kind] of [
      [0n, 'swapEgress'],
      [1n, 'refundEgress'],
    ] as const) {
      const s = await begin();
      const pair = 'srcChain=Ethereum&srcAsset=ETH&destChain=Ethereum&destAsset=USDC';
      const [quote] = await quoteOf(s, `${pair}&amount=${ONE_ETH}`);
      const fees = byType(quote?.includedFees ?? []);
      const output = BigInt(quote?.egressAmount ?? 0) + BigInt(fees.EGRESS ?? 0) + more;
      const input = ONE_ETH - BigInt(fees.INGRESS ?? 0);
      const price = ((output << 128n) + input - 1n) / input;
      const channel = await s.open({
        from: ETH,
        to: USDC,
        refund: { min_price: `0x${price.toString(16)}`, retry_duration: 0 },
      });
      channel.chain.deposit({ to: channel.address, amountBaseUnits: ONE_ETH });
      await s.world.blocks(20);
      expect((await s.status(channel.id))[kind], `${more} more`).toBeDefined();
    }
  });

  it('is protected by the oracles where that is asked for, and by the default of the chain where it is not', async () => {
    const s = await begin();
    const explicit = await s.open({
      from: ETH,
      to: BTC,
      refund: { max_oracle_price_slippage: 100, retry_duration: 0 },
    });
    const byDefault = await s.open({
      from: ETH,
      to: BTC,
      refund: { max_oracle_price_slippage: null, retry_duration: 0 },
    });
    const unprotected = await s.open({ from: ETH, to: FLIP, refund: { max_oracle_price_slippage: null } });
    s.control('set', { oracle: 'Eth', offsetPpm: 50_000 });
    for (const channel of [explicit, byDefault, unprotected])
      channel.chain.deposit({ to: channel.address, amountBaseUnits: ONE_ETH });
    await s.world.blocks(20);
    expect((await s.status(explicit.id)).swap?.regular).toMatchObject({ abortedReason: 'OraclePriceSlippageExceeded' });
    expect((await s.status(byDefault.id)).swap?.regular).toMatchObject({
      abortedReason: 'OraclePriceSlippageExceeded',
    });
    expect((await s.status(unprotected.id)).swapEgress).toBeDefined();
  });

  it('is compared with the oracles before fees: a broker that takes much causes no refund', async () => {
    const s = await begin();
    const channel = await s.open({ from: ETH, to: BTC, commission: 1000, refund: { max_oracle_price_slippage: 30 } });
    channel.chain.deposit({ to: channel.address, amountBaseUnits: ONE_ETH });
    await s.world.blocks(20);
    expect(await s.status(channel.id)).toMatchObject({
      state: 'COMPLETED',
      swapEgress: { amount: expect.any(String) },
    });
  });

  it('that comes back within the time is taken', async () => {
    const s = await begin();
    const channel = await s.open({ refund: { min_price: '0x1', retry_duration: 100 } });
    s.world.setFault('chainflip-backend', 'reschedules', { count: 3 });
    channel.chain.deposit({ to: channel.address, amountBaseUnits: 10_000_000n });
    await follow(s, channel.id);
    expect(await s.status(channel.id)).toMatchObject({ state: 'COMPLETED', swap: { regular: { retryCount: 3 } } });
  });
});

describe('a swap in chunks', () => {
  const terms = { from: ETH, to: BTC, dca: { number_of_chunks: 3, chunk_interval: 4 } };

  it('executes one each interval, whole to the unit, and pays once', async () => {
    const s = await begin();
    const channel = await s.open(terms);
    channel.chain.deposit({ to: channel.address, amountBaseUnits: 10n * ONE_ETH + 1n });
    await s.world.blocks(5);
    expect((await s.status(channel.id)).swap?.dca).toMatchObject({ executedChunks: 1, remainingChunks: 2 });
    await s.world.blocks(3);
    expect((await s.status(channel.id)).swap?.dca).toMatchObject({ executedChunks: 1 });
    await s.world.blocks(1);
    expect((await s.status(channel.id)).swap?.dca).toMatchObject({ executedChunks: 2, remainingChunks: 1 });
    await follow(s, channel.id);
    const done = await s.status(channel.id);
    expect(done).toMatchObject({
      state: 'COMPLETED',
      dcaParams: { numberOfChunks: 3, chunkIntervalBlocks: 4 },
      swap: { remainingInputAmount: '0', dca: { executedChunks: 3, remainingChunks: 0, currentChunk: null } },
    });
    expect(done.swap?.swappedInputAmount).toBe(done.swap?.originalInputAmount);
    expect(sentOn(s, 'BTC')).toHaveLength(1);
    const price = Number(feeOf(done, 'NETWORK')) / 1e6;
    expect(price).toBeGreaterThan(32.9);
    expect(price).toBeLessThan(33.1);
  });

  it('pays what was swapped and gives back the rest when a later chunk misses its price', async () => {
    const s = await begin();
    const channel = await s.open({ ...terms, refund: { min_price: '0x1', retry_duration: 10 } });
    channel.chain.deposit({ to: channel.address, amountBaseUnits: 9n * ONE_ETH });
    await s.world.blocks(6);
    s.world.setFault('chainflip-backend', 'noLiquidity');
    await follow(s, channel.id);
    const done = await s.status(channel.id);
    expect(done.state).toBe('COMPLETED');
    expect(done.swap?.dca).toMatchObject({
      executedChunks: 1,
      remainingChunks: 2,
      currentChunk: { abortedReason: 'PriceImpactLimit' },
    });
    expect(sentOn(s, 'BTC')).toHaveLength(1);
    expect(sentOn(s, 'ETH')).toHaveLength(1);
    const refunded = sentOn(s, 'ETH')[0]?.amountBaseUnits ?? 0n;
    expect(refunded).toBeGreaterThan((599n * ONE_ETH) / 100n);
    expect(refunded).toBeLessThan(6n * ONE_ETH);
  });
});
