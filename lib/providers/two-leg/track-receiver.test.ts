/** A deposit whose payout a contract receives ends as that contract reports: swapped on, or paid as it is. */
import { encodeAbiParameters, encodeEventTopics, type Hex, parseAbi } from 'viem';
import { describe, expect, it } from 'vitest';
import { CHAINS } from '../../chains/chains.ts';
import type { Asset } from '../../domain/asset.ts';
import { wrappedNative } from '../../payments/oneinch/router.ts';
import type { TrackedLeg } from '../provider.ts';
import { orderIdOf, tokenName } from './receiver-call.ts';
import {
  amountOf,
  BTC,
  BTC_CHANNEL,
  BTC_USER,
  ETH,
  ETH_USER,
  LIVE,
  legsWorld,
  OTHER_USER,
  RECEIVER,
  UNI,
  USDC,
} from './testing/legs-double.ts';
import { AT, deposited, isStale, nothing, PAYOUT, swapOf, usdc } from './testing/tracked-legs.ts';
import { trackTwoLeg } from './track.ts';

const EVENTS = parseAbi([
  'event Delivered(bytes32 indexed orderId, address indexed recipient, address token, uint256 amount, bool swapped)',
  'event NotSwapped(bytes32 indexed orderId, bytes4 reason)',
]);

type Said = { orderId: Hex; recipient?: string; token: string; amount: bigint; swapped: boolean; by?: string };

function delivered({ orderId, recipient = ETH_USER, token, amount, swapped, by = RECEIVER }: Said) {
  const topics = encodeEventTopics({
    abi: EVENTS,
    eventName: 'Delivered',
    args: { orderId, recipient: recipient as Hex },
  });
  const types = [{ type: 'address' }, { type: 'uint256' }, { type: 'bool' }] as const;
  const data = encodeAbiParameters(types, [token as Hex, amount, swapped]);
  return { address: by, topics: topics as string[], data };
}

/** A deposit whose payout the receiver swaps on. */
async function throughReceiver(over: { destinationAddress?: string; bridge?: Asset; buyAsset?: Asset } = {}) {
  const { destinationAddress = ETH_USER, bridge = USDC, buyAsset = UNI } = over;
  const world = legsWorld('CHAINFLIP->ONEINCH');
  world.rates[0].rate = 60_000;
  world.rates[1].rate = 0.1;
  const request = world.request({
    sellAsset: BTC,
    buyAsset,
    sellAmount: '0.5',
    sourceAddress: BTC_USER,
    ...(destinationAddress ? { destinationAddress } : {}),
  });
  const route = await world.draftFor(request, bridge);
  const twoLeg = route.twoLeg;
  if (!twoLeg) throw new Error('no legs');
  const channel = {
    depositAddress: BTC_CHANNEL,
    channelId: '100-Bitcoin-1',
    issuedBlock: 100,
    sourceChainExpiryBlock: 9_000,
    expiresAt: AT + 86_400_000,
    destinationAddress: ETH_USER,
    refundAddress: BTC_USER,
  };
  const orderId = orderIdOf(route, twoLeg);
  const receipt = (logs: ReturnType<typeof delivered>[], status: 'success' | 'reverted' = 'success') =>
    world.chain.receipts.set(PAYOUT, {
      hash: PAYOUT,
      status,
      blockNumber: 900,
      from: OTHER_USER,
      to: OTHER_USER,
      logs,
      gasUsed: 1n,
      effectiveGasPrice: 1n,
    });
  const look = (leg: 0 | 1, change: Partial<TrackedLeg> = {}) =>
    trackTwoLeg(
      world.setup,
      {
        route,
        leg,
        hash: leg === 0 ? '' : PAYOUT,
        chain: leg === 0 ? 'BTC' : 'ETH',
        knownSince: AT - 60_000,
        ...change,
      },
      LIVE,
    );
  return { ...world, route, twoLeg, channel, orderId, receipt, look };
}

