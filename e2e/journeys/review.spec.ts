/** The review as a whole: everything decisive fits on one screen. */
import { quoteRequestSchema, quoteResponseSchema } from '../../lib/api/schemas/quote.ts';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { NEWCOMER } from '../support/accounts.ts';
import { untilListens } from '../support/page-objects/listens.ts';
import { expect, test } from '../support/page-test.ts';
import { countPresses } from '../support/presses.ts';

const BTC = { symbol: 'BTC', chain: 'Bitcoin' };
const ETH = { symbol: 'ETH', chain: 'Ethereum' };

test('both addresses in full and the button fit on one screen, on a laptop and on a phone', async ({
  swapPage,
  page,
}) => {
  const review = await swapPage.begin({ sell: BTC, buy: ETH, amount: '0.05', to: NEWCOMER.ETH }, 'Chainflip, boosted');
  const { dialog, route, swapButton } = review;
  for (const [width, height] of [
    [1280, 720],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const address of [route.destinationAddress, route.sourceAddress]) {
      const shown = dialog.locator(`[data-address="${address}"]`);
      await expect(shown).toBeInViewport({ ratio: 1 });
      // The groups of four, without the text for screen readers.
      const groups = await shown.locator('[aria-hidden] > span').allTextContents();
      expect(groups.join('')).toBe(address);
      expect(Math.max(...groups.slice(1).map((group) => group.length))).toBe(4);
    }
    await expect(swapButton).toBeInViewport({ ratio: 1 });
  }
  // The signed boost is the one that the list has shown.
  expect(route.meta.boost?.maxFeeBps).toBe(route.meta.boost?.feeBps);
});

test('without a chosen tolerance the minimum is the route’s answer at the tolerance that its provider advises', async ({
  swapPage,
  page,
}) => {
  const own: WireRoute[] = [];
  // The page breaks off a request that a newer one replaces: such an answer has no body.
  page.on('requestfinished', async (request) => {
    const asked = quoteRequestSchema.safeParse(request.postDataJSON());
    if (!asked.success || asked.data.providers === undefined || asked.data.includeTx !== undefined) return;
    const response = await request.response();
    own.push(...quoteResponseSchema.parse(await response?.json()).routes);
  });
  await swapPage.open();
  await swapPage.fill({ sell: BTC, buy: ETH, amount: '0.05', to: NEWCOMER.ETH });
  await swapPage.connect();
  await swapPage.find('Chainflip');
  await swapPage.route('Chainflip').check();
  const isOwn = ({ providers: [id], meta }: WireRoute) =>
    id === 'CHAINFLIP' && meta.boost === undefined && meta.slippagePercent === meta.recommendedSlippagePercent;
  await expect.poll(() => own.some(isOwn)).toBe(true);
  const answer = own.findLast(isOwn);
  const tolerance = answer?.meta.slippagePercent ?? 0;
  expect(tolerance).not.toBe(1);
  await expect(swapPage.form.getByRole('button', { name: `Slippage Auto ${tolerance}%` })).toBeVisible();
  await expect(swapPage.form.getByTitle(`${answer?.expectedBuyAmountMaxSlippage} ETH`)).toBeVisible();

  const review = await swapPage.review('Chainflip');
  expect(review.route.meta.slippagePercent).toBe(tolerance);
  await review.expectShows([review.route.expectedBuyAmountMaxSlippage]);
  await expect(review.dialog.getByText(/may be refunded/)).toHaveCount(0);
  await review.close();

  await swapPage.slippage('0.5');
  const advice = swapPage.form.getByText(/^At 0\.5% this swap may be refunded\.$/);
  await expect(advice).toBeVisible();
  await swapPage.form.getByRole('button', { name: `Use ${tolerance}%` }).click();
  await expect(advice).toBeHidden();
});

