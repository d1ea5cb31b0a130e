/** The timeline's text alone says what happened, when, and how it compares with the quote; a delay has its reason. */

import { describe, expect, it } from 'vitest';
import type { TrackData, TrackResponse } from '../../lib/api/schemas/track.ts';
import { fc, property } from '../../lib/domain/test-property.ts';
import { createText } from '../../lib/i18n/text.ts';
import { compareDecimals } from '../ui/decimal-math.ts';
import { compareWithQuote, exactlyLess } from './against-quote.ts';
import { delayText, isJustSent, isSlow, isUnseen } from './delay-text.ts';
import { lineProgress } from './line-progress.ts';
import { stateIcon, travelledShare } from './state-icon.ts';
import { stateText } from './state-text.ts';
import { boughtEth } from './test-answers.ts';
import { timeline } from './timeline.ts';

const t = createText('en');
const story = (...args: Parameters<typeof timeline> extends [unknown, ...infer Rest] ? Rest : never) =>
  timeline(t, ...args).map(({ title, details, state, at }) =>
    [
      `${title} (${state}${at === undefined ? '' : ` ${new Date(at).toISOString().slice(11, 16)}`})`,
      ...details.map((detail) => (typeof detail === 'string' ? detail : `"${detail.english}"`)),
    ].join('; '),
  );
/** The same answer while the swap was under way. */
const under = (
  trackingStatus: TrackResponse['trackingStatus'],
  stage: TrackResponse['stage'],
  change: Partial<TrackData> = {},
): TrackResponse => {
  const { outbound: _, route, ...data } = boughtEth().data;
  const { actualBuyAmount: __, ...quoted } = route ?? {};
  const open = { ...data, ...(route ? { route: { ...route, ...quoted } } : {}), trackingStatus, ...change };
  return { success: true, trackingStatus, ...(stage ? { stage } : {}), data: open };
};

describe('the timeline', () => {
  it('of a swap that arrived, in texts and times alone', () => {
    expect(story(boughtEth(), { sentAt: Date.UTC(2026, 0, 1), signedHere: true })).toEqual([
      'Signed in your wallet (done 00:00)',
      'Sent 0.5 BTC (done 00:00)',
      'Received by THORChain (done 00:09); block 7; "Seen by 98 of 102 nodes."',
      'Swapped by THORChain (done 00:10); in 1 min',
      '15.03 ETH arrived (done 00:12); 0.2% more than quoted',
    ]);
  });
  it('of a stream shows its progress, its yield and its failures, with a bar', () => {
    const streamingProgress = { percentage: 56, done: 9, total: 16, failed: 1, amount: '8.4741', asset: 'ETH.ETH' };
    const answer = under('swapping', 'swap', { streamingProgress, isStreaming: true });
    expect(story(answer)[2]).toBe(
      'Swapping, part 9 of 16 (now); 8.4741 ETH so far; 1 part could not be swapped and is refunded',
    );
    expect(timeline(t, answer)[2]?.bar).toEqual({ percentage: 56, label: '9 of 16 parts' });
  });
  it('begins with the approval where the route needs one, and says who signs while nobody has', () => {
    const { route } = boughtEth().data;
    if (!route) throw new Error('no route');
    const meta = { ...route.meta, approvals: [{ to: '0x1', from: '0x2', value: '0', data: '0x' }] };
    const paid = under('pending', 'inbound', { route: { ...route, meta } });
    expect(story(paid)[0]).toBe('Approved BTC for THORChain (done)');
    const {
      inbound: _,
      quoteInfo: __,
      ...unpaid
    } = under('not_started', undefined, { route: { ...route, meta } }).data;
    const waiting: TrackResponse = { success: true, trackingStatus: 'not_started', data: unpaid };
    expect(story(waiting)[0]).toBe('Approve BTC in your wallet (now)');
  });
  it('promises an arrival at the expected time, and only while it lies ahead', () => {
    const expectedAt = Date.UTC(2026, 0, 1, 0, 15);
    expect(timeline(t, under('swapping', 'swap'), { expectedAt }).at(-1)).toMatchObject({ id: 'arrived', expectedAt });
    expect(timeline(t, boughtEth(), { expectedAt }).at(-1)?.expectedAt).toBeUndefined();
  });
  it('calls another payment wrong, and does not wait for it', () => {
    const mismatch = [{ field: 'memo', expected: '=:e', actual: 'hello' }];
    expect(stateText(t, under('not_started', undefined, { mismatch }))).toBe('Wrong payment');
  });
});

describe('a delay', () => {
  it('is reported after half as long again as expected, and not when the swap is over', () => {
    expect(isSlow(under('swapping', 'swap'), 900)).toBe(false);
    expect(isSlow(under('swapping', 'swap'), 900 * 1.5 + 61)).toBe(true);
    expect(isSlow(boughtEth(), 90_000)).toBe(false);
    expect(isSlow(under('swapping', 'swap'), undefined)).toBe(false);
  });
  it.each([
    [under('pending', 'inbound', { inbound: { hash: 'aa', confirmations: 1, requiredConfirmations: 3 } }), /1 of 3/],
    [under('swapping', 'outbound', { remainingSeconds: 240 }), /queued at THORChain for about 4 min/],
    [
      under('swapping', 'swap', { streamingProgress: { percentage: 50, done: 8, total: 16 } }),
      /8 of 16 parts are done/,
    ],
    [under('swapping', 'swap'), /gives no reason/],
  ])('has its reason', (answer, reason) => {
    expect(delayText(t, answer)).toMatch(reason);
  });
  it('of a payment that no chain shows is called unknown, never failed', () => {
    const { inbound: _, ...data } = under('not_started', undefined).data;
    const unseen: TrackResponse = { success: true, trackingStatus: 'not_started', data };
    expect(isUnseen(unseen, 60)).toBe(false);
    expect(isUnseen(unseen, 3600)).toBe(true);
    expect(stateText(t, unseen)).toBe('Not on chain yet');
    expect(stateText(t, unseen, { justSent: isJustSent(unseen, true, 599) })).toBe('Sent');
    expect(isJustSent(unseen, true, 600)).toBe(false);
    expect(isJustSent(unseen, false, 5)).toBe(false);
  });
});

const decimal = fc
  .tuple(fc.nat(), fc.stringMatching(/^[0-9]{0,17}[1-9]$/))
  .map(([whole, fraction]) => `${whole}.${fraction}`);
property([decimal, decimal, decimal])('compares what arrived with the quote exactly', (received, quoted, least) => {
  const compared = compareWithQuote(received, quoted, least);
  expect(compared?.kept).toBe(compareDecimals(received, least) >= 0);
  const [more, fewer] = compareDecimals(received, quoted) < 0 ? [quoted, received] : [received, quoted];
  expect(compared?.difference).toBe(exactlyLess(more, fewer));
  expect(compareDecimals(exactlyLess(more, compared?.difference ?? ''), fewer)).toBe(0);
});

describe('the window’s icon', () => {
  it('moves on with the swap and is different for each end', () => {
    const states = [
      under('not_started', undefined),
      under('pending', 'inbound'),
      under('swapping', 'swap'),
      under('swapping', 'outbound'),
    ].map((answer) => lineProgress(t, answer));
    const shares = states.map((progress) => (progress ? travelledShare(progress, 1) : 0));
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    const ends = (['arrived', 'turnedBack', 'stopped'] as const).map((state) =>
      stateIcon({ section: 1, fraction: 1, state }, 1),
    );
    expect(new Set(ends).size).toBe(3);
    for (const icon of ends) expect(icon).toMatch(/^data:image\/svg\+xml,/);
  });
});
