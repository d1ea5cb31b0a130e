/**
 * Swaps on one EVM chain through 1inch: with and without allowances, shown before they are signed, and refused by their
 * chain.
 */
import { encodeFunctionData, erc20Abi, formatEther } from 'viem';
import { NEWCOMER } from '../../support/accounts.ts';
import { expectArrived, untilState } from '../../support/arrived.ts';
import { blockHeight } from '../../support/chainflip.ts';
import { createEvmReader } from '../../support/evm-reader.ts';
import { ROUTER, USDC, USDT, withOneinchPriceMoved } from '../../support/oneinch.ts';
import { ReviewSheet } from '../../support/page-objects/review-sheet.ts';
import { expect, test } from '../../support/page-test.ts';
import { glimpse } from '../../support/photographer.ts';

const ETH = { symbol: 'ETH', chain: 'Ethereum' };
const USDC_ON_ETH = { symbol: 'USDC', chain: 'Ethereum' };
const USDT_ON_ETH = { symbol: 'USDT', chain: 'Ethereum' };

test('ETH becomes USDC and USDC becomes ETH again: compared side by side, decoded, and only the exact allowance signed', async ({
  swapPage,
  trackPage,
  wallet,
  api,
  page,
  baseURL,
}) => {
  const reader = createEvmReader(baseURL ?? '', 'ETH');
  await swapPage.open();
  await swapPage.fill({ sell: ETH, buy: USDC_ON_ETH, amount: '0.25' });
  for (const provider of ['1inch', 'THORChain', 'Maya']) await swapPage.find(provider);
  await glimpse(page, 'oneinch-routes', { whole: true });
  const own = await swapPage.connectAndReceive(NEWCOMER.ETH);
  const review = await swapPage.review('1inch');
  const { route } = review;
  expect(route.meta.txType).toBe('EVM');
  expect(route.inboundAddress).toBeUndefined();
  expect(route.meta.approvals ?? []).toEqual([]);
  await review.expectShows([
    ...['It is asked to', '0.25 ETH', 'Buy at least, or nothing happens', 'Pay it to', own],
    ...[route.expectedBuyAmountMaxSlippage, ROUTER],
  ]);
  await expect(review.dialog).not.toContainText('Do not sign');
  await review.pay();
  const asked = await wallet.confirm(/Sign and send this transaction\?/);
  expect(asked.toLowerCase()).toContain(ROUTER.toLowerCase());
  expect(asked).toContain('0.25 ETH');
  await trackPage.arrivedAt(review.quoteId);
  const end = await expectArrived(trackPage, api, review);
  expect(end.data.outbound).toMatchObject({ chain: 'ETH', hash: end.data.inbound?.hash });
  await glimpse(page, 'oneinch-arrived', { whole: true });

  await swapPage.open();
  await swapPage.fill({ sell: USDC_ON_ETH, buy: ETH, amount: '500.5', to: own });
  const seen = await swapPage.review('1inch');
  expect(seen.route.meta.approvals).toHaveLength(1);
  await seen.expectShows(['500.5 USDC, no more', 'Who may take it (spender)', ROUTER, USDC, own]);
  await glimpse(page, 'oneinch-review');
  await seen.dialog.getByText('Buy at least, or nothing happens').scrollIntoViewIfNeeded();
  await glimpse(page, 'oneinch-signing');
  await seen.close();
  const back = await swapPage.review('1inch');
  await back.pay();
  const allowance = await wallet.confirm(/Sign this data\?[\s\S]*Permit/);
  expect(allowance).toContain('500500000');
  expect(allowance.toLowerCase()).toContain(ROUTER.toLowerCase());
  const swap = await wallet.confirm(/Sign and send this transaction\?[\s\S]*permitAndCall[\s\S]*(swap|unoswap)/);
  expect(swap).toContain('500.5 USDC');
  await trackPage.arrivedAt(back.quoteId);
  await expectArrived(trackPage, api, back);
  expect(await reader.allowance(USDC, own, ROUTER)).toBe(0n);
});

