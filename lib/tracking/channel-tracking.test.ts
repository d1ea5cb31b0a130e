/** A swap by deposit channel is tracked from before its payment to its end, regardless of the payer. */
import { describe, expect, it } from 'vitest';
import { testChannel, testClaim } from '../db/test-channels.ts';
import { withTestStore } from '../db/test-store.ts';
import type { RouteDraft } from '../domain/route.ts';
import type { Observation } from '../domain/swap-status.ts';
import { START as at, newHash, PAYOUT, trackedSwap, unpaidRoute } from './test-tracked-swap.ts';
import { bitcoin, ether, OTHER_VAULT, paymentTx, saveQuote, seenBy, trackingWorld } from './test-world.ts';

const db = withTestStore();

const LAST_BLOCK = testChannel(0).sourceChainExpiryBlock;
const ADDRESS = testChannel(0).depositAddress;
/** An address that is no channel's in these tests. */
const UNKNOWN_ADDRESS = 'bcrt1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
const TO = testChannel(0).destinationAddress;

const route: RouteDraft = {
  ...unpaidRoute,
  providers: ['CHAINFLIP'],
  legs: unpaidRoute.legs.map((leg) => ({ ...leg, provider: 'CHAINFLIP' as const })),
  channel: { minimumDeposit: bitcoin('0.001'), retrySeconds: 300 },
};

/** A route with an opened channel, and the world around it. */
async function channelled(draft: RouteDraft = route) {
  const swap = await trackedSwap(db.store, draft);
  const { quoteId, clock } = swap;
  const open = async (address = ADDRESS, number = 1) => {
    const id = `${quoteId}-${number}`;
    const now = clock.now;
    await db.store.claimChannel(testClaim({ id, quoteId, key: id, now }));
    const channel = {
      ...testChannel(now + 86_400_000),
      depositAddress: address,
      channelId: `6726421-Bitcoin-${number}`,
    };
    return db.store.settleChannel(id, { state: 'open', channel, failure: null }, now);
  };
  const channel = await open();
  const says = (...observations: Observation[]) => {
    swap.provider.say = () => seenBy(observations, { payment: { to: ADDRESS } });
  };
  return { ...swap, channel, open, says };
}

const seen = (hash?: string): Observation => ({
  kind: 'providerSeen',
  at,
  leg: 0,
  final: true,
  ...(hash ? { tx: { hash, chain: 'BTC', amount: bitcoin('0.4'), address: ADDRESS } } : {}),
});
const sent: Observation = {
  kind: 'outboundSent',
  at,
  leg: 0,
  tx: { hash: PAYOUT, chain: 'ETH', amount: ether('8'), address: TO },
};
const expired: Observation = { kind: 'inboundFailed', at, reason: 'Nothing arrived before it ended.' };

