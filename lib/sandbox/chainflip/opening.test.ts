/** If these fail, a channel is opened without a request or on other terms than agreed, or an opened channel is lost. */
import { describe, expect, it } from 'vitest';
import { BTC, begin, ETH, FLIP, SOL, type Terms, USDC, userOn } from './fake-chainflip.ts';
import { fakeWorld } from './fake-chains.ts';
import { AFFILIATE_ACCOUNT, BROKER_ACCOUNT, OTHER_BROKER_ACCOUNT } from './seed-state.ts';

const MAINNET_BTC = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

describe('a channel of the broker', () => {
  it('has an address, its height and its number, in the forms of the real answer, after six to twelve seconds', async () => {
    const s = await begin();
    const { result } = await s.openRaw({ from: ETH, to: BTC });
    expect(result).toEqual({
      address: expect.stringMatching(/^0x[0-9a-f]{40}$/),
      issued_block: s.network.state.block,
      channel_id: 2,
      source_chain_expiry_block: `0x${(s.world.ledgers.ETH.height() + 6171).toString(16)}`,
      channel_opening_fee: '0x0',
      refund_parameters: {
        retry_duration: 100,
        refund_address: userOn(ETH, 'refund').toLowerCase(),
        min_price: '0x0',
        refund_ccm_metadata: null,
        max_oracle_price_slippage: 10_000,
      },
    });
    await s.openRaw();
    for (const ms of s.slept) {
      expect(ms).toBeGreaterThanOrEqual(6000);
      expect(ms).toBeLessThanOrEqual(12_000);
    }
    expect(s.slept).toHaveLength(2);
  });

  it('takes named parameters as well, and numbers in every form', async () => {
    const s = await begin();
    const { result } = await s.broker('broker_request_swap_deposit_address', {
      source_asset: 'BTC',
      destination_asset: ETH,
      destination_address: userOn(ETH),
      broker_commission: '0x1e',
      refund_parameters: { retry_duration: '100', refund_address: MAINNET_BTC, min_price: 5 },
      affiliate_fees: [{ account: AFFILIATE_ACCOUNT, bps: 20 }],
    });
    expect(result).toMatchObject({ refund_parameters: { refund_address: MAINNET_BTC, min_price: '0x5' } });
    expect(s.network.state.channels[0]).toMatchObject({
      broker: { account: BROKER_ACCOUNT, bps: 30 },
      affiliates: [{ account: AFFILIATE_ACCOUNT, bps: 20 }],
    });
  });

  it('gets its own address and number, each time and after a restart', async () => {
    const s = await begin();
    const first = [await s.open(), await s.open(), await s.open({ from: ETH, to: BTC })];
    const again = await begin(fakeWorld(s.world));
    const all = [...first, await again.open()];
    expect(new Set(all.map((one) => one.address)).size).toBe(4);
    expect(new Set(all.map((one) => one.id)).size).toBe(4);
    for (const channel of first) expect((await again.status(channel.id)).state).toBe('WAITING');
  });

  it.each<[string, Terms]>([
    ['InvalidEgressAddress', { destination: 'nobody' }],
    ['InvalidEgressAddress', { to: SOL, destination: userOn(ETH) }],
    ['InvalidRefundAddress', { refund: { refund_address: userOn(ETH) } }],
    ['BrokerCommissionBpsTooHigh', { commission: 1001 }],
    ['BrokerCommissionBpsTooHigh', { commission: 600, affiliates: [{ account: AFFILIATE_ACCOUNT, bps: 401 }] }],
    ['BoostFeeTooHigh', { boost: 1001 }],
    ['RetryDurationTooHigh', { refund: { retry_duration: 601 } }],
    ['ZeroNumberOfChunksNotAllowed', { dca: { number_of_chunks: 0, chunk_interval: 2 } }],
    ['ChunkIntervalTooLow', { dca: { number_of_chunks: 2, chunk_interval: 0 } }],
    ['SwapRequestDurationTooLong', { dca: { number_of_chunks: 7202, chunk_interval: 2 } }],
    ['OraclePriceNotAvailable', { to: FLIP, refund: { max_oracle_price_slippage: 50 } }],
    [
      'AffiliateNotRegisteredForBroker',
      { affiliates: [{ account: 'cFNGCP7MUJCbRyktHizaYnEekiTAPp1Sgopsbt99FNWc6Q1LU', bps: 1 }] },
    ],
  ])('is refused with %s and not opened', async (name, terms) => {
    const s = await begin();
    expect((await s.openRaw(terms)).error).toEqual({ code: -32021, message: `DispatchError: ${name}` });
    expect(s.control('state')).toMatchObject({ channelsOpened: 0 });
  });

  it('is not opened without refund parameters, or while creating is switched off', async () => {
    const s = await begin();
    const bare = await s.broker('broker_request_swap_deposit_address', [BTC, ETH, userOn(ETH), 0]);
    expect(bare.error?.code).toBe(-32602);
    s.control('set', { asset: 'Btc', switches: { depositChannelCreationEnabled: false } });
    expect((await s.openRaw()).error?.message).toContain('DepositChannelCreationDisabled');
    expect(s.network.state.channels).toEqual([]);
  });

  it('may have other brokers and newly registered accounts as affiliates', async () => {
    const s = await begin();
    const { result: account } = await s.broker('broker_register_affiliate', [userOn(ETH)]);
    expect(account).toMatch(/^cF/);
    const { result } = await s.broker('broker_get_affiliates', []);
    expect(result).toMatchObject([
      [AFFILIATE_ACCOUNT, { short_id: 0 }],
      [account, { short_id: 1 }],
    ]);
    const affiliates = [String(account), OTHER_BROKER_ACCOUNT].map((one) => ({ account: one, bps: 10 }));
    const channel = await s.open({ from: ETH, to: USDC, commission: 10, affiliates });
    channel.chain.deposit({ to: channel.address, amountBaseUnits: 10n ** 18n });
    await s.world.blocks(12);
    const status = await s.status(channel.id);
    expect(status.brokers).toHaveLength(3);
    const fee = BigInt(status.fees.find((one) => one.type === 'BROKER')?.amount ?? 0);
    const { earned } = s.network.state;
    expect(Object.values(earned).reduce((sum, one) => sum + one, 0n)).toBe(fee);
    expect(earned[OTHER_BROKER_ACCOUNT]).toBe(fee / 3n);
  });
});

