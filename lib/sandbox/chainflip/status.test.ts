/** If these fail, a client gets a wrong state, is banned for asking, or cannot find its swap. */
import { describe, expect, it } from 'vitest';
import { BTC, begin, ETH, SOL, USDC, userOn } from './fake-chainflip.ts';

const ONE_ETH = 10n ** 18n;

describe('the status of a swap', () => {
  it('has the fields of the real backend in each state', async () => {
    const s = await begin();
    const channel = await s.open({ from: ETH, to: USDC, dca: { number_of_chunks: 2, chunk_interval: 3 } });
    channel.chain.deposit({ to: channel.address, amountBaseUnits: 5n * ONE_ETH });
    await s.world.blocks(5);
    const answer = await s.raw(channel.id);
    expect(answer.headers).toMatchObject({ 'X-Chainflip-Last-Statechain-Update': expect.stringMatching(/^\d{13}$/) });
    expect(JSON.parse(answer.body)).toEqual({
      state: 'SWAPPING',
      swapId: '1',
      srcAsset: 'ETH',
      srcChain: 'Ethereum',
      destAsset: 'USDC',
      destChain: 'Ethereum',
      destAddress: userOn(USDC).toLowerCase(),
      srcChainRequiredBlockConfirmations: 3,
      estimatedDurationsSeconds: { deposit: 36, swap: 12, egress: 96 },
      estimatedDurationSeconds: 144,
      brokers: [{ account: expect.stringMatching(/^cF/), commissionBps: 0 }],
      fees: [
        { type: 'INGRESS', chain: 'Ethereum', asset: 'ETH', amount: expect.stringMatching(/^\d+$/) },
        { type: 'NETWORK', chain: 'Ethereum', asset: 'USDC', amount: expect.stringMatching(/^\d+$/) },
      ],
      depositChannel: {
        id: channel.id,
        createdAt: expect.any(Number),
        depositAddress: channel.address,
        srcChainExpiryBlock: expect.stringMatching(/^\d+$/),
        estimatedExpiryTime: expect.any(Number),
        isExpired: false,
        openedThroughBackend: false,
        dcaParams: { numberOfChunks: 2, chunkIntervalBlocks: 3 },
      },
      deposit: {
        amount: String(5n * ONE_ETH),
        witnessedAt: expect.any(Number),
        witnessedBlockIndex: expect.stringMatching(/^\d+-\d+$/),
      },
      swap: {
        originalInputAmount: expect.any(String),
        remainingInputAmount: expect.any(String),
        swappedInputAmount: expect.any(String),
        swappedIntermediateAmount: '0',
        swappedOutputAmount: expect.any(String),
        livePriceExecutionDeltaPercentage: expect.any(Number),
        dca: {
          lastExecutedChunk: {
            inputAmount: expect.any(String),
            outputAmount: expect.any(String),
            scheduledAt: expect.any(Number),
            scheduledBlockIndex: expect.any(String),
            executedAt: expect.any(Number),
            executedBlockIndex: expect.any(String),
            retryCount: 0,
          },
          currentChunk: {
            inputAmount: expect.any(String),
            scheduledAt: expect.any(Number),
            scheduledBlockIndex: expect.any(String),
            retryCount: 0,
          },
          executedChunks: 1,
          remainingChunks: 1,
        },
      },
      fillOrKillParams: {
        refundAddress: userOn(ETH, 'refund').toLowerCase(),
        minPrice: '0',
        retryDurationBlocks: 100,
        maxOraclePriceSlippage: 10_000,
      },
      dcaParams: { numberOfChunks: 2, chunkIntervalBlocks: 3 },
      lastStatechainUpdateAt: expect.any(Number),
    });
  });

  it('writes the least price in whole units', async () => {
    const s = await begin();
    // 92307.460172 USDC per BTC, in fixed point with 128 fractional bits.
    const channel = await s.open({ to: USDC, refund: { min_price: '0x39b1319192ba016e142fb7d3966a9016b8f' } });
    const { fillOrKillParams } = await s.status(channel.id);
    expect(Number((fillOrKillParams as { minPrice: string }).minPrice)).toBeCloseTo(92_307.460172, 9);
  });

  it('is found by what the network learns: coins of EVM chains have no transaction, Solana gets its late', async () => {
    const s = await begin();
    const eth = await s.open({ from: ETH, to: USDC });
    const hash = eth.chain.deposit({ to: eth.address, amountBaseUnits: ONE_ETH });
    const sol = await s.open({ from: SOL, to: USDC });
    const signature = sol.chain.deposit({ to: sol.address, amountBaseUnits: 10n ** 10n });
    await s.world.blocks(4);
    expect((await s.status(eth.id)).deposit?.txRef).toBeUndefined();
    expect((await s.raw(hash)).status).toBe(404);
    expect((await s.status(sol.id)).state).not.toBe('RECEIVING');
    expect((await s.status(sol.id)).deposit?.txRef).toBeUndefined();
    await s.world.blocks(10);
    expect((await s.status(sol.id)).deposit?.txRef).toBe(signature);
    expect((await s.raw(signature)).status).toBe(200);
    expect((await s.raw(eth.address)).status).toBe(404);
  });

  it('can fall back from RECEIVING to WAITING while the fault says so', async () => {
    const s = await begin();
    const channel = await s.open();
    channel.chain.deposit({ to: channel.address, amountBaseUnits: 1_000_000n });
    await s.world.ticks(1);
    expect((await s.status(channel.id)).state).toBe('RECEIVING');
    s.world.setFault('chainflip-backend', 'flap');
    const fallen = await s.status(channel.id);
    expect(fallen.state).toBe('WAITING');
    expect(fallen.deposit).toBeUndefined();
    s.world.clearFault('chainflip-backend', 'flap');
    expect((await s.status(channel.id)).state).toBe('RECEIVING');
  });

  it('does not change while the backend lags, and is right again afterwards', async () => {
    const s = await begin();
    const channel = await s.open();
    channel.chain.deposit({ to: channel.address, amountBaseUnits: 1_000_000n });
    await s.world.ticks(1);
    s.world.setFault('chainflip-backend', 'stale');
    await s.world.ticks(1);
    const before = await s.status(channel.id);
    await s.world.blocks(20);
    const after = await s.status(channel.id);
    expect(after.state).toBe(before.state);
    expect(after.lastStatechainUpdateAt).toBe(before.lastStatechainUpdateAt);
    s.world.clearFault('chainflip-backend', 'stale');
    await s.world.blocks(1);
    expect((await s.status(channel.id)).state).toBe('COMPLETED');
  });
});