describe('by the quote alone', () => {
  it('shows the channel while it is unpaid, without a hash, and asks the provider by channel', async () => {
    const { poll, provider, quoteId, channel } = await channelled();
    const body = await poll();
    expect(body).toMatchObject({
      success: true,
      trackingStatus: 'not_started',
      stage: 'inbound',
      data: {
        quoteInfo: { quoteId, routeIndex: 0, trackParams: { chainId: 'BTC' } },
        depositChannel: {
          depositAddress: ADDRESS,
          channelId: channel.channel?.channelId,
          sourceChainExpiryBlock: LAST_BLOCK,
          refundAddress: channel.channel?.refundAddress,
          expiration: '1800086400',
        },
      },
    });
    expect(body.data.quoteInfo?.trackParams).not.toHaveProperty('hash');
    expect(JSON.stringify(body)).not.toContain('null');
    expect(provider.asked).toMatchObject([
      { hash: '', channel: { channelId: '6726421-Bitcoin-1', destinationAddress: TO } },
    ]);
  });

  it('says until when to show the address, as the provider’s estimate of its end moves', async () => {
    const { poll, provider, clock } = await channelled();
    const until = async (seconds: number) => {
      const { expiration, payableUntil } = (await poll(seconds)).data.depositChannel ?? {};
      return { expiration: Number(expiration), payableUntil: Number(payableUntil) };
    };
    const start = clock.now / 1000;
    expect(await until(0)).toEqual({ expiration: start + 86_400, payableUntil: start + 86_400 - 1800 });
    provider.say = () => seenBy([], { channelEnd: { at: (start + 80_000) * 1000, ended: false } });
    expect(await until(10)).toEqual({ expiration: start + 80_000, payableUntil: start + 80_000 - 1800 });
    provider.say = () => seenBy([], { channelEnd: { at: (start + 20) * 1000, ended: true } });
    expect(await until(10)).toEqual({ expiration: start + 20, payableUntil: start + 20 });
    // A removed channel never comes back.
    provider.say = () => seenBy([], { channelEnd: { at: (start + 90_000) * 1000, ended: false } });
    expect(await until(10)).toMatchObject({ payableUntil: start + 20 });
  });

  it('is followed to its end even when the payment’s transaction never becomes known', async () => {
    const { poll, says, chains } = await channelled();
    await poll();
    says(seen(), { kind: 'swapping', at, leg: 0 });
    expect(await poll(5)).toMatchObject({ trackingStatus: 'swapping', stage: 'swap' });
    says(seen(), sent);
    expect(await poll(10)).toMatchObject({
      trackingStatus: 'completed',
      data: { outbound: { hash: PAYOUT, amount: '8' }, trackMeta: { outputTxHash: PAYOUT } },
    });
    // There was no hash to look for.
    expect(chains.asked).not.toContain('transaction');
  });

  it('learns the payment from the network, shows it, and from then on finds the swap by its hash alone', async () => {
    const { poll, says, chains, tracking, quoteId } = await channelled();
    const hash = newHash();
    await poll();
    says(seen(hash));
    await poll(5);
    chains.utxo.set(hash, paymentTx({ txid: hash, to: ADDRESS, memo: '', value: 40_000_000n, blockHeight: 100 }));
    expect(await poll(5)).toMatchObject({
      trackingStatus: 'swapping',
      data: {
        quoteInfo: { trackParams: { hash } },
        inbound: { hash, amount: '0.4', asset: 'BTC.BTC', blockNumber: 100 },
      },
    });
    const byHash = await tracking.track({ hash, routeIndex: 0 });
    expect(byHash.body.data).toMatchObject({ quoteInfo: { quoteId }, depositChannel: { depositAddress: ADDRESS } });
    const all = (await db.store.openSwaps(1000)).filter((swap) => swap.quoteId === quoteId);
    expect(all).toHaveLength(1);
  });

  it('follows the network’s report on its own channel even when the chain shows another way of payment', async () => {
    const { poll, says, chains } = await channelled();
    const hash = newHash();
    await poll();
    says(seen(hash));
    await poll(5);
    chains.utxo.set(hash, paymentTx({ txid: hash, to: OTHER_VAULT, memo: '' }));
    says(seen(hash), sent);
    const body = await poll(10);
    expect(body).toMatchObject({ success: true, trackingStatus: 'completed' });
    expect(body.data).not.toHaveProperty('mismatch');
  });

  it('fails with the network’s message once the channel has ended unpaid, and shows the next channel if there is one', async () => {
    const { poll, says, open, clock } = await channelled();
    says(expired);
    expect(await poll()).toMatchObject({
      success: true,
      trackingStatus: 'failed',
      stage: 'inbound',
      error: expired.reason,
    });
    says();
    clock.now += 60_000;
    await open(OTHER_VAULT, 2);
    expect(await poll(5)).toMatchObject({
      trackingStatus: 'not_started',
      data: { depositChannel: { depositAddress: OTHER_VAULT } },
    });
  });

  it('shows the signed payout for anyone to send when the network could not send it', async () => {
    const { poll, says } = await channelled();
    const payload = { chain: 'ETH' as const, to: TO, value: '0', data: '0x01' };
    says(seen(), { kind: 'providerFailed', at, leg: 0, reason: 'Sending failed.', payload });
    expect(await poll()).toMatchObject({ trackingStatus: 'failed', data: { transactionPayload: payload } });
  });

  it('is asked at most every five seconds while unpaid, also without any client', async () => {
    const { poll, provider, clock, quoteId, tracking, says } = await channelled();
    await poll();
    await poll(4.9);
    expect(provider.asked).toHaveLength(1);
    clock.now += 3 * 3_600_000;
    says(seen(), sent);
    const observer = tracking.start();
    const done = async () => (await db.store.findSwapOfRoute({ quoteId, routeIndex: 0 }))?.status;
    while ((await done()) !== 'completed') await new Promise((resolve) => setImmediate(resolve));
    await observer.stop();
  });
});

