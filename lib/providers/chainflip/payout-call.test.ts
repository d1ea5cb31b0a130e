/** A payout that calls a contract costs gas and carries a message: neither may be dropped, changed or unpaid. */
import { describe, expect, it } from 'vitest';
import { assetOf } from '../../domain/asset.ts';
import type { RouteDraft } from '../../domain/route.ts';
import { ChannelError, type ChannelRequest, type PayoutCall } from '../provider.ts';
import { termsOf } from './terms.ts';
import { type BenchOptions, bench } from './testing/bench.ts';
import {
  ALICE_BTC,
  BROKER_PATH,
  btcQuotes,
  type ChainflipAnswers,
  type Json,
  objectFixture,
  openedByBackend,
  switched,
} from './testing/chainflip-double.ts';

const RECEIVER = '0x2222222222222222222222222222222222222222';
const SIZE = { gasBudget: 400_000n, messageBytes: 640 };
const CALL: PayoutCall = { message: `0x${'ab'.repeat(640)}`, gasBudget: 400_000n };
const called = { payoutCall: SIZE, destinationAddress: RECEIVER };
const live = () => new AbortController().signal;

describe('the price of a payout that calls a contract', () => {
  it('is asked for with its gas and the length of its message, and kept in the terms', async () => {
    const { one, asked } = await bench();
    const route = await one(called);
    expect(Object.fromEntries(asked('/v2/quote')[0]?.query ?? [])).toMatchObject({
      ccmGasBudget: '400000',
      ccmMessageLengthBytes: '640',
    });
    expect(termsOf(route)?.payoutCall).toEqual({ gasBudget: '400000', messageBytes: 640 });
  });

  it('is not asked for without one, and nothing of it is kept', async () => {
    const { one, asked } = await bench();
    const route = await one();
    expect([...(asked('/v2/quote')[0]?.query.keys() ?? [])].filter((name) => name.startsWith('ccm'))).toEqual([]);
    expect(termsOf(route)?.payoutCall).toBeUndefined();
  });

  it('is asked of the node where the backend cannot answer', async () => {
    const recorded = objectFixture('rpc-swap-rate');
    const params: unknown[][] = [];
    const { one } = await bench({
      quote: () => ({ status: 500, body: 'down' }),
      rpc: (method, given) => {
        if (method !== 'cf_swap_rate_v3') return undefined;
        params.push(given);
        return { result: recorded };
      },
    });
    const route = await one(called);
    expect(params[0]?.[5]).toEqual({ gas_budget: 400_000, message_length: 640 });
    expect(termsOf(route)?.payoutCall).toEqual({ gasBudget: '400000', messageBytes: 640 });
  });

  it('is never shared with a quote of another call, or of none', async () => {
    const { quote, asked } = await bench();
    const calls = [undefined, SIZE, { ...SIZE, gasBudget: 400_001n }, { ...SIZE, messageBytes: 641 }];
    await Promise.all(
      [...calls, ...calls].map((payoutCall) =>
        quote({ ...called, ...(payoutCall ? { payoutCall } : { payoutCall: undefined }) }),
      ),
    );
    expect(
      asked('/v2/quote').map(({ query }) => [query.get('ccmGasBudget'), query.get('ccmMessageLengthBytes')]),
    ).toEqual([
      [null, null],
      ['400000', '640'],
      ['400001', '640'],
      ['400000', '641'],
    ]);
  });

  it.each<[string, Json | undefined]>([
    ['none', undefined],
    ['another gas', { gasBudget: '399999', messageLengthBytes: 640 }],
    ['another length', { gasBudget: '400000', messageLengthBytes: 639 }],
  ])('is accepted only when the answer includes it: %s is refused', async (_what, ccmParams) => {
    const { refusal } = await bench({ quote: () => ({ json: btcQuotes().map((one) => ({ ...one, ccmParams })) }) });
    expect(await refusal(called)).toMatchObject({ code: 'unknownError', message: expect.stringContaining('call') });
  });

  it.each([
    ['Bitcoin', { sellAsset: assetOf('ETH.ETH'), buyAsset: assetOf('BTC.BTC') }],
    ['Solana', { buyAsset: assetOf('SOL.SOL') }],
    ['Polkadot', { buyAsset: assetOf('DOT.DOT') }],
  ])('is refused on %s, where our contracts cannot be called', async (_chain, changes) => {
    const { refusal, asked } = await bench();
    expect(await refusal({ ...called, ...changes })).toMatchObject({ code: 'dexAggregationNotSupported' });
    expect(asked('/v2/quote')).toEqual([]);
  });

  it.each([
    ['no gas', { gasBudget: 0n }],
    ['more gas than the chain lets a call use', { gasBudget: 10_000_001n }],
    ['no message', { messageBytes: 0 }],
    ['a message longer than the chain carries', { messageBytes: 15_001 }],
    ['half a byte', { messageBytes: 1.5 }],
  ])('is refused with %s', async (_what, changes) => {
    const { refusal, asked } = await bench();
    expect(await refusal({ ...called, payoutCall: { ...SIZE, ...changes } })).toMatchObject({
      code: 'dexAggregationNotSupported',
    });
    expect(asked('/v2/quote')).toEqual([]);
  });

  it('comes with a channel and no vault swap, which carries no such message, and says so', async () => {
    const {
      one,
      asked,
      called: methods,
    } = await bench({}, { brokerId: 'cFPZoVpm9tbFpYX2nd91W5JjbQdDjA6ejsj5DdbaWFyjJpMGL' });
    const route = await one({ ...called, includeTx: true });
    expect(route.tx).toBeUndefined();
    expect(route.txUnavailable).toMatch(/deposit channel/);
    expect(route.channel).toBeDefined();
    expect(asked('/v2/quote').map(({ query }) => query.get('isVaultSwap'))).toEqual([null]);
    expect(methods('cf_request_swap_parameter_encoding')).toEqual([]);
  });

  it('is refused while no channel can be opened', async () => {
    const info = () => ({ json: switched('Btc', { depositChannelCreationEnabled: false }) });
    const { refusal } = await bench({ info }, { brokerId: 'cFPZoVpm9tbFpYX2nd91W5JjbQdDjA6ejsj5DdbaWFyjJpMGL' });
    expect((await refusal(called)).code).toBe('tradingHalted');
  });
});

