/**
 * The message of a payout protects the person who chose the route: never less than they were shown, never to another
 * address.
 */

import { describe, expect, it } from 'vitest';
import { ProviderError } from '../../domain/errors.ts';
import { parse, stringify } from '../../domain/json.ts';
import type { RouteDraft, TwoLeg } from '../../domain/route.ts';
import { fc, property } from '../../domain/test-property.ts';
import { decodeReceiverMessage } from '../../payments/chainflip/ccm-receiver.ts';
import { ChannelError } from '../provider.ts';
import { createTwoLegChannels } from './open-channel.ts';
import { leastOutput, orderIdOf } from './receiver-call.ts';
import { BTC, BTC_USER, ETH_USER, LIVE, legsWorld, OTHER_USER, RECEIVER, UNI, USDC } from './testing/legs-double.ts';

const PAIR = {
  sellAsset: BTC,
  buyAsset: UNI,
  sellAmount: '0.5',
  sourceAddress: BTC_USER,
  destinationAddress: ETH_USER,
};

async function quotedWorld(over: Partial<typeof PAIR> = {}) {
  const world = legsWorld('CHAINFLIP->ONEINCH');
  world.rates[0].rate = 60_000;
  world.rates[1].rate = 0.1;
  const request = world.request({ ...PAIR, ...over, includeTx: false });
  const route = await world.draftFor(request);
  const channels = createTwoLegChannels(world.setup);
  if (!channels) throw new Error('no opener');
  const open = (change: Partial<RouteDraft> = {}, options = LIVE) =>
    channels.open({ route: { ...route, ...change }, destinationAddress: ETH_USER, refundAddress: BTC_USER }, options);
  const messageOf = (at = 0) => {
    const message = world.opened[at]?.payoutCall?.message;
    return message && decodeReceiverMessage(message);
  };
  return { ...world, route, channels, open, messageOf };
}

const legsOf = ({ twoLeg }: RouteDraft): TwoLeg => {
  if (!twoLeg) throw new Error('no legs');
  return twoLeg;
};

async function faultOf(work: Promise<unknown>): Promise<{ fault: string; message: string }> {
  try {
    await work;
  } catch (error) {
    if (error instanceof ChannelError) return { fault: error.fault, message: error.message };
    throw error;
  }
  throw new Error('it was opened');
}

describe('a channel whose payout is swapped on', () => {
  it('pays the receiver, refunds the owner, and is opened with the size that was paid for', async () => {
    const { open, opened, called, route } = await quotedWorld();
    await open();
    expect(opened).toHaveLength(1);
    expect(opened[0]).toMatchObject({
      destinationAddress: RECEIVER,
      refundAddress: BTC_USER,
      route: route.twoLeg?.legs[0],
      payoutCall: { gasBudget: expect.any(BigInt) },
    });
    expect(called[0]).toMatchObject({ sourceAddress: RECEIVER, destinationAddress: ETH_USER, sellAmount: '30000' });
    expect(called[0]?.sellAsset).toEqual(USDC);
  });

  it('names the recipient and the asset, the amount of the call, and the positions of its words', async () => {
    const { open, messageOf, route } = await quotedWorld();
    await open();
    expect(messageOf()).toMatchObject({
      orderId: orderIdOf(route, legsOf(route)),
      recipient: ETH_USER,
      buyToken: UNI.kind === 'token' ? UNI.address : '',
      quotedInput: 30_000_000_000n,
      amountOffset: 68,
      leastOffset: 100,
    });
  });

  it('pays the address that asked for the channel, when the quote named none', async () => {
    const { channels, route, messageOf } = await quotedWorld({ destinationAddress: '' });
    await channels.open({ route, destinationAddress: OTHER_USER, refundAddress: BTC_USER }, LIVE);
    expect(messageOf()?.recipient).toBe(OTHER_USER);
  });

  it('passes an amount well within the first leg’s limits', async () => {
    const { channels } = await quotedWorld();
    expect(await channels.referenceAmount({ sellAsset: BTC, buyAsset: UNI }, LIVE)).toBe('500');
  });

  it('passes on the affiliate and the boost that the caller chose', async () => {
    const { channels, route, opened } = await quotedWorld();
    const affiliate = { name: 'ss', feeBps: 20, payout: { chainflip: 'cF' } };
    await channels.open(
      { route, destinationAddress: ETH_USER, refundAddress: BTC_USER, affiliate, maxBoostFeeBps: 10 },
      LIVE,
    );
    expect(opened[0]).toMatchObject({ affiliate, maxBoostFeeBps: 10 });
  });
});

