/**
 * A channel of a two-leg route is opened once and paid under its own terms: the route shows what the channel
 * enforces.
 */

import { describe, expect, it } from 'vitest';
import { ProviderError } from '../../domain/errors.ts';
import type { Observation } from '../../domain/swap-status.ts';
import { fc, property } from '../../domain/test-property.ts';
import { draftFault } from '../draft-fault.ts';
import { ChannelError } from '../provider.ts';
import {
  BONK,
  BTC,
  BTC_USER,
  ETH_CHANNEL,
  ETH_USER,
  RECEIVER,
  ROUTER,
  SOL_CHANNEL,
  SOL_USDC,
  SOL_USER,
} from './testing/legs-double.ts';
import { APPROVAL, failureOf, intoChannel, preparing, throughReceiver, waits } from './testing/prepared-legs.ts';

const HOUR_MS = 3_600_000;

describe('a route that needs a channel', () => {
  it('is one that is about to be signed and has none yet', async () => {
    const { preparer, draft, request, create } = await intoChannel();
    expect(preparer.needs(draft, request)).toBe(true);
    const { destinationAddress: _to, ...anonymous } = request;
    expect(preparer.needs(draft, anonymous)).toBe(false);
    expect(preparer.needs(draft, { ...request, includeTx: false })).toBe(false);
    expect(preparer.needs((await create()).draft, request)).toBe(false);
    const { twoLeg: _legs, ...single } = draft;
    expect(preparer.needs(single, request)).toBe(false);
  });
});

describe('a channel that takes the first leg’s payout', () => {
  it('is opened by the second leg’s own route, pays the user and refunds whoever pays', async () => {
    const { create, opened, draft } = await intoChannel();
    const { draft: prepared } = await create();
    expect(opened).toEqual([{ route: draft.twoLeg?.legs[1], destinationAddress: BTC_USER, refundAddress: ETH_USER }]);
    expect(prepared).toMatchObject({ orderId: '100-ETH-1', destinationAddress: BTC_USER });
    expect(prepared.twoLeg?.channel).toMatchObject({ depositAddress: ETH_CHANNEL, refundAddress: ETH_USER });
    expect(prepared.inboundAddress).toBeUndefined();
  });

  it('refunds the requested address, and says so', async () => {
    const refundAddress = '0x4444444444444444444444444444444444444444';
    const { create, opened, draft } = await intoChannel({ refundAddress });
    expect(draft.twoLeg?.otherwise.note).toMatch(/to your refund address/);
    expect((await create()).draft).toMatchObject({ refundAddress });
    expect(opened[0]).toMatchObject({ refundAddress });
    const through = await throughReceiver({ refundAddress });
    await through.create();
    expect(through.opened[0]).toMatchObject({ destinationAddress: RECEIVER, refundAddress });
  });

  it('is handed out for an hour at most, and not near its end', async () => {
    const { create, clock, upstream } = await intoChannel();
    expect((await create()).livesUntil).toBe(clock.now + HOUR_MS);
    const { open } = upstream;
    upstream.open = async (request, n) => ({ ...(await open(request, n)), expiresAt: clock.now + 600_000 });
    const { livesUntil, draft } = await create();
    expect(livesUntil).toBe(clock.now + 540_000);
    expect(draft.expirationSeconds).toBe(Math.floor(livesUntil / 1000));
  });

  it('is paid by the first leg’s own transaction, made again each time: one upstream quote a leg', async () => {
    const { create, completed, quoted, request } = await intoChannel();
    const prepared = await create();
    for (let round = 1; round <= 2; round += 1) {
      quoted.length = 0;
      const route = await completed(prepared, 5);
      expect(quoted).toHaveLength(2);
      expect(quoted[0]).toMatchObject({
        providerId: 'ONEINCH',
        includeTx: true,
        sourceAddress: ETH_USER,
        destinationAddress: ETH_CHANNEL,
        slippageBps: 100,
      });
      expect(quoted[1]).toMatchObject({ providerId: 'CHAINFLIP', includeTx: false, destinationAddress: BTC_USER });
      expect(route).toMatchObject({
        tx: { type: 'EVM', tx: { to: ROUTER } },
        approvals: [APPROVAL],
        approvalAddress: ROUTER,
        targetAddress: ROUTER,
        orderId: '100-ETH-1',
        destinationAddress: BTC_USER,
        sourceAddress: ETH_USER,
        providers: ['ONEINCH->CHAINFLIP'],
      });
      expect(route.txUnavailable).toBeUndefined();
      expect(draftFault(route, request)).toBeUndefined();
    }
  });

  it('on Solana is paid by Jupiter’s', async () => {
    const asked = { sellAsset: BONK, buyAsset: BTC, sourceAddress: SOL_USER, destinationAddress: BTC_USER };
    const world = await preparing('JUPITER->CHAINFLIP', asked, [10, 1e-5], SOL_USDC);
    const route = await world.completed(await world.create(), 5);
    expect(world.quoted[0]).toMatchObject({ providerId: 'JUPITER', destinationAddress: SOL_CHANNEL, includeTx: true });
    expect(draftFault(route, world.request)).toBeUndefined();
  });

  it('keeps its own minimum price: the expectation moves with the market, the guarantee does not', async () => {
    const { create, completed, rates, draft } = await intoChannel();
    const prepared = await create();
    rates[1].rate = 1.005e-5;
    const route = await completed(prepared);
    expect(route.expectedBuy.baseUnits).toBeGreaterThan(draft.expectedBuy.baseUnits);
    expect(route.guaranteedBuy).toEqual(draft.guaranteedBuy);
    expect(route.legs[1]?.buyAtMaxSlippage).toEqual(route.guaranteedBuy);
    expect(route.legs[1]?.sell).toEqual(route.legs[0]?.buy);
    expect(route.twoLeg?.legs[1].tracking).toEqual(draft.twoLeg?.legs[1].tracking);
  });

  it('stays without a transaction when the first leg has none, and says why', async () => {
    const { create, completed, upstream } = await intoChannel();
    const prepared = await create();
    upstream.more = () => ({ txUnavailable: 'The source address holds 1 UNI.' });
    const route = await completed(prepared);
    expect(route.tx).toBeUndefined();
    expect(route.txUnavailable).toBe('The source address holds 1 UNI.');
    expect(route.orderId).toBe('100-ETH-1');
  });

  it('names the unavailable leg, and accepts no amount that would be kept', async () => {
    const { create, complete, upstream } = await intoChannel();
    const prepared = await create();
    upstream.minimum = '20000';
    expect(await failureOf(complete(prepared))).toMatchObject({
      code: 'swapAmountTooSmall',
      message: expect.stringMatching(/^Chainflip, the second leg/),
    });
    upstream.more = () => {
      throw new ProviderError('insufficientLiquidity', 'There is too little of it.');
    };
    expect(await failureOf(complete(prepared))).toMatchObject({
      code: 'insufficientLiquidity',
      message: expect.stringMatching(/^1inch, the first leg: There is too little of it/),
    });
  });
});

