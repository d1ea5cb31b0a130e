/** The main job of a user with a wallet: one journey for each kind of wallet and of payment. */
import { NEWCOMER } from '../support/accounts.ts';
import { expectArrived } from '../support/arrived.ts';
import { expect, test } from '../support/page-test.ts';
import { glimpse } from '../support/photographer.ts';

const BTC = { symbol: 'BTC', chain: 'Bitcoin' };
const ETH = { symbol: 'ETH', chain: 'Ethereum' };
const USDC = { symbol: 'USDC', chain: 'Ethereum' };
const ATOM = { symbol: 'ATOM', chain: 'Cosmos Hub' };
const RUNE = { symbol: 'RUNE', chain: 'THORChain' };
const CACAO = { symbol: 'CACAO', chain: 'Maya' };

test('BTC becomes ETH: compared, reviewed, signed as a PSBT and tracked until it has arrived', async ({
  swapPage,
  trackPage,
  wallet,
  sandbox,
  api,
}) => {
  await swapPage.open();
  await expect(swapPage.page.getByText('Sandbox: nothing here is real money').first()).toBeVisible();
  await swapPage.fill({ sell: BTC, buy: ETH, amount: '0.05', to: NEWCOMER.ETH });
  await swapPage.find('THORChain');
  await expect(swapPage.routes.getByRole('radiogroup').getByText('Recommended')).toBeVisible();
  await swapPage.connect();
  await expect(swapPage.form.getByText('Balance')).toBeVisible();
  const review = await swapPage.review('THORChain');
  const { route } = review;
  expect(route.meta.txType).toBe('PSBT');
  await review.expectShows([
    route.memo,
    route.inboundAddress,
    route.sourceAddress,
    route.destinationAddress,
    '0.05 BTC',
    route.expectedBuyAmountMaxSlippage,
  ]);
  await glimpse(swapPage.page, 'review');
  await review.dialog.getByRole('heading', { name: 'What you will sign' }).scrollIntoViewIfNeeded();
  await glimpse(swapPage.page, 'review-signing');
  await sandbox.withHeldClock(async () => {
    await review.pay();
    await expect(wallet.question).toBeVisible({ timeout: 30_000 });
    await glimpse(swapPage.page, 'wallet-question');
    const asked = await wallet.confirm(/Sign this transaction\?/);
    expect(asked).toContain(route.memo);
    expect(asked).toContain(route.inboundAddress);
    await trackPage.arrivedAt(review.quoteId);
    await expect(trackPage.page).toHaveTitle('Confirming: BTC to ETH · Portage', { timeout: 45_000 });
    await expect(trackPage.step(/Confirming on Bitcoin/)).toBeVisible();
    await glimpse(trackPage.page, 'tracking', { whole: true });
  });
  const end = await expectArrived(trackPage, api, review);
  await expect(trackPage.page).toHaveTitle('Arrived: BTC to ETH · Portage');
  expect(end.data.outbound?.address?.toLowerCase()).toBe(NEWCOMER.ETH.toLowerCase());
  await expect(trackPage.page.getByRole('link', { name: 'Swap again' })).toBeVisible();
  await glimpse(trackPage.page, 'arrived', { whole: true });
});

test('USDC on Ethereum becomes BTC: an exact allowance first, then the payment through the router', async ({
  swapPage,
  trackPage,
  wallet,
  api,
}) => {
  const review = await swapPage.begin(
    { sell: USDC, buy: BTC, amount: '750.5', to: NEWCOMER.BTC, slippage: '3' },
    'THORChain',
  );
  const { route } = review;
  expect(route.meta.txType).toBe('EVM');
  expect(route.meta.approvals).toHaveLength(1);
  await review.expectShows([route.memo, route.targetAddress, route.meta.vaultAddress, '750.5 USDC, no more']);
  await review.pay();
  const approval = await wallet.confirm(/Sign and send this transaction\?[\s\S]*approve/);
  expect(approval).toContain('750.5 USDC');
  expect(approval.toLowerCase()).toContain(route.targetAddress?.toLowerCase());
  const payment = await wallet.confirm(/Sign and send this transaction\?[\s\S]*depositWithExpiry/);
  expect(payment).toContain(route.memo);
  expect(payment).toContain('750.5 USDC');

  await trackPage.arrivedAt(review.quoteId);
  const end = await expectArrived(trackPage, api, review);
  await expect(trackPage.page).toHaveTitle('Arrived: USDC to BTC · Portage');
  expect(end.data.inbound?.amount).toBe('750.5');
});

test('ATOM becomes RUNE: an amino document signed in a wallet of Keplr’s shape', async ({
  swapPage,
  trackPage,
  wallet,
  api,
}) => {
  const review = await swapPage.begin({ sell: ATOM, buy: RUNE, amount: '40', to: NEWCOMER.THOR }, 'THORChain');
  expect(review.route.meta.txType).toBe('COSMOS');
  await review.expectShows([review.route.memo, review.route.inboundAddress, '40 ATOM', 'cosmos-sdk/MsgSend']);
  await review.pay();
  expect(await wallet.confirm(/Sign this transaction\?/)).toContain(review.route.memo);
  await trackPage.arrivedAt(review.quoteId);
  await expectArrived(trackPage, api, review);
  await expect(trackPage.page).toHaveTitle('Arrived: ATOM to RUNE · Portage');
});

test('RUNE becomes USDC on Ethereum: a deposit message, paid out as a token', async ({
  swapPage,
  trackPage,
  wallet,
  api,
}) => {
  const review = await swapPage.begin({ sell: RUNE, buy: USDC, amount: '300', to: NEWCOMER.ETH }, 'THORChain');
  expect(review.route.meta.txType).toBe('COSMOS');
  expect(review.route.inboundAddress).toBeUndefined();
  await review.expectShows([review.route.memo, '300 RUNE', 'thorchain/MsgDeposit']);
  await review.pay();
  await wallet.confirm(/Sign this transaction\?[\s\S]*thorchain\/MsgDeposit/);
  await trackPage.arrivedAt(review.quoteId);
  const end = await expectArrived(trackPage, api, review);
  await expect(trackPage.page).toHaveTitle('Arrived: RUNE to USDC · Portage');
  expect(end.data.outbound?.chain).toBe('ETH');
});

test('CACAO becomes BTC through Maya', async ({ swapPage, trackPage, wallet, api }) => {
  const review = await swapPage.begin({ sell: CACAO, buy: BTC, amount: '4000', to: NEWCOMER.BTC }, 'Maya');
  await review.pay();
  await wallet.confirm(/Sign this transaction\?[\s\S]*mayachain\/MsgDeposit/);
  await trackPage.arrivedAt(review.quoteId);
  await expect(trackPage.page.getByText(/Provider: Maya\./)).toBeVisible();
  await expectArrived(trackPage, api, review);
  await expect(trackPage.page).toHaveTitle('Arrived: CACAO to BTC · Portage');
});