describe('opens nothing', () => {
  it('when 1inch would now give less than the shown minimum', async () => {
    const { open, opened, rates } = await quotedWorld();
    rates[1].rate = 0.09;
    const { fault, message } = await faultOf(open());
    expect(fault).toBe('refused');
    expect(message).toMatch(/2700 UNI now, less than the 2970 UNI/);
    expect(opened).toEqual([]);
  });

  it('when the message is larger than the payout was priced with', async () => {
    const { open, opened, upstream } = await quotedWorld();
    const call = upstream.swapCall;
    upstream.swapCall = async (request) => ({ ...(await call(request)), data: `0x${'11'.repeat(2000)}` });
    expect(await faultOf(open())).toMatchObject({ fault: 'refused', message: expect.stringContaining('bytes') });
    expect(opened).toEqual([]);
  });

  it.each([
    ['refuses', new ProviderError('quoteNotFound', 'It cannot be replaced.'), /It cannot be replaced/],
    ['breaks', new Error('socket'), /could not be asked/],
  ])('when 1inch %s', async (_what, error, sentence) => {
    const { open, opened, upstream } = await quotedWorld();
    upstream.swapCall = () => Promise.reject(error);
    const { fault, message } = await faultOf(open());
    expect(fault).toBe('refused');
    expect(message).toMatch(sentence);
    expect(opened).toEqual([]);
  });

  it('when there is no receiver, or another one than was quoted', async () => {
    const { open, opened, setup } = await quotedWorld();
    setup.receivers = { ETH: OTHER_USER };
    expect(await faultOf(open())).toMatchObject({ fault: 'refused', message: expect.stringContaining('Quote again') });
    setup.receivers = {};
    expect(await faultOf(open())).toMatchObject({ fault: 'refused', message: expect.stringContaining('no contract') });
    expect(opened).toEqual([]);
  });

  it('for a route of one leg', async () => {
    const { channels, route, opened } = await quotedWorld();
    const { twoLeg: _legs, ...single } = route;
    const asked = { route: single, destinationAddress: ETH_USER, refundAddress: BTC_USER };
    expect((await faultOf(channels.open(asked, LIVE))).fault).toBe('refused');
    expect(opened).toEqual([]);
  });
});

it('and is no opener for pairs that meet at a channel: that one is opened with the transaction', () => {
  expect(createTwoLegChannels(legsWorld('ONEINCH->CHAINFLIP').setup)).toBeUndefined();
});

const units = fc.bigInt({ min: 1n, max: 10n ** 30n });
const upTo = (most: bigint) => fc.bigInt({ min: 1n, max: most });

describe('the minimum output', () => {
  property([
    units.chain((expected) => fc.tuple(fc.constant(expected), upTo(expected))),
    units.chain((expected) => fc.tuple(fc.constant(expected), upTo(expected))),
  ])(
    'scaled as the receiver does is never below the shown one, for the amount that is guaranteed to arrive',
    (bridge, bought) => {
      const [expectedIn, sureIn] = bridge;
      const [expectedOut, sureOut] = bought;
      const amount = (baseUnits: bigint) => ({ asset: USDC, decimals: 6, baseUnits });
      // The whole's guarantee is the second leg's own in proportion, rounded down.
      const whole = (sureOut * sureIn) / expectedIn;
      const legs = [
        { expectedBuy: amount(expectedIn), guaranteedBuy: amount(sureIn) },
        { expectedBuy: amount(expectedOut), guaranteedBuy: amount(sureOut) },
      ] as unknown as TwoLeg['legs'];
      const twoLeg = { bridge: USDC, legs, otherwise: { kind: 'fallback' as const, note: '' } };
      const least = leastOutput({ guaranteedBuy: amount(whole), twoLeg });
      const scaled = (least * sureIn + expectedIn - 1n) / expectedIn;
      expect(scaled).toBeGreaterThanOrEqual(whole);
      expect(least).toBeLessThanOrEqual(expectedOut);
      expect(least).toBeGreaterThan(0n);
    },
  );
});

describe('the order’s number', () => {
  it('is the same when the route comes back from the store, and when it was priced again', async () => {
    const { route } = await quotedWorld();
    const stored = parse(stringify(route)) as RouteDraft;
    const { legs, ...rest } = legsOf(stored);
    const turned = { ...stored, twoLeg: { ...rest, legs: [turnKeys(legs[0]), turnKeys(legs[1])] as const } };
    const id = orderIdOf(route, legsOf(route));
    expect(id).toMatch(/^0x[0-9a-f]{64}$/);
    expect(orderIdOf(stored, legsOf(stored))).toBe(id);
    expect(orderIdOf(turned, legsOf(turned))).toBe(id);
    expect(orderIdOf({ ...route, expectedBuy: { ...route.expectedBuy, baseUnits: 5n } }, legsOf(route))).toBe(id);
  });

  it('differs for other terms', async () => {
    const [a, b] = [await quotedWorld(), await quotedWorld({ sellAmount: '0.6' })];
    expect(orderIdOf(a.route, legsOf(a.route))).not.toBe(orderIdOf(b.route, legsOf(b.route)));
  });
});

const turnKeys = (draft: RouteDraft): RouteDraft => ({
  ...draft,
  tracking: Object.fromEntries(Object.entries(draft.tracking ?? {}).reverse()),
});
