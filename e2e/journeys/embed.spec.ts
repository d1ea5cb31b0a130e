/** The swap in pages of other sites: told by them, stopped by them, paid from their wallet, and framed by no others. */

import type { Page } from '@playwright/test';
import type { EmbedEvent } from '../../public/embed.d.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { test } from '../support/embed-host/host-test.ts';
import { giveWallets } from '../support/embed-host/lend.ts';
import { createEvmSigner } from '../support/fake-wallets/evm-signer.ts';
import { freshKnobs } from '../support/fake-wallets/knobs.ts';
import { EmbedFrame } from '../support/page-objects/embed-frame.ts';
import { expect, SWAP_MS } from '../support/page-test.ts';
import { glimpse } from '../support/photographer.ts';

type Received = { embed: string; event: EmbedEvent };

const eventsOf = (page: Page): Promise<Received[]> => page.evaluate(() => window.received);

test('two swaps in a shop’s page: vetoed once, then paid from the shop’s own wallet and tracked to the end', async ({
  page,
  site,
  sandbox,
  baseURL,
  api,
}) => {
  const signer = createEvmSigner(freshKnobs(), baseURL ?? '');
  const [account] = signer.addresses;
  await sandbox.fund('ETH', account, '2');
  // The page is connected to its wallet already.
  await signer.request('eth_requestAccounts', []);
  const asked = await giveWallets(page, { evm: signer });
  await page.addInitScript(() => {
    window.verdict = 'The shop is closed today.';
  });
  await page.goto(`${site.origin}/plain`);
  const [shop, second] = [new EmbedFrame(page, '#shop'), new EmbedFrame(page, '#second')];

  // Each has the options of its own page.
  await expect(shop.amount).toHaveValue('0.5');
  await expect(shop.frame.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(second.frame.locator('html')).toHaveAttribute('data-theme', 'light');
  await expect(second.frame.locator('html')).toHaveAttribute('lang', 'de');
  await expect(shop.frame.getByRole('button', { name: 'Choose buy asset' })).toHaveCount(0);
  // Nobody has to connect twice.
  await shop.review();
  await expect(shop.dialog).toContainText(account, { ignoreCase: true });
  await glimpse(page, 'embed-host', { whole: true });

  await shop.pay(() => expect(shop.dialog.getByText('The shop is closed today.')).toBeVisible({ timeout: 5_000 }));
  expect(asked).not.toContain('eth_sendTransaction');
  await page.evaluate(() => {
    delete window.verdict;
  });
  const types = async () => (await eventsOf(page)).map(({ event }) => event.type);
  await shop.pay(() =>
    expect
      .poll(async () => (await types()).filter((type) => type === 'beforeSign'), { timeout: 5_000 })
      .toHaveLength(2),
  );
  await expect.poll(types, { timeout: SWAP_MS }).toContain('completed');

  const received = await eventsOf(page);
  const events = received.filter(({ embed }) => embed === 'shop').map(({ event }) => event);
  const order = ['ready', 'wallet', 'quote', 'beforeSign', 'sent', 'stage', 'completed'];
  const firsts = order.map((type) => events.findIndex((event) => event.type === type));
  expect(firsts).toEqual([...firsts].sort((a, b) => a - b));
  expect(firsts[0]).toBeGreaterThanOrEqual(0);
  expect(events.filter(({ type }) => type === 'beforeSign').length).toBeGreaterThanOrEqual(2);
  const sent = events.find((event) => event.type === 'sent');
  const completed = events.find((event) => event.type === 'completed');
  expect(completed).toMatchObject({
    quoteId: sent?.quoteId,
    hash: sent?.hash,
    sellAsset: 'ETH.ETH',
    sellAmount: '0.5',
  });
  const tracked = await api.track({ quoteId: sent?.quoteId ?? '', routeIndex: sent?.routeIndex ?? 0 });
  expect(tracked.trackingStatus).toBe('completed');
  expect(completed?.buyAmount).toBe(tracked.data.route?.actualBuyAmount);
  // Events of one embed do not reach the other.
  const others = received.filter(({ embed }) => embed === 'second').map(({ event }) => event.type);
  expect(others).toContain('ready');
  expect(others).not.toContain('sent');
  expect(asked.filter((method) => method === 'eth_sendTransaction')).toHaveLength(1);
});

test('in React: mounted once despite StrictMode, restyled live, as high as its page, gone when it is closed', {
  tag: '@long',
}, async ({ page, site }) => {
  await page.goto(`${site.origin}/react`);
  const embed = new EmbedFrame(page, '#root');
  await expect(embed.element).toHaveCount(1);
  await expect(embed.amount).toBeVisible();
  await expect(embed.frame.locator('html')).toHaveAttribute('data-theme', 'light');
  await page.getByRole('button', { name: 'Night' }).click();
  await expect(embed.frame.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect
    .poll(() => embed.frame.locator('html').evaluate((html) => html.scrollHeight - html.clientHeight))
    .toBeLessThanOrEqual(1);
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(embed.element).toHaveCount(0);
});

test('in Vue: mounted, its events received, and gone when it is closed', { tag: '@long' }, async ({ page, site }) => {
  await page.goto(`${site.origin}/vue`);
  const embed = new EmbedFrame(page, '#root');
  await expect(embed.amount).toBeVisible();
  await expect(embed.frame.getByRole('button', { name: 'Choose buy asset, LTC on Litecoin' })).toBeVisible();
  await expect.poll(async () => (await eventsOf(page)).map(({ event }) => event.type)).toContain('ready');
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(embed.element).toHaveCount(0);
});

test.describe('an unregistered page', () => {
  test.use({ expectedErrors: [/frame-ancestors|chrome-error/] });

  test('cannot frame it: the browser refuses, and the loader says so, with a way to try again', async ({
    page,
    site,
    baseURL,
  }) => {
    await page.goto(`${site.stranger}/plain`);
    const alert = page.locator('#shop').getByRole('alert');
    await expect(alert).toContainText('The swap could not be loaded.');
    expect(page.frames().filter((frame) => frame.url().startsWith(baseURL ?? ''))).toEqual([]);
    const received = await eventsOf(page);
    expect(received.map(({ embed, event }) => [embed, event.type])).toContainEqual(['shop', 'error']);
    await alert.getByRole('button', { name: 'Load again' }).click();
    await expect(page.locator('#shop').getByRole('status')).toContainText('Loading the swap');
  });
});

test('the playground: options typed by hand reach the frame, the code and the link; the user plays the host’s refusal', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/embed/playground?sell=ETH.ETH&buy=BTC.BTC&theme=dark');
  const embed = new EmbedFrame(page, 'main');
  const events = page.getByRole('log', { name: 'Events of the embed' });
  await expect(events.getByText('ready', { exact: true })).toBeVisible();
  await expect(embed.frame.locator('html')).toHaveAttribute('data-theme', 'dark');

  await page.getByText('Your page', { exact: true }).click();
  await page.getByLabel('Ask me before quote').check();
  await page.getByRole('textbox', { name: 'amount', exact: true }).fill('1.5x');
  await expect(page.getByText('The option "amount" must be a decimal amount')).toBeVisible();
  await page.getByRole('textbox', { name: 'amount', exact: true }).fill('1.5');
  await expect(embed.amount).toHaveValue('1.5');
  const question = page.getByRole('region', { name: 'Before quote' }).first();
  await question.getByRole('textbox').fill('No quotes before noon.');
  await question.getByRole('button', { name: 'Refuse' }).click();
  await expect(embed.frame.getByText('No quotes before noon.')).toBeVisible();
  await expect(events.getByText('beforeQuote', { exact: true }).first()).toBeVisible();

  await expect(embed.frame.getByText('This swap is set up wrong on this site')).toHaveCount(0);

  const code = page.getByRole('region', { name: 'The code' });
  await expect(code).toContainText('amount: "1.5"');
  await page.getByRole('button', { name: 'iframe', exact: true }).click();
  await expect(code).toContainText('/embed?sell=ETH.ETH&amp;buy=BTC.BTC&amp;amount=1.5&amp;theme=dark');
  await expect(page).toHaveURL(/\/embed\/playground\?sell=ETH\.ETH&buy=BTC\.BTC&amount=1\.5&theme=dark$/);
  await expectAccessible(page);
  await glimpse(page, 'embed-playground', { whole: true });
});
