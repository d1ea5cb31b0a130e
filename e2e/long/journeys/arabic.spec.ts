/**
 * The page in Arabic, as the browser requests it: right to left, to the end of a swap, with nothing left in English.
 */
import type { Locator, Page } from '@playwright/test';
import { CATALOG_FILES, serverText } from '../../../lib/i18n/catalogs.ts';
import { faults } from '../../support/accessibility.ts';
import { NEWCOMER } from '../../support/accounts.ts';
import { TrackPage } from '../../support/page-objects/track-page.ts';
import { expect, SWAP_MS, test } from '../../support/page-test.ts';
import { photograph } from '../../support/photographer.ts';

test.use({ locale: 'ar' });

const t = serverText('ar');

/** Text that is marked as another language, and text of no language. */
const LEFT_ALONE = '[lang]:not([lang^="ar"]), code, [translate="no"], script, style, noscript';

/** Two English words in a row. */
const SENTENCE = /\b[A-Za-z’']{2,},? [a-z][a-z’']+\b/;
/** Texts that the code has in English and the catalog in translation. */
const TRANSLATED = new Set(
  Object.entries(CATALOG_FILES.ar ?? {})
    .filter(([original, arabic]) => original !== arabic)
    .map(([original]) => original),
);

/** English that is shown or read out. */
async function english(page: Page): Promise<string[]> {
  const texts = await page.evaluate((leftAlone) => {
    const found = new Set([document.title]);
    const look = (element: Element | null, text: string | null) => {
      if (text?.trim() && !element?.closest(leftAlone)) found.add(text.trim());
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) look(node.parentElement, node.textContent);
    for (const element of document.querySelectorAll('*'))
      for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-roledescription'])
        look(element, element.getAttribute(name));
    return [...found];
  }, LEFT_ALONE);
  return texts.filter((text) => SENTENCE.test(text) || TRANSLATED.has(text));
}

/** Amounts, addresses and hashes that are shown from right to left. */
const turnedOver = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const kept =
      /^([−+-]?[\d,]+(\.\d+)? [A-Z]{2,8}|[−+-]?\$[\d,.]+|0x[0-9a-fA-F]{6,}.*|[a-z]{1,8}1[0-9a-z]{6,}.*|[0-9A-F]{64})$/;
    return [...document.body.querySelectorAll<HTMLElement>('*')].flatMap((element) => {
      const text = element.textContent?.trim() ?? '';
      const leaf = element.children.length === 0 && !element.closest('.sr-only, svg, option');
      return leaf && kept.test(text) && getComputedStyle(element).direction !== 'ltr' ? [text] : [];
    });
  });

async function expectArabic(page: Page, state: string): Promise<void> {
  expect(await english(page), `English words: ${state}`).toEqual([]);
  expect(await turnedOver(page), `amounts and addresses: ${state}`).toEqual([]);
  expect(await faults(page), `axe: ${state}`).toEqual([]);
}

/** The first station is on the right. */
async function expectMirrored(line: Locator): Promise<void> {
  const stations = line.locator('svg image');
  const [first, last] = [await stations.first().boundingBox(), await stations.last().boundingBox()];
  expect(first?.x ?? 0).toBeGreaterThan((last?.x ?? 0) + 40);
}

test('Arabic by the browser’s preference: right to left, a whole swap, numbers and addresses as everywhere, no English left', async ({
  wallet,
  page,
}) => {
  const form = page.getByRole('form', { name: t('Swap') });
  const routes = page.getByRole('region', { name: t('Routes') });
  await page.goto('/?sell=GAIA.ATOM&buy=THOR.RUNE');
  await expect(form).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
  await expectArabic(page, 'the page as it opens');

  await form
    .getByRole('button', { name: t('Choose sell asset, {symbol} on {chain}', { symbol: 'ATOM', chain: 'Cosmos Hub' }) })
    .click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('option').first()).toBeVisible();
  await expectArabic(page, 'the list of assets');
  await photograph(page, 'arabic-tokens');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  const amount = page.getByRole('textbox', { name: t('Sell amount') });
  await amount.fill('30');
  const to = form.locator('input[name=to]');
  await to.fill(NEWCOMER.THOR);
  for (const field of [amount, to]) await expect(field).toHaveCSS('direction', 'ltr');
  const button = form.locator('button[type=submit]');
  await expect(button).toHaveText(t('Connect a wallet'), { timeout: 30_000 });
  await expect(routes.getByRole('radio').first()).toBeVisible({ timeout: 30_000 });
  await expectMirrored(routes.getByRole('radiogroup').locator('> div').first());
  await expectArabic(page, 'the routes');
  await photograph(page, 'arabic-routes', { whole: true });
  await button.click();
  await dialog.getByRole('button', { name: 'Sandbox wallet' }).first().click();
  await wallet.confirm(/Connect to this site\?/);

  const deed = { amount: '30', symbol: 'ATOM' };
  await expect(button).toHaveText(t('Review swap of {amount} {symbol}', deed), { timeout: 30_000 });
  await button.click();
  const pay = dialog.getByRole('button', { name: t('Swap {amount} {symbol}', deed), exact: true });
  await expect(pay).toBeEnabled();
  await expectArabic(page, 'the review');
  await expectMirrored(dialog);
  await photograph(page, 'arabic-review');
  await pay.click();
  await wallet.confirm(/Sign this transaction\?/);

  const trackPage = new TrackPage(page);
  await trackPage.arrivedAt();
  await expect(trackPage.state).toHaveText(t('Arrived'), { timeout: SWAP_MS });
  await expectArabic(page, 'the swap at its end');
  await expectMirrored(page.getByRole('article'));
  await photograph(page, 'arabic-arrived', { whole: true });
  for (const path of ['/activity', '/settings', '/receipt']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectArabic(page, path);
  }
});
