/**
 * Prices that move, quotes that expire, providers that are down or slow: what the page says, and what it does not do.
 */
import type { Locator } from '@playwright/test';
import { NEWCOMER } from '../../support/accounts.ts';
import { expect, test } from '../../support/page-test.ts';
import { glimpse } from '../../support/photographer.ts';
import type { Sandbox } from '../../support/sandbox.ts';

const DOGE = { symbol: 'DOGE', chain: 'Dogecoin' };
const LTC = { symbol: 'LTC', chain: 'Litecoin' };
const BTC = { symbol: 'BTC', chain: 'Bitcoin' };
const ETH = { symbol: 'ETH', chain: 'Ethereum' };

test('a price that moves between quote and signing: the review says by how much, and asks again', async ({
  swapPage,
  trackPage,
  wallet,
  sandbox,
}) => {
  await swapPage.open();
  await swapPage.fill({ sell: DOGE, buy: LTC, amount: '2000', to: NEWCOMER.LTC, slippage: '2' });
  await swapPage.connect();
  await swapPage.route('THORChain').check();
  await expect(swapPage.button).toHaveText('Review swap of 2,000 DOGE');
  await sandbox.control('move-price', { asset: 'DOGE.DOGE', percent: -8 });
  try {
    const review = await swapPage.review('THORChain');
    const { dialog } = review;
    await expect(dialog.getByText(/^Updated: [−-]\d/)).toBeVisible();
    const consent = dialog.getByRole('checkbox', {
      name: /^I accept [\d.,]+ LTC, at least .+, instead of [\d.,]+ LTC/,
    });
    await expect(consent).not.toBeChecked();
    await expect(review.swapButton).toBeDisabled();
    await glimpse(swapPage.page, 'moving-review');
    await review.agree();
    await expect(consent).toBeChecked();
    await expect(review.swapButton).toBeEnabled();
    await review.swapButton.click();
    await wallet.confirm(/Sign and send this payment\?/);
    await trackPage.arrivedAt(review.quoteId);
    await expect(trackPage.heading).toContainText('2,000 DOGE');
  } finally {
    await sandbox.control('move-price', { asset: 'DOGE.DOGE', percent: 8.6957 });
  }
});

test('a quote that expires under review cannot be signed; a new one is one press away, and the form is kept', async ({
  swapPage,
  trackPage,
  wallet,
}) => {
  const { page } = swapPage;
  await page.clock.install();
  const review = await swapPage.begin({ sell: LTC, buy: ETH, amount: '1', to: NEWCOMER.ETH }, 'THORChain');
  const lapses = Number(review.route.expiration) * 1000;
  await page.clock.fastForward(lapses - (await page.evaluate(() => Date.now())) + 1000);
  const alert = review.dialog.getByRole('alert').filter({ hasText: 'This quote has expired.' });
  await expect(alert).toContainText('Nothing was sent, and your form is as you left it.');
  await expect(review.swapButton).toHaveCount(0);
  // Back to the service's own time.
  await page.clock.setSystemTime(Date.now());
  await review.dialog.getByRole('button', { name: 'Get a new quote' }).click();
  await expect(review.swapButton).toBeEnabled();
  await expect(alert).toHaveCount(0);
  await review.pay();
  await wallet.confirm(/Sign and send this payment\?/);
  await trackPage.arrivedAt();
  await expect(trackPage.heading).toContainText('1 LTC');
});

/** All providers that could swap bitcoin. */
const ALL = ['thornode', 'mayanode', 'chainflip-backend', 'chainflip-rpc', 'garden'] as const;
const withAllDown = (sandbox: Sandbox, run: () => Promise<void>): Promise<void> =>
  ALL.reduce<() => Promise<void>>((inner, target) => () => sandbox.withFault({ target, kind: 'down' }, inner), run)();

