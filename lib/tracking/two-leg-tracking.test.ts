/** A route of two legs is followed as one swap: from whatever tells of its payment, through both legs, to where the money is. */
import { describe, expect, it } from 'vitest';
import type { EvmTransaction } from '../chain-clients/chain-clients.ts';
import { testChannel, testClaim } from '../db/test-channels.ts';
import { testPreparation } from '../db/test-preparations.ts';
import { withTestStore } from '../db/test-store.ts';
import { assetOf } from '../domain/asset.ts';
import type { ProviderId } from '../domain/provider-id.ts';
import type { EvmTx, Leg, RouteDraft, TwoLeg } from '../domain/route.ts';
import type { Observation, ObserveResult } from '../domain/swap-status.ts';
import type { Provider, TrackedLeg } from '../providers/provider.ts';
import { START as at, minedTransaction, newHash, trackedSwap, unpaidRoute } from './test-tracked-swap.ts';
import { bitcoin, ether, OTHER_VAULT, paymentTx, seenBy, type trackingWorld } from './test-world.ts';

const db = withTestStore();

const ROUTER = '0x111111125421cA6dc452d289314280a0f8842A65';
const SENDER = '0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1';
const STRANGER = '0xFFcf8FDEE72ac11b5c542428B35EEF5769C409f0';
const BTC_ADDRESS = 'bcrt1qyaen0zlqy9309r83nyyf5e89ugc8ls84wxqd08';
const usdc = (baseUnits: bigint) => ({
  asset: assetOf('ETH.USDC-0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'),
  decimals: 6,
  baseUnits,
});
const link = (baseUnits: bigint) => ({
  asset: assetOf('ETH.LINK-0x514910771AF9Ca656af840dff83E8264EcF986CA'),
  decimals: 18,
  baseUnits,
});
const MEETING = usdc(3_300_000_000n);

const legDraft = (
  provider: ProviderId,
  { sell, buy, buyAtMaxSlippage }: Leg,
  over: Partial<RouteDraft> = {},
): RouteDraft => ({
  ...unpaidRoute,
  providers: [provider],
  sell,
  expectedBuy: buy,
  guaranteedBuy: buyAtMaxSlippage,
  legs: [{ provider, sell, buy, buyAtMaxSlippage }],
  ...over,
});

function composite(
  id: ProviderId,
  legs: [Leg, Leg],
  otherwise: TwoLeg['otherwise']['kind'],
  over: Partial<RouteDraft>,
): RouteDraft {
  const [first, second] = legs;
  const drafts = [legDraft(first.provider, first), legDraft(second.provider, second)] as const;
  return {
    ...unpaidRoute,
    providers: [id],
    sell: first.sell,
    expectedBuy: second.buy,
    guaranteedBuy: second.buyAtMaxSlippage,
    legs,
    twoLeg: { bridge: MEETING.asset, legs: drafts, otherwise: { kind: otherwise, note: 'As it is.' } },
    ...over,
  };
}

const call = (salt: string): EvmTx => ({
  to: ROUTER,
  from: SENDER,
  value: '1000000000000000000',
  data: `0x83800a8e${salt}`,
});

/** ETH to BTC: 1inch pays USDC into a channel of Chainflip's. `channel` stands where its transaction was handed out. */
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

