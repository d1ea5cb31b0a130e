/** Each kind of wallet, as somebody uses it: connected, refused, tampered with, locked, elsewhere, and paid with in the end. */
import type { PortageClient } from '../../lib/api/client.ts';
import { NEWCOMER } from '../support/accounts.ts';
import { FakeWallets } from '../support/fake-wallets/fake-wallets.ts';
import type { Tamper } from '../support/fake-wallets/knobs.ts';
import type { FakeKind } from '../support/fake-wallets/shells.ts';
import type { ReviewSheet } from '../support/page-objects/review-sheet.ts';
import type { TrackPage } from '../support/page-objects/track-page.ts';
import { test as base, expect } from '../support/page-test.ts';
import { photograph } from '../support/photographer.ts';

const test = base.extend<{ fakes: FakeWallets }>({
  fakes: async ({ page, baseURL, sandbox }, use) => use(new FakeWallets(page, baseURL ?? '', sandbox)),
});

// Each journey stands alone, so that the workers share them.
test.describe.configure({ mode: 'parallel' });

const BTC = { symbol: 'BTC', chain: 'Bitcoin' };
const ETH = { symbol: 'ETH', chain: 'Ethereum' };
const ATOM = { symbol: 'ATOM', chain: 'Cosmos Hub' };
const RUNE = { symbol: 'RUNE', chain: 'THORChain' };
const LTC = { symbol: 'LTC', chain: 'Litecoin' };
const SOL = { symbol: 'SOL', chain: 'Solana' };
const SOL_USDC = { symbol: 'USDC', chain: 'Solana' };

/** The payment stops, nothing was sent, and the person is told why in the sheet. */
async function expectStopped(review: ReviewSheet, title: string): Promise<void> {
  await expect(review.dialog.getByText(title).first()).toBeVisible();
  await expect(review.dialog.getByText(/Nothing was (sent|sold)/).first()).toBeVisible();
}

/** The tracking page stands there, and the service has seen the payment. */
async function expectSent(trackPage: TrackPage, review: ReviewSheet, api: PortageClient): Promise<void> {
  await trackPage.arrivedAt(review.quoteId);
  await expect
    .poll(async () => (await api.track({ quoteId: review.quoteId })).trackingStatus, { timeout: 60_000 })
    .not.toBe('not_started');
  expect((await api.track({ quoteId: review.quoteId })).success).toBe(true);
}

const DIFFERS = 'Not signed: it differs from what you reviewed';
const REJECTED = 'You rejected the request';

const BITCOIN: readonly { kind: FakeKind; name: string; tamper: readonly Tamper[] }[] = [
  { kind: 'unisat', name: 'UniSat', tamper: ['recipient', 'memo', 'amount'] },
  { kind: 'okx', name: 'OKX Wallet', tamper: ['memo'] },
  { kind: 'xverse', name: 'Xverse', tamper: ['recipient'] },
  { kind: 'leather', name: 'Leather', tamper: ['memo'] },
];
for (const { kind, name, tamper } of BITCOIN)
  test(`${name}: refused twice, caught changing the payment, then BTC is really sent`, async ({
    swapPage,
    trackPage,
    fakes,
    api,
  }) => {
    await fakes.install(kind);
    await swapPage.open();
    await swapPage.fill({ sell: BTC, buy: ETH, amount: '0.01', to: NEWCOMER.ETH });
    const sheet = await swapPage.openWallets();
    fakes.knobs.next = 'reject';
    await sheet.getByRole('button', { name }).click();
    await expect(sheet.getByText(REJECTED)).toBeVisible();
    await sheet.getByRole('button', { name }).click();
    await expect(sheet).toBeHidden();
    const review = await swapPage.review('THORChain');
    expect(review.route.sourceAddress).toBe(fakes.addresses(kind)[0]);
    fakes.knobs.next = 'reject';
    await review.pay();
    await expectStopped(review, REJECTED);
    for (const how of tamper) {
      fakes.knobs.tamper = how;
      await review.swapButton.click();
      await expectStopped(review, DIFFERS);
    }
    fakes.knobs.tamper = undefined;
    await review.swapButton.click();
    await expectSent(trackPage, review, api);
  });

