/** Ten thousand assets and more: found at once, few of them in the page, and a warning before unverified ones. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { freePort } from '../../../lib/db/test-port.ts';
import { type OwnApp, startOwnApp } from '../../support/own-app.ts';
import { test as base, expect } from '../../support/page-test.ts';
import { glimpse } from '../../support/photographer.ts';
import { createSandbox } from '../../support/sandbox.ts';

/** A tenth of them is not rated by 1inch, so only a search finds those. */
const LISTED = 12_000;
/** Exists on the local Ethereum; 1inch warns of it, so that no list has it. */
const TAXED = '0x82b93293020682C15536B33E7b07ae7c1e4375Ce';
const FRAME_MS = 1000 / 60;
const NOBODY = `0x${'5e'.repeat(20)}`;

const test = base.extend<{ own: OwnApp }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
  own: async ({}, use) => {
    const data = mkdtempSync(join(tmpdir(), 'portage-list-'));
    const ports = { port: await freePort(), sandboxPort: await freePort() };
    const first = await startOwnApp(data, {}, ports);
    await createSandbox(first.sandboxUrl).control('oneinch-set', { listed: LISTED });
    // A cached list is kept for an hour, so only the next start loads the long one.
    await first.stop();
    const app = await startOwnApp(data, {}, ports);
    await use(app);
    await app.stop();
  },
  baseURL: async ({ own }, use) => use(own.url),
});
test.use({
  expectedErrors: [/404 \(Not Found\)/],
  // Pictures of the page would distort the measurement of keystrokes.
  trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
});
// The app is started twice, and loads its lists chain by chain.
test.describe.configure({ timeout: 360_000 });

/** From here on every keystroke is measured in the page: until the frame that answers it is painted. */
const measureKeys = (page: Page) =>
  page.evaluate(() =>
    window.addEventListener(
      'input',
      ({ timeStamp: start }) => {
        const painted = () => performance.measure('keystroke', { start, end: performance.now() });
        // Before any other queued task, since what follows the frame does not count.
        requestAnimationFrame(() => void scheduler.postTask(painted, { priority: 'user-blocking' }));
      },
      true,
    ),
  );

const measured = (page: Page) =>
  page.evaluate(() => performance.getEntriesByName('keystroke').map(({ duration }) => duration));

const summary = (times: readonly number[]): string => {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1);
  const inFrame = sorted.filter((time) => time <= FRAME_MS).length;
  return `median ${at(0.5)} ms, 95 % ${at(0.95)} ms, longest ${at(1)} ms; ${inFrame} of ${sorted.length} within a frame`;
};

test('a list of ten thousand is searched at every keystroke, walked by keys, and warns of unverified tokens', async ({
  swapPage,
  api,
}) => {
  const { page, tokens, form } = swapPage;
  const lists: string[] = [];
  page.on('response', (response) => {
    const { pathname, search } = new URL(response.url());
    if (pathname === '/v1/tokens') lists.push(search);
  });
  // Chain by chain, at the rate that 1inch allows.
  const total = async () => (await api.tokens({ limit: 1 })).total;
  await expect.poll(total, { timeout: 120_000 }).toBeGreaterThan(LISTED);
  await swapPage.open();
  await expect(form.getByRole('button', { name: 'Choose sell asset, BTC on Bitcoin' })).toBeVisible();
  // Nobody has searched yet, so the first view has a few assets.
  expect(lists.every((search) => search.includes('limit=') || search.includes('assets='))).toBe(true);

  await form.getByRole('button', { name: /^Choose sell asset/ }).click();
  const options = tokens.dialog.getByRole('option');
  await expect(options.first()).toHaveAttribute('aria-setsize', /^1\d{4}$/, { timeout: 60_000 });
  expect(await options.count()).toBeLessThan(40);
  await glimpse(page, 'ten-thousand-tokens');

  await measureKeys(page);
  for (const query of ['usdc arbitrum', 'e', 'wrapped', '0xaf88', 'solana', 'juniper coin', 'u']) {
    await tokens.search.fill('');
    await tokens.search.pressSequentially(query, { delay: 60 });
  }
  console.log(`keystrokes over ${LISTED} tokens: ${summary(await measured(page))}`);
  await tokens.search.fill('');
  await tokens.search.pressSequentially('usdc arbitrum');
  await expect(options.first()).toContainText('USDC');
  await expect(options.first()).toContainText('Arbitrum');

  await tokens.search.fill('');
  await page.keyboard.press('End');
  const size = await options.last().getAttribute('aria-setsize');
  await expect(tokens.dialog.locator(`[role=option][aria-posinset="${size}"]`)).toBeInViewport();
  await page.keyboard.press('Home');
  await expect(tokens.dialog.locator('[role=option][aria-posinset="1"]')).toBeInViewport();

  // Typing searches, wherever the focus is.
  await tokens.chain('Ethereum').check();
  await page.keyboard.type('juc9');
  await expect(tokens.search).toHaveValue('juc9');
  await expect(options).toHaveCount(1);
  await expect(options.first()).toContainText('Unverified');
  await page.keyboard.press('Enter');
  await expect(tokens.dialog.getByRole('heading', { name: 'Check this token before you use it' })).toBeFocused();
  await glimpse(page, 'unverified-token');
  await tokens.dialog.getByRole('button', { name: 'Back' }).click();
  await expect(tokens.search).toBeFocused();
  await page.keyboard.press('Enter');
  await tokens.dialog.getByRole('button', { name: 'I understand' }).click();
  await expect(form.getByRole('button', { name: 'Choose sell asset, JUC9 on Ethereum' })).toBeVisible();

  // Asked once.
  await swapPage.choose('sell', { symbol: 'BTC', chain: 'Bitcoin' });
  await swapPage.choose('sell', { symbol: 'JUC9', chain: 'Ethereum' });
});

test('an address that no list has is looked up on the chains, warned of, and then swaps where a provider trades it', async ({
  swapPage,
}) => {
  const { page, tokens, form } = swapPage;
  await swapPage.open('?buy=ETH.ETH');
  await form.getByRole('button', { name: /^Choose sell asset/ }).click();
  await tokens.search.fill(NOBODY);
  await expect(tokens.dialog.getByText(/^There is no token at this address on /)).toBeVisible({ timeout: 60_000 });
  await tokens.search.fill(TAXED);
  await expect(tokens.option({ symbol: 'TAXED', chain: 'Ethereum' })).toContainText('Unverified');
  await tokens.option({ symbol: 'TAXED', chain: 'Ethereum' }).click();
  await expect(tokens.dialog).toContainText('Not known here');
  await tokens.dialog.getByRole('button', { name: 'I understand' }).click();
  await expect(form.getByRole('button', { name: 'Choose sell asset, TAXED on Ethereum' })).toBeVisible();
  // Its decimals are known, so an amount can be typed, and every provider says whether it trades the token.
  await swapPage.amount.fill('1.5');
  await expect(page).toHaveURL(/sell=ETH\.TAXED-0x82b9/);
  await expect(swapPage.routes).toContainText(/^No route/m);
  // A link to it opens the form as it was.
  await page.reload();
  await expect(form.getByRole('button', { name: 'Choose sell asset, TAXED on Ethereum' })).toBeVisible();
  await form.getByRole('button', { name: /^Choose sell asset/ }).click();
  await expect(tokens.option({ symbol: 'TAXED', chain: 'Ethereum' })).toHaveAttribute('aria-selected', 'true');
});
