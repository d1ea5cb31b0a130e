/** If these fail, a signed vault swap is not executed on its terms, or its money is neither swapped nor refunded. */
import { decodeFunctionData, isHex } from 'viem/utils';
import { describe, expect, it } from 'vitest';
import type { VaultSwap } from '../ledger.ts';
import { type Begun, BTC, begin, ETH, type Json, type Ref, USDC, userOn } from './fake-chainflip.ts';
import { encodeCfParameters } from './scale.ts';
import { AFFILIATE_ACCOUNT, BROKER_ACCOUNT } from './seed-state.ts';
import { vaultAbi } from './vault-swap-encoding.ts';

const ONE_ETH = 10n ** 18n;
const PRIVATE = 1n;

type Wanted = { from?: Ref; to?: Ref; amount?: bigint; refund?: Json; affiliates?: Json[]; dca?: Json };

async function encoded(s: Begun, { from = ETH, to = BTC, amount = ONE_ETH, refund, affiliates, dca }: Wanted) {
  const refund_parameters = {
    retry_duration: 20,
    refund_address: userOn(from, 'refund'),
    min_price: '0x1',
    max_oracle_price_slippage: 10_000,
    ...refund,
  };
  const extra =
    from.chain === 'Bitcoin'
      ? { chain: 'Bitcoin', min_output_amount: '0x1', retry_duration: 20, ...refund }
      : { chain: from.chain, input_amount: `0x${amount.toString(16)}`, refund_parameters };
  const { result, error } = await s.broker('broker_request_swap_parameter_encoding', [
    from,
    to,
    userOn(to),
    25,
    extra,
    null,
    null,
    affiliates ?? null,
    dca ?? null,
  ]);
  if (result === undefined) throw new Error(error?.message);
  return result;
}

/** The vault's event for a call with this calldata. */
function eventOf(calldata: unknown, sender: string, value: bigint): Omit<VaultSwap, 'chain' | 'hash' | 'blockHeight'> {
  if (!isHex(calldata)) throw new Error('no calldata');
  const { functionName, args } = decodeFunctionData({ abi: vaultAbi, data: calldata });
  if (functionName === 'xCallNative' || functionName === 'xCallToken') throw new Error('not in these tests');
  const [dstChain, dstAddress, dstToken] = args;
  const common = { from: sender, dstChain, dstAddress: dstAddress.slice(2), dstToken };
  if (functionName === 'xSwapNative') return { ...common, amountBaseUnits: value, cfParameters: args[3].slice(2) };
  return { ...common, token: args[3], amountBaseUnits: args[4], cfParameters: args[5].slice(2) };
}

describe('a vault swap', () => {
  it('of a coin on an EVM chain is tracked by its hash and pays as encoded, without an ingress fee', async () => {
    const s = await begin();
    const { calldata } = await encoded(s, { affiliates: [{ account: AFFILIATE_ACCOUNT, bps: 15 }] });
    const hash = s.world.ledgers.ETH.callVault(eventOf(calldata, userOn(ETH), ONE_ETH));
    await s.world.blocks(1);
    expect(await s.status(hash)).toMatchObject({ state: 'RECEIVING', deposit: { txRef: hash, txConfirmations: 2 } });
    await s.world.blocks(20);
    const done = await s.status(hash.toUpperCase().replace('0X', '0x'));
    expect(done).toMatchObject({
      state: 'COMPLETED',
      deposit: { amount: String(ONE_ETH), txRef: hash },
      swap: { originalInputAmount: String(ONE_ETH) },
      fillOrKillParams: { refundAddress: userOn(ETH, 'refund').toLowerCase(), retryDurationBlocks: 20 },
      brokers: [
        { account: BROKER_ACCOUNT, commissionBps: 25 },
        { account: AFFILIATE_ACCOUNT, commissionBps: 15 },
      ],
    });
    expect(done.depositChannel).toBeUndefined();
    expect(done.fees.map((one) => one.type).sort()).toEqual(['BROKER', 'EGRESS', 'NETWORK']);
    expect(s.world.ledgers.BTC.sent).toMatchObject([{ to: userOn(BTC) }]);
  });

  it('of a token, in chunks, and its refund when the price is missed', async () => {
    const s = await begin();
    const amount = 3_000_000_000n;
    const dca = { number_of_chunks: 3, chunk_interval: 2 };
    const good = await encoded(s, { from: USDC, amount, dca });
    const bad = await encoded(s, {
      from: USDC,
      amount,
      refund: { min_price: `0x${'f'.repeat(60)}`, retry_duration: 0 },
    });
    const hashes = [good, bad].map((one) => s.world.ledgers.ETH.callVault(eventOf(one.calldata, userOn(ETH), 0n)));
    await s.world.blocks(30);
    expect(await s.status(hashes[0] ?? '')).toMatchObject({ state: 'COMPLETED', swap: { dca: { executedChunks: 3 } } });
    const refunded = await s.status(hashes[1] ?? '');
    expect(refunded).toMatchObject({ state: 'COMPLETED', refundEgress: { amount: expect.any(String) } });
    expect(refunded.swapEgress).toBeUndefined();
    expect(s.world.ledgers.ETH.sent).toMatchObject([{ to: userOn(ETH, 'refund'), token: expect.any(String) }]);
  });

  it('from Bitcoin arrives at the private channel with its payload, and goes back to the change address', async () => {
    const s = await begin();
    const change = userOn(BTC, 'change');
    const good = await encoded(s, { from: BTC, to: ETH });
    const bad = await encoded(s, {
      from: BTC,
      to: ETH,
      refund: { min_output_amount: `0x${(10n ** 24n).toString(16)}`, retry_duration: 0 },
    });
    expect(good.deposit_address).toBe(s.world.ledgers.BTC.channels.channelAddress({ number: PRIVATE }));
    const pay = (answer: Json) =>
      s.world.ledgers.BTC.deposit({
        to: String(answer.deposit_address),
        amountBaseUnits: 10_000_000n,
        data: String(answer.nulldata_payload).slice(2),
        changeAddress: change,
      });
    const hashes = [pay(good), pay(bad)];
    await s.world.blocks(20);
    expect(await s.status(hashes[0] ?? '')).toMatchObject({
      state: 'COMPLETED',
      swapEgress: { amount: expect.any(String) },
      fillOrKillParams: { refundAddress: change },
    });
    expect(await s.status(hashes[1] ?? '')).toMatchObject({
      state: 'COMPLETED',
      refundEgress: { amount: expect.any(String) },
    });
    expect(s.world.ledgers.BTC.sent).toMatchObject([{ to: change }]);
    expect(s.world.ledgers.BTC.fetched).toHaveLength(2);
  });

  it('below the minimum is kept', async () => {
    const s = await begin();
    const { calldata } = await encoded(s, {});
    const hash = s.world.ledgers.ETH.callVault(eventOf(calldata, userOn(ETH), 1n));
    await s.world.blocks(12);
    expect(await s.status(hash)).toMatchObject({
      state: 'FAILED',
      deposit: { failure: { mode: 'DEPOSIT_IGNORED', reason: { name: 'BelowMinimumDeposit' } } },
    });
  });
});