async function opening(changes: Partial<ChannelRequest>, answers: ChainflipAnswers = {}, options: BenchOptions = {}) {
  const bed = await bench(answers, options);
  const route = changes.route ?? (await bed.one(called));
  const asked: ChannelRequest = {
    route,
    destinationAddress: RECEIVER,
    refundAddress: ALICE_BTC,
    payoutCall: CALL,
    ...changes,
  };
  const open = async () => {
    if (!bed.provider.channels) throw new Error('no channels');
    return bed.provider.channels.open(asked, { signal: live() });
  };
  const sent = () => bed.asked(BROKER_PATH).map(({ body }) => JSON.parse(body) as { params: unknown[] });
  return { ...bed, open, sent };
}

const withoutCall = async (): Promise<RouteDraft> => (await bench()).one({ destinationAddress: RECEIVER });

describe('a channel whose payout calls a contract', () => {
  it('is opened by a broker with message, gas and destination as given', async () => {
    const { open, sent } = await opening({});
    await open();
    expect(sent()[0]?.params[2]).toBe(RECEIVER);
    expect(sent()[0]?.params[4]).toEqual({ message: CALL.message, gas_budget: '0x61a80', ccm_additional_data: '0x' });
  });

  it('is opened by the backend in its own format', async () => {
    const bodies: Json[] = [];
    const answers: ChainflipAnswers = {
      open: (body) => {
        bodies.push(body);
        return { status: 201, json: openedByBackend() };
      },
    };
    const { open } = await opening({}, answers, { broker: false });
    await open();
    expect(bodies[0]).toMatchObject({
      destAddress: RECEIVER,
      ccmParams: { message: CALL.message, gasBudget: '400000', ccmAdditionalData: '0x' },
    });
  });

  it('may have a shorter message, and use less gas, than was quoted', async () => {
    const { open, sent } = await opening({ payoutCall: { message: '0x00', gasBudget: 1n } });
    await open();
    expect(sent()[0]?.params[4]).toMatchObject({ message: '0x00', gas_budget: '0x1' });
  });

  it.each<[string, Partial<ChannelRequest>, RegExp]>([
    ['a message longer than was quoted', { payoutCall: { ...CALL, message: `${CALL.message}00` } }, /641 bytes/],
    ['more gas than was quoted', { payoutCall: { ...CALL, gasBudget: 400_001n } }, /400001 gas/],
    ['no gas', { payoutCall: { ...CALL, gasBudget: 0n } }, /0 gas/],
    ['no message', { payoutCall: { ...CALL, message: '0x' } }, /hex/],
    ['half a byte', { payoutCall: { ...CALL, message: '0xabc' } }, /hex/],
    ['text for a message', { payoutCall: { ...CALL, message: '0xhello!' } }, /hex/],
  ])('is not opened with %s', async (_what, changes, says) => {
    const { open, sent } = await opening(changes);
    const error = await open().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ChannelError);
    expect(error).toMatchObject({ fault: 'refused', message: expect.stringMatching(says) });
    expect(sent()).toEqual([]);
  });

  it('is not opened without the call that its route was quoted with', async () => {
    const bed = await bench();
    const route = await bed.one(called);
    const request = { route, destinationAddress: RECEIVER, refundAddress: ALICE_BTC };
    await expect(bed.provider.channels?.open(request, { signal: live() })).rejects.toMatchObject({
      fault: 'refused',
      message: expect.stringContaining('none was given'),
    });
    expect(bed.asked(BROKER_PATH)).toEqual([]);
  });

  it('is not opened with a call that its route was quoted without', async () => {
    const { open, sent } = await opening({ route: await withoutCall() });
    await expect(open()).rejects.toMatchObject({
      fault: 'refused',
      message: expect.stringContaining('without a call'),
    });
    expect(sent()).toEqual([]);
  });
});
