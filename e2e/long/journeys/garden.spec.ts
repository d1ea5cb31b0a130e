/**
 * Garden as users pay it: to an order's address from any wallet, or locked in its contract, by transaction or by
 * signature.
 */
import { createGatewayClient } from '../../../lib/api/gateway.ts';
import { quoteRequestSchema } from '../../../lib/api/schemas/quote.ts';
import { NEWCOMER } from '../../support/accounts.ts';
import { expectArrived } from '../../support/arrived.ts';
import { createEvmPayer } from '../../support/evm-payer.ts';
import { createEvmReader } from '../../support/evm-reader.ts';
import { ordersPlaced, WBTC as WBTC_TOKEN } from '../../support/garden.ts';
import { DepositAddress } from '../../support/page-objects/deposit-address.ts';
import type { ReviewSheet } from '../../support/page-objects/review-sheet.ts';
import { TrackPage } from '../../support/page-objects/track-page.ts';
import { expect, test } from '../../support/page-test.ts';
import { glimpse } from '../../support/photographer.ts';
import { createUtxoPayer } from '../../support/utxo-payer.ts';

const BTC = { symbol: 'BTC', chain: 'Bitcoin' };
const WBTC = { symbol: 'WBTC', chain: 'Ethereum' };

/** Base units of an asset with eight decimals. */
const units = (amount: string | undefined): bigint => BigInt(Math.round(Number(amount) * 1e8));

const agreeAndPayByHand = async ({ dialog }: ReviewSheet): Promise<void> => {
  for (const consent of await dialog.getByRole('checkbox').all()) await consent.check();
  await dialog.getByRole('button', { name: 'Pay by deposit address' }).click();
};

test('BTC becomes WBTC by an order’s address: placed once, paid from another wallet, locked, redeemed and arrived', async ({
  swapPage,
  trackPage,
  sandbox,
  api,
  baseURL,
  freshContext,
}) => {
  const payer = createUtxoPayer(baseURL ?? '', 'BTC');
  const receiver = createEvmPayer(baseURL ?? '', 'ETH').address;
  await sandbox.fund('BTC', payer.address, '0.2');
  await swapPage.open();
  await swapPage.fill({ sell: BTC, buy: WBTC, amount: '0.0521', to: receiver });
  await swapPage.withoutWallet(payer.address);
  await swapPage.find('Garden');
  const before = await ordersPlaced(sandbox);
  const asked = swapPage.page.waitForRequest((request) => request.postData()?.includes('"includeTx":true') === true);
  const review = await swapPage.review('Garden');
  expect(await ordersPlaced(sandbox)).toBe(before + 1);
  const { route } = review;
  await review.expectShows([receiver, payer.address, '0.0521 BTC']);
  await expect(review.dialog).toContainText('Garden’s key signs that refund, not yours');
  await glimpse(swapPage.page, 'garden-review-deposit');
  await agreeAndPayByHand(review);
  const path = await trackPage.arrivedAt(review.quoteId);

  const { card } = new DepositAddress(trackPage.page);
  const address = route.inboundAddress ?? '';
  expect(address).toMatch(/^bcrt1p/);
  await expect(card).toBeVisible();
  await expect(trackPage.state).toHaveText('Waiting for your deposit');
  await expect(card).toContainText(address);
  await expect(card).toContainText(payer.address);
  await expect(card.getByText('0.0521 BTC', { exact: true })).toBeVisible();
  await expect(card.getByText('Send exactly this much BTC on Bitcoin, in one payment, without a memo')).toBeVisible();
  await expect(card.getByText(/^The order waits until .+ \d/)).toBeVisible();
  await expect(card.getByText('Who holds the refund key')).toBeVisible();
  await expect(card).toContainText('Garden’s key signs that refund, not yours');
  await expect(card.getByRole('img', { name: 'QR code: address and amount' })).toBeVisible();
  await card.getByRole('button', { name: 'Address', exact: true }).click();
  await expect(card.getByRole('img', { name: 'QR code: address', exact: true })).toBeVisible();
  await card.getByText('What if I send less, more, late or something else?').click();
  await expect(card.getByText(/^Only exactly 0\.0521 BTC is swapped/)).toBeVisible();
  await glimpse(trackPage.page, 'garden-waiting', { whole: true });

  // It is shown after a reload, but not to a visitor who has only the page's address.
  await trackPage.page.reload();
  await expect(card).toContainText(address);
  const elsewhere = new TrackPage(await (await freshContext()).newPage());
  await elsewhere.page.goto(path);
  await expect(elsewhere.state).toHaveText('Waiting for your deposit');
  await expect(elsewhere.page.getByText('This swap was not reviewed in this browser')).toBeVisible();
  await expect(elsewhere.page.getByRole('article')).not.toContainText(address);
  // The same terms again are the same order.
  const again = await api.quote(quoteRequestSchema.parse((await asked).postDataJSON()));
  expect(again.routes[0]?.inboundAddress).toBe(address);
  expect(await ordersPlaced(sandbox)).toBe(before + 1);
  await swapPage.open();
  await swapPage.page.getByRole('region', { name: 'Your swaps in this browser' }).getByRole('link').click();
  await trackPage.arrivedAt(review.quoteId);
  await expect(card).toContainText(address);

  let hash = '';
  await sandbox.withFault({ target: 'BTC', kind: 'no-blocks' }, async () => {
    hash = await payer.pay({ to: address, baseUnits: 5_210_000n });
    await expect(trackPage.state).toHaveText('Confirming', { timeout: 45_000 });
    await expect(card).toBeHidden();
    await expect(trackPage.step(/^Sent 0\.0521 BTC/)).toContainText(hash.slice(0, 6));
    await expect(trackPage.step(/Confirming on Bitcoin/)).toContainText(/0 of \d+ confirmations/);
  });
  // The solver waits: the payment is confirmed, but there is no lock yet.
  await sandbox.withFault({ target: 'garden', kind: 'solverAbsent' }, async () => {
    await expect(trackPage.state).toHaveText('Swapping', { timeout: 60_000 });
    await expect(trackPage.step(/^Garden’s solver locks your WBTC/)).toBeVisible();
    await glimpse(trackPage.page, 'garden-solver', { whole: true });
  });
  const end = await expectArrived(trackPage, api, review);
  await expect(trackPage.step(/^WBTC locked for you by Garden’s solver/)).toBeVisible();
  await expect(elsewhere.state).toHaveText('Arrived', { timeout: 45_000 });
  expect(end.data.inbound).toMatchObject({ hash, amount: '0.0521', asset: 'BTC.BTC' });
  expect(end.data.outbound?.address?.toLowerCase()).toBe(receiver.toLowerCase());
  expect(await createEvmReader(baseURL ?? '', 'ETH').balance(receiver, WBTC_TOKEN)).toBe(
    units(end.data.route?.actualBuyAmount),
  );
  expect(await ordersPlaced(sandbox)).toBe(before + 1);
});

