/**
 * What remains of a swap: its timeline for a screen reader, its receipt, and this browser's list, exported, lost and
 * imported.
 */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { NEWCOMER } from '../../support/accounts.ts';
import { startOwnApp } from '../../support/own-app.ts';
import type { ReviewSheet } from '../../support/page-objects/review-sheet.ts';
import type { SandboxWallet } from '../../support/page-objects/sandbox-wallet.ts';
import type { SwapPage } from '../../support/page-objects/swap-page.ts';
import type { TrackPage } from '../../support/page-objects/track-page.ts';
import { expect, SWAP_MS, test } from '../../support/page-test.ts';
import { glimpse } from '../../support/photographer.ts';

type Pages = { swapPage: SwapPage; trackPage: TrackPage; wallet: SandboxWallet };

/** ATOM becomes RUNE, since these chains are the fastest. */
async function finishedSwap({ swapPage, trackPage, wallet }: Pages): Promise<ReviewSheet> {
  const review = await swapPage.begin(
    {
      sell: { symbol: 'ATOM', chain: 'Cosmos Hub' },
      buy: { symbol: 'RUNE', chain: 'THORChain' },
      amount: '25',
      to: NEWCOMER.THOR,
    },
    'THORChain',
  );
  await review.pay();
  await wallet.confirm(/Sign this transaction\?/);
  await trackPage.arrivedAt(review.quoteId);
  await expect(trackPage.state).toHaveText('Arrived', { timeout: SWAP_MS });
  return review;
}

/** Presses a button and returns the path of the file that the browser saves. */
async function saved(page: Page, button: string): Promise<string> {
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: button, exact: true }).click();
  return (await coming).path();
}

/** Every step has a title, a state, a time, and a link to its evidence. */
const STORY = `
- list "What happened to this swap":
  - listitem:
    - paragraph: Signed in your wallet , done
    - time: /\\d+:\\d+ [AP]M/
  - listitem:
    - paragraph: Sent 25 ATOM , done
    - time: /\\d+:\\d+ [AP]M/
    - paragraph:
      - text: /Cosmos Hub [0-9A-F]{6}…[0-9A-F]{6}/
      - button "Copy the transaction on Cosmos Hub"
    - group: Evidence
  - listitem:
    - paragraph: Received by THORChain , done
    - time: /\\d+:\\d+ [AP]M/
    - paragraph: /block \\d+/
  - listitem:
    - paragraph: Swapped by THORChain , done
    - time: /\\d+:\\d+ [AP]M/
    - paragraph: /in \\d+ sec/
  - listitem:
    - paragraph: /[\\d.]+ RUNE arrived , done/
    - time: /\\d+:\\d+ [AP]M/
    - paragraph: /exactly as quoted|(more|less) than quoted/
    - paragraph:
      - text: To thor16…lt0jws
      - button "Copy the address"
    - paragraph:
      - text: /THORChain [0-9A-F]{6}…[0-9A-F]{6}/
      - button "Copy the transaction on THORChain"
    - group: Evidence
`;

const fileOf = (name: string, text: string): string => {
  const path = join(mkdtempSync(join(tmpdir(), 'portage-file-')), name);
  writeFileSync(path, text);
  return path;
};

