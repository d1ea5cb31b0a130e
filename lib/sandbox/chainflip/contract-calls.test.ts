/** If these fail, a swap that is to call a contract pays without the call, pays twice, or is lost when the call fails. */
import { describe, expect, it } from 'vitest';
import { BTC, begin, ETH, follow, type Ref, SOL, USDC, userOn } from './fake-chainflip.ts';
import { fakeWorld } from './fake-chains.ts';

const ONE_BTC = 100_000_000n;
const CALL = { message: '0xabcdef', gas_budget: '0x493e0', ccm_additional_data: '0x' };
/** 120000 for the vault's handling of a token, one per byte, 300000 requested by the caller. */
const GAS_LIMIT = 420_003n;
const ARB_USDC: Ref = { chain: 'Arbitrum', asset: 'USDC' };
const BNB: Ref = { chain: 'Bsc', asset: 'BNB' };
const MOST = `0x${'00'.repeat(15_000)}`;
/** BNB and DOT have no oracle. */
const UNPROTECTED = { max_oracle_price_slippage: null };
const DOT: Ref = { chain: 'Assethub', asset: 'DOT' };

const paid = async (to: Ref = USDC) => {
  const s = await begin();
  const channel = await s.open({ to, ccm: CALL });
  s.world.ledgers.BTC.deposit({ to: channel.address, amountBaseUnits: ONE_BTC / 100n });
  return { s, channel, chain: to.chain === 'Ethereum' ? s.world.ledgers.ETH : s.world.ledgers.ARB };
};

describe('a channel whose payout calls a contract', () => {
  it.each([
    ['no chain of contracts', BTC, CALL, 'Destination chain does not support CCM'],
    ['programs, which the sandbox does not call', SOL, CALL, 'CcmUnsupportedForTargetChain'],
    ['a chain without contracts', DOT, CALL, 'CcmUnsupportedForTargetChain'],
    ['a message too long', ETH, { ...CALL, message: `0x${'00'.repeat(15_001)}` }, 'InvalidCcm'],
    ['more beside it than there may be', ETH, { ...CALL, ccm_additional_data: `0x${'00'.repeat(3001)}` }, 'InvalidCcm'],
    ['more gas than Ethereum has for it', ETH, { ...CALL, gas_budget: 10_000_001 }, 'InvalidCcm'],
    ['more gas than BSC has for it', BNB, { ...CALL, gas_budget: 10_000_001 }, 'InvalidCcm'],
    ['more gas than Arbitrum has for it', ARB_USDC, { ...CALL, gas_budget: 25_000_001 }, 'InvalidCcm'],
  ])('is not opened for %s', async (_what, to, ccm, message) => {
    const s = await begin();
    const from = to === BTC ? ETH : BTC;
    const { error } = await s.openRaw({ from, to, ccm, refund: UNPROTECTED });
    expect(error?.message).toContain(message);
    expect(s.network.state.channels).toEqual([]);
  });

  it('is opened with the most that there may be', async () => {
    const s = await begin();
    for (const [to, gas_budget] of [
      [ETH, 10_000_000],
      [BNB, '10000000'],
      [ARB_USDC, '0x17d7840'],
    ] as const) {
      const { result } = await s.openRaw({ to, ccm: { message: MOST, gas_budget }, refund: UNPROTECTED });
      expect(result).toMatchObject({ address: expect.any(String) });
    }
  });

  it('reports its call before and after the payment, and pays the call at the gas it may use', async () => {
    const { s, channel, chain } = await paid();
    const ccmParams = { gasBudget: '300000', message: '0xabcdef' };
    expect(await s.status(channel.id)).toMatchObject({ ccmParams });
    expect((await follow(s, channel.id)).at(-1)).toBe('COMPLETED');
    const done = await s.status(channel.id);
    expect(done).toMatchObject({ ccmParams });
    const gasPrice = s.network.state.market.chains.Ethereum.gasPrice;
    const plain = await begin();
    const other = await plain.open({ to: USDC });
    plain.world.ledgers.BTC.deposit({ to: other.address, amountBaseUnits: ONE_BTC / 100n });
    await follow(plain, other.id);
    const feeOf = (status: typeof done) => Number(status.fees.find((fee) => fee.type === 'EGRESS')?.amount);
    expect(gasPrice).toBeGreaterThan(0n);
    expect(feeOf(done) / feeOf(await plain.status(other.id))).toBeCloseTo(Number(GAS_LIMIT) / 90_000, 3);
    expect(chain.sent).toMatchObject([
      {
        to: userOn(USDC),
        amountBaseUnits: BigInt(done.swapEgress?.amount ?? 0),
        call: { message: 'abcdef', gasLimit: GAS_LIMIT, srcChain: 3 },
      },
    ]);
  });

  it('can be opened without a broker as well', async () => {
    const s = await begin();
    const body = (ccmParams: unknown) =>
      JSON.stringify({
        srcAsset: BTC,
        destAsset: USDC,
        destAddress: userOn(USDC),
        amount: '1000000',
        ccmParams,
        fillOrKillParams: {
          retryDurationBlocks: 10,
          refundAddress: userOn(BTC),
          minPriceX128: '1',
          maxOraclePriceSlippage: null,
        },
      });
    const open = (ccmParams: unknown) =>
      s.ask('chainflip-backend', 'POST', '/api/openSwapDepositChannel', body(ccmParams));
    const opened = await open({ message: '0xABcdef', gasBudget: '300000' });
    expect(opened.status).toBe(201);
    expect(s.network.state.channels[0]?.ccm).toEqual({
      message: 'abcdef',
      gasBudget: 300_000n,
      additionalData: '',
    });
    expect((await open({ message: 'abc', gasBudget: '1' })).status).toBe(400);
    const refused = await open({ message: '0x', gasBudget: '99999999' });
    expect([refused.status, JSON.parse(refused.body)]).toEqual([400, { message: 'InvalidCcm' }]);
  });

  it('gives a swap that missed its price back plainly', async () => {
    const s = await begin();
    const refund = { retry_duration: 5, min_price: `0x${(1n << 200n).toString(16)}` };
    const channel = await s.open({ to: USDC, ccm: CALL, refund });
    s.world.ledgers.BTC.deposit({ to: channel.address, amountBaseUnits: ONE_BTC / 100n });
    expect((await follow(s, channel.id)).at(-1)).toBe('COMPLETED');
    expect(s.world.ledgers.BTC.sent).toMatchObject([{ to: userOn(BTC, 'refund') }]);
    expect(s.world.ledgers.BTC.sent[0]).not.toHaveProperty('call');
    expect(s.world.ledgers.ETH.sent).toEqual([]);
  });
});

