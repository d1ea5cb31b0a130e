/** Without a network: what the browser keeps still opens, and the rest opens by itself when the network is back. */
import { expect, test } from '../support/page-test.ts';

test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED \(.*\.woff2\)/] });

test('without a network Activity opens with its pictures, another page says so, and it opens when the network is back', async ({
  page,
  context,
  swapPage,
}) => {
  await swapPage.open();
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await expect(page.locator('img[src="/tokens/btc.svg"]').first()).toBeVisible();

  await context.setOffline(true);
  await page.goto('/activity');
  await expect(page.getByRole('heading', { name: 'Activity', level: 1 })).toBeVisible();
  const width = page.evaluate(async () => {
    const picture = new Image();
    picture.src = '/tokens/btc.svg';
    await picture.decode();
    return picture.naturalWidth;
  });
  expect(await width).toBeGreaterThan(0);
  await page.goto('/settings');
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();

  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
});
