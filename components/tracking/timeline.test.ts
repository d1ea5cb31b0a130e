import { describe, expect, it } from 'vitest';
import type { TrackResponse } from '../../lib/api/schemas/track.ts';
import { STAGES, TRACKING_STATUSES } from '../../lib/domain/swap-status.ts';
import { createText } from '../../lib/i18n/text.ts';
import { waitsForOrder } from '../deposit/order-text.ts';
import { againstQuote, comparisonText } from './against-quote.ts';
import { lineProgress, savedProgress } from './line-progress.ts';
import { isFinal, sentence, stateText } from './state-text.ts';
import { timeline } from './timeline.ts';
import type { TimelineStep } from './timeline-step.ts';

const t = createText('en');
/** The lines below a step's title, whether ours or the server's. */
const said = (step: TimelineStep | undefined) =>
  step?.details.map((detail) => (typeof detail === 'string' ? detail : detail.english));
const route = {
  providers: ['THORCHAIN' as const],
  sellAsset: 'BTC.BTC',
  sellAmount: '0.5',
  buyAsset: 'ETH.ETH',
  expectedBuyAmount: '15',
  expectedBuyAmountMaxSlippage: '14.8',
  sourceAddress: 'bc1qsource',
  destinationAddress: '0xdest',
  fees: [],
  totalSlippageBps: 10,
  legs: [
    {
      provider: 'THORCHAIN' as const,
      sellAsset: 'BTC.BTC',
      sellAmount: '0.5',
      buyAsset: 'ETH.ETH',
      buyAmount: '15',
      buyAmountMaxSlippage: '14.8',
    },
  ],
  warnings: [],
  meta: { tags: [] },
};
const answer = (
  trackingStatus: TrackResponse['trackingStatus'],
  stage?: TrackResponse['stage'],
  data: Partial<TrackResponse['data']> = {},
  error?: string,
): TrackResponse => ({
  success: true,
  trackingStatus,
  ...(stage ? { stage } : {}),
  ...(error ? { error } : {}),
  data: { trackingStatus, route, ...data },
});
const states = (response: TrackResponse) => timeline(t, response).map((step) => `${step.id} ${step.state}`);

