/**
 * The service lies consistently: the user's request is compared with what would be signed, and no other recipient is
 * paid.
 */
import type { Page } from '@playwright/test';
import { NEWCOMER } from '../support/accounts.ts';
import { FakeWallets } from '../support/fake-wallets/fake-wallets.ts';
import { test as base, expect } from '../support/page-test.ts';
import { photograph } from '../support/photographer.ts';

const test = base.extend<{ fakes: FakeWallets }>({
  fakes: async ({ page, baseURL, sandbox }, use) => use(new FakeWallets(page, baseURL ?? '', sandbox)),
});

const THIEF = { BTC: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', ETH: '0x00000000000000000000000000000000DeaDBeef' };
const ETH = { symbol: 'ETH', chain: 'Ethereum' };
const BTC = { symbol: 'BTC', chain: 'Bitcoin' };
const hexOf = (text: string): string => Buffer.from(text, 'utf8').toString('hex');

/**
 * From now on, every answer to a quote is changed consistently: its texts, its memo, and the bytes to sign. Before a wallet
 * is connected, since the page asks for what is signed soon after that.
 */
async function falsify(page: Page, change: (text: string) => string): Promise<void> {
  await page.route('**/v1/quote', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: change(await answer.text()) });
  });
}

const STOP = 'Do not sign: it differs from this review';

test('with another recipient everywhere in the answer, both are shown side by side and no wallet is asked', async ({
  page,
  swapPage,
  fakes,
}) => {
  await fakes.install('evm');
  await swapPage.open();
  await swapPage.fill({ sell: ETH, buy: BTC, amount: '0.5', to: NEWCOMER.BTC });
  await falsify(page, (text) =>
    text.replaceAll(NEWCOMER.BTC, THIEF.BTC).replaceAll(hexOf(NEWCOMER.BTC), hexOf(THIEF.BTC)),
  );
  await swapPage.connect('Fake EVM wallet');
  const review = await swapPage.review('THORChain');
  expect(review.route.destinationAddress).toBe(THIEF.BTC);
  const stop = review.dialog.getByRole('alert').filter({ hasText: STOP });
  await expect(stop).toContainText(NEWCOMER.BTC);
  await expect(stop).toContainText(THIEF.BTC);
  await expect(review.swapButton).toBeDisabled();
  await expect(review.dialog.getByRole('button', { name: 'Sign elsewhere' })).toBeDisabled();
  await photograph(page, 'lies-receiver', { whole: true });
  expect(fakes.calls).not.toContain('evm eth_sendTransaction');
});

test('with an unknown router, nothing can be signed', { tag: '@long' }, async ({ page, swapPage, fakes }) => {
  await fakes.install('evm');
  await swapPage.open();
  await swapPage.fill({ sell: ETH, buy: BTC, amount: '0.5', to: NEWCOMER.BTC });
  const ROUTER = /0xD37BbE5744D730a1d98d8DC97c42F0Ca46aD7146/gi;
  await falsify(page, (text) => text.replace(ROUTER, THIEF.ETH));
  await swapPage.connect('Fake EVM wallet');
  const review = await swapPage.review('THORChain');
  const stop = review.dialog.getByRole('alert').filter({ hasText: STOP });
  await expect(stop).toContainText('Contract that is called');
  await expect(stop).toContainText(THIEF.ETH);
  await expect(review.swapButton).toBeDisabled();
  expect(fakes.calls).not.toContain('evm eth_sendTransaction');
});

test('without a wallet, no address is requested for another recipient', { tag: '@long' }, async ({
  page,
  swapPage,
}) => {
  await swapPage.open();
  await swapPage.fill({ sell: BTC, buy: ETH, amount: '0.05', to: NEWCOMER.ETH });
  await falsify(page, (text) => text.replace(new RegExp(NEWCOMER.ETH, 'gi'), THIEF.ETH));
  await swapPage.withoutWallet(NEWCOMER.BTC);
  const review = await swapPage.review('Chainflip');
  await expect(review.dialog.getByRole('alert').filter({ hasText: STOP })).toContainText(THIEF.ETH);
  await expect(review.dialog.getByRole('button', { name: 'Pay by deposit address' })).toBeDisabled();
});

test('an address to pay is shown only where the swap was reviewed', async ({ page, api }) => {
  const quote = await api.quote({
    sellAsset: 'BTC.BTC',
    buyAsset: 'ETH.ETH',
    sellAmount: '0.05',
    slippage: 3,
    providers: ['CHAINFLIP'],
    sourceAddress: NEWCOMER.BTC,
    destinationAddress: NEWCOMER.ETH,
  });
  const { depositAddress } = await api.depositChannel({
    quoteId: quote.quoteId,
    routeIndex: 0,
    refundAddress: NEWCOMER.BTC,
  });
  await page.goto(`/track/${quote.quoteId}/0`);
  await expect(page.getByText('This swap was not reviewed in this browser')).toBeVisible({ timeout: 30_000 });
  await expect(page.locator('main')).not.toContainText(depositAddress);
});