test('BTC becomes WBTC from the connected Bitcoin wallet: one plain payment to the order’s address', {
  tag: '@long',
}, async ({ swapPage, trackPage, wallet, api }) => {
  const review = await swapPage.begin({ sell: BTC, buy: WBTC, amount: '0.0173', to: NEWCOMER.ETH }, 'Garden');
  const { route } = review;
  await review.expectShows([route.inboundAddress, '0.0173 BTC', NEWCOMER.ETH]);
  await expect(review.dialog).not.toContainText('Do not sign');
  await review.pay();
  const asked = await wallet.confirm(/Sign (and send )?this (transaction|payment)\?/);
  expect(asked).toContain(route.inboundAddress);
  expect(asked).toContain('0.0173');
  await trackPage.arrivedAt(review.quoteId);
  const end = await expectArrived(trackPage, api, review);
  expect(end.data.inbound).toMatchObject({ amount: '0.0173', asset: 'BTC.BTC' });
});

test('WBTC becomes BTC by a transaction: an exact allowance, then the lock, decoded before it is signed', {
  tag: '@long',
}, async ({ swapPage, trackPage, wallet, api, baseURL }) => {
  const receiver = createUtxoPayer(baseURL ?? '', 'BTC').address;
  const review = await swapPage.begin({ sell: WBTC, buy: BTC, amount: '0.0211', to: receiver }, 'Garden');
  const { route } = review;
  expect(route.meta.approvals).toHaveLength(1);
  await review.expectShows(['0.0211 WBTC, no more', 'lock (initiate)', '7,200 blocks', route.targetAddress, receiver]);
  await expect(review.dialog.getByRole('radio', { name: /^Send the transaction yourself/ })).toBeChecked();
  await expect(review.dialog).not.toContainText('Do not sign');
  await review.dialog.getByText('Hash of the secret').scrollIntoViewIfNeeded();
  await glimpse(swapPage.page, 'garden-signing-transaction');
  await review.pay();
  const approval = await wallet.confirm(/Sign and send this transaction\?[\s\S]*approve/);
  expect(approval).toContain('0.0211 WBTC');
  expect(approval.toLowerCase()).toContain(route.targetAddress?.toLowerCase());
  const lock = await wallet.confirm(/Sign and send this transaction\?/);
  expect(lock.toLowerCase()).toContain(route.targetAddress?.toLowerCase());
  expect(lock).toContain('Locks2110000 units');
  await trackPage.arrivedAt(review.quoteId);
  const end = await expectArrived(trackPage, api, review);
  expect(end.data.inbound?.amount).toBe('0.0211');
  expect(end.data.outbound).toMatchObject({ chain: 'BTC', address: receiver });
  const coins = await createGatewayClient({ baseUrl: baseURL ?? '' }).utxos('BTC', receiver);
  expect(coins.map(({ value }) => BigInt(value))).toEqual([units(end.data.route?.actualBuyAmount)]);
});

