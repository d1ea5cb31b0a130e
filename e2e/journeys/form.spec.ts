/** The form says what is wrong with an entry that cannot work, and what would be accepted. */
import { NEWCOMER } from '../support/accounts.ts';
import { untilListens } from '../support/page-objects/listens.ts';
import { expect, test } from '../support/page-test.ts';
import { glimpse } from '../support/photographer.ts';

test('an amount that is too small names the minimum, and one press fills it in', async ({ swapPage }) => {
  await swapPage.open();
  await glimpse(swapPage.page, 'front', { whole: true });
  await swapPage.fill({ amount: '0.00002', to: NEWCOMER.ETH });
  await expect(swapPage.routes.getByRole('heading', { name: 'No routes' })).toBeVisible();
  await expect(swapPage.button).toHaveText(/^The minimum is 0\.\d+ BTC\. Use it$/, { timeout: 30_000 });
  const [least = ''] = /0\.\d+/.exec((await swapPage.button.textContent()) ?? '') ?? [];
  // The reason for each provider is visible without another press.
  await expect(swapPage.routes.getByText(/Sell 0\.\d+ BTC or more\./).first()).toBeVisible();
  await glimpse(swapPage.page, 'no-route', { whole: true });
  await swapPage.button.click();
  // The amount works at once, and fees leave most of it.
  await expect(swapPage.amount).toHaveValue(least);
  await expect(swapPage.card('THORChain')).toBeVisible();
  await expect(swapPage.button).toHaveText('Connect a wallet');
});

test('text that is typed before the page’s scripts are loaded stays, with focus and cursor', async ({
  page,
  swapPage,
}) => {
  const { promise: typed, resolve: release } = withResolvers();
  await page.route(/\/_next\/static\/.+\.js/, async (route) => {
    await typed;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  await swapPage.amount.pressSequentially('0.25');
  await page.keyboard.press('ArrowLeft');
  release();
  await untilListens(swapPage.form);
  // A quote is requested for it, and rendering that changes nothing in the field.
  await expect(swapPage.card('THORChain')).toBeVisible({ timeout: 30_000 });
  await expect(swapPage.amount).toHaveValue('0.25');
  await expect(swapPage.amount).toBeFocused();
  expect(await swapPage.amount.evaluate((field: HTMLInputElement) => field.selectionStart)).toBe(3);
});

test('a link with an amount is asked before the page’s scripts are loaded, and once', async ({ page, swapPage }) => {
  const { promise: asked, resolve: release } = withResolvers();
  await page.route(/\/_next\/static\/.+\.js/, async (route) => {
    await asked;
    await route.continue();
  });
  const questions: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/v1/quote')) questions.push(request.postDataJSON());
  });
  const first = page.waitForResponse(/\/v1\/quote$/);
  await page.goto('/?sell=BTC.BTC&buy=ETH.ETH&amount=0.25&slippage=1', { waitUntil: 'commit' });
  expect((await first).status()).toBe(200);
  // The places of its routes stand there meanwhile, and were sent once.
  await expect(swapPage.routes.locator('[data-waiting]')).toHaveCount(3);
  expect((await page.content()).match(/data-waiting=/g)).toHaveLength(3);
  release();
  await expect(swapPage.card('THORChain')).toBeVisible({ timeout: 30_000 });
  await expect(swapPage.button).toHaveText('Connect a wallet');
  expect(questions).toMatchObject([{ sellAmount: '0.25', slippage: 1 }]);
});

/** `Promise.withResolvers`, which Node 20 lacks. */
function withResolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

test('an address of another chain is refused with the form that is required', async ({ swapPage }) => {
  await swapPage.open();
  await swapPage.fill({ amount: '0.05', to: NEWCOMER.BTC });
  await expect(swapPage.form.getByText(/Ethereum.*0x/)).toBeVisible();
  await expect(swapPage.receiveAt).toHaveAttribute('aria-invalid', 'true');
  await swapPage.goOnWithoutWallet();
  await expect(swapPage.button).toHaveText('Not an address on Ethereum', { timeout: 30_000 });
  await glimpse(swapPage.page, 'wrong-address', { whole: true });
  await swapPage.receiveAt.fill(NEWCOMER.ETH.replace(/.$/, 'E'));
  await expect(swapPage.form.getByText(/checksum|upper|capital|case/i)).toBeVisible();
  await swapPage.receiveAt.fill(NEWCOMER.ETH);
  await expect(swapPage.form.getByText('Ethereum address', { exact: true })).toBeVisible();
  await expect(swapPage.button).toHaveText('Enter the Bitcoin address you pay from', { timeout: 30_000 });
});

