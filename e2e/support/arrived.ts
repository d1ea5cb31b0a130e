import type { PortageClient } from '../../lib/api/client.ts';
import type { ReviewSheet } from './page-objects/review-sheet.ts';
import type { TrackPage } from './page-objects/track-page.ts';
import { expect, SWAP_MS } from './page-test.ts';
import { sharedSandbox } from './sandbox.ts';

/** Waits until the page of a swap shows the state; chain time is accelerated meanwhile. */
export const untilState = (trackPage: TrackPage, state: string | RegExp): Promise<void> =>
  sharedSandbox().hurried(() => expect(trackPage.state).toHaveText(state, { timeout: SWAP_MS }));

/**
 * Expects the page to show that the swap has arrived and how its amount compares with the quote, and the service to
 * report at least the guaranteed amount and more than 99 % of the expected one.
 */
export async function expectArrived(trackPage: TrackPage, api: PortageClient, { key, route }: ReviewSheet) {
  await untilState(trackPage, 'Arrived');
  await expect(trackPage.heading).toContainText('became');
  await expect(trackPage.step(/arrived/)).toContainText(/exactly as quoted|(more|less) than quoted/);
  const end = await api.track(key);
  expect(end).toMatchObject({ success: true, trackingStatus: 'completed' });
  const got = Number(end.data.route?.actualBuyAmount);
  expect(got).toBeGreaterThanOrEqual(Number(route.expectedBuyAmountMaxSlippage));
  expect(got).toBeGreaterThan(Number(route.expectedBuyAmount) * 0.99);
  return end;
}
