/** The page asks nodes that are not the site's own where a payment goes: what they confirm, contradict, or cannot say. */
import type { Page } from '@playwright/test';
import { NEWCOMER } from '../support/accounts.ts';
import { test as hostTest } from '../support/embed-host/host-test.ts';
import { giveWallets } from '../support/embed-host/lend.ts';
import { createEvmSigner } from '../support/fake-wallets/evm-signer.ts';
import { FakeWallets } from '../support/fake-wallets/fake-wallets.ts';
import { freshKnobs } from '../support/fake-wallets/knobs.ts';
import { EmbedFrame } from '../support/page-objects/embed-frame.ts';
import type { ReviewSheet } from '../support/page-objects/review-sheet.ts';
import type { SwapPage } from '../support/page-objects/swap-page.ts';
import { test as base, expect } from '../support/page-test.ts';
import { glimpse, photograph } from '../support/photographer.ts';

const test = base.extend<{ fakes: FakeWallets }>({
  fakes: async ({ page, baseURL, sandbox }, use) => use(new FakeWallets(page, baseURL ?? '', sandbox)),
});

// Each journey stands alone, so that the workers share them.
test.describe.configure({ mode: 'parallel' });

const ETH = { symbol: 'ETH', chain: 'Ethereum' };
const BTC = { symbol: 'BTC', chain: 'Bitcoin' };
const TWO = '2 independent nodes name the same vault.';
const STOP = 'Do not pay: an independent node says otherwise';
const ALONE = 'No independent node could be asked: only this site says where this payment goes.';
const WITNESSES = /\/(inbound_addresses|chainflip-rpc)$/;
/** A vault of nobody's. */
const THIEF = '0x00000000000000000000000000000000DeaDBeef';
const THIEF_BTC = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';

/** The review of a route that is paid without a wallet, by Chainflip. */
async function reviewOfChannel(swapPage: SwapPage, amount: string) {
  await swapPage.open();
  await swapPage.fill({ sell: BTC, buy: ETH, amount, to: NEWCOMER.ETH });
  await swapPage.withoutWallet(NEWCOMER.BTC);
  return swapPage.review('Chainflip');
}

/** Opens the reviewed route's deposit channel, to its page. */
async function openChannel(page: Page, { dialog }: ReviewSheet): Promise<void> {
  await dialog.getByRole('button', { name: 'Pay by deposit address' }).click();
  await page.getByRole('button', { name: 'Get a deposit address' }).click();
  await page.waitForURL(/\/track\//, { timeout: 60_000 });
}

/** Every answer at this path is changed as a whole. */
async function falsify(page: Page, path: string, change: (text: string) => string): Promise<void> {
  await page.route(path, async (route) => {
    // That of a swap does not end: without it the page asks for one answer after the other.
    if (path.endsWith('/track') && route.request().headers().accept?.includes('text/event-stream'))
      return route.fulfill({ contentType: 'text/event-stream', body: '' });
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: change(await answer.text()) });
  });
}

test.describe('a call of a router', () => {
  test('whose vault two nodes name can be signed, and the review says so', { tag: '@long' }, async ({
    page,
    swapPage,
    fakes,
  }) => {
    await fakes.install('evm');
    const review = await swapPage.begin(
      { sell: ETH, buy: BTC, amount: '0.2', to: NEWCOMER.BTC },
      'THORChain',
      'Fake EVM wallet',
    );
    await expect(review.dialog.getByText(TWO)).toBeVisible();
    await review.agree();
    await review.dialog.getByText(TWO).scrollIntoViewIfNeeded();
    await photograph(page, 'witnesses-agree');
  });

  test('to a vault that the service invented is stopped, with both values', async ({ page, swapPage, fakes }) => {
    await fakes.install('evm');
    await swapPage.open();
    await swapPage.fill({ sell: ETH, buy: BTC, amount: '0.2', to: NEWCOMER.BTC });
    let vault = '';
    await falsify(page, '**/v1/quote', (text) => {
      vault ||= /"vaultAddress":"(0x[0-9a-fA-F]{40})"/.exec(text)?.[1] ?? '';
      return vault === '' ? text : text.replaceAll(new RegExp(vault.slice(2), 'gi'), THIEF.slice(2));
    });
    await swapPage.connect('Fake EVM wallet');
    const review = await swapPage.review('THORChain');
    const stop = review.dialog.getByRole('alert').filter({ hasText: STOP });
    await expect(stop).toContainText(THIEF);
    await expect(stop).toContainText(vault);
    await expect(review.swapButton).toBeDisabled();
    await expect(review.dialog.getByRole('button', { name: 'Sign elsewhere' })).toBeDisabled();
    await photograph(page, 'witnesses-differ');
    expect(fakes.calls).not.toContain('evm eth_sendTransaction');
  });

  test.describe('while no node can be reached', () => {
    test.use({ expectedErrors: [/ERR_FAILED/] });

    test('can be signed on this site’s word alone, and the review says so', async ({ page, swapPage, fakes }) => {
      await page.route(WITNESSES, (route) => route.abort());
      await fakes.install('evm');
      const review = await swapPage.begin(
        { sell: ETH, buy: BTC, amount: '0.2', to: NEWCOMER.BTC },
        'THORChain',
        'Fake EVM wallet',
      );
      await expect(review.dialog.getByText(ALONE)).toBeVisible();
      await review.agree();
      await review.dialog.getByText(ALONE).scrollIntoViewIfNeeded();
      await photograph(page, 'witnesses-away');
    });
  });
});