describe('a vault swap whose parameters cannot be carried out', () => {
  const terms = {
    retryDuration: 20,
    refundAddress: Uint8Array.from(Buffer.from(userOn(ETH, 'refund').slice(2), 'hex')),
    minPriceX128: 1n,
    boostFeeBps: 0,
    broker: { account: BROKER_ACCOUNT, bps: 10 },
    affiliates: [],
  };
  const call = (s: Begun, parameters: string, changes: Partial<VaultSwap> = {}) =>
    s.world.ledgers.ETH.callVault({
      from: userOn(ETH),
      amountBaseUnits: ONE_ETH,
      dstChain: 5,
      dstAddress: 'ab'.repeat(32),
      dstToken: 9,
      cfParameters: parameters,
      ...changes,
    });
  const hex = (parameters: Parameters<typeof encodeCfParameters>[0]) =>
    Buffer.from(encodeCfParameters(parameters)).toString('hex');

  it.each<[string, string, Partial<VaultSwap>]>([
    ['InvalidBrokerFees', hex({ ...terms, broker: { account: BROKER_ACCOUNT, bps: 1001 } }), {}],
    ['InvalidBrokerFees', hex({ ...terms, affiliates: [{ shortId: 77, bps: 5 }] }), {}],
    ['InvalidDcaParameters', hex({ ...terms, dca: { numberOfChunks: 0, chunkIntervalBlocks: 2 } }), {}],
    ['InvalidRefundParameters', hex({ ...terms, retryDuration: 601 }), {}],
    ['InvalidDestinationAddress', hex(terms), { dstAddress: 'ab' }],
    ['InvalidDestinationAddress', hex(terms), { dstToken: 3 }],
    [
      'CcmUnsupportedForTargetChain',
      hex({ ...terms, ccmAdditionalData: new Uint8Array() }),
      { message: '00', gasAmount: 1n },
    ],
  ])('for %s is rejected and goes back', async (name, parameters, changes) => {
    const s = await begin();
    const hash = call(s, parameters, changes);
    await s.world.blocks(12);
    const failed = await s.status(hash);
    expect(failed).toMatchObject({
      state: 'FAILED',
      deposit: { failure: { mode: 'DEPOSIT_REJECTED', reason: { name } } },
      refundEgress: { txRef: expect.any(String) },
    });
    expect(s.world.ledgers.ETH.sent).toMatchObject([{ to: userOn(ETH, 'refund') }]);
  });

  it('that is unreadable is kept, because its owner is unknown', async () => {
    const s = await begin();
    const hashes = [call(s, '00ff'), call(s, 'ff')];
    const bitcoin = s.world.ledgers.BTC;
    const to = bitcoin.channels.channelAddress({ number: PRIVATE });
    hashes.push(bitcoin.deposit({ to, amountBaseUnits: 1_000_000n }));
    hashes.push(bitcoin.deposit({ to, amountBaseUnits: 1_000_000n, data: 'zz', changeAddress: userOn(BTC) }));
    await s.world.blocks(12);
    for (const hash of hashes)
      expect(await s.status(hash)).toMatchObject({
        state: 'FAILED',
        deposit: { failure: { mode: 'DEPOSIT_IGNORED', reason: { name: 'InvalidRefundParameters' } } },
      });
    expect([...s.world.ledgers.ETH.sent, ...bitcoin.sent]).toEqual([]);
  });
});