test('all providers down: reported as such, nothing entered is lost, and asking again finds them', async ({
  swapPage,
  sandbox,
}) => {
  const { page, routes } = swapPage;
  await withAllDown(sandbox, async () => {
    await swapPage.open();
    await swapPage.fill({ sell: BTC, buy: ETH, amount: '0.05', to: NEWCOMER.ETH });
    await swapPage.goOnWithoutWallet();
    await expect(routes.getByText('No answer', { exact: true })).toBeVisible({ timeout: 30_000 });
    await expect(routes).toContainText('Nothing was sent. Your entries are kept.');
    await expect(routes.getByRole('radio')).toHaveCount(0);
    await expect(swapPage.button).toHaveText('No route. See why');
    await glimpse(page, 'all-down', { whole: true });
    await expect(swapPage.amount).toHaveValue('0.05');
  });
  await routes.getByRole('button', { name: 'Try again' }).first().click();
  await expect(swapPage.route('THORChain')).toBeVisible({ timeout: 30_000 });
  await expect(swapPage.receiveAt).toHaveValue(NEWCOMER.ETH);
});

test('one slow provider: the others can be used meanwhile, and one that never answers is named', async ({
  swapPage,
  sandbox,
}) => {
  const { routes } = swapPage;
  await sandbox.withFault({ target: 'mayanode', kind: 'hang', path: '/quote' }, async () => {
    await swapPage.open(`?sell=BTC.BTC&buy=ETH.ETH&amount=0.05&to=${NEWCOMER.ETH}&from=${NEWCOMER.BTC}`);
    await expect(routes.getByText(/^Still waiting for .*Maya.*You can use the routes shown\.$/)).toBeVisible();
    await expect(swapPage.button).toHaveText('Review swap of 0.05 BTC');
    await routes.getByText(/^No route from /).click();
    const maya = routes.getByRole('listitem').filter({ has: swapPage.page.getByText('Maya', { exact: true }) });
    await expect(maya).toContainText('No answer in time. Try again in a moment.');
    await expect(swapPage.button).toHaveText('Review swap of 0.05 BTC');
  });
});

/** The routes in their shown order. */
const order = (routes: Locator): Promise<string[]> =>
  routes.getByRole('radio').evaluateAll((all) => all.map(({ id }) => id));

test('a better route moves nothing while the user is in the list, and takes its place on request', async ({
  swapPage,
  sandbox,
}) => {
  const { page, routes } = swapPage;
  const moveMaya = (percent: number) =>
    sandbox.control('move-price', { network: 'maya', asset: 'BTC.BTC', percent, stay: false });
  await page.clock.install();
  await sandbox.control('market', { network: 'maya', on: false });
  await moveMaya(-5);
  try {
    await swapPage.open(`?sell=BTC.BTC&buy=ETH.ETH&amount=0.05&to=${NEWCOMER.ETH}&from=${NEWCOMER.BTC}`);
    await expect(swapPage.button).toHaveText('Review swap of 0.05 BTC', { timeout: 30_000 });
    // All providers have answered.
    await expect(routes.getByRole('button', { name: /^Refresh quotes, \d+ seconds left/ })).toBeEnabled();
    const thorchain = swapPage.route('THORChain');
    await thorchain.check();
    await thorchain.focus();
    const before = await order(routes);
    await moveMaya(26.3158);
    // The quotes grow old, and are requested again.
    await page.clock.fastForward(31_000);
    const better = routes.getByRole('button', { name: /^Better route found: \$[\d,.]+ more$/ });
    await expect(better).toBeVisible();
    expect((await order(routes)).slice(0, before.length)).toEqual(before);
    await expect(thorchain).toBeFocused();
    await glimpse(page, 'better-found', { whole: true });
    await better.focus();
    await page.keyboard.press('Enter');
    await expect(better).toHaveCount(0);
    await expect(routes.getByRole('radio').first()).toHaveAccessibleName(/with Maya/);
    // The route chosen by hand stays chosen, has the focus, and is kept by a refresh.
    await expect(thorchain).toBeFocused();
    const asked = page.waitForRequest((request) => request.url().includes('/v1/quote'));
    await routes.getByRole('button', { name: /^Refresh quotes/ }).click();
    await asked;
    await expect(routes.getByRole('button', { name: /^Refresh quotes, \d+ seconds left/ })).toBeEnabled();
    await expect(thorchain).toBeChecked();
  } finally {
    await moveMaya(-16.6667);
    await sandbox.control('market', { network: 'maya', on: true });
  }
});