const HALF = amountOf(UNI, '2990');

describe('the first leg, a deposit', () => {
  it('is followed by the channel, as one that pays the receiver: its owner is paid only in the end', async () => {
    const { look, tracked, channel, twoLeg } = await throughReceiver();
    await look(0, { channel });
    expect(tracked).toEqual([
      {
        by: 'first',
        leg: expect.objectContaining({
          leg: 0,
          hash: '',
          route: twoLeg.legs[0],
          channel: { ...channel, destinationAddress: RECEIVER },
        }),
      },
    ]);
  });

  it('that was opened with the transaction is known from the route', async () => {
    const { look, tracked, channel, route, twoLeg } = await throughReceiver();
    await look(0, { route: { ...route, twoLeg: { ...twoLeg, channel } } });
    expect(tracked[0]?.leg.channel?.channelId).toBe(channel.channelId);
  });

  it('is not asked for before the backend can know it', async () => {
    const { look, tracked, channel } = await throughReceiver();
    expect(await look(0, { channel, knownSince: AT - 1000 })).toEqual(nothing);
    expect(tracked).toEqual([]);
  });

  it('is asked for where it was opened before the clock was set back, and does not wait until that catches up', async () => {
    const { look, tracked, channel } = await throughReceiver();
    await look(0, { channel, knownSince: AT + 600_000 });
    expect(tracked).toHaveLength(1);
  });

  it('reports when the channel ends, and what was paid where', async () => {
    const { look, upstream, channel } = await throughReceiver();
    const observation = {
      observations: [],
      stale: false,
      payment: { to: BTC_CHANNEL },
      channelEnd: { at: AT, ended: true },
    };
    upstream.first = async () => observation;
    expect(await look(0, { channel })).toEqual(observation);
  });

  it('whose payout could not be sent fails with the call that anyone may submit', async () => {
    const { look, upstream, channel } = await throughReceiver();
    const payload = { chain: 'ETH' as const, to: RECEIVER, value: '0', data: '0x01' };
    upstream.first = async () => ({
      observations: [{ kind: 'providerFailed', at: AT, leg: 0, reason: 'It could not be sent.', payload }],
      stale: false,
    });
    const { observations } = await look(0, { channel });
    expect(swapOf(...observations)).toMatchObject({ trackingStatus: 'failed', stage: 'swap', payload });
  });
});

