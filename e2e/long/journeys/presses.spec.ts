/** How many presses a swap takes from a cold start to the wallet's own window, or to the address that is paid. */
import type { Page } from '@playwright/test';
import { NEWCOMER } from '../../support/accounts.ts';
import { untilState } from '../../support/arrived.ts';
import { DepositAddress } from '../../support/page-objects/deposit-address.ts';
import type { SandboxWallet } from '../../support/page-objects/sandbox-wallet.ts';
import type { SwapPage } from '../../support/page-objects/swap-page.ts';
import { expect, test } from '../../support/page-test.ts';
import { countPresses } from '../../support/presses.ts';
import { createUtxoPayer } from '../../support/utxo-payer.ts';

const SEND = /Sign and send this transaction\?/;

/** One press opens the selector; the rest is typed. */
async function choose({ form, tokens, page }: SwapPage, side: 'sell' | 'buy', typed: string, name: string) {
  await form.getByRole('button', { name: new RegExp(`^Choose ${side} asset`) }).click();
  await expect(tokens.search).toBeFocused();
  await page.keyboard.type(typed);
  const [symbol = '', chain = ''] = name.split(' on ');
  await expect(tokens.dialog.getByRole('option').first()).toContainText(symbol);
  await expect(tokens.dialog.getByRole('option').first()).toContainText(chain);
  await page.keyboard.press('Enter');
  await expect(form.getByRole('button', { name: `Choose ${side} asset, ${name}` })).toBeVisible();
}

/** An amount is typed without a press, since the field has the focus after a choice. */
async function type({ amount, page }: SwapPage, text: string) {
  await expect(amount).toBeFocused();
  await page.keyboard.type(text);
}

async function connect(swapPage: SwapPage, wallet: SandboxWallet, networks: readonly string[]) {
  const sheet = await swapPage.openWallets();
  await sheet.getByRole('button', { name: /^Sandbox wallet/ }).click();
  for (const network of networks) await wallet.confirm(new RegExp(`Connect to this site\\?.*${network}`));
  await expect(sheet).toBeHidden();
}

/** Presses Review and Swap, and waits for the wallet's own window. */
async function pay(swapPage: SwapPage, wallet: SandboxWallet, title: RegExp, route?: string) {
  const review = await swapPage.review(route);
  await review.pay();
  await expect(wallet.question.filter({ hasText: title })).toBeVisible({ timeout: 30_000 });
  return review;
}

/** Expects at most so many presses, and notes them with the seconds since the start. */
async function expectAtMost(most: number, presses: () => Promise<number>, page: Page, started: number) {
  const count = await presses();
  test.info().annotations.push({
    type: 'presses',
    description: `${count} presses, ${((Date.now() - started) / 1000).toFixed(1)} s, at ${new URL(page.url()).pathname}`,
  });
  expect(count).toBeLessThanOrEqual(most);
}

// A price that falls meanwhile needs a consent, which is one press more.
test.beforeEach(async ({ sandbox }) => {
  for (const network of ['thor', 'maya']) await sandbox.control('market', { network, on: false });
});
test.afterEach(async ({ sandbox }) => {
  for (const network of ['thor', 'maya']) await sandbox.control('market', { network, on: true });
});

test('USDC to BTC with an approval: six presses from a cold start', async ({ swapPage, wallet, page }) => {
  const presses = await countPresses(page);
  const started = Date.now();
  await swapPage.open();
  await choose(swapPage, 'sell', 'usdc eth', 'USDC on Ethereum');
  await choose(swapPage, 'buy', 'btc', 'BTC on Bitcoin');
  await type(swapPage, '750');
  await connect(swapPage, wallet, ['Ethereum', 'Bitcoin']);
  await pay(swapPage, wallet, SEND);
  await expectAtMost(6, presses, page, started);
  // The approval and the payment follow one press.
  await wallet.confirm(/Sign and send this transaction\?[\s\S]*approve/);
  await expect(wallet.question.filter({ hasText: SEND })).toBeVisible({ timeout: 30_000 });
  await expectAtMost(6, presses, page, started);
});