describe('a payment whose hash a client reports', () => {
  const pay = (hash: string, over: Parameters<typeof paymentTx>[0] = {}) =>
    paymentTx({ txid: hash, to: ADDRESS, memo: '', value: 9_000_000n, blockHeight: 100, ...over });

  it('is searched for on its own chain, whatever its amount, and then tracked by the channel', async () => {
    const { poll, chains, provider, says } = await channelled();
    const hash = newHash();
    expect(await poll(0, hash)).toMatchObject({ trackingStatus: 'not_started' });
    expect(provider.asked).toEqual([]);
    chains.utxo.set(hash, pay(hash));
    says(seen(hash));
    expect(await poll(5, hash)).toMatchObject({
      trackingStatus: 'swapping',
      data: { inbound: { hash, amount: '0.09' }, depositChannel: { depositAddress: ADDRESS } },
    });
    expect(provider.asked).toMatchObject([{ hash, channel: { depositAddress: ADDRESS } }]);
    says(seen(hash), sent);
    expect(await poll(10, hash)).toMatchObject({ trackingStatus: 'completed' });
  });

  it.each([
    ['after a look at it', true],
    ['before any look at it', false],
  ])(
    'is told as the channel’s too, whose provider names no transaction, if what arrived is its amount: %s',
    async (_when, isLookedAt) => {
      const { poll, chains, says, quoteId, tracking, clock } = await channelled();
      const arrived = (amount: string): Observation => ({ ...seen(), amount: bitcoin(amount) }) as Observation;
      const hash = newHash();
      chains.utxo.set(hash, pay(hash));
      says(arrived('0.09'));
      if (isLookedAt) await poll(0, hash);
      else await db.store.recordSwap({ quoteId, routeIndex: 0, hash, chain: 'BTC', now: clock.now });
      says(arrived('0.09'), sent);
      const observer = tracking.start();
      const ofChannel = async () => db.store.findSwap({ quoteId, routeIndex: 0, hash: '' });
      while ((await ofChannel())?.status !== 'completed') await new Promise((resolve) => setImmediate(resolve));
      await observer.stop();
      const facts = await db.store.observationsOf((await ofChannel())?.id ?? '');
      expect(facts.filter(({ kind }) => kind === 'inboundSeen')).toMatchObject([{ tx: { hash } }]);
    },
  );

  it('that was reported is looked at no more once the channel’s own facts have it for good', async () => {
    const { poll, chains, says, quoteId, clock } = await channelled();
    const hash = newHash();
    chains.utxo.set(hash, pay(hash));
    await db.store.recordSwap({ quoteId, routeIndex: 0, hash, chain: 'BTC', now: clock.now });
    says({ ...seen(), amount: bitcoin('0.09') } as Observation);
    expect(await poll(0)).toMatchObject({ data: { inbound: { hash } } });
    expect(chains.asked.splice(0)).toContain('transaction');
    await poll(60);
    expect(chains.asked).not.toContain('transaction');
  });

  it('that went to another address is not the channel’s, and leaves the channel’s state alone', async () => {
    const { poll, chains, provider } = await channelled();
    const hash = newHash();
    chains.utxo.set(hash, pay(hash, { to: UNKNOWN_ADDRESS }));
    expect(await poll(0, hash)).toMatchObject({
      success: false,
      data: { mismatch: [{ field: 'inboundAddress', expected: ADDRESS, actual: UNKNOWN_ADDRESS }] },
    });
    expect(provider.asked).toEqual([]);
    expect(await poll(5)).toMatchObject({ success: true, trackingStatus: 'not_started' });
  });

  it('that came after the channel’s last block is reported as too late, with what to do', async () => {
    const { poll, chains, provider, clock } = await channelled();
    const hash = newHash();
    chains.tip = LAST_BLOCK + 1;
    chains.utxo.set(hash, pay(hash, { blockHeight: LAST_BLOCK + 1 }));
    const body = await poll(0, hash);
    expect(body).toMatchObject({ success: true, trackingStatus: 'failed', stage: 'inbound' });
    expect(body.error).toMatch(/block 245 of Bitcoin; the channel ended with block 244.*6726421-Bitcoin-1/);
    expect(provider.asked).toEqual([]);
    const inTime = newHash();
    provider.say = () => seenBy([expired]);
    chains.utxo.set(inTime, pay(inTime, { blockHeight: undefined }));
    // Not in a block yet, so the network's report that nothing arrived does not concern it.
    expect((await poll(0, inTime)).trackingStatus).toBe('pending');
    provider.say = () => seenBy([]);
    clock.now += 3000;
    chains.utxo.set(inTime, pay(inTime, { blockHeight: LAST_BLOCK }));
    expect((await poll(0, inTime)).trackingStatus).toBe('pending');
  });

  it('to an earlier channel of the route is followed by that one', async () => {
    const { poll, chains, provider, open } = await channelled();
    await open(OTHER_VAULT, 2);
    const hash = newHash();
    chains.utxo.set(hash, pay(hash));
    expect(await poll(0, hash)).toMatchObject({ data: { depositChannel: { depositAddress: ADDRESS } } });
    expect(provider.asked).toMatchObject([{ channel: { channelId: '6726421-Bitcoin-1' } }]);
  });

  it('into the vault, where the route also takes that, is followed by its hash and not by the channel', async () => {
    const { poll, chains, provider, says } = await channelled({ ...route, targetAddress: OTHER_VAULT });
    const hash = newHash();
    chains.utxo.set(hash, pay(hash, { to: OTHER_VAULT, value: 50_000_000n }));
    says(seen(hash));
    expect(await poll(0, hash)).toMatchObject({ success: true, trackingStatus: 'swapping' });
    await poll(10, hash);
    expect(provider.asked.every((leg) => leg.channel === undefined && leg.hash === hash)).toBe(true);
  });

  it('that no chain knows is not asked of the network, which blocks callers who ask for too many of those', async () => {
    const { tracking, provider, chains, clock } = trackingWorld(db.store);
    const quoteId = await saveQuote(db.store, [{ ...route, targetAddress: OTHER_VAULT }]);
    const hash = newHash();
    provider.say = () => seenBy([seen(hash)], {});
    const poll = async () => (await tracking.track({ quoteId, routeIndex: 0, hash })).body;
    expect((await poll()).trackingStatus).toBe('not_started');
    expect(provider.asked).toEqual([]);
    chains.utxo.set(hash, pay(hash, { to: OTHER_VAULT, value: 50_000_000n }));
    clock.now += 10_000;
    expect((await poll()).trackingStatus).toBe('swapping');
    expect(provider.asked).toMatchObject([{ hash }]);
  });

  it('is stale while its chain cannot be asked, and takes no observations', async () => {
    const { poll, chains, says } = await channelled();
    chains.down = true;
    says(seen());
    expect(await poll(0, newHash())).toMatchObject({ trackingStatus: 'not_started', data: { stale: true } });
  });
});