describe('asking for what is not there', () => {
  it('is a 404, and after more than ten in a minute a 429 for ten minutes, for everybody', async () => {
    const s = await begin();
    const channel = await s.open();
    for (let at = 0; at < 10; at += 1) {
      const missing = await s.raw(`${at}-Bitcoin-99`);
      expect(missing.status).toBe(404);
      expect(JSON.parse(missing.body)).toEqual({ message: 'resource not found' });
    }
    s.world.wait(61_000);
    for (let at = 0; at < 11; at += 1) expect((await s.raw('0xdead')).status).toBe(404);
    const banned = await s.raw(channel.id);
    expect(banned.status).toBe(429);
    expect(JSON.parse(banned.body)).toEqual({ message: 'Too many requests, please try again later' });
    s.world.wait(599_000);
    expect((await s.raw(channel.id)).status).toBe(429);
    s.world.wait(1001);
    expect((await s.raw(channel.id)).status).toBe(200);
    for (let at = 0; at < 11; at += 1) await s.raw('0xdead');
    s.control('reset-limits');
    expect((await s.raw(channel.id)).status).toBe(200);
  });
});

describe('what the controls and faults do', () => {
  it('quoting opens nothing', async () => {
    const s = await begin();
    const path = '/v2/quote?srcChain=Bitcoin&srcAsset=BTC&destChain=Ethereum&destAsset=ETH&amount=10000000';
    for (let at = 0; at < 100; at += 1) expect((await s.ask('chainflip-backend', 'GET', path)).status).toBe(200);
    expect(s.control('state')).toMatchObject({ channelsOpened: 0, swaps: 0 });
    s.world.setFault('chainflip-backend', 'maintenance', { of: 'quotes' });
    expect(await s.ask('chainflip-backend', 'GET', path)).toMatchObject({
      status: 503,
      body: '{"message":"Quoting is currently unavailable due to maintenance"}',
    });
    s.world.clearFault('chainflip-backend', 'maintenance');
    s.world.setFault('chainflip-backend', 'noLiquidity');
    expect((await s.ask('chainflip-backend', 'GET', path)).body).toContain('insufficient liquidity');
  });

  it('moves prices, counts, and refuses nonsense', async () => {
    const s = await begin();
    expect(s.control('move-price', { asset: 'Btc', percent: -50 })).toMatchObject({ asset: 'Btc' });
    await s.open({ from: BTC });
    expect(s.control('state')).toMatchObject({ channelsOpened: 1, channelsOpen: 1 });
    expect(() => s.control('move-price', { asset: 'Usdc', percent: 1 })).toThrow('no pool');
    expect(() => s.control('set', { asset: 'Nope' })).toThrow(/asset/);
    expect(() => s.control('expire-channel', { id: '1-Bitcoin-1' })).toThrow('no channel');
    expect(await s.ask('chainflip-backend', 'GET', '/healthcheck')).toMatchObject({ status: 200, body: 'OK' });
    expect((await s.ask('chainflip-backend', 'GET', '/quote')).status).toBe(404);
  });
});
