/** Two-leg swaps of which one leg fails: what became of the money, in which asset, where it is, and why. */
import { NEWCOMER } from '../../support/accounts.ts';
import { blockHeight, withPriceMoved } from '../../support/chainflip.ts';
import { createEvmReader } from '../../support/evm-reader.ts';
import { USDC, withOneinchPriceMoved } from '../../support/oneinch.ts';
import { DepositAddress } from '../../support/page-objects/deposit-address.ts';
import { bridgeOf, CHAINFLIP_FIRST, ONEINCH_FIRST } from '../../support/page-objects/two-leg-review.ts';
import { expect, SWAP_MS, test } from '../../support/page-test.ts';
import { glimpse } from '../../support/photographer.ts';
import { LINK } from '../../support/two-leg.ts';
import { createUtxoPayer } from '../../support/utxo-payer.ts';

const BTC = { symbol: 'BTC', chain: 'Bitcoin' };
const USDT = { symbol: 'USDT', chain: 'Ethereum' };
const LINK_ON_ETH = { symbol: 'LINK', chain: 'Ethereum' };

test('the second leg misses its limit: USDC is refunded to the sender, who sold USDT, and the page says so', async ({
  swapPage,
  trackPage,
  wallet,
  sandbox,
  api,
  page,
  baseURL,
}) => {
  const reader = createEvmReader(baseURL ?? '', 'ETH');
  const review = await swapPage.begin({ sell: USDT, buy: BTC, amount: '480', to: NEWCOMER.BTC }, ONEINCH_FIRST);
  const from = review.route.sourceAddress;
  expect(bridgeOf(review)).toMatchObject({ symbol: 'USDC', otherwise: { kind: 'refund' } });
  const held = await reader.balance(from, USDC);
  await review.pay();
  await wallet.confirm(/Sign and send this transaction\?[\s\S]*approve/);
  const payment = /Sign and send this transaction\?[\s\S]*(swap|unoswap)/;
  await expect(wallet.question.filter({ hasText: payment })).toBeVisible({ timeout: 30_000 });
  await withPriceMoved(sandbox, { asset: 'Btc', percent: 6 }, async () => {
    await wallet.confirm(payment);
    await trackPage.arrivedAt(review.quoteId);
    await expect(trackPage.step(/^Swapping USDC to BTC/)).toContainText('tries again', { timeout: SWAP_MS });
    await glimpse(page, 'two-leg-tried-again', { whole: true });
    await expect(trackPage.state).toHaveText('USDC came back', { timeout: SWAP_MS });
  });
  await expect(trackPage.heading).toHaveText(/^47\d\.\d+ USDC came back$/);
  const alert = page.getByRole('alert').filter({ hasText: 'Your USDC came back' });
  await expect(alert).toContainText('Your USDT was swapped to USDC, but the second leg could not be done.');
  await expect(alert).toContainText(from, { ignoreCase: true });
  const end = await api.track(review.key);
  expect(end).toMatchObject({ success: true, trackingStatus: 'refunded', stage: 'refund' });
  expect(end.data.refund?.asset?.toLowerCase()).toBe(`eth.usdc-${USDC}`.toLowerCase());
  // It is really there.
  const back = (await reader.balance(from, USDC)) - held;
  expect(Number(back) / 1e6).toBe(Number(end.data.refund?.amount));
  await glimpse(page, 'two-leg-refunded', { whole: true });
});

test('the second leg fails where Chainflip pays out: the bridge asset arrives instead, as the review had said', async ({
  swapPage,
  trackPage,
  sandbox,
  api,
  page,
  baseURL,
}) => {
  const reader = createEvmReader(baseURL ?? '', 'ETH');
  const payer = createUtxoPayer(baseURL ?? '', 'BTC');
  await sandbox.fund('BTC', payer.address, '0.2');
  await swapPage.open();
  await swapPage.fill({ sell: BTC, buy: LINK_ON_ETH, amount: '0.009', to: NEWCOMER.ETH });
  await swapPage.withoutWallet(payer.address);
  const review = await swapPage.review(CHAINFLIP_FIRST);
  const { symbol } = bridgeOf(review);
  await review.expectShows([`If the second leg cannot be done, you get ${symbol} instead of LINK`, NEWCOMER.ETH]);
  await new DepositAddress(page).open(review);
  const { depositAddress = '' } = (await api.track(review.key)).data.depositChannel ?? {};
  const held = await reader.balance(NEWCOMER.ETH, LINK);
  await withOneinchPriceMoved(sandbox, { asset: 'LINK', percent: 12 }, async () => {
    await payer.pay({ to: depositAddress, baseUnits: 900_000n });
    await expect(trackPage.state).toHaveText(`Paid in ${symbol}`, { timeout: SWAP_MS });
  });
  await expect(trackPage.heading).toHaveText(new RegExp(`^0\\.009 BTC became [\\d.,]+ ${symbol}$`));
  const alert = page.getByRole('alert').filter({ hasText: `Paid in ${symbol} instead of LINK` });
  await expect(alert).toContainText(`1inch could not swap the ${symbol} within your limit`);
  await expect(alert).toContainText(NEWCOMER.ETH, { ignoreCase: true });
  const end = await api.track(review.key);
  expect(end).toMatchObject({ success: true, trackingStatus: 'refunded', stage: 'refund' });
  expect(end.data.refund).toMatchObject({ fallback: true });
  expect(end.data.refund?.address?.toLowerCase()).toBe(NEWCOMER.ETH.toLowerCase());
  expect(await reader.balance(NEWCOMER.ETH, LINK)).toBe(held);
  await glimpse(page, 'two-leg-fallback', { whole: true });
});

test('the first leg is refused by its chain: nothing was sold, the channel stays unpaid, and only gas is spent', async ({
  swapPage,
  trackPage,
  wallet,
  sandbox,
  api,
  page,
  baseURL,
}) => {
  const reader = createEvmReader(baseURL ?? '', 'ETH');
  const review = await swapPage.begin(
    { sell: LINK_ON_ETH, buy: BTC, amount: '25', to: NEWCOMER.BTC, slippage: '1' },
    ONEINCH_FIRST,
  );
  const from = review.route.sourceAddress;
  const held = await reader.balance(from, LINK);
  await review.pay();
  await wallet.confirm(/Sign and send this transaction\?[\s\S]*approve/);
  await expect(wallet.question.filter({ hasText: /swap|unoswap/ })).toBeVisible({ timeout: 30_000 });
  await withOneinchPriceMoved(sandbox, { asset: 'LINK', percent: -6 }, async () => {
    const height = await blockHeight(sandbox, 'ETH');
    await expect.poll(() => blockHeight(sandbox, 'ETH'), { timeout: 30_000 }).toBeGreaterThan(height);
    await wallet.confirm(/Sign and send this transaction\?/);
    await trackPage.arrivedAt(review.quoteId);
    await expect(trackPage.state).toHaveText('Failed', { timeout: SWAP_MS });
  });
  const alert = page.getByRole('alert').filter({ hasText: 'Nothing was sold' });
  await expect(alert).toContainText('The price moved past your limit.');
  await expect(alert).toContainText('only gas was spent.');
  await expect(alert).toContainText('You still have your LINK.');
  expect(await api.track(review.key)).toMatchObject({ success: true, trackingStatus: 'failed', stage: 'inbound' });
  expect(await reader.balance(from, LINK)).toBe(held);
  await glimpse(page, 'two-leg-reverted', { whole: true });
});