describe('a call that fails', () => {
  it.each([
    ['before it is sent', 'refusing'],
    ['in its block', 'reverting'],
    ['by a switch', 'aborted'],
  ])('%s ends the payout with the call that anyone may send', async (_when, how) => {
    const { s, channel, chain } = await paid();
    if (how === 'refusing') chain.refusing = true;
    if (how === 'aborted') s.world.setFault('chainflip-backend', 'abortBroadcast', { chain: 'Ethereum' });
    if (how === 'reverting')
      for (let at = 0; at < 100 && chain.reverted.length === 0; at += 1) {
        await s.world.blocks(1);
        chain.reverted.push(...chain.sent.map((one) => one.hash));
      }
    expect((await follow(s, channel.id)).at(-1)).toBe('FAILED');
    const failed = await s.status(channel.id);
    expect(failed.swapEgress).toMatchObject({
      failure: { mode: 'SENDING_FAILED', reason: { name: 'BroadcastAborted' } },
      transactionPayload: { value: '0', chainId: expect.any(Number), data: expect.stringMatching(/^signed/) },
    });
    expect(failed.swapEgress).not.toHaveProperty('txRef');
    // It is not retried automatically.
    chain.refusing = false;
    s.world.clearFault('chainflip-backend', 'abortBroadcast');
    const sent = chain.sent.length;
    await s.world.blocks(20);
    expect(chain.sent).toHaveLength(sent);
  });

  it('is known to the node by its broadcast', async () => {
    const { s, channel, chain } = await paid();
    chain.refusing = true;
    await follow(s, channel.id);
    const ask = (method: string, id: number) => s.rpc('chainflip-rpc', method, [id]);
    const [egress] = s.network.state.swaps;
    const id = Number(egress?.swapEgress?.key.split(':').at(-1));
    expect((await ask('cf_failed_call_ethereum', id)).result).toMatchObject({
      data: expect.stringMatching(/^signed/),
      gas_limit: `0x${GAS_LIMIT.toString(16)}`,
      value: '0x0',
    });
    expect((await ask('cf_failed_call_ethereum', id + 1)).result).toBeNull();
    expect((await ask('cf_failed_call_arbitrum', id)).result).toBeNull();
  });
});

it('is paid and called once, in whichever block the world is killed', async () => {
  for (let kill = 0; kill < 16; kill += 1) {
    const { s, channel } = await paid();
    await s.world.blocks(kill);
    const again = await begin(fakeWorld(s.world));
    expect((await follow(again, channel.id)).at(-1), `killed in block ${kill}`).toBe('COMPLETED');
    expect(again.world.ledgers.ETH.sent).toMatchObject([{ call: { message: 'abcdef', gasLimit: GAS_LIMIT } }]);
  }
});