test('USDT with an old allowance becomes USDC: reset to zero first, then given exactly, then swapped', {
  tag: '@long',
}, async ({ swapPage, trackPage, wallet, api, page, baseURL }) => {
  const reader = createEvmReader(baseURL ?? '', 'ETH');
  await swapPage.open();
  await swapPage.fill({ sell: USDT_ON_ETH, buy: USDC_ON_ETH, amount: '250' });
  const own = await swapPage.connectAndReceive(NEWCOMER.ETH);
  // An earlier allowance of seven units for the router.
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [ROUTER, 7n] });
  await wallet.sendFrom(own, { to: USDT, data });
  await expect.poll(() => reader.allowance(USDT, own, ROUTER), { timeout: 30_000 }).toBe(7n);

  const seen = await swapPage.review('1inch');
  expect(seen.route.meta.approvals).toHaveLength(2);
  await seen.expectShows(['First, revoke an old allowance', 'to zero', 'Then, allow', '250 USDT, no more', ROUTER]);
  await seen.dialog.getByText('First, revoke an old allowance').scrollIntoViewIfNeeded();
  await glimpse(page, 'oneinch-reset');
  await seen.close();
  const review = await swapPage.review('1inch');
  await review.pay();
  const reset = await wallet.confirm(/Sign and send this transaction\?[\s\S]*approve/);
  expect(reset).not.toContain('250');
  const approval = await wallet.confirm(/Sign and send this transaction\?[\s\S]*approve[\s\S]*250 USDT/);
  expect(approval.toLowerCase()).toContain(ROUTER.toLowerCase());
  await wallet.confirm(/Sign and send this transaction\?[\s\S]*(swap|unoswap)/);
  await trackPage.arrivedAt(review.quoteId);
  await expectArrived(trackPage, api, review);
  expect(await reader.allowance(USDT, own, ROUTER)).toBe(0n);
});

test('a price that moves is shown before anything is signed; once signed, the chain refuses the swap and only gas is spent', {
  tag: '@long',
}, async ({ swapPage, trackPage, wallet, sandbox, api, page, baseURL }) => {
  const reader = createEvmReader(baseURL ?? '', 'ETH');
  await swapPage.open();
  await swapPage.fill({ sell: ETH, buy: USDC_ON_ETH, amount: '0.3', slippage: '0.5' });
  const own = await swapPage.connectAndReceive(NEWCOMER.ETH);
  const first = await swapPage.review('1inch');
  await withOneinchPriceMoved(sandbox, { asset: 'ETH', percent: -5 }, async () => {
    await first.pay();
    const alert = first.dialog.getByRole('alert').filter({ hasText: 'The price has moved' });
    await expect(alert).toContainText(`you would get less than ${first.route.expectedBuyAmountMaxSlippage} USDC`);
    await expect(alert).toContainText('Nothing was sent.');
    await glimpse(page, 'oneinch-price-moved');
  });
  const answered = ReviewSheet.answer(page);
  await first.dialog.getByRole('button', { name: 'Get a new quote' }).click();
  const review = await ReviewSheet.opened(page, await answered, '1inch');
  await review.pay();
  await wallet.reject(/Sign and send this transaction\?/);
  const rejected = review.dialog.getByRole('alert').filter({ hasText: 'You rejected the request' });
  await expect(rejected).toContainText('Nothing was sent.');

  const held = { coins: await reader.balance(own), tokens: await reader.balance(own, USDC) };
  await review.pay();
  await expect(wallet.question.filter({ hasText: 'Sign and send this transaction?' })).toBeVisible({ timeout: 30_000 });
  await withOneinchPriceMoved(sandbox, { asset: 'ETH', percent: -5 }, async () => {
    const height = await blockHeight(sandbox, 'ETH');
    await expect.poll(() => blockHeight(sandbox, 'ETH'), { timeout: 30_000 }).toBeGreaterThan(height);
    await wallet.confirm(/Sign and send this transaction\?/);
    await trackPage.arrivedAt(review.quoteId);
    await untilState(trackPage, 'Failed');
  });
  const alert = page.getByRole('alert').filter({ hasText: 'Nothing was sold' });
  await expect(alert).toContainText('The price moved past your limit.');
  await expect(alert).toContainText('only gas was spent');
  const end = await api.track(review.key);
  expect(end).toMatchObject({ success: true, trackingStatus: 'failed' });
  expect(end.error).toBe('The price moved past your limit. Nothing was sold, only gas was spent.');
  await glimpse(page, 'oneinch-reverted', { whole: true });
  expect(await reader.balance(own, USDC)).toBe(held.tokens);
  const spent = held.coins - (await reader.balance(own));
  expect(spent).toBeGreaterThan(0n);
  expect(Number(formatEther(spent))).toBeLessThan(0.05);
});
