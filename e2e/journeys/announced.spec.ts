/** What a screen reader is told is what the page shows, from the empty form to the payment's address. */
import { NEWCOMER } from '../support/accounts.ts';
import { listenTo } from '../support/announcements.ts';
import { expect, test } from '../support/page-test.ts';

const BTC = { symbol: 'BTC', chain: 'Bitcoin' };
const ETH = { symbol: 'ETH', chain: 'Ethereum' };

test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] });

test('what is announced of routes, addresses and times is what the page shows, and nothing of it stays when it is no longer true', async ({
  swapPage,
  page,
  context,
}) => {
  const heard = await listenTo(page);
  await swapPage.open();
  await swapPage.fill({ sell: BTC, buy: ETH, amount: '0.05' });
  const recommended = expect.stringMatching(/^\d+ routes?\. Recommended: [\d.,]+ ETH with /);
  await expect.poll(heard.said, { timeout: 30_000 }).toContainEqual(recommended);
  expect(await heard.untrue()).toEqual([]);

  await swapPage.receive(NEWCOMER.ETH);
  await swapPage.connect();
  await swapPage.amount.fill('0.06');
  await expect(swapPage.card('THORChain')).toBeVisible({ timeout: 30_000 });
  expect(await heard.untrue()).toEqual([]);

  await context.setOffline(true);
  await expect.poll(heard.now).toEqual([]);
  await context.setOffline(false);

  const review = await swapPage.review('Chainflip');
  await expect(review.dialog).toBeVisible();
  expect(await heard.untrue()).toEqual([]);
});
