/** Swaps on Solana through Jupiter: shown program by program, executed, refused by the chain, and too late. */
import { expectArrived } from '../../support/arrived.ts';
import { SandboxWallet } from '../../support/page-objects/sandbox-wallet.ts';
import { SwapPage } from '../../support/page-objects/swap-page.ts';
import { expect, SWAP_MS, test } from '../../support/page-test.ts';
import { glimpse } from '../../support/photographer.ts';
import { createSolanaPayer } from '../../support/solana-payer.ts';

const SOL = { symbol: 'SOL', chain: 'Solana' };
const USDC = { symbol: 'USDC', chain: 'Solana' };

// A node refuses a transaction that comes too late, as it should.
test.use({ expectedErrors: [/status of 422.*sol\/broadcast/] });

test('SOL becomes USDC: decoded with the rent of a new account; refused by Solana when the price moves; too late in the wallet, and lost on its way', async ({
  swapPage,
  trackPage,
  wallet,
  sandbox,
  api,
  page,
  context,
  baseURL,
}) => {
  // Solana lets a transaction expire after a minute, so the one that is to expire begins first.
  test.setTimeout(480_000);
  const receiver = createSolanaPayer(baseURL ?? '');
  const lost = await swapPage.begin({ sell: SOL, buy: USDC, amount: '1.25', to: receiver.address }, 'Jupiter');
  let lostPath = '';
  await sandbox.withFault({ target: 'SOL', kind: 'drop-transactions' }, async () => {
    await lost.pay();
    await wallet.confirm(/Sign (and send )?this transaction\?/);
    lostPath = await trackPage.arrivedAt(lost.quoteId);
  });
  await expect(trackPage.state).toHaveText(/^(Sent|Not on chain yet)$/);

  const slowPage = await context.newPage();
  const slow = { swap: new SwapPage(slowPage), wallet: new SandboxWallet(slowPage) };
  await slow.swap.open();
  await slow.swap.fill({ sell: SOL, buy: USDC, amount: '0.75', to: receiver.address });
  const late = await slow.swap.review('Jupiter');
  await late.pay();
  await expect(slow.wallet.question.filter({ hasText: 'Sign' })).toBeVisible({ timeout: 30_000 });
  const shownAt = Date.now();

  await page.bringToFront();
  await swapPage.open();
  await swapPage.fill({ sell: SOL, buy: USDC, amount: '2', to: receiver.address });
  const seen = await swapPage.review('Jupiter');
  const { route } = seen;
  expect(route.meta.txType).toBe('SOLANA');
  await seen.expectShows([
    ...['Jupiter is asked to', '2 SOL', route.expectedBuyAmountMaxSlippage, receiver.address],
    ...['Programs that it calls, in their order', 'Network fee'],
  ]);
  await expect(seen.dialog).not.toContainText('Do not sign');
  await seen.dialog.getByText('Rate, fees and other details').click();
  await expect(seen.dialog).toContainText('token account rent');
  await glimpse(page, 'jupiter-review');
  await seen.dialog.getByText('Programs that it calls, in their order').scrollIntoViewIfNeeded();
  await glimpse(page, 'jupiter-signing');
  await seen.close();
  const review = await swapPage.review('Jupiter');
  await review.pay();
  expect(await wallet.confirm(/Sign (and send )?this transaction\?/)).toContain('through Jupiter');
  await trackPage.arrivedAt(review.quoteId);
  const end = await expectArrived(trackPage, api, review);
  const got = await receiver.balance('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v');
  expect(Number(got) / 1e6).toBe(Number(end.data.route?.actualBuyAmount));
  await glimpse(page, 'jupiter-arrived', { whole: true });

  await swapPage.open();
  await swapPage.fill({ sell: SOL, buy: USDC, amount: '3', to: receiver.address, slippage: '0.5' });
  const moved = await swapPage.review('Jupiter');
  await sandbox.withFault({ target: 'jupiter', kind: 'frontRun', percent: 5, times: 1 }, async () => {
    await moved.pay();
    await wallet.confirm(/Sign (and send )?this transaction\?/);
    await trackPage.arrivedAt(moved.quoteId);
    await expect(trackPage.state).toHaveText('Failed', { timeout: SWAP_MS });
  });
  await sandbox.control('jupiter-settle', {});
  const alert = page.getByRole('alert').filter({ hasText: 'Nothing was sold' });
  await expect(alert).toContainText('only the network fee was paid');
  expect(await api.track(moved.key)).toMatchObject({ success: true, trackingStatus: 'failed' });
  await glimpse(page, 'jupiter-refused', { whole: true });

  // A user who takes more than a minute in the wallet learns that, and has lost nothing.
  await slowPage.bringToFront();
  await expect.poll(() => Date.now() - shownAt, { timeout: 90_000 }).toBeGreaterThan(65_000);
  await slow.wallet.confirm(/Sign (and send )?this transaction\?/);
  const tooLate = late.dialog.getByRole('alert').filter({ hasText: 'This quote is too old' });
  await expect(tooLate).toContainText('Nothing was sold.');
  await expect(tooLate).toContainText('Nothing was sent.');
  await glimpse(slowPage, 'jupiter-too-late');
  await slowPage.close();

  // A hash that no chain has shown is looked for ever more rarely.
  await page.goto(lostPath);
  await expect(trackPage.state).toHaveText('Failed', { timeout: 2 * SWAP_MS });
  await expect(alert).toContainText('The transaction has expired');
  await expect(alert).toContainText('It can no longer happen; nothing was sold.');
  expect(await api.track(lost.key)).toMatchObject({ success: true, trackingStatus: 'failed' });
  await glimpse(page, 'jupiter-expired', { whole: true });
});
