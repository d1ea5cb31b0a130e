/**
 * Every quote with the channel's terms finds a payment into that channel, and says so when the channel is another
 * quote's.
 */
import { expect, it } from 'vitest';
import { testChannel, testClaim } from '../db/test-channels.ts';
import { withTestStore } from '../db/test-store.ts';
import type { RouteDraft } from '../domain/route.ts';
import { PAYOUT, trackedSwap, unpaidRoute } from './test-tracked-swap.ts';
import { bitcoin, ether, OTHER_VAULT, paymentTx, saveQuote } from './test-world.ts';

const db = withTestStore();

const TO = testChannel(0).destinationAddress;
const OTHER_TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const chainflip = (destinationAddress: string): RouteDraft => ({
  ...unpaidRoute,
  destinationAddress,
  providers: ['CHAINFLIP'],
  legs: unpaidRoute.legs.map((leg) => ({ ...leg, provider: 'CHAINFLIP' as const })),
  channel: { minimumDeposit: bitcoin('0.001'), retrySeconds: 300 },
});

let count = 0;
/** A quote, and a channel with the same terms that was opened without naming it, under a quote of its own. */
async function openedByTerms(quoted: RouteDraft) {
  count += 1;
  const swap = await trackedSwap(db.store, quoted);
  const { clock, tracking, chains } = swap;
  clock.now += count * 1000;
  const own = await saveQuote(db.store, [chainflip(TO)]);
  const depositAddress = count % 2 === 0 ? OTHER_VAULT : testChannel(0).depositAddress;
  const id = `${own}-channel`;
  await db.store.claimChannel(testClaim({ id, quoteId: own, key: id, now: clock.now }));
  const channelId = `6726421-Bitcoin-${9000 + count}`;
  const channel = { ...testChannel(clock.now + 86_400_000), depositAddress, channelId };
  await db.store.settleChannel(id, { state: 'open', channel, failure: null }, clock.now);
  const hash = count.toString(16).padStart(64, 'd');
  const track = async (request: object) => (await tracking.track({ routeIndex: 0, ...request })).body;
  const pay = (to = depositAddress) =>
    chains.utxo.set(hash, paymentTx({ txid: hash, to, memo: 'none', blockHeight: 90, blockTime: 1_700_000_000 }));
  const paidOut = () => {
    const tx = { hash: PAYOUT, chain: 'ETH', amount: ether('9'), address: TO } as const;
    swap.says({ kind: 'outboundSent', at: clock.now, leg: 0, tx });
  };
  return { ...swap, own, channelId, depositAddress, hash, track, pay, paidOut };
}

it.each(['', TO])('follows the payment to its end by the chosen quote (“%s”)', async (destination) => {
  const { track, quoteId, hash, pay, paidOut, clock, channelId, provider } = await openedByTerms(
    chainflip(destination),
  );
  expect(await track({ quoteId, hash, chainId: 'BTC' })).toMatchObject({
    success: true,
    trackingStatus: 'not_started',
  });
  pay();
  clock.now += 10_000;
  const seen = await track({ quoteId, hash, chainId: 'BTC' });
  expect(seen).toMatchObject({ success: true, trackingStatus: 'pending' });
  expect(seen.data).toMatchObject({ quoteInfo: { quoteId, recipientAddress: TO }, depositChannel: { channelId } });
  expect(provider.asked.at(-1)).toMatchObject({ channel: { channelId } });
  paidOut();
  clock.now += 10_000;
  expect(await track({ quoteId, hash })).toMatchObject({
    trackingStatus: 'completed',
    data: { quoteInfo: { quoteId } },
  });
  expect(await track({ quoteId })).toMatchObject({ trackingStatus: 'completed' });
});

it('answers with the swap of the channel’s own quote when its terms differ, and says so', async () => {
  const { track, quoteId, own, hash, pay, paidOut } = await openedByTerms(chainflip(OTHER_TO));
  pay();
  paidOut();
  const tracked = await track({ quoteId, hash });
  expect(tracked).toMatchObject({ success: true, trackingStatus: 'completed' });
  expect(tracked.data).toMatchObject({ quoteInfo: { quoteId: own }, askedFor: { quoteId, routeIndex: 0 } });
});

it('says what a transaction is that pays no channel of these terms', async () => {
  const { track, quoteId, hash, pay } = await openedByTerms(chainflip(TO));
  pay('bcrt1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu');
  const tracked = await track({ quoteId, hash });
  expect(tracked).toMatchObject({ success: false, data: { mismatch: [{ field: 'depositAddress' }] } });
  expect(tracked.error).not.toContain('without a destination address');
});

it('follows a channel by its number and by its address, with the payment’s hash and without', async () => {
  const { track, own, channelId, depositAddress, hash, pay } = await openedByTerms(chainflip(TO));
  const by = { channel: { upstreamId: channelId } };
  expect(await track(by)).toMatchObject({ trackingStatus: 'not_started', data: { quoteInfo: { quoteId: own } } });
  pay();
  expect(await track({ ...by, hash })).toMatchObject({ trackingStatus: 'pending' });
  const spelled = { channel: { depositAddress: depositAddress.toUpperCase() } };
  expect(await track(spelled)).toMatchObject({
    trackingStatus: 'pending',
    data: { depositChannel: { depositAddress } },
  });
  await expect(track({ channel: { upstreamId: '1-Bitcoin-1' } })).rejects.toMatchObject({ status: 404 });
});

it('reports a hash that belongs to another quote when it is asked for with a quote that cannot be paid', async () => {
  const { track, own, hash, pay, paidOut } = await openedByTerms(chainflip(TO));
  const priceOnly = await saveQuote(db.store, [{ ...unpaidRoute, destinationAddress: '' }]);
  expect(await track({ quoteId: priceOnly, hash })).toMatchObject({ success: false });
  pay();
  paidOut();
  expect(await track({ quoteId: own, hash })).toMatchObject({ trackingStatus: 'completed' });
  expect(await track({ quoteId: priceOnly, hash })).toMatchObject({
    trackingStatus: 'completed',
    data: { quoteInfo: { quoteId: own }, askedFor: { quoteId: priceOnly } },
  });
});
