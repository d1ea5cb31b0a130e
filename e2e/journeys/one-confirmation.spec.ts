/**
 * An allowance and its payment with one question of the wallet, where the wallet has EIP-5792; otherwise the allowance is
 * signed and the payment carries it (EIP-2612), or both are transactions.
 */
import { NEWCOMER } from '../support/accounts.ts';
import { expectArrived } from '../support/arrived.ts';
import { createEvmReader } from '../support/evm-reader.ts';
import { FakeWallets } from '../support/fake-wallets/fake-wallets.ts';
import { ROUTER, USDC } from '../support/oneinch.ts';
import { expect, test } from '../support/page-test.ts';

const USDC_ON_ETH = { symbol: 'USDC', chain: 'Ethereum' };
const ETH = { symbol: 'ETH', chain: 'Ethereum' };
const USDC_TO_ETH = { sell: USDC_ON_ETH, buy: ETH, amount: '400', to: NEWCOMER.ETH };

/** What the wallet was asked to send or to sign, in order. */
const sentOrSigned = ({ calls }: FakeWallets): string[] =>
  calls.map((call) => call.replace('evm ', '')).filter((call) => /send|sign/i.test(call));

for (const [batches, tag, asked] of [
  ['inTurn', '', ['wallet_sendCalls']],
  // Every day `send-together.test` holds that such a wallet is asked for one after the other.
  ['half', ' @long', ['wallet_sendCalls', 'eth_signTypedData_v4', 'eth_sendTransaction']],
] as const)
  test(`USDC is sold through 1inch by a wallet that takes several calls: ${batches}${tag}`, async ({
    page,
    baseURL,
    sandbox,
    swapPage,
    trackPage,
    api,
  }) => {
    const fakes = new FakeWallets(page, baseURL ?? '', sandbox);
    await fakes.install('evm');
    await sandbox.fund('ETH', fakes.addresses('evm')[0], '900', USDC);
    fakes.knobs.batches = batches;
    const review = await swapPage.begin(USDC_TO_ETH, '1inch', 'Fake EVM wallet');
    expect(review.route.meta.approvals).toHaveLength(1);
    fakes.knobs.next = 'reject';
    if (batches === 'inTurn') {
      await review.pay();
      await expect(review.dialog.getByText('You rejected the request').first()).toBeVisible();
      fakes.calls.length = 0;
      await review.swapButton.click();
    } else {
      fakes.knobs.next = undefined;
      await review.pay();
    }
    await trackPage.arrivedAt(review.quoteId);
    await expectArrived(trackPage, api, review);
    expect(sentOrSigned(fakes)).toEqual(asked);
  });

for (const [way, tag, asked] of [
  ['signed', '', ['eth_signTypedData_v4', 'eth_sendTransaction']],
  // Every day `sign-permit.test` holds that a refusal leaves this way open.
  [
    'sent, since the person does not sign it',
    ' @long',
    ['eth_signTypedData_v4', 'eth_sendTransaction', 'eth_sendTransaction'],
  ],
] as const)
  test(`USDC is sold through 1inch with an allowance that is ${way}${tag}`, async ({
    page,
    baseURL,
    sandbox,
    swapPage,
    trackPage,
    api,
  }) => {
    const fakes = new FakeWallets(page, baseURL ?? '', sandbox);
    await fakes.install('evm');
    const [own] = fakes.addresses('evm');
    await sandbox.fund('ETH', own, '900', USDC);
    const review = await swapPage.begin(USDC_TO_ETH, '1inch', 'Fake EVM wallet');
    await review.expectShows(['400 USDC, no more', ROUTER, 'a signed message that costs no gas (EIP-2612)']);
    if (way !== 'signed') fakes.knobs.next = 'reject';
    await review.pay();
    if (way !== 'signed') {
      await expect(review.dialog.getByText('The allowance was not signed')).toBeVisible();
      await review.dialog.getByRole('button', { name: 'Give the allowance by a transaction' }).click();
    }
    await trackPage.arrivedAt(review.quoteId);
    await expectArrived(trackPage, api, review);
    expect(sentOrSigned(fakes)).toEqual(asked);
    expect(await createEvmReader(baseURL ?? '', 'ETH').allowance(USDC, own, ROUTER)).toBe(0n);
  });