describe('what the receiver did', () => {
  it('swapped: completed, in the bought asset, to the destination', async () => {
    const { look, receipt, orderId } = await throughReceiver();
    receipt([delivered({ orderId, token: tokenName(UNI), amount: HALF.baseUnits, swapped: true })]);
    const { observations, stale } = await look(1);
    expect(stale).toBe(false);
    expect(swapOf(...deposited, ...observations)).toMatchObject({
      trackingStatus: 'completed',
      stage: 'outbound',
      output: HALF,
      outbound: { hash: PAYOUT, address: ETH_USER },
      legOutputs: [usdc('29990'), HALF],
    });
  });

  it('not swapped: the bridge asset was paid instead, and why', async () => {
    const { look, receipt, orderId } = await throughReceiver();
    const topics = encodeEventTopics({ abi: EVENTS, eventName: 'NotSwapped', args: { orderId } });
    const data = encodeAbiParameters([{ type: 'bytes4' }], ['0x064a4ec6']);
    const why = { address: RECEIVER, topics: topics as string[], data };
    receipt([why, delivered({ orderId, token: tokenName(USDC), amount: 29_990_000_000n, swapped: false })]);
    const { observations } = await look(1);
    const swap = swapOf(...deposited, ...observations);
    expect(swap).toMatchObject({
      trackingStatus: 'refunded',
      stage: 'refund',
      refund: { fallback: true, amount: usdc('29990'), toAddress: ETH_USER, tx: { hash: PAYOUT } },
    });
    expect(swap.reason).toMatch(
      /the price moved past your limit\. 29990 USDC was paid to the destination address instead/,
    );
  });

  it('a coin that the recipient does not accept is reported as the wrapped one', async () => {
    const { look, receipt, orderId } = await throughReceiver({ bridge: ETH });
    const token = wrappedNative('ETH') ?? '';
    receipt([delivered({ orderId, token, amount: 5n, swapped: false })]);
    const { observations } = await look(1);
    expect(swapOf(...observations).refund?.amount?.asset).toMatchObject({
      kind: 'token',
      symbol: 'WETH',
      address: token,
    });
  });

  it('is read with the channel’s owner when the route was quoted without addresses', async () => {
    const { look, receipt, orderId, channel } = await throughReceiver({ destinationAddress: '' });
    receipt([delivered({ orderId, token: tokenName(UNI), amount: HALF.baseUnits, swapped: true })]);
    expect((await look(1, { channel })).observations.at(-1)).toMatchObject({ kind: 'outboundSent' });
    expect((await look(1)).observations.at(-1)).toMatchObject({ kind: 'outboundSent' });
    const another = { ...channel, destinationAddress: OTHER_USER };
    expect((await look(1, { channel: another })).observations).toMatchObject([{ kind: 'held' }]);
  });

  it.each<[string, Partial<Said> | undefined]>([
    ['nothing', undefined],
    ['another contract’s word', { by: OTHER_USER }],
    ['a payment to somebody else', { recipient: OTHER_USER }],
    ['another order', { orderId: `0x${'77'.repeat(32)}` }],
    ['a swap into another token', { token: tokenName(ETH) }],
    ['a fallback in another token', { token: tokenName(UNI), swapped: false }],
  ])('%s is not an end: it is held for people to look into', async (_what, change) => {
    const { look, receipt, orderId } = await throughReceiver();
    const right = { orderId, token: tokenName(UNI), amount: HALF.baseUnits, swapped: true };
    receipt(change ? [delivered({ ...right, ...change })] : []);
    const { observations } = await look(1);
    expect(swapOf(...deposited, ...observations)).toMatchObject({
      trackingStatus: 'swapping',
      heldReason: expect.stringContaining(PAYOUT),
    });
  });

  it('two contradicting logs of one payout are ignored', async () => {
    const { look, receipt, orderId } = await throughReceiver();
    const one = { orderId, token: tokenName(UNI), amount: HALF.baseUnits, swapped: true };
    receipt([delivered(one), delivered({ ...one, amount: 1n })]);
    expect((await look(1)).observations).toMatchObject([{ kind: 'held' }]);
  });

  it('a payout that reverted is not an end either', async () => {
    const { look, receipt, orderId } = await throughReceiver();
    receipt([delivered({ orderId, token: tokenName(UNI), amount: 1n, swapped: true })], 'reverted');
    expect((await look(1)).observations).toMatchObject([{ kind: 'held' }]);
  });

  it('is reported once its block is final, not before', async () => {
    const { look, receipt, orderId, chain } = await throughReceiver();
    receipt([delivered({ orderId, token: tokenName(UNI), amount: 1n, swapped: true })]);
    chain.tip = 900 + CHAINS.ETH.confirmations - 2;
    expect(await look(1)).toEqual(nothing);
    chain.tip += 1;
    expect((await look(1)).observations).toHaveLength(2);
  });

  it('a payout that the node does not know yet is waited for', async () => {
    const { look } = await throughReceiver();
    expect(await look(1)).toEqual(nothing);
    expect(await look(1, { hash: '' })).toEqual(nothing);
  });

  it('is stale while the node cannot be asked, or when there is none', async () => {
    const { look, chain, setup } = await throughReceiver();
    chain.down = true;
    expect(await look(1)).toEqual(isStale);
    setup.clients = { ...setup.clients, evm: () => undefined };
    expect(await look(1)).toEqual(isStale);
  });
});