test('all Bitcoin wallets of the page are listed once, by their own names, and those that ended are named instead', {
  tag: '@long',
}, async ({ page, swapPage, fakes }) => {
  await page.addInitScript(() => {
    Object.assign(window, { xfi: { bitcoin: {} }, phantom: { bitcoin: { requestAccounts: () => [] } } });
  });
  await fakes.install('unisat', 'okx', 'bitget', 'onekey', 'xverse', 'leather');
  await swapPage.open();
  await swapPage.fill({ sell: BTC, buy: ETH, amount: '0.01', to: NEWCOMER.ETH });
  const sheet = await swapPage.openWallets();
  const names = ['OKX Wallet', 'Bitget Wallet', 'OneKey', 'UniSat', 'Xverse', 'Leather'];
  await expect(sheet.getByRole('list', { name: 'Wallets for Bitcoin' }).getByRole('button')).toContainText(names);
  await expect(sheet.getByText('Ctrl Wallet was shut down')).toBeVisible();
  await expect(sheet.getByText('Phantom no longer has Bitcoin')).toBeVisible();
  await photograph(page, 'wallets-bitcoin');
  fakes.knobs.next = 'busy';
  await sheet.getByRole('button', { name: 'Leather' }).click();
  await expect(sheet.getByText('Your wallet already has an open request')).toBeVisible();
  fakes.knobs.wrongChain = true;
  await sheet.getByRole('button', { name: 'UniSat' }).click();
  await expect(sheet.getByText('Your wallet is on another network')).toBeVisible();
  fakes.knobs.wrongChain = false;
  fakes.knobs.locked = true;
  await sheet.getByRole('button', { name: 'OneKey' }).click();
  await expect(sheet.getByText('Your wallet is locked')).toBeVisible();
  fakes.knobs.locked = false;
  await sheet.getByRole('button', { name: 'Bitget Wallet' }).click();
  await expect(sheet).toBeHidden();
});

test('money that no block has yet is named and cannot be sold; once it is in a block it can', { tag: '@long' }, async ({
  page,
  swapPage,
  sandbox,
  fakes,
}) => {
  await fakes.install('unisat');
  const waiting = swapPage.form.getByText('0.25 BTC more is waiting for confirmation.');
  await sandbox.withHeldClock(async () => {
    await sandbox.fund('BTC', fakes.addresses('unisat')[0], '0.25');
    await swapPage.open();
    await swapPage.fill({ sell: BTC, buy: ETH, amount: '0.6', to: NEWCOMER.ETH });
    await swapPage.connect('UniSat');
    await expect(waiting).toBeVisible();
    await expect(swapPage.button).toHaveText('Not enough BTC');
    await photograph(page, 'waits-for-a-block');
  });
  await expect(waiting).toHaveCount(0, { timeout: 60_000 });
  await expect(swapPage.button).toHaveText('Review swap of 0.6 BTC');
});

test('an announced EVM wallet: refused, on another network, with another account, then ETH is really sent', async ({
  swapPage,
  trackPage,
  fakes,
  api,
}) => {
  await fakes.install('evm');
  await swapPage.open();
  await swapPage.fill({ sell: ETH, buy: BTC, amount: '0.2', to: NEWCOMER.BTC });
  const sheet = await swapPage.openWallets();
  fakes.knobs.next = 'reject';
  await sheet.getByRole('button', { name: 'Fake EVM wallet' }).click();
  await expect(sheet.getByText(REJECTED)).toBeVisible();
  await sheet.getByRole('button', { name: 'Fake EVM wallet' }).click();
  await expect(sheet).toBeHidden();
  const review = await swapPage.review('THORChain');
  // It says yes to another network, and stays.
  fakes.knobs.next = 'reject';
  await review.pay();
  await expectStopped(review, REJECTED);
  // Another account is selected in the wallet, which tells nobody.
  fakes.knobs.account = 1;
  await review.swapButton.click();
  await expectStopped(review, 'Your wallet has another account selected');
  fakes.knobs.account = 0;
  fakes.knobs.next = 'busy';
  await review.swapButton.click();
  await expectStopped(review, 'Your wallet already has an open request');
  await review.swapButton.click();
  await expectSent(trackPage, review, api);
});

