import type { PortageClient } from '../../lib/api/client.ts';
import type { ReviewSheet } from './page-objects/review-sheet.ts';
import type { TrackPage } from './page-objects/track-page.ts';
import { expect, SWAP_MS } from './page-test.ts';
import { sharedSandbox } from './sandbox.ts';

/** Until the page of a swap says so; only blocks are waited for. */
export const untilState = (trackPage: TrackPage, state: string | RegExp): Promise<void> =>
  sharedSandbox().hurried(() => expect(trackPage.state).toHaveText(state, { timeout: SWAP_MS }));

/** The page says that it has arrived, in words and with the amount; the service says the same amount, within what was guaranteed. */
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
