/** Chainflip as users pay it: to a deposit address from any wallet, or through its vault from the connected one. */
import { NEWCOMER } from '../../support/accounts.ts';
import { expectArrived } from '../../support/arrived.ts';
import { blockHeight, chainflipState } from '../../support/chainflip.ts';
import { createDotPayer } from '../../support/dot-payer.ts';
import { DepositAddress } from '../../support/page-objects/deposit-address.ts';
import { TrackPage } from '../../support/page-objects/track-page.ts';
import { expect, SWAP_MS, test } from '../../support/page-test.ts';
import { glimpse } from '../../support/photographer.ts';
import { createUtxoPayer } from '../../support/utxo-payer.ts';

const BTC = { symbol: 'BTC', chain: 'Bitcoin' };
const ETH = { symbol: 'ETH', chain: 'Ethereum' };
const USDC = { symbol: 'USDC', chain: 'Ethereum' };
const SOL = { symbol: 'SOL', chain: 'Solana' };
const DOT = { symbol: 'DOT', chain: 'Polkadot' };

test('BTC becomes ETH by a deposit address: opened once, paid from another wallet, seen, confirmed and arrived', async ({
  swapPage,
  trackPage,
  sandbox,
  api,
  baseURL,
  freshContext,
}) => {
  const payer = createUtxoPayer(baseURL ?? '', 'BTC');
  await sandbox.fund('BTC', payer.address, '0.2');
  await swapPage.open();
  await swapPage.fill({ sell: BTC, buy: ETH, amount: '0.05', to: NEWCOMER.ETH });
  await swapPage.withoutWallet(payer.address);
  const review = await swapPage.review('Chainflip');
  await expect(review.dialog).toContainText('One plain transfer of 0.05 BTC');
  await glimpse(swapPage.page, 'chainflip-review-by-hand');
  const before = (await chainflipState(sandbox)).channelsOpened;

  const deposit = new DepositAddress(swapPage.page);
  await deposit.choose(review);
  await expect(deposit.dialog).toContainText(NEWCOMER.ETH);
  await expect(deposit.dialog).toContainText(payer.address);
  await expect(deposit.dialog).toContainText('Smallest deposit');
  expect((await chainflipState(sandbox)).channelsOpened).toBe(before);
  await glimpse(swapPage.page, 'chainflip-open-channel');
  await deposit.openButton.click();
  const path = await trackPage.arrivedAt(review.quoteId);
  const { card } = deposit;
  await expect(card).toBeVisible();
  await expect(trackPage.state).toHaveText('Waiting for your deposit');

  const channel = (await api.track(review.key)).data.depositChannel;
  const address = channel?.depositAddress ?? '';
  expect(channel?.refundAddress).toBe(payer.address);
  expect(channel?.channelId).toMatch(/^\d+-Bitcoin-\d+$/);
  await expect(card.getByText('Watching for your deposit…')).toBeVisible();
  await expect(card.getByText('0.05 BTC', { exact: true })).toBeVisible();
  await expect(card).toContainText(address);
  await expect(card).toContainText(payer.address);
  await expect(card.getByText('Send this much BTC on Bitcoin, in one payment')).toBeVisible();
  await expect(card.getByText(/^The address expires .+ \d/)).toBeVisible();
  await expect(card.getByText(/^Never send less than/)).toBeVisible();
  await expect(card.getByRole('img', { name: 'QR code: address and amount' })).toBeVisible();
  await card.getByRole('button', { name: 'Address', exact: true }).click();
  await expect(card.getByRole('img', { name: 'QR code: address', exact: true })).toBeVisible();
  await card.getByText('What if I send less, more, late or something else?').click();
  await expect(card.getByText(/^Each deposit is a swap of its own/)).toBeVisible();
  await glimpse(swapPage.page, 'chainflip-waiting', { whole: true });

  // It is shown after a reload, but not to a visitor who has only the page's address.
  await trackPage.page.reload();
  await expect(card).toContainText(address);
  const elsewhere = new TrackPage(await (await freshContext()).newPage());
  await elsewhere.page.goto(path);
  await expect(elsewhere.state).toHaveText('Waiting for your deposit');
  await expect(elsewhere.page.getByText('This swap was not reviewed in this browser')).toBeVisible();
  await expect(elsewhere.page.getByRole('article')).not.toContainText(address);
  await swapPage.open();
  const recent = swapPage.page.getByRole('region', { name: 'Your swaps in this browser' });
  await recent.getByRole('link').click();
  await trackPage.arrivedAt(review.quoteId);
  await expect(card).toContainText(address);

  let hash = '';
  await sandbox.withFault({ target: 'BTC', kind: 'no-blocks' }, async () => {
    hash = await payer.pay({ to: address, baseUnits: 5_000_000n });
    await expect(trackPage.state).toHaveText('Confirming', { timeout: 45_000 });
    await expect(card).toBeHidden();
    await expect(trackPage.step(/^Sent 0\.05 BTC/)).toContainText(hash.slice(0, 6));
    await expect(trackPage.step(/Confirming on Bitcoin/)).toContainText(/\d of \d confirmations/);
    await glimpse(trackPage.page, 'chainflip-seen', { whole: true });
  });
  const end = await expectArrived(trackPage, api, review);
  await expect(elsewhere.state).toHaveText('Arrived', { timeout: 45_000 });
  expect(end.data.inbound).toMatchObject({ hash, amount: '0.05', asset: 'BTC.BTC' });
  expect(end.data.outbound?.address?.toLowerCase()).toBe(NEWCOMER.ETH.toLowerCase());
  expect((await chainflipState(sandbox)).channelsOpened).toBe(before + 1);
});