test('a delegated account is refused where a memo must be seen, before the wallet is asked', { tag: '@long' }, async ({
  page,
  swapPage,
  fakes,
}) => {
  await fakes.install('evm');
  await page.route('**/chain/eth/rpc', async (route) => {
    const body = route.request().postData() ?? '';
    if (!body.includes('eth_getCode')) return route.continue();
    const asked: unknown = JSON.parse(body);
    const answer = ({ id, method }: { id: number; method: string }) => ({
      jsonrpc: '2.0',
      id,
      result: method === 'eth_getCode' ? `0xef0100${'11'.repeat(20)}` : '0x',
    });
    await route.fulfill({ json: Array.isArray(asked) ? asked.map(answer) : answer(asked as never) });
  });
  const review = await swapPage.begin(
    { sell: ETH, buy: BTC, amount: '0.2', to: NEWCOMER.BTC },
    'THORChain',
    'Fake EVM wallet',
  );
  await review.pay();
  await expect(review.dialog.getByText(/runs a contract’s code/).first()).toBeVisible();
  expect(fakes.calls).not.toContain('evm eth_sendTransaction');
});

test('a service that changes the payment is caught before the wallet is asked', async ({ page, swapPage, fakes }) => {
  await fakes.install('evm');
  await swapPage.open();
  await swapPage.fill({ sell: ETH, buy: BTC, amount: '0.2', to: NEWCOMER.BTC });
  await page.route('**/v1/quote', async (route) => {
    const answer = await route.fetch();
    const text = await answer.text();
    // Within the memo in the calldata of the deposit, which starts after selector and six words.
    const changed = text.replace(
      /("data":"0x44bc937b[0-9a-f]{396})([0-9a-f])/g,
      (_all, head: string, digit: string) => head + (digit === '1' ? '2' : '1'),
    );
    await route.fulfill({ response: answer, body: changed });
  });
  await swapPage.connect('Fake EVM wallet');
  const review = await swapPage.review('THORChain');
  const stop = 'Do not sign: it differs from this review';
  await expect(review.dialog.getByText(stop, { exact: true })).toBeVisible();
  await expect(review.swapButton).toBeDisabled();
  expect(fakes.calls).not.toContain('evm eth_sendTransaction');
});

test('a wallet of the Wallet Standard: refused, caught changing the amount, then SOL is really sent', async ({
  swapPage,
  trackPage,
  fakes,
  api,
}) => {
  await fakes.install('solana');
  const review = await swapPage.begin(
    { sell: SOL, buy: SOL_USDC, amount: '1.5', to: NEWCOMER.SOL },
    'Jupiter',
    'Fake Solana wallet',
  );
  fakes.knobs.next = 'reject';
  await review.pay();
  await expectStopped(review, REJECTED);
  fakes.knobs.tamper = 'amount';
  fakes.soldLamports = 1_500_000_000n;
  await review.swapButton.click();
  await expectStopped(review, DIFFERS);
  fakes.knobs.tamper = undefined;
  await review.swapButton.click();
  await expectSent(trackPage, review, api);
});

test('a wallet of Keplr’s shape: refused, caught changing memo, recipient and amount, then ATOM is really sent', async ({
  swapPage,
  trackPage,
  fakes,
  api,
}) => {
  await fakes.install('keplr');
  const review = await swapPage.begin({ sell: ATOM, buy: RUNE, amount: '40', to: NEWCOMER.THOR }, 'THORChain', 'Keplr');
  fakes.knobs.next = 'reject';
  await review.pay();
  await expectStopped(review, REJECTED);
  for (const how of ['memo', 'recipient', 'amount'] as const) {
    fakes.knobs.tamper = how;
    await review.swapButton.click();
    await expectStopped(review, DIFFERS);
  }
  fakes.knobs.tamper = undefined;
  fakes.knobs.account = 1;
  await review.swapButton.click();
  await expectStopped(review, 'Your wallet has another account selected');
  fakes.knobs.account = 0;
  await review.swapButton.click();
  await expectSent(trackPage, review, api);
});

test('Vultisig: refused, then LTC is really sent; one that sends something else is told at once', async ({
  swapPage,
  trackPage,
  fakes,
  api,
}) => {
  await fakes.install('vultisig');
  const review = await swapPage.begin({ sell: LTC, buy: BTC, amount: '2', to: NEWCOMER.BTC }, 'THORChain', 'Vultisig');
  fakes.knobs.next = 'reject';
  await review.pay();
  await expectStopped(review, REJECTED);
  await review.swapButton.click();
  await expectSent(trackPage, review, api);

  await swapPage.open();
  await swapPage.fill({ sell: LTC, buy: BTC, amount: '1', to: NEWCOMER.BTC });
  const other = await swapPage.review('THORChain');
  fakes.knobs.tamper = 'memo';
  await other.pay();
  await expect(other.dialog.getByText('Your wallet sent something other than you reviewed').first()).toBeVisible();
  await expect(other.dialog.getByText(/may be under way/).first()).toBeVisible();
});

test('several at once, found again after a reload without a question, and let go', async ({
  page,
  swapPage,
  fakes,
}) => {
  await fakes.install('evm', 'unisat', 'keplr', 'solana');
  await swapPage.open();
  await swapPage.fill({ sell: BTC, buy: ETH, amount: '0.01', to: NEWCOMER.ETH });
  await swapPage.connect('UniSat');
  await page.getByRole('button', { name: /^Your wallets/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Your wallets' });
  // It appears once the list of wallets above it stands, so a press hits what was seen.
  const others = sheet.getByText('Other networks');
  await others.click({ trial: true });
  const stood = await others.boundingBox();
  await others.click();
  expect((await others.boundingBox())?.y).toBe(stood?.y);
  for (const [group, name] of [
    ['Ethereum and other EVM chains', 'Fake EVM wallet'],
    ['Cosmos Hub', 'Keplr'],
    ['Solana', 'Fake Solana wallet'],
  ] as const) {
    await sheet.getByRole('button', { name: group, exact: true }).click();
    await sheet
      .getByRole('list', { name: `Wallets for ${group === 'Ethereum and other EVM chains' ? 'Ethereum' : group}` })
      .getByRole('button', { name })
      .click();
    await expect(sheet.getByRole('button', { name: `Disconnect ${group}` })).toBeVisible();
  }
  await expect(sheet.getByRole('list', { name: 'Connected' }).getByRole('listitem')).toHaveCount(4);
  await photograph(page, 'wallets-connected');

  fakes.calls.length = 0;
  await page.reload();
  await expect(page.getByRole('button', { name: 'Your wallets: 4 connected' })).toBeVisible();
  const asking = /requestAccounts|request_accounts|connect|enable|getKey|requestPermissions|sign/i;
  expect(fakes.calls.filter((call) => asking.test(call) && call !== 'solana connect')).toEqual([]);

  // Another account is chosen in the wallet, which says so: the page follows.
  await fakes.says('unisat', 'accountsChanged', []);
  await page.getByRole('button', { name: 'Your wallets: 4 connected' }).click();
  fakes.knobs.account = 1;
  await fakes.says('unisat', 'accountsChanged', []);
  const [, other] = fakes.addresses('unisat');
  await expect(sheet.getByTitle(other)).toBeVisible();
  for (const group of ['Ethereum and other EVM chains', 'Bitcoin', 'Cosmos Hub', 'Solana'])
    await sheet.getByRole('button', { name: `Disconnect ${group}` }).click();
  // A reload would cut off the step back from the sheet's own history entry.
  await Promise.all([page.waitForEvent('framenavigated'), page.keyboard.press('Escape')]);
  await expect(page.getByRole('button', { name: 'Connect wallet' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Connect wallet' })).toBeEnabled();
  expect(fakes.calls.filter((call) => call.endsWith('disconnect') || call.endsWith('disable')).sort()).toEqual([
    'keplr disable',
    'solana disconnect',
    'unisat disconnect',
  ]);
});
