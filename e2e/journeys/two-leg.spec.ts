/** Two providers, one payment: chosen by hand, reviewed leg by leg, paid once, tracked over both legs as one swap. */
import { expectAccessible } from '../support/accessibility.ts';
import { NEWCOMER } from '../support/accounts.ts';
import { expectArrived } from '../support/arrived.ts';
import { chainflipState } from '../support/chainflip.ts';
import { createEvmReader } from '../support/evm-reader.ts';
import { ROUTER } from '../support/oneinch.ts';
import { DepositAddress } from '../support/page-objects/deposit-address.ts';
import { TrackPage } from '../support/page-objects/track-page.ts';
import {
  bridgeOf,
  CHAINFLIP_FIRST,
  expectBothLegs,
  JUPITER_FIRST,
  ONEINCH_FIRST,
} from '../support/page-objects/two-leg-review.ts';
import { expect, test } from '../support/page-test.ts';
import { glimpse } from '../support/photographer.ts';
import { LINK } from '../support/two-leg.ts';
import { createUtxoPayer } from '../support/utxo-payer.ts';

const BTC = { symbol: 'BTC', chain: 'Bitcoin' };
const USDT = { symbol: 'USDT', chain: 'Ethereum' };
const LINK_ON_ETH = { symbol: 'LINK', chain: 'Ethereum' };
const BONK = { symbol: 'BONK', chain: 'Solana' };

test('USDT on Ethereum becomes BTC through 1inch, then Chainflip: another is recommended; half-way it is found again, also elsewhere', async ({
  swapPage,
  trackPage,
  wallet,
  sandbox,
  api,
  page,
  freshContext,
}) => {
  await swapPage.open();
  await swapPage.fill({ sell: USDT, buy: BTC, amount: '640', to: NEWCOMER.BTC });
  const card = swapPage.card(ONEINCH_FIRST);
  await swapPage.find(ONEINCH_FIRST);
  await expect(swapPage.button).toHaveText('Connect a wallet', { timeout: 30_000 });
  await expect(swapPage.routes.getByRole('radiogroup').getByText('Recommended')).toBeVisible();
  await expect(card).not.toContainText('Recommended');
  await expect(swapPage.route(ONEINCH_FIRST)).not.toBeChecked();
  await expect(card.getByRole('list', { name: 'The way of this route' })).toContainText('1inch');
  await glimpse(page, 'two-leg-routes', { whole: true });
  await expectAccessible(page);
  await swapPage.connect();
  const before = (await chainflipState(sandbox)).channelsOpened;
  const seen = await swapPage.review(ONEINCH_FIRST);
  const { depositAddress = '' } = bridgeOf(seen);
  expect((await chainflipState(sandbox)).channelsOpened).toBe(before + 1);
  await expectBothLegs(seen);
  await seen.expectShows([
    'If the second leg fails, you get USDC back, not USDT',
    ...['640 USDT, no more', 'Buy at least, or nothing happens', depositAddress, ROUTER],
  ]);
  await expect(seen.dialog).not.toContainText('Do not sign');
  await glimpse(page, 'two-leg-review');
  await expectAccessible(page);
  await seen.dialog.getByRole('heading', { name: 'Two legs, one payment' }).scrollIntoViewIfNeeded();
  await seen.dialog.getByText('If the second leg fails').scrollIntoViewIfNeeded();
  await glimpse(page, 'two-leg-review-legs');
  await seen.dialog.getByText('Buy at least, or nothing happens').scrollIntoViewIfNeeded();
  await glimpse(page, 'two-leg-signing');
  await seen.close();
  // The same terms find the channel that was opened for them.
  const review = await swapPage.review(ONEINCH_FIRST);
  expect(bridgeOf(review).depositAddress).toBe(depositAddress);
  expect((await chainflipState(sandbox)).channelsOpened).toBe(before + 1);

  const elsewhere = new TrackPage(await (await freshContext()).newPage());
  await sandbox.withFault({ target: 'ETH', kind: 'halt' }, async () => {
    await review.pay();
    expect(await wallet.confirm(/Sign and send this transaction\?[\s\S]*approve/)).toContain('640 USDT');
    const asked = await wallet.confirm(/Sign and send this transaction\?[\s\S]*(swap|unoswap)/);
    expect(asked.toLowerCase()).toContain(ROUTER.toLowerCase());
    const path = await trackPage.arrivedAt(review.quoteId);
    await expect(trackPage.step(/^1inch: 640 USDT became [\d.,]+ USDC/)).toBeVisible({ timeout: 45_000 });
    await expect(trackPage.step(/^Chainflip is confirming the [\d.,]+ USDC/)).toBeVisible();
    await expect(trackPage.state).toHaveText('Swapping');
    await page.reload();
    await expect(trackPage.step(/^Chainflip is confirming the [\d.,]+ USDC/)).toBeVisible();
    // Also without the hash in the address: the service knows it.
    await elsewhere.page.goto(path.replace(/\?.*$/, ''));
    await expect(elsewhere.step(/^Chainflip is confirming the [\d.,]+ USDC/)).toBeVisible();
    await expect(elsewhere.state).toHaveText('Swapping');
    await glimpse(page, 'two-leg-half-way', { whole: true });
    await expectAccessible(page);
  });
  const end = await expectArrived(trackPage, api, review);
  await expect(elsewhere.state).toHaveText('Arrived', { timeout: 45_000 });
  expect(end.data.inbound).toMatchObject({ amount: '640' });
  expect(end.data.outbound).toMatchObject({ chain: 'BTC', address: NEWCOMER.BTC });
  const [first, second] = end.data.route?.legs ?? [];
  expect(Number(first?.actualBuyAmount)).toBeGreaterThanOrEqual(Number(first?.buyAmountMaxSlippage));
  expect(second?.actualBuyAmount).toBe(end.data.route?.actualBuyAmount);
  await glimpse(page, 'two-leg-arrived', { whole: true });
});