test('a boosted deposit is swapped in its first block: the list shows what that costs and saves, the page that it was done', {
  tag: '@long',
}, async ({ swapPage, trackPage, sandbox, api, baseURL }) => {
  const payer = createUtxoPayer(baseURL ?? '', 'BTC');
  await sandbox.fund('BTC', payer.address, '0.2');
  await swapPage.open();
  await swapPage.fill({ sell: BTC, buy: ETH, amount: '0.04', to: NEWCOMER.ETH });
  await swapPage.withoutWallet(payer.address);
  const card = swapPage.card('Chainflip, boosted');
  await swapPage.find('Chainflip, boosted');
  await swapPage.openCard('Chainflip, boosted');
  await expect(card.getByRole('group', { name: 'How Chainflip swaps' })).toContainText('Boosted');
  await expect(card).toContainText('Boosted skips the confirmations and costs 0.05%.');
  await glimpse(swapPage.page, 'chainflip-routes', { whole: true });
  const review = await swapPage.review('Chainflip, boosted');
  expect(review.route.meta.boost).toMatchObject({ feeBps: 5 });
  const deposit = new DepositAddress(swapPage.page);
  await deposit.open(review);
  const address = (await api.track(review.key)).data.depositChannel?.depositAddress ?? '';

  await payer.pay({ to: address, baseUnits: 4_000_000n });
  // Read after paying, since a block that was made meanwhile need not contain the payment.
  const before = await blockHeight(sandbox, 'BTC');
  await expect.poll(() => blockHeight(sandbox, 'BTC'), { timeout: 30_000, intervals: [100] }).toBeGreaterThan(before);
  // Without boost the swap would wait for blocks that do not come now.
  await sandbox.withFault({ target: 'BTC', kind: 'no-blocks' }, async () => {
    await expectArrived(trackPage, api, review);
    await expect(trackPage.step(/Received by Chainflip/)).toContainText('Boosted for 0.05 %');
  });
});

test('SOL becomes USDC on Ethereum: a vault swap, signed in a Solana wallet', { tag: '@long' }, async ({
  swapPage,
  trackPage,
  wallet,
  api,
}) => {
  await swapPage.open();
  await swapPage.fill({ sell: SOL, buy: USDC, amount: '12.5', to: NEWCOMER.ETH });
  await swapPage.connect();
  await expect(swapPage.form.getByText('Balance')).toBeVisible();
  const review = await swapPage.review('Chainflip');
  const { route } = review;
  expect(route.meta.txType).toBe('SOLANA');
  await review.expectShows([
    'Deposit to Chainflip’s vault (swap program)',
    '12.5 SOL',
    'USDC on Ethereum',
    NEWCOMER.ETH,
    route.sourceAddress,
  ]);
  await review.dialog.getByText('swap program').first().scrollIntoViewIfNeeded();
  await glimpse(swapPage.page, 'chainflip-signing-solana');
  await review.pay();
  const asked = await wallet.confirm(/Sign (and send )?this transaction\?/);
  expect(asked).toContain('12.5 SOL');
  expect(asked.toLowerCase()).toContain(NEWCOMER.ETH.toLowerCase());
  expect(asked).toContain(route.sourceAddress);
  await trackPage.arrivedAt(review.quoteId);
  const end = await expectArrived(trackPage, api, review);
  expect(end.data.inbound).toMatchObject({ amount: '12.5', asset: 'SOL.SOL' });
  expect(end.data.outbound?.address?.toLowerCase()).toBe(NEWCOMER.ETH.toLowerCase());
});

