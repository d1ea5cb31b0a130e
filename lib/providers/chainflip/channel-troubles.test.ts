/** A broker that refuses, fails or is missing opens no second channel, and the outcome of the first is reported. */
import { describe, expect, it } from 'vitest';
import { termsOf } from './terms.ts';
import { type BenchOptions, bench } from './testing/bench.ts';
import {
  AFFILIATE_ID,
  ALICE_BTC,
  ALICE_ETH,
  BROKER_ID,
  BROKER_PATH,
  DEPOSIT_BTC,
  type Json,
  NOW_MS,
  openedByBackend,
} from './testing/chainflip-double.ts';
import { opening } from './testing/opening.ts';

const OPEN_PATH = '/api/openSwapDepositChannel';

describe('what a broker refuses', () => {
  const dispatch = (name: string) => ({ error: { code: -32021, message: `DispatchError: ${name}` } });
  const rpcError = (message: string, code = -32020) => ({ error: { code, message } });

  it.each([
    ['InvalidEgressAddress', dispatch('InvalidEgressAddress'), 'invalid', 'destinationAddress'],
    ['InvalidDestinationAddress', dispatch('InvalidDestinationAddress'), 'invalid', 'destinationAddress'],
    [
      'other chains',
      rpcError('Destination address and asset are on different chains.'),
      'invalid',
      'destinationAddress',
    ],
    ['InvalidRefundAddress', dispatch('InvalidRefundAddress'), 'invalid', 'refundAddress'],
    ['BrokerCommissionBpsTooHigh', dispatch('BrokerCommissionBpsTooHigh'), 'invalid', 'affiliateBps'],
    ['AffiliateNotRegisteredForBroker', dispatch('AffiliateNotRegisteredForBroker'), 'invalid', 'affiliateBps'],
    ['BoostFeeTooHigh', dispatch('BoostFeeTooHigh'), 'invalid', 'maxBoostFeeBps'],
    ['RetryDurationTooHigh', dispatch('RetryDurationTooHigh'), 'refused', undefined],
    ['ZeroNumberOfChunksNotAllowed', dispatch('ZeroNumberOfChunksNotAllowed'), 'refused', undefined],
    ['ChunkIntervalTooLow', dispatch('ChunkIntervalTooLow'), 'refused', undefined],
    ['SwapRequestDurationTooLong', dispatch('SwapRequestDurationTooLong'), 'refused', undefined],
    ['InvalidCcm', dispatch('InvalidCcm'), 'refused', undefined],
    ['CcmUnsupportedForTargetChain', dispatch('CcmUnsupportedForTargetChain'), 'refused', undefined],
    ['NoPrivateChannelExistsForBroker', dispatch('NoPrivateChannelExistsForBroker'), 'refused', undefined],
    ['OraclePriceNotAvailable', dispatch('OraclePriceNotAvailable'), 'refused', undefined],
    ['an unheard-of dispatch error', dispatch('SomethingNew'), 'refused', undefined],
    ['Broker commission is too low', rpcError('Broker commission is too low'), 'refused', undefined],
    ['no CCM', rpcError('Destination chain does not support CCM'), 'refused', undefined],
    ['parameters', rpcError('Incompatible or unsupported source_asset and extra_parameters'), 'refused', undefined],
    ['invalid params', rpcError('invalid type: null', -32602), 'refused', undefined],
    ['runtime', rpcError('runtime API', -32022), 'refused', undefined],
    ['client', rpcError('connection reset', -32023), 'uncertain', undefined],
    ['pool', rpcError('Transaction is temporarily banned', -32024), 'uncertain', undefined],
    ['events', rpcError('no event found', -32025), 'uncertain', undefined],
    ['internal', rpcError('Internal error', -32603), 'uncertain', undefined],
    ['other', rpcError('something else'), 'uncertain', undefined],
  ])('%s', async (_what, reply, kind, field) => {
    const { fault, sent } = await opening({ broker: () => reply });
    const error = await fault();
    expect([error.fault, error.field]).toEqual([kind, field]);
    expect(sent()).toHaveLength(1);
  });
});