test('invalid amounts never reach the service; commas and groups are understood', async ({ swapPage }) => {
  await swapPage.open();
  await expect(swapPage.button).toHaveText('Enter an amount');
  // A key that no number contains is dropped; pasted text is refused with a message and never becomes another number.
  await swapPage.amount.pressSequentially('1e5-x');
  await expect(swapPage.amount).toHaveValue('15');
  await swapPage.amount.fill('1e5');
  await expect(swapPage.button).toHaveText('Enter a number');
  await swapPage.amount.fill('1,234');
  await expect(swapPage.button).toHaveText('Choose which amount you mean');
  await swapPage.form.getByRole('button', { name: '1.234', exact: true }).click();
  await expect(swapPage.amount).toHaveValue('1.234');
  await swapPage.amount.fill('0.123456789');
  await expect(swapPage.button).toHaveText('BTC has at most 8 decimals. Use 0.12345678');
  await swapPage.amount.fill('0');
  await expect(swapPage.button).toHaveText('Enter an amount');
  const asked = swapPage.page.waitForRequest((request) => request.url().endsWith('/v1/quote'));
  await swapPage.amount.fill('0,05');
  expect((await asked).postDataJSON()).toMatchObject({ sellAmount: '0.05' });
  await expect(swapPage.card('THORChain')).toBeVisible();
});

test('a provider without a route is named with the reason, and an upstream in trouble costs only its own routes', {
  tag: '@long',
}, async ({ swapPage, sandbox }) => {
  await sandbox.withFault({ target: 'mayanode', kind: 'pauseTrading' }, async () => {
    await swapPage.open();
    await swapPage.fill({ amount: '0.05' });
    await expect(swapPage.card('THORChain')).toBeVisible({ timeout: 30_000 });
    const group = swapPage.routes.getByText(/^No route from .*Maya/);
    await expect(group).toBeVisible();
    await group.click();
    const causes = swapPage.routes.getByRole('listitem').filter({ hasText: 'Maya' });
    await expect(causes.filter({ hasText: /paused|halted/i }).first()).toBeVisible();
    await expect(causes.filter({ hasText: 'Try again' }).first()).toBeVisible();
    await glimpse(swapPage.page, 'failed-providers', { whole: true });
  });
});

test('before any script runs, a link’s address is marked as such and its routes are awaited', async ({ page }) => {
  const answer = await page.request.get(`/?sell=LTC.LTC&buy=THOR.RUNE&amount=2.5&to=${NEWCOMER.THOR}`);
  const html = await answer.text();
  expect(html).toContain('This address came with the link. Make sure it is yours.');
  expect(html).toContain('Waiting for THORChain');
});

test('a link opens the form as it was, and the two sides can be swapped', async ({ swapPage }) => {
  await swapPage.open(`?sell=LTC.LTC&buy=THOR.RUNE&amount=2.5&to=${NEWCOMER.THOR}&slippage=3`);
  await expect(swapPage.form.getByRole('button', { name: 'Choose sell asset, LTC on Litecoin' })).toBeVisible();
  await expect(swapPage.amount).toHaveValue('2.5');
  await expect(swapPage.receiver).toHaveAttribute('data-receiver', NEWCOMER.THOR);
  await expect(swapPage.form.getByRole('button', { name: 'Slippage 3%' })).toBeVisible();
  await expect(swapPage.card('THORChain')).toBeVisible();
  await swapPage.form.getByRole('button', { name: 'Swap sides' }).click();
  await expect(swapPage.form.getByRole('button', { name: 'Choose sell asset, RUNE on THORChain' })).toBeVisible();
  await expect(swapPage.form.getByRole('button', { name: 'Choose buy asset, LTC on Litecoin' })).toBeVisible();
  // The recipient is kept, is marked as not fitting, and is valid again on the way back.
  await expect(swapPage.receiver).toHaveAttribute('data-receiver', NEWCOMER.THOR);
  await expect(swapPage.form.getByText('This is not an address on Litecoin.')).toBeVisible();
  await swapPage.page.goBack();
  await expect(swapPage.form.getByRole('button', { name: 'Choose sell asset, LTC on Litecoin' })).toBeVisible();
  await expect(swapPage.form.getByText('This address came with the link. Make sure it is yours.')).toBeVisible();
});