test('WBTC becomes BTC by a signature: each field is shown, Garden sends the lock and pays its gas', async ({
  swapPage,
  trackPage,
  wallet,
  api,
  baseURL,
}) => {
  const receiver = createUtxoPayer(baseURL ?? '', 'BTC').address;
  const review = await swapPage.begin({ sell: WBTC, buy: BTC, amount: '0.0223', to: receiver }, 'Garden');
  const { route } = review;
  await review.dialog.getByRole('radio', { name: /^Sign, Garden pays the gas/ }).check();
  await review.expectShows(['0.0223 WBTC, no more', 'sign a message for Garden’s lock', route.targetAddress]);
  await review.expectShows(['Initiate, HTLC 2', 'Ethereum only', '0.0223 WBTC', '7,200 blocks']);
  await expect(review.dialog).toContainText('Garden, which pays the gas');
  await review.dialog.getByText('Sent by').scrollIntoViewIfNeeded();
  await glimpse(swapPage.page, 'garden-signing-message');
  await expect(review.dialog).not.toContainText('Do not sign');
  const handedIn = trackPage.page.waitForResponse(
    (answer) => answer.url().endsWith(`/garden/${review.quoteId}/${review.routeIndex}`),
    { timeout: 90_000 },
  );
  for (const consent of await review.dialog.getByRole('checkbox').all()) await consent.check();
  await review.dialog.getByRole('button', { name: 'Sign to swap 0.0223 WBTC' }).click();
  const approval = await wallet.confirm(/Sign and send this transaction\?[\s\S]*approve/);
  expect(approval).toContain('0.0223 WBTC');
  const asked = await wallet.confirm(/Sign this data\?/);
  for (const field of ['redeemer', 'timelock', 'amount', 'secretHash', 'Initiate']) expect(asked).toContain(field);
  expect(asked.toLowerCase()).toContain(route.targetAddress?.toLowerCase());
  const answer = await handedIn;
  expect(answer.status()).toBe(200);
  const { hash } = await answer.json();
  await trackPage.arrivedAt(review.quoteId);
  const end = await expectArrived(trackPage, api, review);
  expect(end.data.inbound).toMatchObject({ hash, amount: '0.0223' });
  const coins = await createGatewayClient({ baseUrl: baseURL ?? '' }).utxos('BTC', receiver);
  expect(coins.map(({ value }) => BigInt(value))).toEqual([units(end.data.route?.actualBuyAmount)]);
});

test('a message that is not signed costs nothing: reported as such, and the same order can be paid after all', {
  tag: '@long',
}, async ({ swapPage, trackPage, wallet, sandbox, api, baseURL }) => {
  const receiver = createUtxoPayer(baseURL ?? '', 'BTC').address;
  const review = await swapPage.begin({ sell: WBTC, buy: BTC, amount: '0.0101', to: receiver }, 'Garden');
  const placed = await ordersPlaced(sandbox);
  await review.dialog.getByRole('radio', { name: /^Sign, Garden pays the gas/ }).check();
  const sign = review.dialog.getByRole('button', { name: 'Sign to swap 0.0101 WBTC' });
  for (const consent of await review.dialog.getByRole('checkbox').all()) await consent.check();
  await sign.click();
  await wallet.confirm(/Sign and send this transaction\?[\s\S]*approve/);
  await wallet.reject(/Sign this data\?/);
  await expect(review.dialog.getByRole('alert').filter({ hasText: /declined|rejected/i })).toBeVisible();
  await sign.click();
  await wallet.confirm(/Sign this data\?/);
  await trackPage.arrivedAt(review.quoteId);
  await expectArrived(trackPage, api, review);
  expect(await ordersPlaced(sandbox)).toBe(placed);
});
