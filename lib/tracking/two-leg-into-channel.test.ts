/** A swap into a deposit channel is followed as one, through both legs, to its end. */
import { describe, expect, it } from 'vitest';
import { testChannel } from '../db/test-channels.ts';
import { testPreparation } from '../db/test-preparations.ts';
import { withTestStore } from '../db/test-store.ts';
import type { Leg, RouteDraft } from '../domain/route.ts';
import type { Observation } from '../domain/swap-status.ts';
import { START as at, newHash } from './test-tracked-swap.ts';
import {
  BTC_ADDRESS,
  call,
  composite,
  MEETING,
  ROUTER,
  SENDER,
  STRANGER,
  trackedTwoLeg,
  usdc,
} from './test-two-leg.ts';
import { bitcoin, ether } from './test-world.ts';

const db = withTestStore();

/** ETH to BTC: 1inch pays USDC into a channel of Chainflip's. `channel` is set once its transaction was handed out. */
function intoChannel({ isOpen = true } = {}): RouteDraft {
  const [sell, buy] = [ether('1'), bitcoin('0.034')];
  const legs: [Leg, Leg] = [
    { provider: 'ONEINCH', sell, buy: MEETING, buyAtMaxSlippage: MEETING },
    { provider: 'CHAINFLIP', sell: MEETING, buy, buyAtMaxSlippage: buy },
  ];
  const route = composite('ONEINCH->CHAINFLIP', legs, 'refund', {
    sourceAddress: SENDER,
    destinationAddress: BTC_ADDRESS,
    targetAddress: ROUTER,
  });
  if (!isOpen || !route.twoLeg) return route;
  const channelId = `8000001-Ethereum-${newHash()}`;
  const channel = {
    ...testChannel(at + 86_400_000),
    depositAddress: STRANGER,
    channelId,
    destinationAddress: BTC_ADDRESS,
    refundAddress: SENDER,
  };
  return {
    ...route,
    orderId: channelId,
    tx: { type: 'EVM', tx: call(newHash()) },
    twoLeg: { ...route.twoLeg, channel },
  };
}

const swappedInto = (hash: string): Observation[] => [
  { kind: 'swapDone', at, leg: 0, output: MEETING },
  {
    kind: 'outboundSent',
    at,
    leg: 0,
    refundDue: false,
    tx: { hash, chain: 'ETH', amount: MEETING, address: STRANGER },
  },
];

const deposited = (hash?: string): Observation => ({
  kind: 'providerSeen',
  at: at + 1000,
  leg: 1,
  final: true,
  ...(hash ? { tx: { hash, chain: 'ETH', amount: MEETING } } : {}),
});

const PAYOUT = 'ef'.repeat(32);

const paidOut: Observation = {
  kind: 'outboundSent',
  at: at + 9000,
  leg: 1,
  refundDue: false,
  tx: { hash: PAYOUT, chain: 'BTC', amount: bitcoin('0.0339'), address: BTC_ADDRESS },
};

