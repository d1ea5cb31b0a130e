/**
 * Garden when it does not go as planned: who gets the refund, when, and by which transaction. Hours pass in each
 * journey.
 */

import type { PortageClient } from '../../../lib/api/client.ts';
import { createGatewayClient } from '../../../lib/api/gateway.ts';
import { NEWCOMER } from '../../support/accounts.ts';
import { ETH_WBTC, gardenState, holdFor } from '../../support/garden.ts';
import { test } from '../../support/own-test.ts';
import { DepositAddress } from '../../support/page-objects/deposit-address.ts';
import { expect, SWAP_MS } from '../../support/page-test.ts';
import { glimpse } from '../../support/photographer.ts';
import { createUtxoPayer } from '../../support/utxo-payer.ts';

/** An order that waits for BTC at its address. */
async function order(api: PortageClient, sourceAddress: string, sellAmount: string) {
  const quote = await api.quote({
    sellAsset: 'BTC.BTC',
    buyAsset: ETH_WBTC,
    sellAmount,
    slippage: 1,
    providers: ['GARDEN'],
    sourceAddress,
    destinationAddress: NEWCOMER.ETH,
    includeTx: true,
  });
  const address = quote.routes[0]?.inboundAddress;
  if (address === undefined) throw new Error(JSON.stringify(quote.providerErrors));
  return { address, key: { quoteId: quote.quoteId, routeIndex: 0 }, path: `/track/${quote.quoteId}/0` };
}

test('a solver that never comes: the page says who refunds the money and when, and then shows that it arrived', async ({
  trackPage,
  sandbox,
  api,
  page,
  baseURL,
}) => {
  const payer = createUtxoPayer(baseURL ?? '', 'BTC');
  await sandbox.fund('BTC', payer.address, '0.2');
  await holdFor(sandbox, 'bitcoin:btc', 72);
  const { address, key, path } = await order(api, payer.address, '0.031');
  await sandbox.control('fault', { target: 'garden', kind: 'solverAbsent', on: true });
  await page.goto(path);
  await expect(page.getByText('This swap was not reviewed in this browser')).toBeVisible();
  const hash = await payer.pay({ to: address, baseUnits: 3_100_000n });
  await expect(trackPage.state).toHaveText('Swapping', { timeout: SWAP_MS });
  const change = await createGatewayClient({ baseUrl: baseURL ?? '' }).utxos('BTC', payer.address);
  const kept = change.reduce((sum, { value }) => sum + BigInt(value), 0n);

  // The hours in which a solver would have answered.
  await sandbox.control('clock', { stepSeconds: 6 * 3600 + 600 });
  await expect(trackPage.state).toHaveText('Refund on its way', { timeout: SWAP_MS });
  await expect(trackPage.step(/^Refund of .+ on its way/)).toContainText('time lock of 72 blocks');
  await expect(trackPage.step(/^Refund of .+ on its way/)).toContainText(payer.address.slice(-6));
  await glimpse(page, 'garden-coming-back', { whole: true });

  await sandbox.control('clock', { stepSeconds: 6.5 * 3600 });
  await expect(trackPage.state).toHaveText('Refunded', { timeout: SWAP_MS });
  await expect(trackPage.heading).toHaveText(/^0\.03\d* BTC came back$/);
  const alert = page.getByRole('alert').filter({ hasText: 'Sent to' });
  await expect(alert).toContainText('No solver finished the swap');
  const end = await api.track(key);
  expect(end).toMatchObject({ success: true, trackingStatus: 'refunded', stage: 'refund' });
  expect(end.data.refund).toMatchObject({ address: payer.address, asset: 'BTC.BTC' });
  expect(end.data.inbound?.hash).toBe(hash);
  await expect(trackPage.step(/Refund sent/)).toContainText(end.data.refund?.hash?.slice(0, 6) ?? 'no hash');
  await glimpse(page, 'garden-refunded', { whole: true });
  // It is really there, in the reported amount.
  const coins = await createGatewayClient({ baseUrl: baseURL ?? '' }).utxos('BTC', payer.address);
  const sum = coins.reduce((all, { value }) => all + BigInt(value), 0n);
  expect(sum - kept).toBe(BigInt(Math.round(Number(end.data.refund?.amount) * 1e8)));
});

test('another amount than the exact one: reported at once, refunded in full, nothing bought', async ({
  trackPage,
  sandbox,
  api,
  page,
  baseURL,
}) => {
  const payer = createUtxoPayer(baseURL ?? '', 'BTC');
  await sandbox.fund('BTC', payer.address, '0.2');
  await holdFor(sandbox, 'bitcoin:btc', 12);
  const { address, key, path } = await order(api, payer.address, '0.04');
  const { stock } = await gardenState(sandbox);
  await page.goto(path);
  await expect(page.getByText('This swap was not reviewed in this browser')).toBeVisible();
  await payer.pay({ to: address, baseUnits: 3_900_000n });
  await expect(
    page.getByText(/^Garden has seen 0\.039 BTC and the order is for exactly 0\.04 BTC/).first(),
  ).toBeVisible({
    timeout: SWAP_MS,
  });
  await glimpse(page, 'garden-other-amount', { whole: true });
  await sandbox.control('clock', { stepSeconds: 3 * 3600 });
  await expect(trackPage.state).toHaveText('Refunded', { timeout: SWAP_MS });
  const alert = page.getByRole('alert').filter({ hasText: 'Sent to' });
  await expect(alert).toContainText('The payment was 0.039 BTC, and the order was for exactly 0.04 BTC');
  const end = await api.track(key);
  expect(end.data.refund).toMatchObject({ address: payer.address, asset: 'BTC.BTC' });
  const coins = await createGatewayClient({ baseUrl: baseURL ?? '' }).utxos('BTC', payer.address);
  const sum = coins.reduce((all, { value }) => all + BigInt(value), 0n);
  // Everything but the miners' fees of the two transactions.
  expect(sum).toBeGreaterThan(19_980_000n);
  expect((await gardenState(sandbox)).stock).toEqual(stock);
});

test('an address that was not paid in time is struck out, and offers a new quote', async ({
  trackPage,
  sandbox,
  api,
  page,
  baseURL,
}) => {
  const payer = createUtxoPayer(baseURL ?? '', 'BTC');
  const { address, path } = await order(api, payer.address, '0.02');
  await page.goto(path);
  const deposit = new DepositAddress(page);
  await expect(page.getByText('This swap was not reviewed in this browser')).toBeVisible();
  // The order's hour, and the time that a payment may take to be seen.
  await sandbox.control('clock', { stepSeconds: 6000 });
  await expect(trackPage.state).toHaveText('Failed', { timeout: SWAP_MS });
  await expect(deposit.over).toContainText(address);
  await expect(deposit.card).toBeHidden();
  await expect(deposit.over.getByRole('link', { name: 'Get a new quote' })).toBeVisible();
  await glimpse(page, 'garden-over', { whole: true });
  await expect(
    page.getByRole('alert').filter({ hasText: 'Nothing was paid, and the order has expired' }),
  ).toBeVisible();
});
