/** A deposit whose payout is swapped on is followed as one swap, through both legs, to its end. */
import { describe, expect, it } from 'vitest';
import { testChannel, testClaim } from '../db/test-channels.ts';
import { withTestStore } from '../db/test-store.ts';
import { assetOf } from '../domain/asset.ts';
import type { Leg, RouteDraft } from '../domain/route.ts';
import type { Observation } from '../domain/swap-status.ts';
import { START as at, newHash } from './test-tracked-swap.ts';
import { BTC_ADDRESS, composite, MEETING, SENDER, STRANGER, trackedTwoLeg } from './test-two-leg.ts';
import { bitcoin, OTHER_VAULT, paymentTx } from './test-world.ts';

const db = withTestStore();

const link = (baseUnits: bigint) => ({
  asset: assetOf('ETH.LINK-0x514910771AF9Ca656af840dff83E8264EcF986CA'),
  decimals: 18,
  baseUnits,
});

/** BTC to LINK: Chainflip pays USDC to a contract that swaps it through 1inch. */
function intoReceiver({ isOpen = true } = {}): RouteDraft {
  const [sell, buy] = [bitcoin('0.5'), link(2_000n * 10n ** 18n)];
  const legs: [Leg, Leg] = [
    { provider: 'CHAINFLIP', sell, buy: MEETING, buyAtMaxSlippage: MEETING },
    { provider: 'ONEINCH', sell: MEETING, buy, buyAtMaxSlippage: buy },
  ];
  const offer = { channel: { minimumDeposit: bitcoin('0.001'), retrySeconds: 300 } };
  const route = composite('CHAINFLIP->ONEINCH', legs, 'fallback', {
    destinationAddress: SENDER,
    ...(isOpen ? {} : offer),
  });
  if (!isOpen || !route.twoLeg) return route;
  const channelId = `8000001-Bitcoin-${newHash()}`;
  const channel = { ...testChannel(at + 86_400_000), channelId };
  return {
    ...route,
    orderId: channelId,
    inboundAddress: channel.depositAddress,
    targetAddress: channel.depositAddress,
    twoLeg: { ...route.twoLeg, channel },
  };
}

const RECEIVED = `0x${'ab'.repeat(32)}`;

const passedOn: Observation[] = [
  { kind: 'providerSeen', at, leg: 0, final: true },
  {
    kind: 'outboundSent',
    at: at + 5000,
    leg: 0,
    refundDue: false,
    tx: { hash: RECEIVED, chain: 'ETH', amount: MEETING, address: STRANGER },
  },
];

const delivered: Observation[] = [
  { kind: 'swapDone', at: at + 5000, leg: 1, output: link(1_990n * 10n ** 18n) },
  {
    kind: 'outboundSent',
    at: at + 5000,
    leg: 1,
    refundDue: false,
    tx: { hash: RECEIVED, chain: 'ETH', amount: link(1_990n * 10n ** 18n), address: SENDER },
  },
];

const fallback: Observation = {
  kind: 'refundSent',
  at: at + 5000,
  leg: 1,
  fallback: true,
  outputDue: false,
  reason: 'It could not be swapped. 3300 USDC was paid to the destination address instead.',
  tx: { hash: RECEIVED, chain: 'ETH', amount: MEETING, address: SENDER },
};

