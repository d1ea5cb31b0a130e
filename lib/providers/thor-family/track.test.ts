import { afterEach, describe, expect, it } from 'vitest';
import { clientsWith } from '../../chain-clients/test-clients.ts';
import { formatAmount } from '../../domain/amount.ts';
import { assetOf } from '../../domain/asset.ts';
import type { RouteDraft } from '../../domain/route.ts';
import type { Observation } from '../../domain/swap-status.ts';
import { type LoopbackUpstream, loopbackFetch, startLoopbackUpstream } from '../test-upstream.ts';
import { FAMILY, type FamilyVariant } from './config.ts';
import { createThorFamily } from './index.ts';
import {
  listFixture,
  NOW_MS,
  type NodeParts,
  nodeDouble,
  objectFixture,
  request,
  thorQuote,
} from './testing/node-double.ts';
import { hashForNode, hashOn } from './to-observation.ts';
import { toRoute } from './to-routes.ts';
import { quoteSchema } from './upstream-schemas.ts';

type Json = Record<string, unknown>;
const open: LoopbackUpstream[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

const routeOf = (
  variant: FamilyVariant,
  sell: string,
  buy: string,
  destinationAddress: string,
  decimals = 8,
): RouteDraft => {
  const of = request({ sellAsset: assetOf(sell), buyAsset: assetOf(buy), destinationAddress });
  return toRoute(FAMILY[variant], {
    request: of,
    sell: { asset: of.sellAsset, decimals: 8, baseUnits: 1n },
    buyDecimals: decimals,
    quote: quoteSchema.parse(thorQuote()),
    memo: undefined,
    affiliate: undefined,
    interval: 0,
    state: { pools: new Map(), inbound: new Map() },
  });
};

type Look = {
  variant?: FamilyVariant;
  sell: string;
  buy: string;
  to: string;
  hash: string;
  age?: number;
  decimals?: number;
};

/** One adapter, looked at as often as a test wants. */
async function tracker(look: Look, parts: NodeParts) {
  const variant = look.variant ?? 'thor';
  const upstream = await startLoopbackUpstream(nodeDouble(variant, parts));
  open.push(upstream);
  const clock = { now: NOW_MS };
  const provider = createThorFamily({
    variant,
    nodeUrls: [upstream.url],
    midgardUrls: [upstream.url],
    network: 'mainnet',
    clients: clientsWith(),
    fetch: loopbackFetch,
    now: () => clock.now,
    log: () => undefined,
  });
  const route = routeOf(variant, look.sell, look.buy, look.to, look.decimals);
  const leg = { route, leg: 0, hash: look.hash, chain: route.sell.asset.chain, knownSince: NOW_MS - (look.age ?? 0) };
  return { upstream, clock, look: () => provider.track(leg, { signal: new AbortController().signal }) };
}
/** Looked at twice, more than ten minutes apart. */
async function observeLate(look: Look, parts: NodeParts) {
  const { look: once, clock } = await tracker(look, parts);
  await once();
  clock.now += 11 * 60_000;
  return once();
}
const observe = async (look: Look, parts: NodeParts) => (await tracker(look, parts)).look();

const kinds = (observations: Observation[]) => observations.map(({ kind }) => kind);
const find = <K extends Observation['kind']>(observations: Observation[], kind: K) =>
  observations.find((one): one is Extract<Observation, { kind: K }> => one.kind === kind);

const USDT = 'ETH.USDT-0xdAC17F958D2ee523a2206206994597C13D831ec7';
const BNB_TO_USDT: Look = {
  sell: 'BSC.BNB',
  buy: USDT,
  to: '0xb1Dfff6762b9A5Edd945e7fA55EE15288e2E294F',
  hash: '0xf87b68976e5ef68c2c8bed031a44566f9977ffc0be90eac45c807cc84c56d4c5',
  decimals: 6,
};
const USDT_TO_BTC: Look = {
  sell: USDT,
  buy: 'BTC.BTC',
  to: 'bc1qvrmp2wwwgllg3efefnshhxf4umyfhff42g6llr',
  hash: '0xa3f81568387cd3880aed812780799e8f6d3f970e071f7b1861b581b20399f21f',
};
const done = () => objectFixture('thor-tx-status-done');
const stagesOf = (status: Json, changes: Json): Json => ({
  ...status,
  stages: { ...(status.stages as Json), ...changes },
});
/** The recorded swap, not paid out yet. */
const unpaid = (changes: Json = {}): Json =>
  stagesOf({ ...done(), out_txs: null }, { outbound_signed: { completed: false }, ...changes });
const pending = () => {
  const { planned_out_txs: _planned, out_txs: _out, ...rest } = done();
  return stagesOf(rest, { swap_status: { pending: true }, swap_finalised: { completed: false } });
};
const nothingPlanned = () =>
  stagesOf({ ...pending() }, { swap_status: { pending: false }, swap_finalised: { completed: true } });
const REFUND = {
  chain: 'ETH',
  to_address: '0x2511ac0075767fd0317514e1c28c237e9817e9b9',
  coin: { asset: 'ETH.USDT-0XDAC17F958D2EE523A2206206994597C13D831EC7', amount: '54000000000' },
  refund: true,
};
const REFUND_TX = {
  id: 'AB'.repeat(32),
  chain: 'ETH',
  to_address: REFUND.to_address,
  coins: [REFUND.coin],
  memo: 'REFUND:A3F8',
};
const midgardRefund = {
  actions: [
    {
      type: 'refund',
      status: 'success',
      in: [],
      out: [],
      metadata: { refund: { reason: 'emit asset 1 less than price limit 2' } },
    },
  ],
};

describe('what the node says, stage by stage', () => {
  it('an unknown hash is not yet seen, and no error', async () => {
    const result = await observe(USDT_TO_BTC, { status: objectFixture('thor-tx-status-unobserved') });
    expect(result).toEqual({ observations: [], stale: false });
  });

  it('pitfall 4: asks without 0x and in upper case', async () => {
    const { upstream, look } = await tracker(USDT_TO_BTC, {});
    await look();
    expect(upstream.calls[0]?.path).toBe(
      '/thorchain/tx/status/A3F81568387CD3880AED812780799E8F6D3F970E071F7B1861B581B20399F21F',
    );
  });

  it('counts confirmations while they are counted', async () => {
    const status = stagesOf(pending(), {
      inbound_confirmation_counted: {
        external_observed_height: 26_137_340,
        external_confirmation_delay_height: 26_137_351,
        remaining_confirmation_seconds: 48,
        completed: false,
      },
      inbound_finalised: { completed: false },
    });
    const { observations } = await observe(USDT_TO_BTC, { status });
    expect(kinds(observations)).toEqual(['providerSeen']);
    expect(observations[0]).toMatchObject({
      final: false,
      remainingSeconds: 48,
      tx: { confirmations: 8, requiredConfirmations: 12, blockNumber: 26_137_340 },
    });
  });

  it('a queued swap is swapping', async () => {
    const { observations } = await observe(USDT_TO_BTC, { status: pending() });
    expect(kinds(observations)).toEqual(['providerSeen', 'swapping']);
  });

  it('streaming progress counts sub-swaps, with what they brought so far', async () => {
    const streaming = {
      json: {
        tx_id: 'A3',
        interval: 1,
        quantity: 8,
        count: '3',
        deposit: '55030500000',
        in: '20636437500',
        out: '244617',
        failed_swaps: [2],
      },
    };
    const { observations } = await observe(USDT_TO_BTC, { status: pending(), streaming });
    const progress = find(observations, 'swapProgress');
    expect(progress).toMatchObject({ done: 3, total: 8, failed: 1 });
    expect(progress?.output && formatAmount(progress.output)).toBe('0.00244617');
  });

  it('streaming progress without a known number of sub-swaps is told from the money', async () => {
    const streaming = { json: { quantity: 0, count: 3, deposit: '200', in: '50', out: '1' } };
    const { observations } = await observe(USDT_TO_BTC, { status: pending(), streaming });
    expect(find(observations, 'swapProgress')).toMatchObject({ done: 25, total: 100 });
  });

  it('Maya tells streaming in the status itself', async () => {
    const status = stagesOf(pending(), {
      swap_status: { pending: true, streaming: { interval: 3, quantity: 4, count: 1 } },
    });
    const { observations } = await observe({ ...USDT_TO_BTC, variant: 'maya' }, { status });
    expect(find(observations, 'swapProgress')).toMatchObject({ done: 1, total: 4 });
  });

  it('a planned payout with its delay is on its way, not paid', async () => {
    const status = unpaid({
      outbound_delay: { remaining_delay_blocks: 20, remaining_delay_seconds: 120, completed: false },
    });
    const { observations } = await observe(USDT_TO_BTC, { status });
    expect(kinds(observations)).toEqual(['providerSeen', 'swapDone', 'outboundPlanned']);
    expect(find(observations, 'outboundPlanned')).toMatchObject({ delaySeconds: 120, toAddress: USDT_TO_BTC.to });
  });

  it('a signed payout is the end, with its hash as its own chain writes it and the exact amount', async () => {
    const { observations } = await observe(USDT_TO_BTC, { status: done() });
    const sent = find(observations, 'outboundSent');
    expect(sent).toMatchObject({
      refundDue: false,
      tx: { chain: 'BTC', hash: '16487e76db13e0070f6259eb6f2a8366857e264dd93bfda60a36213e974316b8' },
    });
    expect(sent?.tx.amount && formatAmount(sent.tx.amount)).toBe('0.00652312');
  });
});

describe('pitfall 6: whose payout it is', () => {
  it('the affiliate’s, listed first and paid first, is never the user’s', async () => {
    const { observations } = await observe(BNB_TO_USDT, { status: objectFixture('thor-tx-status-affiliate-first') });
    const sent = find(observations, 'outboundSent');
    expect(sent?.tx.hash).toBe('0x2ff066bc2688f4cf099e1fefd560abadc731fcf25e2f2fae432469dfca7c0dfc');
    expect(sent?.tx.amount && formatAmount(sent.tx.amount)).toBe('12.973781');
  });

  it('an affiliate that was paid does not end the swap of the user who was not', async () => {
    const look = { sell: 'BSC.BNB', buy: 'LTC.LTC', to: 'TEB39Rt69QkgD1BKhqaRNqGxfQzCarkRCb', hash: 'BB'.repeat(32) };
    const { observations } = await observe(look, { status: objectFixture('thor-tx-status-unsigned') });
    expect(kinds(observations)).toEqual(['providerSeen', 'swapDone', 'outboundPlanned']);
  });

  it('payouts on THORChain itself have the hash of the payment', async () => {
    const look = {
      sell: USDT,
      buy: 'THOR.RUNE',
      to: 'thor14f64wnrz5lkm8fqtq7z55wf02xjz56htmjs2nf',
      hash: `0x${'16'.repeat(32)}`,
    };
    const { observations } = await observe(look, { status: objectFixture('thor-tx-status-native-out') });
    const sent = find(observations, 'outboundSent');
    expect(sent?.tx.hash).toBe(look.hash);
    expect(sent?.tx.amount && formatAmount(sent.tx.amount)).toBe('20963.15169517');
  });

  it('a name in the memo is resolved through the planned payout in the bought asset', async () => {
    const status = { ...done(), tx: { ...(done().tx as Json), memo: '=:b:odin:646211:sto:0' } };
    const { observations } = await observe({ ...USDT_TO_BTC, to: 'odin' }, { status });
    expect(kinds(observations)).toContain('outboundSent');
  });
});

describe('refunds', () => {
  it('planned, then sent, with Midgard’s reason', async () => {
    const planned = await observe(USDT_TO_BTC, {
      status: { ...unpaid(), planned_out_txs: [REFUND] },
      actions: midgardRefund,
    });
    expect(find(planned.observations, 'refundPlanned')).toMatchObject({
      reason: 'The price moved past your limit (emit asset 1 less than price limit 2).',
      cause: 'priceLimit',
      toAddress: REFUND.to_address,
    });
    const sent = await observe(USDT_TO_BTC, {
      status: { ...done(), planned_out_txs: [REFUND], out_txs: [REFUND_TX] },
      actions: midgardRefund,
    });
    expect(kinds(sent.observations)).toEqual(['providerSeen', 'refundSent']);
    expect(find(sent.observations, 'refundSent')).toMatchObject({
      cause: 'priceLimit',
      outputDue: false,
      tx: { hash: `0x${'ab'.repeat(32)}`, chain: 'ETH' },
    });
  });

  it('of a part stand beside the payout of the rest, and each says that the other is due', async () => {
    const both = {
      ...done(),
      planned_out_txs: [...(done().planned_out_txs as Json[]), REFUND],
      out_txs: [...(done().out_txs as Json[]), REFUND_TX],
    };
    const { observations } = await observe(USDT_TO_BTC, { status: both });
    expect(find(observations, 'outboundSent')?.refundDue).toBe(true);
    expect(find(observations, 'refundSent')?.outputDue).toBe(true);
    const half = await observe(USDT_TO_BTC, { status: { ...both, out_txs: done().out_txs } });
    expect(kinds(half.observations)).toEqual(['providerSeen', 'swapDone', 'outboundSent', 'refundPlanned']);
  });

  it('without Midgard are refunds all the same', async () => {
    const { observations, stale } = await observe(USDT_TO_BTC, {
      status: { ...done(), planned_out_txs: [REFUND], out_txs: [REFUND_TX] },
      actions: 'garbage',
    });
    expect(kinds(observations)).toContain('refundSent');
    expect(stale).toBe(false);
  });
});

describe('pitfall 7: nothing ends without evidence', () => {
  it('finalised with nothing planned is still swapping', async () => {
    const { observations } = await observe({ ...USDT_TO_BTC, age: 60_000 }, { status: nothingPlanned() });
    expect(kinds(observations)).toEqual(['providerSeen', 'swapping', 'heldNoMore']);
  });

  it('after ten minutes Midgard is asked: refund, failure, or an amount that did not cover the fee', async () => {
    const late = (actions: unknown) => observeLate(USDT_TO_BTC, { status: nothingPlanned(), actions });
    const action = (type: string, changes: Json = {}) => ({
      actions: [{ type, status: 'success', in: [], out: [], ...changes }],
    });
    const back = { txID: 'CD'.repeat(32), address: '0x2511', coins: [REFUND.coin] };
    const refunded = await late(action('refund', { out: [back], metadata: { refund: { reason: 'limit' } } }));
    expect(find(refunded.observations, 'refundSent')).toMatchObject({
      reason: 'limit',
      tx: { hash: `0x${'cd'.repeat(32)}` },
    });
    const refunding = await late(action('refund', { status: 'pending', metadata: { refund: { reason: 'limit' } } }));
    expect(kinds(refunding.observations)).toEqual(['providerSeen', 'swapping', 'refundPlanned']);
    const failed = await late(action('failed', { metadata: { failed: { reason: 'bad memo', code: '5' } } }));
    expect(find(failed.observations, 'providerFailed')).toMatchObject({
      reason: 'The network could not read the memo (bad memo).',
      cause: 'invalidTerms',
    });
    const unexplained = find((await late(action('failed'))).observations, 'providerFailed');
    expect(unexplained?.reason).toBe('The network reports that the swap failed, and gives no reason.');
    expect(unexplained?.cause).toBeUndefined();
    const kept = await late({ actions: [] });
    expect(find(kept.observations, 'providerFailed')).toMatchObject({
      reason: expect.stringContaining('did not cover'),
      cause: 'belowMinimum',
    });
    expect(kinds((await late(action('swap', { status: 'pending' }))).observations)).toEqual([
      'providerSeen',
      'swapping',
    ]);
  });

  it('after ten minutes a payout that Midgard alone knows completes the swap; the affiliate’s does not', async () => {
    const affiliate = {
      txID: '',
      address: 'thor1dl7un46w7l7f3ewrnrm6nq58nerjtp0dradjtd',
      coins: [{ asset: 'THOR.RUNE', amount: '5' }],
    };
    const users = { txID: 'EF'.repeat(32), address: USDT_TO_BTC.to, coins: [{ asset: 'BTC.BTC', amount: '652312' }] };
    const actions = { actions: [{ type: 'swap', status: 'success', in: [], out: [affiliate, users] }] };
    const { observations } = await observeLate(USDT_TO_BTC, { status: nothingPlanned(), actions });
    expect(find(observations, 'outboundSent')).toMatchObject({
      tx: { hash: 'ef'.repeat(32), chain: 'BTC', amount: { baseUnits: 652_312n } },
    });
  });

  it('ten minutes count from when the swap looked finished, not from when it was paid', async () => {
    const { observations } = await observe({ ...USDT_TO_BTC, age: 3_600_000 }, { status: nothingPlanned() });
    expect(kinds(observations)).not.toContain('providerFailed');
  });

  it.each(['thor', 'maya'] as const)('%s: while the network stands still what is told is stale', async (variant) => {
    const behind = { blockAt: NOW_MS - 600_000 };
    const unseen = await observe({ ...USDT_TO_BTC, variant }, behind);
    expect(unseen).toMatchObject({ observations: [], stale: true });
    const pending = objectFixture('thor-tx-status-pending');
    expect((await observe({ ...USDT_TO_BTC, variant }, { ...behind, status: pending })).stale).toBe(true);
    expect((await observe({ ...USDT_TO_BTC, variant }, {})).stale).toBe(false);
  });

  it('after ten minutes without Midgard nothing is known: stale, not failed', async () => {
    const result = await observeLate(USDT_TO_BTC, { status: nothingPlanned(), actions: 'garbage' });
    expect(result.stale).toBe(true);
    expect(kinds(result.observations)).not.toContain('providerFailed');
  });

  it('pitfall 17: a long queue is waiting, not failing', async () => {
    const status = unpaid({
      outbound_delay: { remaining_delay_blocks: 720, remaining_delay_seconds: 4320, completed: false },
    });
    const { observations } = await observe({ ...USDT_TO_BTC, age: 3_600_000 }, { status });
    expect(kinds(observations)).toEqual(['providerSeen', 'swapDone', 'outboundPlanned', 'heldNoMore']);
  });

  it('a deposit that THORChain rejected is told by Midgard alone', async () => {
    const look = { sell: 'THOR.RUNE', buy: 'BTC.BTC', to: USDT_TO_BTC.to, hash: 'EE'.repeat(32), age: 120_000 };
    const actions = {
      actions: [
        { type: 'failed', status: 'success', in: [], out: [], metadata: { failed: { reason: 'insufficient funds' } } },
      ],
    };
    const { observations } = await observe(look, { actions });
    expect(observations).toMatchObject([{ kind: 'inboundFailed', reason: 'insufficient funds' }]);
    expect((await observe({ ...look, age: 1000 }, { actions })).observations).toEqual([]);
  });
});

describe('halts while a swap is under way', () => {
  const halted = () =>
    listFixture('thor-inbound-addresses').map((entry) => (entry.chain === 'BTC' ? { ...entry, halted: true } : entry));

  it('make it wait, are told once, and told again when it goes on', async () => {
    const parts: NodeParts = { status: unpaid(), inbound: halted() };
    const { look, clock } = await tracker(USDT_TO_BTC, parts);
    expect(find((await look()).observations, 'held')?.reason).toContain('halted BTC');
    expect(kinds((await look()).observations)).not.toContain('held');
    parts.inbound = listFixture('thor-inbound-addresses');
    clock.now += 61_000;
    expect(kinds((await look()).observations)).toContain('heldNoMore');
    expect(kinds((await look()).observations)).not.toContain('heldNoMore');
  });

  it('of the chain that was paid on are told at each look until the nodes see the payment', async () => {
    const inbound = listFixture('thor-inbound-addresses').map((entry) =>
      entry.chain === 'ETH' ? { ...entry, halted: true } : entry,
    );
    const parts: NodeParts = {
      status: { stages: { inbound_observed: { started: false, final_count: 0, completed: false } } },
      inbound,
    };
    const { look, clock } = await tracker(USDT_TO_BTC, parts);
    for (const _look of [1, 2]) expect(find((await look()).observations, 'held')?.reason).toContain('halted ETH');
    parts.inbound = listFixture('thor-inbound-addresses');
    clock.now += 61_000;
    expect(kinds((await look()).observations)).toEqual(['heldNoMore']);
    expect((await look()).observations).toEqual([]);
  });

  it('that ended while Portage was not running are told as ended', async () => {
    const { observations } = await observe({ ...USDT_TO_BTC, age: 60_000 }, { status: unpaid() });
    expect(kinds(observations)).toContain('heldNoMore');
    expect(kinds((await observe(USDT_TO_BTC, { status: unpaid() })).observations)).not.toContain('heldNoMore');
  });

  it('of signing count as well', async () => {
    const { observations } = await observe(USDT_TO_BTC, { status: unpaid(), mimir: { HALTSIGNINGBTC: 1 } });
    expect(find(observations, 'held')?.reason).toContain('signs no payouts');
  });

  it('of trading count while the swap itself is queued', async () => {
    const { observations } = await observe(USDT_TO_BTC, { status: pending(), mimir: { HALTTRADING: 1 } });
    expect(kinds(observations)).toContain('held');
  });
});

describe('hashes', () => {
  it.each([
    ['ETH', 'AB12', '0xab12'],
    ['BTC', 'AB12', 'ab12'],
    ['GAIA', '0xab12', 'AB12'],
    ['SOL', 'aBc', 'aBc'],
  ] as const)('%s writes %s as %s', (chain, hash, written) => expect(hashOn(chain, hash)).toBe(written));

  it('pitfall 18: keep the number of a further swap in one transaction', () => {
    expect(hashForNode(`0x${'ab'.repeat(32)}-1`)).toBe(`${'AB'.repeat(32)}-1`);
  });

  it('leave Solana signatures as they are', () => {
    const signature = '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW';
    expect(hashForNode(signature)).toBe(signature);
  });
});

describe('pitfall 13: numbers as text, text as numbers', () => {
  it('are read alike', async () => {
    const status = JSON.parse(JSON.stringify(done()).replaceAll('"652312"', '652312'));
    const { observations } = await observe(USDT_TO_BTC, { status });
    expect(find(observations, 'outboundSent')?.tx.amount?.baseUnits).toBe(652_312n);
  });
});