test('BONK becomes BTC through Jupiter, then Chainflip: too little is refused with the minimum that one press takes', {
  tag: '@long',
}, async ({ swapPage, trackPage, wallet, api, page }) => {
  await swapPage.open();
  await swapPage.fill({ sell: BONK, buy: BTC, amount: '6000000', to: NEWCOMER.BTC });
  await swapPage.connect();
  await swapPage.fill({ amount: '10000' });
  await expect(swapPage.button).toHaveText(/^The minimum is [\d.,]+ BONK\. Use it$/, { timeout: 30_000 });
  await expect(swapPage.routes.getByRole('heading', { name: 'No routes' })).toBeVisible();
  const cause = swapPage.routes.getByRole('listitem').filter({ hasText: JUPITER_FIRST });
  await expect(cause).toContainText(
    /the second leg: it takes [\d.]+ \w+ or more, and the first leg would bring [\d.]+ /,
  );
  // Failures that the user can resolve come before the others.
  await expect(swapPage.routes.getByRole('listitem').first()).toContainText(JUPITER_FIRST);
  await expect(cause).toContainText('Sell more: the second leg needs at least its minimum.');
  await glimpse(page, 'two-leg-least', { whole: true });
  await swapPage.button.click();
  await expect(swapPage.route(JUPITER_FIRST)).toBeVisible({ timeout: 30_000 });

  await swapPage.fill({ amount: '6000000' });
  const seen = await swapPage.review(JUPITER_FIRST);
  const { depositAddress, symbol } = bridgeOf(seen);
  expect(seen.route.meta.txType).toBe('SOLANA');
  await expectBothLegs(seen);
  await seen.expectShows([
    `If the second leg fails, you get ${symbol} back, not BONK`,
    ...['Programs that it calls, in their order', depositAddress],
  ]);
  await expect(seen.dialog).not.toContainText('Do not sign');
  await glimpse(page, 'two-leg-jupiter-review');
  await seen.dialog.getByText('Programs that it calls, in their order').scrollIntoViewIfNeeded();
  await glimpse(page, 'two-leg-jupiter-signing');
  await seen.close();
  const review = await swapPage.review(JUPITER_FIRST);
  await review.pay();
  expect(await wallet.confirm(/Sign (and send )?this transaction\?/)).toContain('through Jupiter');
  await trackPage.arrivedAt(review.quoteId);
  const end = await expectArrived(trackPage, api, review);
  await expect(trackPage.step(/^Jupiter: [\d.,]+ BONK became [\d.,]+ /)).toBeVisible();
  expect(end.data.outbound).toMatchObject({ chain: 'BTC', address: NEWCOMER.BTC });
  await glimpse(page, 'two-leg-jupiter-arrived', { whole: true });
});