test('a payment with a memo: what one of two nodes contradicts is not shown for payment', async ({
  swapPage,
  sandbox,
}) => {
  await swapPage.open();
  await swapPage.fill({ sell: BTC, buy: ETH, amount: '0.02', to: NEWCOMER.ETH });
  await swapPage.withoutWallet(NEWCOMER.BTC);
  const review = await swapPage.review('Maya');
  await expect(review.dialog.getByText(TWO)).toBeVisible();
  await review.agree();
  await review.dialog.getByRole('button', { name: 'Close' }).click();
  await sandbox.withFault({ target: 'mayanode-2', kind: 'otherVaults', chain: 'BTC' }, async () => {
    const again = await swapPage.review('Maya');
    await expect(again.dialog.getByRole('alert').filter({ hasText: STOP })).toContainText('Receiving vault');
    await expect(again.dialog.getByRole('button', { name: /^Show where to send/ })).toBeDisabled();
  });
});

test.describe('a deposit channel', () => {
  test('that two nodes know is shown for payment; one that they do not know never is', { tag: '@long' }, async ({
    page,
    swapPage,
  }) => {
    const review = await reviewOfChannel(swapPage, '0.05');
    await openChannel(page, review);
    const line = page.getByText('2 independent nodes know this deposit address, with your addresses and your minimum.');
    await expect(line).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText(/^Send this much/)).toBeVisible();
    await photograph(page, 'witnesses-channel', { whole: true });
  });

  test('that the service invented stays hidden', async ({ page, swapPage }) => {
    const review = await reviewOfChannel(swapPage, '0.06');
    let address = '';
    const lie = (text: string): string => {
      address ||= /"depositAddress":"([^"]+)"/.exec(text)?.[1] ?? '';
      return address === '' ? text : text.replaceAll(address, THIEF_BTC);
    };
    await falsify(page, '**/v1/chainflip-deposit-channel', lie);
    await falsify(page, '**/v1/track', lie);
    await openChannel(page, review);
    const stop = page.getByRole('alert').filter({ hasText: STOP });
    await expect(stop).toContainText(THIEF_BTC, { timeout: 40_000 });
    await expect(page.getByText(/^Send this much/)).toBeHidden();
    await photograph(page, 'witnesses-no-channel', { whole: true });
  });
});

test.describe('while no node can be reached, this site’s word alone', { tag: '@long' }, () => {
  test.use({ expectedErrors: [/ERR_FAILED/] });
  test.beforeEach(({ page }) => page.route(WITNESSES, (route) => route.abort()));

  test('shows a payment with a memo, and the review says so', async ({ page, swapPage }) => {
    await swapPage.open();
    await swapPage.fill({ sell: BTC, buy: ETH, amount: '0.02', to: NEWCOMER.ETH });
    await swapPage.withoutWallet(NEWCOMER.BTC);
    const review = await swapPage.review('Maya');
    await expect(review.dialog.getByText(ALONE)).toBeVisible();
    await review.agree();
    await expect(review.dialog.getByRole('button', { name: /^Show where to send/ })).toBeEnabled();
    await photograph(page, 'witnesses-away-memo');
  });

  test('shows a deposit channel, and its page says so', async ({ page, swapPage }) => {
    const review = await reviewOfChannel(swapPage, '0.05');
    await openChannel(page, review);
    await expect(page.getByText(ALONE)).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText(/^Send this much/)).toBeVisible();
    await photograph(page, 'witnesses-away-channel', { whole: true });
  });
});

test('switched off in the settings: nobody is asked, and the review says so', async ({ page, swapPage }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (WITNESSES.test(new URL(request.url()).pathname)) asked.push(request.url());
  });
  await page.goto('/settings');
  await page.getByRole('checkbox', { name: 'Ask independent nodes before I pay' }).uncheck();
  await photograph(page, 'witnesses-settings', { whole: true });
  await swapPage.open();
  await swapPage.fill({ sell: BTC, buy: ETH, amount: '0.02', to: NEWCOMER.ETH });
  await swapPage.withoutWallet(NEWCOMER.BTC);
  const review = await swapPage.review('Maya');
  await expect(
    review.dialog.getByText('You have switched off independent nodes: only this site says where this payment goes.'),
  ).toBeVisible();
  expect(asked).toEqual([]);
});

hostTest(
  'in a frame the same is asked: two nodes agree, one contradicts, and a receiver that the host has set is told as the host’s',
  async ({ page, site, baseURL, sandbox }) => {
    const signer = createEvmSigner(freshKnobs(), baseURL ?? '');
    await sandbox.fund('ETH', signer.addresses[0], '2');
    await signer.request('eth_requestAccounts', []);
    const asked = await giveWallets(page, { evm: signer });
    const nodes = new Set<string>();
    page.on('request', (request) => {
      if (WITNESSES.test(new URL(request.url()).pathname)) nodes.add(new URL(request.url()).host);
    });
    const shop = new EmbedFrame(page, '#shop');
    // A price that falls meanwhile needs a consent.
    await sandbox.withSteadyMarket(async () => {
      await page.goto(`${site.origin}/plain`);
      await expect(shop.frame.getByText('The site around this frame has set this recipient.')).toBeVisible();
      await shop.review();
      await expect(shop.dialog.getByText(TWO)).toBeVisible();
      await expect(shop.swapButton).toBeEnabled();
    });
    expect(nodes.size).toBe(2);
    await shop.dialog.getByText(TWO).scrollIntoViewIfNeeded();
    await glimpse(page, 'witnesses-embed-agree');
    await shop.close();
    await sandbox.withFault({ target: 'thornode-2', kind: 'otherVaults', chain: 'ETH' }, async () => {
      await shop.review();
      await expect(shop.dialog.getByRole('alert').filter({ hasText: STOP })).toContainText('Receiving vault');
      await expect(shop.swapButton).toBeDisabled();
      await glimpse(page, 'witnesses-embed-differ');
    });
    expect(asked).not.toContain('eth_sendTransaction');
  },
);