describe('a channel is not handed out again', () => {
  it.each<[string, Observation[], boolean]>([
    ['once something came', [waits], false],
    ['once it is over', [{ kind: 'inboundFailed', at: 1, reason: 'over' }], false],
    ['once it has ended', [], true],
  ])('%s', async (_what, observations, ended) => {
    const { create, complete, upstream, tracked, clock } = await intoChannel();
    const prepared = await create();
    upstream.second = async () => ({ observations, stale: false, channelEnd: { at: clock.now, ended } });
    expect(await complete(prepared, 30)).toBeUndefined();
    expect(tracked).toHaveLength(1);
    expect(tracked[0]).toMatchObject({
      by: 'second',
      leg: { leg: 1, hash: '', chain: 'ETH', channel: { channelId: '100-ETH-1' } },
    });
  });

  it('near its end, without any request about it', async () => {
    const { create, complete, tracked } = await intoChannel();
    expect(await complete(await create(), 3600)).toBeUndefined();
    expect(tracked).toEqual([]);
  });

  it('when it would refund right now', async () => {
    const { create, complete, rates } = await intoChannel();
    const prepared = await create();
    rates[1].rate = 0.98e-5;
    expect(await complete(prepared)).toBeUndefined();
  });

  it('when a channel opened now would guarantee more by twice the tolerance', async () => {
    const { create, complete, rates } = await intoChannel();
    const prepared = await create();
    rates[1].rate = 1.03e-5;
    expect(await complete(prepared)).toBeUndefined();
  });

  it('but stays while its backend cannot be asked, and is not asked for right after it was opened', async () => {
    const { create, complete, upstream, tracked } = await intoChannel();
    const prepared = await create();
    expect(await complete(prepared, 1)).toBeDefined();
    expect(tracked).toEqual([]);
    upstream.second = async () => ({ observations: [], stale: true });
    expect(await complete(prepared, 60)).toBeDefined();
    expect(tracked).toHaveLength(1);
  });
});

describe('a channel that was not opened', () => {
  it.each<[ChannelError, string, RegExp]>([
    [new ChannelError('refused', 'It opened none.'), 'quoteNotFound', /^Chainflip, the second leg: It opened none/],
    [new ChannelError('tooMany', 'No more.'), 'quoteNotFound', /No more/],
    [new ChannelError('invalid', 'Not that address.', { field: 'destinationAddress' }), 'unknownError', /Not that/],
    [new ChannelError('uncertain', 'No clear answer.'), 'httpError', /nothing can be lost/],
  ])('is reported with what would help: %s', async (error, code, message) => {
    const { create, upstream } = await intoChannel();
    upstream.open = () => Promise.reject(error);
    const failure = await failureOf(create());
    expect(failure.code).toBe(code);
    expect(failure.message).toMatch(message);
    expect(failure.cause).toBe(error);
  });
});

const drift = fc.double({ min: 0.9, max: 1.1, noNaN: true });

describe('for any change of both prices', () => {
  property([drift, drift, fc.constantFrom(intoChannel, throughReceiver), fc.integer({ min: 0, max: 5000 })])(
    'a route that is handed out expects at least what it guarantees, and guarantees no more than its channel does',
    async (first, second, make, slippageBps) => {
      const here = await make({ slippageBps });
      const prepared = await here.create();
      here.rates[0].rate *= first;
      here.rates[1].rate *= second;
      const route = await here.complete(prepared);
      if (!route) return;
      expect(draftFault(route, here.request)).toBeUndefined();
      const kept = here.draft.twoLeg?.legs[1];
      const sure = route.twoLeg?.legs[0].guaranteedBuy.baseUnits ?? 0n;
      if (!kept) throw new Error('no legs');
      const most = here.setup.second.guaranteeFor?.(kept, sure) ?? 0n;
      expect(route.guaranteedBuy.baseUnits).toBeLessThanOrEqual(most);
    },
  );
});