test('BTC becomes LINK through Chainflip, then 1inch: paid to a deposit address from any wallet', {
  tag: '@long',
}, async ({ swapPage, trackPage, sandbox, api, page, baseURL }) => {
  const reader = createEvmReader(baseURL ?? '', 'ETH');
  const payer = createUtxoPayer(baseURL ?? '', 'BTC');
  await sandbox.fund('BTC', payer.address, '0.2');
  await swapPage.open();
  await swapPage.fill({ sell: BTC, buy: LINK_ON_ETH, amount: '0.01', to: NEWCOMER.ETH });
  await swapPage.withoutWallet(payer.address);
  const before = (await chainflipState(sandbox)).channelsOpened;
  const review = await swapPage.review(CHAINFLIP_FIRST);
  const { symbol, otherwise } = bridgeOf(review);
  await expectBothLegs(review);
  await review.expectShows([`If the second leg cannot be done, you get ${symbol} instead of LINK`]);
  await glimpse(page, 'two-leg-payout-review');
  await expectAccessible(page);
  const deposit = new DepositAddress(page);
  await deposit.choose(review);
  await expect(deposit.dialog).toContainText(`You may get ${symbol} instead of LINK`);
  await expect(deposit.dialog).toContainText(otherwise.note);
  await glimpse(page, 'two-leg-open-channel');
  expect((await chainflipState(sandbox)).channelsOpened).toBe(before);
  await deposit.openButton.click();
  await trackPage.arrivedAt(review.quoteId);
  const { card } = deposit;
  await expect(card.getByRole('img', { name: 'QR code: address and amount' })).toBeVisible();
  await expect(card).toContainText(`You may get ${symbol} instead of LINK`);
  expect((await chainflipState(sandbox)).channelsOpened).toBe(before + 1);
  await glimpse(page, 'two-leg-waiting', { whole: true });
  await expectAccessible(page);

  const held = await reader.balance(NEWCOMER.ETH, LINK);
  const { depositAddress = '' } = (await api.track(review.key)).data.depositChannel ?? {};
  const hash = await payer.pay({ to: depositAddress, baseUnits: 1_000_000n });
  const end = await expectArrived(trackPage, api, review);
  expect(end.data.inbound).toMatchObject({ hash, amount: '0.01', asset: 'BTC.BTC' });
  expect(end.data.outbound?.address?.toLowerCase()).toBe(NEWCOMER.ETH.toLowerCase());
  const got = (await reader.balance(NEWCOMER.ETH, LINK)) - held;
  expect(Number(got) / 1e18).toBeCloseTo(Number(end.data.route?.actualBuyAmount), 9);
  await glimpse(page, 'two-leg-payout-arrived', { whole: true });
});

test('BTC becomes LINK from the connected wallet: a plain payment to the channel that the review opened', {
  tag: '@long',
}, async ({ swapPage, trackPage, wallet, sandbox, api, page }) => {
  const review = await swapPage.begin(
    { sell: BTC, buy: LINK_ON_ETH, amount: '0.0095', to: NEWCOMER.ETH },
    CHAINFLIP_FIRST,
  );
  const { route } = review;
  expect(route.meta.txType).toBe('PSBT');
  await expectBothLegs(review);
  await review.expectShows(['Pays the deposit channel that was opened for this swap', route.inboundAddress]);
  // The one channel is Chainflip's on Bitcoin; nothing is paid to 1inch.
  await expect(review.dialog).not.toContainText('’s deposit address');
  await review.dialog.getByText('If the second leg cannot be done').scrollIntoViewIfNeeded();
  await glimpse(page, 'two-leg-payout-legs');
  await review.dialog.getByText('Pays the deposit channel').scrollIntoViewIfNeeded();
  await glimpse(page, 'two-leg-payout-signing');
  await sandbox.withFault({ target: 'BTC', kind: 'no-blocks' }, async () => {
    await review.pay();
    expect(await wallet.confirm(/Sign this transaction\?/)).toContain(route.inboundAddress);
    await trackPage.arrivedAt(review.quoteId);
    await expect(trackPage.state).toHaveText('Confirming', { timeout: 45_000 });
  });
  const end = await expectArrived(trackPage, api, review);
  expect(end.data.inbound).toMatchObject({ amount: '0.0095', asset: 'BTC.BTC' });
});