describe('a swap into a deposit channel', () => {
  it('is followed leg by leg by the provider that made the route, with the amount of each leg', async () => {
    const { poll, says, sends, askedOf, asked } = await trackedTwoLeg(db.store, intoChannel());
    const hash = newHash('0x');
    sends(hash);
    expect(await poll(0, hash)).toMatchObject({
      trackingStatus: 'pending',
      data: { inbound: { hash, amount: '1', asset: 'ETH.ETH' } },
    });
    // Nothing identifies the second leg's payment yet.
    expect(askedOf()).toEqual([[0, hash, 'ETH', undefined]]);
    expect(asked[0]?.route.twoLeg).toBeDefined();
    says(0, ...swappedInto(hash));
    const through = await poll(10, hash);
    expect(through).toMatchObject({
      trackingStatus: 'swapping',
      stage: 'swap',
      data: {
        quoteInfo: { provider: 'ONEINCH->CHAINFLIP' },
        route: { legs: [{ provider: 'ONEINCH', actualBuyAmount: '3300' }, { provider: 'CHAINFLIP' }] },
      },
    });
    expect(through.data.route?.legs[1]).not.toHaveProperty('actualBuyAmount');
    says(1, deposited(hash), { kind: 'outboundPlanned', at: at + 2000, leg: 1, output: bitcoin('0.0339') });
    expect(await poll(10, hash)).toMatchObject({ trackingStatus: 'swapping', stage: 'outbound' });
    expect(askedOf()[1]).toEqual([1, hash, 'ETH', undefined]);
    says(1, deposited(hash), paidOut);
    expect(await poll(10, hash)).toMatchObject({
      success: true,
      trackingStatus: 'completed',
      stage: 'outbound',
      data: {
        inbound: { hash, asset: 'ETH.ETH' },
        outbound: { hash: PAYOUT, amount: '0.0339', asset: 'BTC.BTC' },
        trackMeta: { outputTxHash: PAYOUT },
        route: { actualBuyAmount: '0.0339', legs: [{ actualBuyAmount: '3300' }, { actualBuyAmount: '0.0339' }] },
      },
    });
  });

  it('without a reported hash is shown by what reached its channel, and known by that hash from then on', async () => {
    const draft = intoChannel();
    const { poll, says, sends, askedOf, quoteId } = await trackedTwoLeg(db.store, draft);
    const key = `terms-${draft.orderId}`;
    const claim = testPreparation({ id: key, key, now: 1 });
    await db.store.claimPreparation(claim);
    await db.store.settlePreparation(key, { state: 'created', draft, livesUntil: at + 9e9, failure: null });
    expect(await poll()).toMatchObject({ success: true, trackingStatus: 'not_started' });
    expect(askedOf()).toEqual([
      [0, '', 'ETH', undefined],
      [1, '', 'ETH', undefined],
    ]);
    expect(await db.store.livingPreparation({ ...claim, now: at })).toBeDefined();
    const hash = newHash('0x');
    says(1, deposited(hash));
    expect(await poll(10)).toMatchObject({
      trackingStatus: 'swapping',
      data: { route: { legs: [{ actualBuyAmount: '3300' }, {}] } },
    });
    expect(await db.store.livingPreparation({ ...claim, now: at + 60_000 })).toBeUndefined();
    sends(hash);
    says(0, ...swappedInto(hash));
    expect(await poll(10)).toMatchObject({
      data: { inbound: { hash, amount: '1' }, quoteInfo: { trackParams: { hash } } },
    });
    says(1, deposited(hash), paidOut);
    expect(await poll(10)).toMatchObject({
      trackingStatus: 'completed',
      data: { inbound: { hash }, outbound: { hash: PAYOUT } },
    });
    expect(await poll(0, hash)).toMatchObject({ trackingStatus: 'completed', data: { quoteInfo: { quoteId } } });
  });

  it('that ended before its first look is shown whole: its payment, and the amount of each leg', async () => {
    const { poll, says, sends } = await trackedTwoLeg(db.store, intoChannel());
    const hash = newHash('0x');
    sends(hash);
    says(0, ...swappedInto(hash));
    says(1, deposited(hash), paidOut);
    expect(await poll()).toMatchObject({
      trackingStatus: 'completed',
      data: {
        inbound: { hash, amount: '1', asset: 'ETH.ETH' },
        outbound: { hash: PAYOUT },
        route: { legs: [{ actualBuyAmount: '3300' }, { actualBuyAmount: '0.0339' }] },
      },
    });
  });

  it('is followed to its end even when the network never names the transaction that paid its channel', async () => {
    const { poll, says } = await trackedTwoLeg(db.store, intoChannel());
    await poll();
    says(1, deposited());
    expect((await poll(10)).trackingStatus).toBe('swapping');
    says(1, deposited(), paidOut);
    const body = await poll(10);
    expect(body).toMatchObject({ trackingStatus: 'completed', data: { outbound: { hash: PAYOUT } } });
    expect(body.data).not.toHaveProperty('inbound');
  });

  it('that another transaction of the same order paid takes that one once its channel shows it', async () => {
    const { poll, says, sends } = await trackedTwoLeg(db.store, intoChannel());
    await poll();
    const hash = newHash('0x');
    says(1, deposited(hash));
    await poll(10);
    sends(hash, { input: '0x83800a8effff' });
    expect(await poll(10)).toMatchObject({ success: true, trackingStatus: 'swapping' });
    says(1, deposited(hash), paidOut);
    expect(await poll(10)).toMatchObject({ success: true, trackingStatus: 'completed' });
  });

  it('that stays unpaid has failed once its channel has ended, with a fitting sentence, and stays failed', async () => {
    const { poll, says } = await trackedTwoLeg(db.store, intoChannel());
    await poll();
    says(1, { kind: 'inboundFailed', at, reason: 'No deposit arrived at the address.' });
    const body = await poll(86_400);
    expect(body).toMatchObject({ trackingStatus: 'failed', stage: 'inbound', data: { reasonCode: 'expired' } });
    expect(body.error).toMatch(/^Nothing was paid before the second leg’s deposit channel \(8000001-Ethereum-.*ended/);
    says(1, deposited(newHash('0x')));
    expect((await poll(86_400)).trackingStatus).toBe('failed');
  });

  it('that stays unpaid also ends when its provider has dropped the channel, but never while the provider cannot be asked', async () => {
    const world = await trackedTwoLeg(db.store, intoChannel());
    await world.poll();
    expect((await world.poll(86_400)).trackingStatus).toBe('not_started');
    expect((await world.poll(90_000)).trackingStatus).toBe('failed');
    const away = await trackedTwoLeg(db.store, intoChannel(), {
      providerOf: () => ({ ...world.provider.provider, track: () => Promise.reject(new Error('down')) }),
    });
    await away.poll();
    expect(await away.poll(10 * 86_400)).toMatchObject({ trackingStatus: 'not_started', data: { stale: true } });
  });

  it('that reverted has failed as a payment: nothing was sold, with the first leg’s message', async () => {
    const { poll, says, sends, askedOf } = await trackedTwoLeg(db.store, intoChannel());
    const hash = newHash('0x');
    sends(hash, {}, 'reverted');
    const reason = 'The price moved past your limit. Nothing was sold, only gas was spent.';
    says(0, { kind: 'inboundFailed', at, reason, tx: { hash, chain: 'ETH' } });
    expect(await poll(0, hash)).toMatchObject({
      success: true,
      trackingStatus: 'failed',
      stage: 'inbound',
      error: reason,
    });
    expect(askedOf()).toHaveLength(1);
  });

  it('whose second leg is refunded says so in the asset between, and that it is not the sold one', async () => {
    const { poll, says, sends } = await trackedTwoLeg(db.store, intoChannel());
    const hash = newHash('0x');
    sends(hash);
    says(0, ...swappedInto(hash));
    await poll(0, hash);
    const refundHash = newHash('0x');
    says(1, deposited(hash), {
      kind: 'refundSent',
      at: at + 5000,
      leg: 1,
      tx: { hash: refundHash, chain: 'ETH', amount: usdc(3_290_000_000n), address: SENDER },
      reason: 'The price stayed below the guaranteed one; the rest is sent back, less the network fee.',
      outputDue: false,
    });
    const body = await poll(10, hash);
    expect(body).toMatchObject({
      success: true,
      trackingStatus: 'refunded',
      stage: 'refund',
      data: {
        refund: { hash: refundHash, amount: '3290', asset: expect.stringContaining('ETH.USDC'), address: SENDER },
        route: { legs: [{ actualBuyAmount: '3300' }, {}] },
      },
    });
    expect(body.error).toMatch(/the USDC that the first leg paid out, not the asset that was sold\.$/);
    expect(body.data.route).not.toHaveProperty('actualBuyAmount');
    expect(body.data.timeline?.map(({ milestone, leg, hash: of }) => [milestone, leg, of])).toEqual(
      expect.arrayContaining([
        ['payoutSent', 0, hash],
        ['refundSent', 1, refundHash],
      ]),
    );
    // The confirmations of the refund are counted on as the same refund of the same leg.
    const later = await poll(10, hash);
    expect(later).toMatchObject({ trackingStatus: 'refunded', error: body.error });
  });

  it('whose deposit the second leg keeps has failed there, not as a payment', async () => {
    const { poll, says, sends } = await trackedTwoLeg(db.store, intoChannel());
    const hash = newHash('0x');
    sends(hash);
    says(0, ...swappedInto(hash));
    await poll(0, hash);
    says(1, { kind: 'inboundFailed', at: at + 1, reason: 'The deposit was below the minimum.' });
    const body = await poll(10, hash);
    expect(body).toMatchObject({ trackingStatus: 'failed', stage: 'swap' });
    expect(body.error).toBe('The first leg is through. Chainflip, the second leg: The deposit was below the minimum.');
  });

  it('is not paid by a foreign transaction, by other coins or to another contract, and its own state remains', async () => {
    for (const [tx, field] of [
      [{ from: STRANGER }, 'sourceAddress'],
      [{ value: 1n }, 'value'],
      [{ to: STRANGER }, 'targetAddress'],
      [{ input: '0x83800a8e00' }, 'tx'],
    ] as const) {
      const { poll, sends, says } = await trackedTwoLeg(db.store, intoChannel());
      const hash = newHash('0x');
      sends(hash, tx);
      says(0, ...swappedInto(hash));
      const body = await poll(0, hash);
      expect(body).toMatchObject({ success: false, trackingStatus: 'not_started' });
      expect(body.data.mismatch?.map((one) => one.field)).toEqual([field]);
      expect(await poll(10)).toMatchObject({ success: true, trackingStatus: 'not_started' });
    }
  });

  it('is not started by an unknown hash, which takes nothing from the paid swap', async () => {
    const { poll, says } = await trackedTwoLeg(db.store, intoChannel());
    says(1, deposited(newHash('0x')));
    await poll();
    const unknownHash = newHash('0x');
    says(0, ...swappedInto(unknownHash));
    expect(await poll(10, unknownHash)).toMatchObject({ success: true, trackingStatus: 'not_started' });
    expect((await poll(10)).trackingStatus).toBe('swapping');
  });

  it('that was never handed out has no payment', async () => {
    const { poll, sends, says } = await trackedTwoLeg(db.store, intoChannel({ isOpen: false }));
    const hash = newHash('0x');
    sends(hash);
    says(0, ...swappedInto(hash));
    const body = await poll(0, hash);
    expect(body).toMatchObject({ success: false, trackingStatus: 'not_started' });
    expect(body.error).toContain('quoted as a price alone');
  });
});