describe('a failing broker is asked once only', () => {
  it.each([
    ['HTTP 500', { status: 500, body: 'down' }],
    ['HTML', { body: '<html>' }],
    ['half a body', { json: { padding: 'x'.repeat(500) }, half: true }],
    ['a result without an address', { json: { jsonrpc: '2.0', id: 1, result: { issued_block: 1 } } }],
    ['no result', { json: { jsonrpc: '2.0', id: 1 } }],
  ])('%s is uncertain: a channel may be open', async (_what, reply) => {
    const { fault, sent } = await opening({ broker: () => reply });
    expect((await fault()).fault).toBe('uncertain');
    expect(sent()).toHaveLength(1);
  });

  it.each([
    ['JSON', { status: 429, json: { message: 'API rate limit exceeded' } }],
    ['HTML', { status: 429, body: '<html>' }],
  ])('HTTP 429 in %s opened none: the same request may be made again', async (_form, reply) => {
    const { fault, sent } = await opening({ broker: () => reply });
    expect((await fault()).fault).toBe('tooMany');
    expect((await fault()).fault).toBe('tooMany');
    expect(sent()).toHaveLength(2);
  });

  it.each([
    [401, { message: 'no such key' }],
    [404, {}],
  ])('HTTP %i, as a gateway before the broker answers, opened none', async (status, json) => {
    const { fault } = await opening({ broker: () => ({ status, json }) });
    expect((await fault()).fault).toBe('refused');
  });

  it('a broker that hangs is waited for until the caller’s time is up, and the outcome is then uncertain', async () => {
    const { fault, upstream, sent } = await opening({ broker: () => ({ hang: true }) });
    const controller = new AbortController();
    const answer = fault(controller.signal);
    await upstream.arrived(({ path }) => path === BROKER_PATH);
    controller.abort(new DOMException('time is up', 'TimeoutError'));
    expect((await answer).fault).toBe('uncertain');
    expect(sent()).toHaveLength(1);
  });

  it('an unreachable broker has opened no channel', async () => {
    const gone = await bench();
    await gone.upstream.close();
    const { fault } = await opening({}, { broker: gone.upstream.url + BROKER_PATH });
    const error = await fault();
    expect(error.fault).toBe('refused');
    expect(error.message).toMatch(/none was opened/);
  });
});

describe('without a broker', () => {
  const keyless: BenchOptions = { broker: false };

  it('the backend opens the channel without a key and without a commission', async () => {
    const bodies: Json[] = [];
    const { open, route, asked } = await opening(
      {
        open: (body) => {
          bodies.push(body);
          return { status: 201, json: openedByBackend() };
        },
      },
      keyless,
    );
    expect(await open()).toEqual({
      depositAddress: DEPOSIT_BTC,
      channelId: '6726421-Bitcoin-34009',
      issuedBlock: 6_726_421,
      sourceChainExpiryBlock: 900_144,
      expiresAt: NOW_MS + 80_000_000,
      witnessed: true,
    });
    expect(asked(OPEN_PATH)).toHaveLength(1);
    expect(bodies).toEqual([
      {
        srcAsset: { chain: 'Bitcoin', asset: 'BTC' },
        destAsset: { chain: 'Ethereum', asset: 'ETH' },
        destAddress: ALICE_ETH,
        amount: '10000000',
        fillOrKillParams: {
          retryDurationBlocks: 300,
          refundAddress: ALICE_BTC,
          minPriceX128: termsOf(route)?.minPriceX128,
          maxOraclePriceSlippage: null,
        },
        takeCommission: false,
      },
    ]);
  });

  it('an affiliate fee is refused, naming its field, before anything is asked', async () => {
    const affiliate = { name: 'ptg', feeBps: 30, payout: { chainflip: AFFILIATE_ID } };
    for (const options of [keyless, { ...keyless, brokerId: BROKER_ID }]) {
      const { fault, asked } = await opening({}, options, { affiliate });
      const error = await fault();
      expect([error.fault, error.field]).toEqual(['invalid', 'affiliateBps']);
      expect(asked(OPEN_PATH)).toEqual([]);
    }
  });

  const rpcError = (status: number, message: string) => ({ status, json: { message } });
  it.each([
    [
      rpcError(400, `Address "${ALICE_ETH}" is not a valid "Ethereum" address for "mainnet"`),
      'invalid',
      'destinationAddress',
    ],
    [
      rpcError(400, `Address "${ALICE_BTC}" is not a valid "Bitcoin" address for "mainnet"`),
      'invalid',
      'refundAddress',
    ],
    [rpcError(400, 'too many channels'), 'tooMany', undefined],
    [rpcError(429, 'Too many requests, please try again later'), 'tooMany', undefined],
    [rpcError(503, 'The swap service is currently unavailable due to maintenance'), 'refused', undefined],
    [rpcError(503, 'Asset Btc is disabled'), 'refused', undefined],
    [{ status: 400, json: { issues: [{ path: ['amount'] }] } }, 'refused', undefined],
    [rpcError(500, 'unknown error'), 'uncertain', undefined],
    [{ status: 504, body: '<html>' }, 'uncertain', undefined],
    [{ status: 201, json: { ...openedByBackend(), id: '34009' } }, 'uncertain', undefined],
    [{ status: 201, json: openedByBackend({ id: '6726421-Ethereum-34009' }) }, 'refused', undefined],
    [{ status: 201, json: openedByBackend({ brokerCommissionBps: 15 }) }, 'refused', undefined],
    [{ status: 201, json: openedByBackend({ depositAddress: ALICE_ETH }) }, 'refused', undefined],
  ])('%j is %s', async (reply, kind, field) => {
    const { fault, asked } = await opening({ open: () => reply }, keyless);
    const error = await fault();
    expect([error.fault, error.field]).toEqual([kind, field]);
    expect(asked(OPEN_PATH)).toHaveLength(1);
  });
});