test('SOL to USDC on one chain: six presses', async ({ swapPage, wallet, page }) => {
  const presses = await countPresses(page);
  const started = Date.now();
  await swapPage.open();
  await choose(swapPage, 'sell', 'sol', 'SOL on Solana');
  await choose(swapPage, 'buy', 'usdc sol', 'USDC on Solana');
  await type(swapPage, '1.5');
  await connect(swapPage, wallet, ['Solana']);
  await pay(swapPage, wallet, /Sign (and send )?this transaction\?/);
  await expectAtMost(6, presses, page, started);
});

test('BTC to ETH by a deposit address, without a wallet: two presses into fields, and five more', async ({
  swapPage,
  page,
  baseURL,
}) => {
  const payer = createUtxoPayer(baseURL ?? '', 'BTC');
  const presses = await countPresses(page);
  const started = Date.now();
  await swapPage.open();
  await swapPage.amount.click();
  await page.keyboard.type('0.05');
  await swapPage.receiveAt.click();
  await page.keyboard.insertText(NEWCOMER.ETH);
  await swapPage.goOnWithoutWallet();
  await expect(swapPage.sendFrom).toBeFocused();
  await page.keyboard.insertText(payer.address);
  // Another route may be recommended, so this one may take a press.
  const review = await swapPage.review('Chainflip');
  const deposit = new DepositAddress(page);
  await deposit.choose(review);
  await deposit.openButton.click();
  await expect(deposit.card).toBeVisible({ timeout: 45_000 });
  await expectAtMost(7, presses, page, started);
});

test('DAI to BTC by 1inch, then Chainflip, with connected wallets: five presses', async ({
  swapPage,
  wallet,
  page,
}) => {
  const presses = await countPresses(page);
  await swapPage.open('?sell=ETH.ETH&buy=BTC.BTC&amount=1');
  await connect(swapPage, wallet, ['Ethereum', 'Bitcoin']);
  await swapPage.open();
  const started = Date.now();
  await choose(swapPage, 'sell', 'dai eth', 'DAI on Ethereum');
  await choose(swapPage, 'buy', 'btc', 'BTC on Bitcoin');
  await type(swapPage, '900');
  await pay(swapPage, wallet, SEND, '1inch, then Chainflip');
  await expectAtMost(5, presses, page, started);
});

test('a refund from a connected form: three presses, and one more starts another swap', async ({
  swapPage,
  trackPage,
  wallet,
  sandbox,
  page,
}) => {
  await swapPage.open('?sell=DOGE.DOGE&buy=LTC.LTC');
  const presses = await countPresses(page);
  await swapPage.open(`?sell=DOGE.DOGE&buy=LTC.LTC&amount=2000&to=${NEWCOMER.LTC}&slippage=0.5`);
  await swapPage.connect();
  await swapPage.open(`?sell=DOGE.DOGE&buy=LTC.LTC&to=${NEWCOMER.LTC}&slippage=0.5`);
  const started = Date.now();
  await swapPage.amount.click();
  await page.keyboard.type('2000');
  const review = await pay(swapPage, wallet, /Sign and send this payment\?/, 'THORChain');
  await expectAtMost(3, presses, page, started);
  await sandbox.control('move-price', { asset: 'DOGE.DOGE', percent: -10 });
  try {
    await wallet.confirm(/Sign and send this payment\?/);
    await trackPage.arrivedAt(review.quoteId);
    await untilState(trackPage, 'Refunded');
  } finally {
    await sandbox.control('move-price', { asset: 'DOGE.DOGE', percent: 11.1111 });
  }
  await expect(
    page.getByRole('link', { name: 'Try again' }).or(page.getByRole('link', { name: 'Swap again' })),
  ).toHaveCount(1);
});