describe('a deposit whose payout is swapped on', () => {
  it('shows a deposit address for as long as its channel is payable, though a transaction to it lapses sooner', async () => {
    const draft = intoReceiver();
    if (!draft.twoLeg?.channel) throw new Error('no channel');
    const channel = { ...draft.twoLeg.channel, payableUntil: at + 3_600_000 };
    const lapsing = { ...draft, expirationSeconds: at / 1000 + 60, twoLeg: { ...draft.twoLeg, channel } };
    const { poll } = await trackedTwoLeg(db.store, lapsing);
    expect((await poll()).data.depositChannel?.payableUntil).toBe(String(at / 1000 + 3600));
  });

  it('into the channel that the route was made with is followed through that channel, never by its hash', async () => {
    const draft = intoReceiver();
    const { poll, says, chains, askedOf } = await trackedTwoLeg(db.store, draft);
    const id = draft.orderId;
    const waiting = await poll();
    expect(waiting).toMatchObject({
      trackingStatus: 'not_started',
      data: { depositChannel: { channelId: id, depositAddress: draft.inboundAddress } },
    });
    expect(askedOf()).toEqual([[0, '', 'BTC', id]]);
    const hash = newHash();
    chains.utxo.set(hash, paymentTx({ txid: hash, to: draft.inboundAddress ?? '', memo: '', value: 49_000_000n }));
    const seen = await poll(10, hash);
    // A channel takes any amount: no sentence asks for exactly one amount, as an order's does.
    expect(seen).toMatchObject({ trackingStatus: 'pending', data: { inbound: { hash, amount: '0.49' } } });
    expect(seen.data).not.toHaveProperty('held');
    expect(askedOf()).toEqual([[0, hash, 'BTC', id]]);
    chains.utxo.set(
      hash,
      paymentTx({ txid: hash, to: draft.inboundAddress ?? '', memo: '', value: 49_000_000n, blockHeight: 90 }),
    );
    says(0, ...passedOn);
    await poll(10, hash);
    expect(askedOf()[0]).toEqual([0, hash, 'BTC', id]);
    says(1, ...delivered);
    expect(await poll(10, hash)).toMatchObject({
      trackingStatus: 'completed',
      data: {
        outbound: { hash: RECEIVED, amount: '1990' },
        route: { actualBuyAmount: '1990', legs: [{ actualBuyAmount: '3300' }, { actualBuyAmount: '1990' }] },
      },
    });
    expect(askedOf()).toEqual([
      [0, hash, 'BTC', id],
      [1, RECEIVED, 'ETH', id],
    ]);
  });

  it('into a channel that was opened for the quoted route is followed through that one', async () => {
    const draft = intoReceiver({ isOpen: false });
    const { poll, says, askedOf, quoteId, clock } = await trackedTwoLeg(db.store, draft);
    await db.store.claimChannel(testClaim({ id: quoteId, quoteId, key: quoteId, now: clock.now }));
    const channel = { ...testChannel(clock.now + 86_400_000), destinationAddress: SENDER };
    await db.store.settleChannel(quoteId, { state: 'open', channel, failure: null }, clock.now);
    await poll();
    expect(askedOf()).toEqual([[0, '', 'BTC', channel.channelId]]);
    says(0, ...passedOn);
    await poll(10);
    says(1, ...delivered);
    expect(await poll(10)).toMatchObject({
      trackingStatus: 'completed',
      data: { quoteInfo: { provider: 'CHAINFLIP->ONEINCH', recipientAddress: SENDER }, outbound: { amount: '1990' } },
    });
    expect(askedOf()[1]).toEqual([1, RECEIVED, 'ETH', channel.channelId]);
  });

  it('whose payout could not be swapped on ends with the asset between, at the destination, and says so', async () => {
    const { poll, says } = await trackedTwoLeg(db.store, intoReceiver());
    await poll();
    says(0, ...passedOn);
    await poll(10);
    says(1, fallback);
    const body = await poll(10);
    expect(body).toMatchObject({
      success: true,
      trackingStatus: 'refunded',
      stage: 'refund',
      error: fallback.kind === 'refundSent' ? fallback.reason : '',
      data: {
        refund: {
          fallback: true,
          hash: RECEIVED,
          amount: '3300',
          asset: expect.stringContaining('ETH.USDC'),
          address: SENDER,
        },
        route: { legs: [{ actualBuyAmount: '3300' }, {}] },
      },
    });
    expect(body.data).not.toHaveProperty('outbound');
  });

  it('that the first leg refunds returns in the sold asset', async () => {
    const { poll, says } = await trackedTwoLeg(db.store, intoReceiver());
    await poll();
    const back = newHash();
    const reason = 'The price stayed below the guaranteed one.';
    says(
      0,
      { kind: 'providerSeen', at, leg: 0, final: true },
      {
        kind: 'refundSent',
        at: at + 1,
        leg: 0,
        reason,
        outputDue: false,
        tx: { hash: back, chain: 'BTC', amount: bitcoin('0.49'), address: BTC_ADDRESS },
      },
    );
    expect(await poll(10)).toMatchObject({
      trackingStatus: 'refunded',
      error: reason,
      data: { refund: { hash: back, asset: 'BTC.BTC' } },
    });
  });

  it('to another address is another payment', async () => {
    const { poll, chains } = await trackedTwoLeg(db.store, intoReceiver());
    const hash = newHash();
    chains.utxo.set(hash, paymentTx({ txid: hash, to: OTHER_VAULT, memo: '' }));
    const body = await poll(0, hash);
    expect(body.success).toBe(false);
    expect(body.data.mismatch?.map(({ field }) => field)).toEqual(['inboundAddress']);
  });

  it('that came after its channel had ended is reported as late', async () => {
    const draft = intoReceiver();
    const { poll, chains, asked } = await trackedTwoLeg(db.store, draft);
    const hash = newHash();
    chains.tip = 400;
    chains.utxo.set(hash, paymentTx({ txid: hash, to: draft.inboundAddress ?? '', memo: '', blockHeight: 300 }));
    const body = await poll(0, hash);
    expect(body).toMatchObject({ trackingStatus: 'failed', stage: 'inbound', data: { reasonCode: 'expired' } });
    expect(body.error).toContain(draft.orderId);
    expect(asked).toEqual([]);
  });

  it('of a route without a channel has no address to pay to', async () => {
    const { poll } = await trackedTwoLeg(db.store, intoReceiver({ isOpen: false }));
    const body = await poll(0, newHash());
    expect(body).toMatchObject({ success: false, trackingStatus: 'not_started' });
    expect(body.data.mismatch?.map(({ field }) => field)).toEqual(['routeIndex']);
  });
});