/** The world with a provider for two legs that says of each what a test tells it; any other id has none. */
async function tracked(draft: RouteDraft, over: Parameters<typeof trackingWorld>[1] = {}) {
  const asked: TrackedLeg[] = [];
  const words: Record<number, ObserveResult> = {};
  const provider: Provider = {
    name: 'two-leg',
    ids: draft.providers,
    refuse: () => undefined,
    quote: async () => [],
    tokens: async () => [],
    track: async (leg) => {
      asked.push(leg);
      // A transaction that nobody has named cannot be asked for.
      const isUnnamed = leg.leg === 0 && leg.hash === '' && leg.channel === undefined;
      return (isUnnamed ? undefined : words[leg.leg]) ?? seenBy([]);
    },
  };
  const swap = await trackedSwap(db.store, draft, {
    providerOf: (id) => (draft.providers.includes(id) ? provider : undefined),
    ...over,
  });
  const poll = (seconds = 0, hash?: string) => {
    asked.length = 0;
    return swap.poll(seconds, hash);
  };
  const says = (leg: 0 | 1, ...observations: Observation[]) => {
    words[leg] = seenBy(observations);
  };
  const sends = (hash: string, tx: Partial<EvmTransaction> = {}, status: 'success' | 'reverted' = 'success') => {
    const ordered = draft.tx?.type === 'EVM' ? draft.tx.tx : call('');
    const sent = { hash, from: SENDER, to: ROUTER, input: ordered.data, value: 10n ** 18n, ...tx };
    swap.chains.evm.set(hash, minedTransaction(sent, { status }));
  };
  const askedOf = () => asked.map(({ leg, hash, chain, channel }) => [leg, hash, chain, channel?.channelId]);
  return { ...swap, poll, says, sends, asked, askedOf };
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
  it('is followed leg by leg by the one who made the route, and told with what each leg brought', async () => {
    const { poll, says, sends, askedOf, asked } = await tracked(intoChannel());
    const hash = newHash('0x');
    sends(hash);
    expect(await poll(0, hash)).toMatchObject({
      trackingStatus: 'pending',
      data: { inbound: { hash, amount: '1', asset: 'ETH.ETH' } },
    });
    // The second leg has nothing to be followed by yet.
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

  it('whose payer names no payment is told by what came to its channel, and from then on known by that name', async () => {
    const draft = intoChannel();
    const { poll, says, sends, askedOf, quoteId } = await tracked(draft);
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

  it('that was over before anybody looked is told whole: its payment, and what each leg brought', async () => {
    const { poll, says, sends } = await tracked(intoChannel());
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

  it('is told to its end also where the network never says which transaction paid its channel', async () => {
    const { poll, says } = await tracked(intoChannel());
    await poll();
    says(1, deposited());
    expect((await poll(10)).trackingStatus).toBe('swapping');
    says(1, deposited(), paidOut);
    const body = await poll(10);
    expect(body).toMatchObject({ trackingStatus: 'completed', data: { outbound: { hash: PAYOUT } } });
    expect(body.data).not.toHaveProperty('inbound');
  });

  it('that another transaction of the same order paid is its own once its channel shows that one', async () => {
    const { poll, says, sends } = await tracked(intoChannel());
    await poll();
    const hash = newHash('0x');
    says(1, deposited(hash));
    await poll(10);
    sends(hash, { input: '0x83800a8effff' });
    expect(await poll(10)).toMatchObject({ success: true, trackingStatus: 'swapping' });
    says(1, deposited(hash), paidOut);
    expect(await poll(10)).toMatchObject({ success: true, trackingStatus: 'completed' });
  });

  it('that nobody paid has failed once its channel has ended, in words that fit, and stays so', async () => {
    const { poll, says } = await tracked(intoChannel());
    await poll();
    says(1, { kind: 'inboundFailed', at, reason: 'No deposit arrived at the address.' });
    const body = await poll(86_400);
    expect(body).toMatchObject({ trackingStatus: 'failed', stage: 'inbound', data: { reasonCode: 'expired' } });
    expect(body.error).toMatch(/^Nothing was paid before the second leg’s deposit channel \(8000001-Ethereum-.*ended/);
    says(1, deposited(newHash('0x')));
    expect((await poll(86_400)).trackingStatus).toBe('failed');
  });

  it('that nobody paid ends also where its provider has forgotten the channel, but never while that cannot be asked', async () => {
    const world = await tracked(intoChannel());
    await world.poll();
    expect((await world.poll(86_400)).trackingStatus).toBe('not_started');
    expect((await world.poll(90_000)).trackingStatus).toBe('failed');
    const away = await tracked(intoChannel(), {
      providerOf: () => ({ ...world.provider.provider, track: () => Promise.reject(new Error('down')) }),
    });
    await away.poll();
    expect(await away.poll(10 * 86_400)).toMatchObject({ trackingStatus: 'not_started', data: { stale: true } });
  });

  it('that reverted has failed as a payment: nothing was sold, in the words of the first leg', async () => {
    const { poll, says, sends, askedOf } = await tracked(intoChannel());
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

  it('whose second leg is refunded says so in the asset between, and what it is not', async () => {
    const { poll, says, sends } = await tracked(intoChannel());
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
      reason: 'The price stayed below the guaranteed one; what was not swapped goes back, less the fee of sending it.',
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
    // The depth of the refund is counted on as the same refund of the same leg.
    const later = await poll(10, hash);
    expect(later).toMatchObject({ trackingStatus: 'refunded', error: body.error });
  });

  it('whose deposit the second leg keeps has failed there, not as a payment', async () => {
    const { poll, says, sends } = await tracked(intoChannel());
    const hash = newHash('0x');
    sends(hash);
    says(0, ...swappedInto(hash));
    await poll(0, hash);
    says(1, { kind: 'inboundFailed', at: at + 1, reason: 'The deposit was below the minimum.' });
    const body = await poll(10, hash);
    expect(body).toMatchObject({ trackingStatus: 'failed', stage: 'swap' });
    expect(body.error).toBe('The first leg is through. Chainflip, the second leg: The deposit was below the minimum.');
  });

  it('is not paid by another’s transaction, by other coins or to another contract, and its own state stands', async () => {
    for (const [tx, field] of [
      [{ from: STRANGER }, 'sourceAddress'],
      [{ value: 1n }, 'value'],
      [{ to: STRANGER }, 'targetAddress'],
      [{ input: '0x83800a8e00' }, 'tx'],
    ] as const) {
      const { poll, sends, says } = await tracked(intoChannel());
      const hash = newHash('0x');
      sends(hash, tx);
      says(0, ...swappedInto(hash));
      const body = await poll(0, hash);
      expect(body).toMatchObject({ success: false, trackingStatus: 'not_started' });
      expect(body.data.mismatch?.map((one) => one.field)).toEqual([field]);
      expect(await poll(10)).toMatchObject({ success: true, trackingStatus: 'not_started' });
    }
  });

  it('is not started by a hash that is nobody’s, which takes nothing from the swap that was paid', async () => {
    const { poll, says } = await tracked(intoChannel());
    says(1, deposited(newHash('0x')));
    await poll();
    const nobodys = newHash('0x');
    says(0, ...swappedInto(nobodys));
    expect(await poll(10, nobodys)).toMatchObject({ success: true, trackingStatus: 'not_started' });
    expect((await poll(10)).trackingStatus).toBe('swapping');
  });

  it('that was never handed out to be paid has no payment', async () => {
    const { poll, sends, says } = await tracked(intoChannel({ isOpen: false }));
    const hash = newHash('0x');
    sends(hash);
    says(0, ...swappedInto(hash));
    const body = await poll(0, hash);
    expect(body).toMatchObject({ success: false, trackingStatus: 'not_started' });
    expect(body.error).toContain('quoted as a price alone');
  });
});

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
    const { poll } = await tracked(lapsing);
    expect((await poll()).data.depositChannel?.payableUntil).toBe(String(at / 1000 + 3600));
  });

  it('into the channel that the route was made with is followed through that channel, never by its hash', async () => {
    const draft = intoReceiver();
    const { poll, says, chains, askedOf } = await tracked(draft);
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
    // A channel takes any amount: no word of an order for exactly one.
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
    const { poll, says, askedOf, quoteId, clock } = await tracked(draft);
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

  it('that could not be swapped on is told as what it is: the asset between, at the destination', async () => {
    const { poll, says } = await tracked(intoReceiver());
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

  it('that the first leg refunds comes back in what was sold', async () => {
    const { poll, says } = await tracked(intoReceiver());
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

  it('to another address is another’s', async () => {
    const { poll, chains } = await tracked(intoReceiver());
    const hash = newHash();
    chains.utxo.set(hash, paymentTx({ txid: hash, to: OTHER_VAULT, memo: '' }));
    const body = await poll(0, hash);
    expect(body.success).toBe(false);
    expect(body.data.mismatch?.map(({ field }) => field)).toEqual(['inboundAddress']);
  });

  it('that came after its channel had ended is told as late', async () => {
    const draft = intoReceiver();
    const { poll, chains, asked } = await tracked(draft);
    const hash = newHash();
    chains.tip = 400;
    chains.utxo.set(hash, paymentTx({ txid: hash, to: draft.inboundAddress ?? '', memo: '', blockHeight: 300 }));
    const body = await poll(0, hash);
    expect(body).toMatchObject({ trackingStatus: 'failed', stage: 'inbound', data: { reasonCode: 'expired' } });
    expect(body.error).toContain(draft.orderId);
    expect(asked).toEqual([]);
  });

  it('of a route that has no channel has nowhere to go', async () => {
    const { poll } = await tracked(intoReceiver({ isOpen: false }));
    const body = await poll(0, newHash());
    expect(body).toMatchObject({ success: false, trackingStatus: 'not_started' });
    expect(body.data.mismatch?.map(({ field }) => field)).toEqual(['routeIndex']);
  });
});