describe('the timeline of a swap', () => {
  it('does not say that nothing was paid where no chain could be asked', () => {
    expect(stateText(t, answer('not_started', 'inbound', { stale: true }))).toBe('Status unknown');
  });

  it('says what the network kept of a swap that was done in part, and does not send the user to look for it', () => {
    const refund = { amount: '0.002', asset: 'BTC.BTC', kept: true, reason: 'The network keeps it.' };
    const steps = timeline(t, answer('completed', 'outbound', { refund }));
    expect(steps.at(-1)).toMatchObject({ id: 'refund', title: '0.002 BTC was too small to refund', details: [] });
    expect(steps.at(-1)).not.toHaveProperty('address');
  });

  it('waits for a payment that no chain has shown, without calling it sent', () => {
    expect(states(answer('not_started'))).toEqual([
      'sent now',
      'confirmed waiting',
      'swapped waiting',
      'arrived waiting',
    ]);
    expect(timeline(t, answer('not_started'))[0]?.title).toBe('Waiting for your 0.5 BTC');
  });
  it('says while it lasts that a deposit is boosted, and why a swap is retried', () => {
    const entry = { at: '2026-01-01T00:00:00.000Z', leg: 0 };
    const boosted = {
      ...entry,
      milestone: 'providerCounted' as const,
      stage: 'inbound' as const,
      evidence: 'Boosted.',
    };
    const retried = {
      ...entry,
      milestone: 'swapStarted' as const,
      stage: 'swap' as const,
      reason: 'It is tried again.',
    };
    const [, confirmed, swapped] = timeline(t, answer('swapping', 'swap', { timeline: [boosted, retried] }));
    expect(said(confirmed)).toContain('Boosted.');
    expect(said(swapped)).toContain('It is tried again.');
    const sending = timeline(t, answer('swapping', 'outbound', { timeline: [boosted, retried] }));
    expect(sending.flatMap((step) => said(step))).not.toContain('It is tried again.');
  });
  it('counts confirmations', () => {
    const pending = answer('pending', 'inbound', {
      inbound: { hash: 'a', confirmations: 1, requiredConfirmations: 2 },
    });
    expect(states(pending)[1]).toBe('confirmed now');
    expect(said(timeline(t, pending)[1])?.[0]).toContain('1 of 2 confirmations');
  });
  it('stops counting them once the provider has accepted the payment, whatever it would have required', () => {
    const taken = answer('swapping', 'swap', {
      inbound: { hash: 'a', confirmations: 1, requiredConfirmations: 2, blockNumber: 7 },
    });
    expect(said(timeline(t, taken)[1])).toEqual(['block 7']);
  });
  it('keeps waiting when the entered hash is that of another payment', () => {
    const other = answer('not_started', 'inbound', {
      quoteInfo: { quoteId: 'q', routeIndex: 0, provider: 'THORCHAIN', trackParams: { hash: 'other' } },
      mismatch: [{ field: 'memo', expected: '=:e', actual: 'hello' }],
    });
    expect(timeline(t, other)[0]).toMatchObject({ title: 'Waiting for your 0.5 BTC', details: [] });
    expect(timeline(t, other)[0]?.tx).toBeUndefined();
  });
  it('makes a sentence of a network’s reason', () => {
    expect(sentence('emit asset 437 less than price limit 440')).toBe('Emit asset 437 less than price limit 440.');
    expect(sentence('Nothing was swapped.')).toBe('Nothing was swapped.');
  });
  it('shows the parts of a stream', () => {
    const response = answer('swapping', 'swap', { streamingProgress: { percentage: 50, done: 8, total: 16 } });
    expect(timeline(t, response)[2]?.title).toBe('Swapping, part 8 of 16');
    expect(stateText(t, response)).toBe('Swapping, 8 of 16');
  });
  it('says how much arrived against the quote, with the hash on its chain', () => {
    const response = answer('completed', 'outbound', { outbound: { hash: '0x1', amount: '15.03', asset: 'ETH.ETH' } });
    const last = timeline(t, response).at(-1);
    expect(last?.title).toBe('15.03 ETH arrived');
    expect(last?.tx).toEqual({ hash: '0x1', chain: 'ETH' });
    const compared = againstQuote(response.data);
    expect(compared).toMatchObject({ difference: '0.03', direction: 'more', guaranteed: '14.8', kept: true });
    expect(compared && comparisonText(t, compared)).toBe('0.2% more than quoted');
  });
  it('gives the address of a refund, leaves reason and amount to the page’s head, and never promises an arrival', () => {
    const response = answer(
      'refunded',
      'refund',
      { refund: { hash: 'b', amount: '0.499', asset: 'BTC.BTC', address: 'bc1qback' } },
      'Limit missed.',
    );
    expect(states(response)).toEqual(['sent done', 'confirmed done', 'swapped back', 'refund back']);
    expect(said(timeline(t, response)[2])).toEqual([]);
    expect(timeline(t, response)[3]).toMatchObject({ title: 'Refund sent', address: 'bc1qback' });
  });
  it('shows both where one part arrived and another was refunded', () => {
    const response = answer('completed', 'outbound', { refund: { amount: '0.1', asset: 'BTC.BTC' } });
    expect(timeline(t, response).map((step) => step.id)).toEqual(['sent', 'confirmed', 'swapped', 'arrived', 'refund']);
    expect(stateText(t, response)).toBe('Partly filled');
  });
  it('puts a failure where it happened', () => {
    expect(states(answer('failed', 'inbound'))).toEqual(['sent done', 'confirmed failed', 'swapped waiting']);
    expect(states(answer('failed', 'swap'))[2]).toBe('swapped failed');
  });
  it('has steps, texts and a position on the line for every status and stage', () => {
    for (const status of TRACKING_STATUSES) {
      for (const stage of [...STAGES, undefined]) {
        const response = answer(status, stage);
        expect(timeline(t, response).length).toBeGreaterThan(2);
        expect(stateText(t, response)).not.toBe('');
        const progress = lineProgress(t, response);
        if (progress) expect(progress.section).toBeLessThanOrEqual(2);
        expect(isFinal(response)).toBe(['completed', 'refunded', 'failed'].includes(status));
      }
      const saved = savedProgress(status, 2);
      if (saved) expect(saved.section).toBeLessThanOrEqual(4);
    }
  });
});