test('ETH becomes BTC: a vault swap through the contract, with its instructions read from its own bytes', async ({
  swapPage,
  trackPage,
  wallet,
  api,
}) => {
  const review = await swapPage.begin({ sell: ETH, buy: BTC, amount: '0.8', to: NEWCOMER.BTC }, 'Chainflip');
  const { route } = review;
  expect(route.meta.txType).toBe('EVM');
  expect(route.inboundAddress).toBeUndefined();
  await review.expectShows([
    'swap (xSwapNative)',
    'Call the vault of Chainflip',
    'BTC on Bitcoin',
    NEWCOMER.BTC,
    route.targetAddress,
    '0.8 ETH',
    route.sourceAddress,
  ]);
  await expect(review.dialog).not.toContainText('Do not sign');
  await review.dialog.getByText('Call the vault of Chainflip').scrollIntoViewIfNeeded();
  await glimpse(swapPage.page, 'chainflip-signing-ethereum');
  await review.pay();
  const asked = await wallet.confirm(/Sign and send this transaction\?/);
  expect(asked.toLowerCase()).toContain(route.targetAddress?.toLowerCase());
  expect(asked).toContain('0.8 ETH');
  await trackPage.arrivedAt(review.quoteId);
  const end = await expectArrived(trackPage, api, review);
  expect(end.data.outbound).toMatchObject({ chain: 'BTC', address: NEWCOMER.BTC });
});

test('USDC on Ethereum becomes SOL: an exact allowance first, then the vault swap', { tag: '@long' }, async ({
  swapPage,
  trackPage,
  wallet,
  api,
}) => {
  const review = await swapPage.begin({ sell: USDC, buy: SOL, amount: '640.25', to: NEWCOMER.SOL }, 'Chainflip');
  const { route } = review;
  expect(route.meta.approvals).toHaveLength(1);
  await review.expectShows(['640.25 USDC, no more', 'swap (xSwapToken)', 'SOL on Solana', NEWCOMER.SOL]);
  await review.pay();
  const approval = await wallet.confirm(/Sign and send this transaction\?[\s\S]*approve/);
  expect(approval).toContain('640.25 USDC');
  expect(approval.toLowerCase()).toContain(route.targetAddress?.toLowerCase());
  await wallet.confirm(/Sign and send this transaction\?/);
  await trackPage.arrivedAt(review.quoteId);
  const end = await expectArrived(trackPage, api, review);
  expect(end.data.inbound?.amount).toBe('640.25');
  expect(end.data.outbound).toMatchObject({ chain: 'SOL', address: NEWCOMER.SOL });
});

test('a large swap is split where that yields more: chosen by its card, counted on its page', {
  tag: '@long',
}, async ({ swapPage, trackPage, wallet, sandbox, api }) => {
  // More and smaller parts than usual, so that they can be observed.
  await sandbox.control('chainflip-set', { chunkUsd: 700 });
  try {
    await swapPage.open();
    await swapPage.fill({ sell: ETH, buy: SOL, amount: '9', to: NEWCOMER.SOL });
    await swapPage.connect();
    await swapPage.find('Chainflip, streaming');
    const review = await swapPage.review('Chainflip, streaming');
    const parts = review.route.meta.maxStreamingQuantity ?? 0;
    expect(parts).toBeGreaterThan(20);
    await expect(review.dialog).toContainText(`In parts${parts}`);
    await review.pay();
    await wallet.confirm(/Sign and send this transaction\?/);
    await trackPage.arrivedAt(review.quoteId);
    await expect(trackPage.state).toHaveText(new RegExp(`^Swapping, [1-9]\\d* of ${parts}$`), { timeout: SWAP_MS });
    const end = await expectArrived(trackPage, api, review);
    expect(end.data.streamingProgress).toMatchObject({ percentage: 100, done: parts, total: parts });
  } finally {
    await sandbox.control('chainflip-set', { chunkUsd: 10_000 });
  }
});

test('DOT becomes USDC on Ethereum by a deposit address on Asset Hub', { tag: '@long' }, async ({
  swapPage,
  trackPage,
  sandbox,
  api,
}) => {
  const payer = createDotPayer(`${process.env.E2E_SANDBOX_URL}/rpc/dot`);
  await sandbox.fund('DOT', payer.address, '300');
  await swapPage.open();
  await swapPage.fill({ sell: DOT, buy: USDC, amount: '150', to: NEWCOMER.ETH });
  await expect(swapPage.button).toHaveText('Enter the Polkadot address you pay from', { timeout: 30_000 });
  await swapPage.sendFrom.fill(payer.address);
  const review = await swapPage.review('Chainflip');
  expect(review.route.tx).toBeUndefined();
  const deposit = new DepositAddress(swapPage.page);
  await deposit.open(review);
  const { depositAddress = '', channelId } = (await api.track(review.key)).data.depositChannel ?? {};
  expect(channelId).toMatch(/^\d+-Assethub-\d+$/);
  await expect(deposit.card).toContainText(depositAddress);
  await payer.pay({ to: depositAddress, baseUnits: 1_500_000_000_000n });
  const end = await expectArrived(trackPage, api, review);
  expect(end.data.inbound).toMatchObject({ amount: '150', asset: 'DOT.DOT' });
});