test('the timeline of a finished swap for a screen reader; the list is exported, cleared and imported', async ({
  swapPage,
  trackPage,
  wallet,
  page,
}) => {
  const review = await finishedSwap({ swapPage, trackPage, wallet });
  const story = page.getByRole('list', { name: 'What happened to this swap' });
  await expect(story).toMatchAriaSnapshot(STORY);

  const toActivity = page.getByRole('banner').getByRole('link', { name: /^Activity/ });
  await toActivity.click();
  const row = page.getByRole('listitem').filter({ hasText: /^25 ATOM to [\d,.]+ RUNE/ });
  await expect(row).toContainText('Arrived');
  await glimpse(page, 'activity', { whole: true });
  const table = readFileSync(await saved(page, 'Export as a table (CSV)'), 'utf8')
    .trim()
    .split('\r\n');
  expect(table).toHaveLength(2);
  expect(table[1]).toContain(review.quoteId);
  const file = readFileSync(await saved(page, 'Export as a file'), 'utf8');

  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Clear everything' }).click();
  await page.getByRole('button', { name: 'Forget them' }).click();
  await expect(page.getByText('Cleared.')).toBeVisible();
  await toActivity.click();
  await expect(page.getByRole('heading', { name: 'No swaps in this browser yet' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'No swaps in this browser yet' })).toBeVisible();

  // A file that is no activity is refused with a message, and changes nothing.
  const drop = page.getByLabel('Import an activity file');
  for (const [text, filter] of [
    ['\u0000\u0001 not a file of ours', 'This file is not JSON'],
    ['{"swaps":[]}', 'This is not a Portage activity file'],
    ['{"format":"portage-activity","version":99,"swaps":[]}', 'written by a newer Portage'],
  ] as const) {
    await drop.setInputFiles(fileOf('garbage.json', text));
    await expect(page.getByText(filter)).toBeVisible();
    await expect(row).toHaveCount(0);
  }
  // A file with a valid and an invalid entry: the valid one is imported, the other is named.
  const halfGood = file.replace(/"swaps": \[/, '"swaps": [{"quoteId": "<img src=x>", "routeIndex": -1},');
  await drop.setInputFiles(fileOf('half.json', halfGood));
  await expect(page.getByText('1 swap read')).toBeVisible();
  await expect(page.getByText('1 entry is no swap and was left out:')).toBeVisible();
  await expect(row).toContainText('Arrived');
  await drop.setInputFiles(fileOf('activity.json', file));
  await expect(page.getByText('New: 0. Known and now with newer facts: 0. Known already: 1.')).toBeVisible();
  await row.getByRole('link').click();
  await trackPage.arrivedAt(review.quoteId);
  await expect(trackPage.state).toHaveText('Arrived');
});

test('any swap is found by its hash and by its quote id; its receipt is saved, and opens where it is known and where it is not', async ({
  swapPage,
  trackPage,
  wallet,
  page,
  api,
  browser,
  freshContext,
}) => {
  const review = await finishedSwap({ swapPage, trackPage, wallet });
  const { hash = '' } = (await api.track(review.key)).data.inbound ?? {};
  const heading = (await trackPage.heading.textContent()) ?? '';
  await page.getByRole('link', { name: 'Receipt', exact: true }).click();
  await expect(page.getByRole('article').getByText('Receipt of a swap')).toBeVisible();
  await expect(page.getByRole('article')).toContainText(hash);
  const receipt = await saved(page, 'Save as a file');

  // A browser that has never seen the swap.
  const elsewhere = await (await freshContext()).newPage();
  const find = elsewhere.getByRole('form', { name: 'Find a swap' });
  for (const text of [hash, hash.toLowerCase(), review.quoteId]) {
    await elsewhere.goto('/activity');
    await find.getByRole('textbox').fill(text);
    await find.getByRole('button', { name: 'Find it' }).click();
    await elsewhere.waitForURL(`**/track/${review.quoteId}/**`);
    await expect(elsewhere.getByRole('heading', { level: 1 })).toHaveText(heading);
  }
  await elsewhere.goto('/activity');
  await find.getByRole('textbox').fill('what is this');
  await find.getByRole('button', { name: 'Find it' }).click();
  await expect(find).toContainText('Enter a transaction hash or a quote id.');

  await elsewhere.goto('/receipt');
  const drop = elsewhere.getByLabel('Choose a receipt file');
  await drop.setInputFiles(fileOf('garbage.json', '<html>'));
  await expect(elsewhere.getByText('This file is not JSON, so it is not a Portage receipt.')).toBeVisible();
  await drop.setInputFiles(receipt);
  await elsewhere.waitForURL(`**/track/${review.quoteId}/**`);
  await expect(elsewhere.getByRole('heading', { level: 1 })).toHaveText(heading);

  const stranger = await startOwnApp(mkdtempSync(join(tmpdir(), 'portage-own-')));
  try {
    const there = await (await browser.newContext({ baseURL: stranger.url })).newPage();
    await there.goto('/receipt');
    await there.getByLabel('Choose a receipt file').setInputFiles(receipt);
    await expect(there.getByText('From your file, not verified here')).toBeVisible();
    await expect(there.getByText(/^This deployment does not know this swap/)).toBeVisible();
    const paper = there.getByRole('article');
    await expect(paper).toContainText(hash);
    await expect(paper).toContainText(NEWCOMER.THOR);
    await expect(paper).toContainText('25 ATOM');
    await glimpse(there, 'receipt-unknown', { whole: true });
    await there.context().close();
  } finally {
    await stranger.stop();
  }
});