describe('a broker in trouble', () => {
  it('that answers late has opened the channel before, and a deposit to it is swapped', async () => {
    const s = await begin();
    s.world.setFault('chainflip-broker', 'lateAnswer', { never: true });
    let answered = false;
    void s.openRaw().then(() => {
      answered = true;
    });
    await s.world.blocks(2);
    expect(answered).toBe(false);
    const again = await begin(fakeWorld(s.world));
    const channel = again.network.state.channels[0];
    expect(channel).toBeDefined();
    again.world.ledgers.BTC.deposit({ to: channel?.address ?? '', amountBaseUnits: 1_000_000n });
    await again.world.blocks(20);
    expect((await again.status(channel?.id ?? '')).state).toBe('COMPLETED');
    s.world.setFault('chainflip-broker', 'lateAnswer', { ms: 1 });
    expect((await s.openRaw()).result).toBeDefined();
  });

  it('refuses with the text that the fault gives', async () => {
    const s = await begin();
    s.world.setFault('chainflip-broker', 'error', { message: 'Broker commission is too low', code: -32020 });
    expect((await s.openRaw()).error).toEqual({ code: -32020, message: 'Broker commission is too low' });
    expect(s.network.state.channels).toEqual([]);
  });

  it('that opens on other terms says them, and its channel has them', async () => {
    const s = await begin();
    const stranger = userOn(BTC, 'stranger');
    s.world.setFault('chainflip-broker', 'otherRefund', { refundAddress: stranger });
    const { result } = await s.openRaw({ refund: { min_price: '0xff' } });
    expect(result?.refund_parameters).toMatchObject({ refund_address: stranger, min_price: '0xff' });
    expect(s.network.state.channels[0]?.terms.refundAddress).toBe(stranger);
    s.world.setFault('chainflip-broker', 'otherRefund');
    expect((await s.openRaw({ refund: { min_price: '0xff' } })).result?.refund_parameters).toMatchObject({
      min_price: '0x0',
    });
  });

  it('writes numbers in every form, adds fields, and answers batches in another order', async () => {
    const s = await begin();
    s.world.setFault('chainflip-broker', 'numbers', { form: 'hex' });
    const { result } = await s.openRaw();
    expect(result).toMatchObject({ channel_id: '0x2', refund_parameters: { retry_duration: '0x64' } });
    s.world.setFault('chainflip-broker', 'numbers', { form: 'number' });
    expect((await s.openRaw()).result).toMatchObject({ channel_id: 3, channel_opening_fee: 0 });
    s.world.setFault('chainflip-broker', 'unknownFields');
    expect((await s.openRaw()).result).toHaveProperty('addedInTheNextRelease');
    s.world.setFault('chainflip-rpc', 'shuffleBatch');
    const call = (id: number) => ({ jsonrpc: '2.0', id, method: 'cf_supported_assets' });
    const batch = await s.ask('chainflip-rpc', 'POST', '/', JSON.stringify([call(1), call(2)]));
    expect((JSON.parse(batch.body) as { id: number }[]).map((one) => one.id)).toEqual([2, 1]);
  });
});