describe('a swap in one transaction on one chain', () => {
  const once = {
    ...route,
    providers: ['ONEINCH' as const],
    sellAsset: 'ETH.ETH',
    buyAsset: 'ETH.USDC',
    sellAmount: '2',
  };
  const answered = (...[status, stage, data, error]: Parameters<typeof answer>) =>
    answer(status, stage, { route: once, ...data }, error);
  const inbound = { hash: '0xaa', blockNumber: 12, confirmations: 1, requiredConfirmations: 12, chain: 'ETH' as const };

  it('waits for no other chain: one step swaps, and what arrives has the same hash', () => {
    expect(states(answered('pending', 'inbound', { inbound }))).toEqual([
      'sent done',
      'swapped now',
      'arrived waiting',
    ]);
    const done = timeline(
      t,
      answered('completed', 'outbound', { inbound, outbound: { hash: '0xaa', amount: '6000' } }),
    );
    expect(done.map(({ id, state }) => `${id} ${state}`)).toEqual(['sent done', 'swapped done', 'arrived done']);
    expect(done[1]?.title).toBe('Swapped by 1inch on Ethereum');
    expect(done[2]?.tx).toBeUndefined();
    expect(stateText(t, answered('pending', 'inbound', { inbound }))).toBe('Swapping');
  });
  it('says after a revert that nothing was sold; why stands above it once', () => {
    const steps = timeline(t, answered('failed', 'swap', { inbound }, 'the price moved past your limit'));
    expect(steps.map(({ id, state }) => `${id} ${state}`)).toEqual(['sent done', 'swapped failed']);
    expect(steps[1]?.title).toBe('Nothing was sold');
    expect(said(steps[1])).toEqual(['1 of 12 confirmations, block 12']);
  });
  it('never calls a transaction sent that no block contains', () => {
    const solana = { ...once, providers: ['JUPITER' as const], sellAsset: 'SOL.SOL', buyAsset: 'SOL.USDC' };
    const steps = timeline(
      t,
      answer(
        'failed',
        'inbound',
        { route: solana, inbound: { hash: 'abc', chain: 'SOL' } },
        'It expired: nothing was sold.',
      ),
    );
    expect(steps[0]?.title).toBe('Signed: 2 SOL');
    expect(steps[1]).toMatchObject({ state: 'failed', title: 'Nothing was sold' });
  });
});

describe('an order of Garden', () => {
  const order = {
    ...route,
    providers: ['GARDEN' as const],
    buyAsset: 'ETH.WBTC',
    inboundAddress: 'bcrt1porder',
    meta: { tags: [], orderId: 'order-1' },
  };
  const answered = (...[status, stage, data, error]: Parameters<typeof answer>) =>
    answer(status, stage, { route: order, ...data }, error);
  const inbound = { hash: 'ab'.repeat(32), chain: 'BTC' as const };
  const planned = {
    at: '2026-01-01T00:00:00.000Z',
    leg: 0,
    milestone: 'payoutPlanned' as const,
    stage: 'outbound' as const,
    reason: 'Sent in 0xbb; it waits to be mined.',
  };

  it('waits for the deposit at its address until a payment is known, and only then', () => {
    expect(waitsForOrder(answered('not_started'))).toBe(true);
    expect(stateText(t, answered('not_started'))).toBe('Waiting for your deposit');
    expect(stateText(t, answered('not_started'), { tooLate: true })).toBe('This address has expired');
    expect(waitsForOrder(answered('failed', 'inbound', {}, 'Nobody paid.'))).toBe(true);
    expect(waitsForOrder(answered('pending', 'inbound', { inbound }))).toBe(false);
    const named = {
      quoteInfo: { quoteId: 'q', routeIndex: 0, provider: 'GARDEN' as const, trackParams: { hash: 'ab' } },
    };
    expect(waitsForOrder(answered('not_started', undefined, named))).toBe(false);
    expect(waitsForOrder(answer('not_started'))).toBe(false);
  });
  it('says who does what: the solver locks, the secret pays out', () => {
    expect(timeline(t, answered('swapping', 'swap', { inbound }))[2]?.title).toBe('Garden’s solver locks your WBTC');
    const paying = timeline(t, answered('swapping', 'outbound', { inbound, timeline: [planned] }));
    expect(paying[2]?.title).toBe('WBTC locked for you by Garden’s solver');
    expect(said(paying[3])).toEqual(['Sent in 0xbb; it waits to be mined.']);
  });
  it('says of a refund when it is available and to whom', () => {
    const reason = 'No solver answered the payment in time. The time lock has run out: the refund is available.';
    const back = timeline(t, answered('swapping', 'refund', { inbound, refund: { reason } }));
    expect(back.at(-1)).toMatchObject({ id: 'refund', state: 'now' });
    expect(said(back.at(-1))).toEqual([reason, expect.stringContaining('paid from')]);
    expect(states(answered('refunded', 'refund', { inbound, refund: { hash: 'cd', amount: '0.5' } })).at(-1)).toBe(
      'refund back',
    );
  });
});
