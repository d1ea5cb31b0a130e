/** What goes wrong during a swap, and what the user learns: where the money is, and why. */
import { NEWCOMER } from '../support/accounts.ts';
import { untilState } from '../support/arrived.ts';
import { expect, test } from '../support/page-test.ts';
import { glimpse, photograph } from '../support/photographer.ts';

test('a swap that misses its limit is refunded, and the page says why', async ({
  swapPage,
  trackPage,
  wallet,
  sandbox,
  api,
}) => {
  const review = await swapPage.begin(
    {
      sell: { symbol: 'DOGE', chain: 'Dogecoin' },
      buy: { symbol: 'LTC', chain: 'Litecoin' },
      amount: '2000',
      to: NEWCOMER.LTC,
      slippage: '0.5',
    },
    'THORChain',
  );
  await review.pay();
  // Once the wallet's prompt is open, the price is not checked any more.
  await expect(wallet.question).toBeVisible({ timeout: 30_000 });
  await sandbox.control('move-price', { asset: 'DOGE.DOGE', percent: -10 });
  try {
    await wallet.confirm(/Sign and send this payment\?/);
    await trackPage.arrivedAt(review.quoteId);
    await untilState(trackPage, 'Refunded');
  } finally {
    await sandbox.control('move-price', { asset: 'DOGE.DOGE', percent: 11.1111 });
  }
  await expect(trackPage.page).toHaveTitle('Refunded: DOGE to LTC · Portage');
  await expect(trackPage.heading).toHaveText(/^[\d,.]+ DOGE came back$/);
  await expect(trackPage.page.getByRole('alert').filter({ hasText: 'Sent to' })).toContainText(/limit/i);
  await expect(trackPage.step(/Refund sent/)).toBeVisible();
  await photograph(trackPage.page, 'refunded', { whole: true });
  const end = await api.track({ quoteId: review.quoteId });
  expect(end).toMatchObject({ trackingStatus: 'refunded', stage: 'refund' });
  expect(end.data.refund?.address).toBe(review.route.sourceAddress);
  expect(Number(end.data.refund?.amount)).toBeGreaterThan(1900);
});

test('a payment refused in the wallet sends nothing, and the same review can be paid after all', {
  tag: '@long',
}, async ({ swapPage, trackPage, wallet, api }) => {
  const review = await swapPage.begin(
    {
      sell: { symbol: 'ETH', chain: 'Ethereum' },
      buy: { symbol: 'RUNE', chain: 'THORChain' },
      amount: '0.2',
      to: NEWCOMER.THOR,
    },
    'THORChain',
  );
  await review.pay();
  await wallet.reject(/Sign and send this transaction\?/);
  const alert = review.dialog.getByRole('alert').filter({ hasText: 'You rejected the request' });
  await expect(alert).toContainText('Nothing was sent.');
  await glimpse(swapPage.page, 'rejected');
  expect((await api.track({ quoteId: review.quoteId })).trackingStatus).toBe('not_started');

  await review.pay();
  await wallet.confirm(/Sign and send this transaction\?/);
  await trackPage.arrivedAt(review.quoteId);
  await untilState(trackPage, 'Arrived');
});

test('a node that goes down half-way: the last known state is shown as such, and the swap arrives after all', {
  tag: '@long',
}, async ({ swapPage, trackPage, wallet, sandbox }) => {
  const review = await swapPage.begin(
    {
      sell: { symbol: 'LTC', chain: 'Litecoin' },
      buy: { symbol: 'ETH', chain: 'Ethereum' },
      amount: '3',
      to: NEWCOMER.ETH,
    },
    'THORChain',
  );
  const stale = trackPage.notice('Last known state');
  // Payouts wait until the node is back, so that the swap cannot end before the page has noticed.
  await sandbox.withFault({ target: 'thornode', kind: 'holdOutbounds', chain: 'ETH' }, async () => {
    await review.pay();
    await wallet.confirm(/Sign and send this payment\?/);
    await trackPage.arrivedAt(review.quoteId);
    await untilState(trackPage, /^(Swapping.*|Payout on its way)$/);
    await sandbox.withFault({ target: 'thornode', kind: 'down' }, async () => {
      await expect(stale).toBeVisible({ timeout: 60_000 });
      await expect(trackPage.state).toHaveText(/^(Swapping.*|Payout on its way)$/);
      await expect(trackPage.step(/Received by THORChain/)).toBeVisible();
      await glimpse(trackPage.page, 'last-known', { whole: true });
    });
    await expect(stale).toBeHidden({ timeout: 60_000 });
  });
  await untilState(trackPage, 'Arrived');
});