describe('the backend’s channel for every caller', () => {
  const body = (changes: Record<string, unknown> = {}) => ({
    srcAsset: ETH,
    destAsset: BTC,
    destAddress: MAINNET_BTC,
    amount: '1000000000000000000',
    fillOrKillParams: {
      retryDurationBlocks: 50,
      refundAddress: userOn(ETH),
      minPriceX128: '12345678901234567890',
      maxOraclePriceSlippage: null,
    },
    ...changes,
  });
  const openBy = async (s: Awaited<ReturnType<typeof begin>>, changes?: Record<string, unknown>) => {
    const answer = await s.ask(
      'chainflip-backend',
      'POST',
      '/api/openSwapDepositChannel',
      JSON.stringify(body(changes)),
    );
    return { status: answer.status, body: JSON.parse(answer.body) as Record<string, unknown> };
  };

  it('answers 201 with every field, takes no commission unless asked, and works', async () => {
    const s = await begin();
    const opened = await openBy(s);
    expect(opened).toEqual({
      status: 201,
      body: {
        id: `${s.network.state.block}-Ethereum-2`,
        depositAddress: expect.stringMatching(/^0x[0-9a-f]{40}$/),
        brokerCommissionBps: 0,
        maxBoostFeeBps: 0,
        issuedBlock: s.network.state.block,
        srcChainExpiryBlock: String(s.world.ledgers.ETH.height() + 6171),
        estimatedExpiryTime: expect.any(Number),
        channelOpeningFee: '0',
      },
    });
    expect(await s.status(String(opened.body.id))).toMatchObject({
      state: 'WAITING',
      depositChannel: { openedThroughBackend: true, expectedDepositAmount: '1000000000000000000' },
      fillOrKillParams: { retryDurationBlocks: 50 },
    });
  });

  it.each<[string, Record<string, unknown>]>([
    ['Address "x" is not a valid "Bitcoin" address for "backspin"', { destAddress: 'x' }],
    ['expected amount is below minimum swap amount (10000000000000000)', { amount: '1' }],
    ['ZeroNumberOfChunksNotAllowed', { dcaParams: { numberOfChunks: 0, chunkIntervalBlocks: 2 } }],
  ])('refuses with 400 %s', async (message, changes) => {
    const s = await begin();
    expect(await openBy(s, changes)).toEqual({ status: 400, body: { message } });
    expect(s.network.state.channels).toEqual([]);
  });

  it('refuses an invalid body, maintenance and disabled assets', async () => {
    const s = await begin();
    expect(await openBy(s, { fillOrKillParams: {} })).toMatchObject({
      status: 400,
      body: { issues: expect.anything() },
    });
    s.world.setFault('chainflip-backend', 'maintenance');
    expect(await openBy(s)).toMatchObject({
      status: 503,
      body: { message: 'The swap service is currently unavailable due to maintenance' },
    });
    s.world.clearFault('chainflip-backend', 'maintenance');
    s.world.setFault('chainflip-backend', 'assetDisabled', { asset: 'Eth' });
    expect(await openBy(s)).toMatchObject({ status: 503, body: { message: 'Asset Eth is disabled' } });
  });

  it('opens no more than 25 for one destination and pair', async () => {
    const s = await begin();
    for (let at = 0; at < 25; at += 1) expect((await openBy(s)).status).toBe(201);
    expect(await openBy(s)).toEqual({ status: 400, body: { message: 'too many channels' } });
    expect((await openBy(s, { destAsset: SOL, destAddress: userOn(SOL) })).status).toBe(201);
  });
});