test('Back closes what is open before it leaves the page, and undoes the choice of a pair', async ({
  swapPage,
  page,
}) => {
  await swapPage.open();
  const before = page.url();
  const chooseBuy = swapPage.form.getByRole('button', { name: /^Choose buy asset/ });
  await chooseBuy.click();
  await expect(swapPage.tokens.dialog).toBeVisible();
  await page.goBack();
  await expect(swapPage.tokens.dialog).toBeHidden();
  await expect(swapPage.form).toBeVisible();
  expect(page.url()).toBe(before);

  await swapPage.choose('buy', { symbol: 'RUNE', chain: 'THORChain' });
  await page.goBack();
  await expect(swapPage.form.getByRole('button', { name: 'Choose buy asset, ETH on Ethereum' })).toBeVisible();

  // Back is pressed as soon as the form shows the choice, while the dialog still closes.
  await chooseBuy.click();
  const rune = await swapPage.tokens.find({ symbol: 'RUNE', chain: 'THORChain' });
  await rune.evaluate((option) => {
    const drawn = new MutationObserver(() => {
      if (!document.querySelector('form')?.textContent?.includes('RUNE')) return;
      drawn.disconnect();
      window.history.back();
    });
    drawn.observe(document.body, { subtree: true, childList: true, characterData: true });
    if (option instanceof HTMLElement) option.click();
  });
  await expect(swapPage.tokens.dialog).toBeHidden();
  await swapPage.choose('buy', { symbol: 'ETH', chain: 'Ethereum' });

  await swapPage.fill({ amount: '0.05', to: NEWCOMER.ETH });
  await swapPage.connect();
  const review = await swapPage.review();
  await page.goBack();
  await expect(review.dialog).toBeHidden();
  await expect(swapPage.amount).toHaveValue('0.05');
});

test('closing a sheet gives the focus back, also where the address has a fragment', async ({ swapPage, page }) => {
  // As on a busy machine, the step back from the sheet's history entry ends after the focus has returned.
  await page.addInitScript(() => {
    const back = window.history.back.bind(window.history);
    window.history.back = () => void setTimeout(back, 300);
  });
  await swapPage.open('#content');
  const opener = swapPage.form.getByRole('button', { name: /^Choose buy asset/ });
  await opener.press('Enter');
  await expect(swapPage.tokens.search).toBeFocused();
  const steppedBack = page.evaluate(
    () =>
      new Promise((resolve) =>
        window.addEventListener('popstate', () => requestAnimationFrame(() => requestAnimationFrame(resolve))),
      ),
  );
  await page.keyboard.press('Escape');
  await steppedBack;
  await expect(opener).toBeFocused();
});

test('a page that is reloaded while a sheet is open takes no further press of Back than before', async ({
  swapPage,
  page,
}) => {
  await page.goto('/status');
  await swapPage.open();
  const chooseBuy = swapPage.form.getByRole('button', { name: /^Choose buy asset/ });
  const historyState = () => page.evaluate(() => JSON.stringify(window.history.state));
  const reloadWithSheet = async () => {
    await chooseBuy.click();
    await expect(swapPage.tokens.dialog).toBeVisible();
    expect(await historyState()).toContain('portageDialog');
    await page.reload();
    await untilListens(swapPage.form);
    await expect.poll(historyState).not.toContain('portageDialog');
  };
  await reloadWithSheet();
  // A sheet that is opened after the reload is closed by one press as well.
  await chooseBuy.click();
  await expect(swapPage.tokens.dialog).toBeVisible();
  await page.goBack();
  await expect(swapPage.tokens.dialog).toBeHidden();

  await reloadWithSheet();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Status' })).toBeVisible();
});

test('a sheet whose history entry the router has written anew leaves no entry behind', async ({ swapPage, page }) => {
  await page.goto('/status');
  await swapPage.open();
  await swapPage.form.getByRole('button', { name: /^Choose buy asset/ }).click();
  await expect(swapPage.tokens.dialog).toBeVisible();
  await page.evaluate(() => {
    const { portageDialog: _, ...rest } = window.history.state;
    window.history.replaceState(rest, '');
  });
  await Promise.all([page.waitForEvent('framenavigated'), page.keyboard.press('Escape')]);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Status' })).toBeVisible();
});

test('one wallet is one press for both networks, and BTC to ETH is five presses from its window', async ({
  swapPage,
  wallet,
  sandbox,
  page,
}) => {
  const presses = await countPresses(page);
  // A price that falls meanwhile needs a consent, which is one press more.
  await sandbox.withSteadyMarket(async () => {
    await swapPage.open();
    await swapPage.amount.click();
    await page.keyboard.type('0.05');
    const sheet = await swapPage.openWallets();
    const entry = sheet.getByRole('button', { name: /^Sandbox wallet/ });
    await expect(entry).toHaveCount(1);
    await entry.click();
    for (const network of ['Bitcoin', 'Ethereum'])
      await wallet.confirm(new RegExp(`Connect to this site\\?.*${network}`));
    await expect(sheet).toBeHidden();
    const review = await swapPage.review();
    await expect(review.swapButton).toBeEnabled();
    await review.swapButton.click();
    await expect(wallet.question.filter({ hasText: /Sign this transaction\?/ })).toBeVisible({ timeout: 30_000 });
    expect(await presses()).toBeLessThanOrEqual(5);
  });
});
