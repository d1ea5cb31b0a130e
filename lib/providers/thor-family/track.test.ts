/** A swap at THORChain or MAYAChain is reported stage by stage, as its node reports it. */
import { describe, expect, it } from 'vitest';
import { formatAmount } from '../../domain/amount.ts';
import { listFixture, type NodeAnswers, objectFixture } from './testing/node-double.ts';
import {
  done,
  find,
  type Json,
  kinds,
  type Look,
  observe,
  pending,
  stagesOf,
  tracker,
  USDT,
  USDT_TO_BTC,
  unpaid,
} from './testing/tracker.ts';
import { hashForNode, hashOn } from './to-observation.ts';

const BNB_TO_USDT: Look = {
  sell: 'BSC.BNB',
  buy: USDT,
  to: '0xb1Dfff6762b9A5Edd945e7fA55EE15288e2E294F',
  hash: '0xf87b68976e5ef68c2c8bed031a44566f9977ffc0be90eac45c807cc84c56d4c5',
  decimals: 6,
};

describe('the node’s report, stage by stage', () => {
  it('an unknown hash is not yet seen, and not an error', async () => {
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

  it('streaming progress counts sub-swaps, with their output so far', async () => {
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

  it('streaming progress without a known number of sub-swaps is computed from the amounts', async () => {
    const streaming = { json: { quantity: 0, count: 3, deposit: '200', in: '50', out: '1' } };
    const { observations } = await observe(USDT_TO_BTC, { status: pending(), streaming });
    expect(find(observations, 'swapProgress')).toMatchObject({ done: 25, total: 100 });
  });

  it('Maya reports streaming in the status itself', async () => {
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

  it('a signed payout is the end, with its hash in its own chain’s spelling and the exact amount', async () => {
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

  it('a paid affiliate does not end the swap of an unpaid user', async () => {
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

describe('halts while a swap is under way', () => {
  const halted = () =>
    listFixture('thor-inbound-addresses').map((entry) => (entry.chain === 'BTC' ? { ...entry, halted: true } : entry));

  it('hold it, are reported once, and again when it continues', async () => {
    const answers: NodeAnswers = { status: unpaid(), inbound: halted() };
    const { look, clock } = await tracker(USDT_TO_BTC, answers);
    expect(find((await look()).observations, 'held')?.reason).toContain('halted BTC');
    expect(kinds((await look()).observations)).not.toContain('held');
    answers.inbound = listFixture('thor-inbound-addresses');
    clock.now += 61_000;
    expect(kinds((await look()).observations)).toContain('heldNoMore');
    expect(kinds((await look()).observations)).not.toContain('heldNoMore');
  });

  it('of the payment’s chain are reported at each look until the nodes see the payment', async () => {
    const inbound = listFixture('thor-inbound-addresses').map((entry) =>
      entry.chain === 'ETH' ? { ...entry, halted: true } : entry,
    );
    const answers: NodeAnswers = {
      status: { stages: { inbound_observed: { started: false, final_count: 0, completed: false } } },
      inbound,
    };
    const { look, clock } = await tracker(USDT_TO_BTC, answers);
    for (const _look of [1, 2]) expect(find((await look()).observations, 'held')?.reason).toContain('halted ETH');
    answers.inbound = listFixture('thor-inbound-addresses');
    clock.now += 61_000;
    expect(kinds((await look()).observations)).toEqual(['heldNoMore']);
    expect((await look()).observations).toEqual([]);
  });

  it('that ended while Portage was not running are reported as ended', async () => {
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
