/** What a screen reader is told is what the page shows, from the empty form to the swap's end. */
import { NEWCOMER } from '../support/accounts.ts';
import { listenTo } from '../support/announcements.ts';
import { DepositAddress } from '../support/page-objects/deposit-address.ts';
import { expect, SWAP_MS, test } from '../support/page-test.ts';
import { createUtxoPayer } from '../support/utxo-payer.ts';

const BTC = { symbol: 'BTC', chain: 'Bitcoin' };
const ETH = { symbol: 'ETH', chain: 'Ethereum' };

test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] });

test('what is announced of routes, addresses and times is what the page shows, and nothing of it stays when it is no longer true', async ({
  swapPage,
  page,
  context,
}) => {
  const heard = await listenTo(page);
  await swapPage.open();
  await swapPage.fill({ sell: BTC, buy: ETH, amount: '0.05' });
  const recommended = expect.stringMatching(/^\d+ routes?\. Recommended: [\d.,]+ ETH with /);
  await expect.poll(heard.said, { timeout: 30_000 }).toContainEqual(recommended);
  expect(await heard.untrue()).toEqual([]);

  await swapPage.receive(NEWCOMER.ETH);
  await swapPage.connect();
  await swapPage.amount.fill('0.06');
  await expect(swapPage.card('THORChain')).toBeVisible({ timeout: 30_000 });
  expect(await heard.untrue()).toEqual([]);

  await context.setOffline(true);
  await expect.poll(heard.now).toEqual([]);
  await context.setOffline(false);

  const review = await swapPage.review('Chainflip');
  await expect(review.dialog).toBeVisible();
  expect(await heard.untrue()).toEqual([]);
});

/** Whole minutes of a clock such as 59:31 or 1:02:03. */
const minutesOf = (clock: string): number =>
  clock
    .split(':')
    .slice(0, -1)
    .reduce((minutes, part) => minutes * 60 + Number(part), 0);
/** Minutes of "59 min left to send" or "1 hr, 2 min left to send". */
const minutesSaid = (words: string): number =>
  Number(/(\d+) hr/.exec(words)?.[1] ?? 0) * 60 + Number(/(\d+) min/.exec(words)?.[1] ?? 0);

test('the time left to pay is announced as the timer shows it, and each state of the swap once, as its page shows it', {
  tag: '@long',
}, async ({ swapPage, trackPage, sandbox, api, page, baseURL }) => {
  const payer = createUtxoPayer(baseURL ?? '', 'BTC');
  await sandbox.fund('BTC', payer.address, '0.2');
  const heard = await listenTo(page);
  await swapPage.open();
  await swapPage.fill({ sell: BTC, buy: ETH, amount: '0.05', to: NEWCOMER.ETH });
  await swapPage.withoutWallet(payer.address);
  const review = await swapPage.review('Chainflip');
  const deposit = new DepositAddress(page);
  await deposit.open(review);

  const timer = deposit.card.getByRole('timer');
  const left = expect.stringMatching(/ left to send$/);
  await expect.poll(heard.said).toContainEqual(left);
  const said = (await heard.said()).findLast((words) => words.endsWith('left to send')) ?? '';
  const shown = minutesOf((await timer.textContent()) ?? '');
  // The clock may have passed a minute since.
  expect([shown, shown + 1]).toContain(minutesSaid(said));
  expect(await heard.untrue()).toEqual([]);
  // A screen reader that arrives later is not told a time that is over.
  await expect.poll(heard.now, { timeout: 30_000 }).not.toContainEqual(left);

  const { depositAddress = '' } = (await api.track(review.key)).data.depositChannel ?? {};
  const before = (await heard.said()).length;
  await payer.pay({ to: depositAddress, baseUnits: 5_000_000n });
  await expect(trackPage.state).toHaveText('Arrived', { timeout: SWAP_MS });
  await expect.poll(heard.said).toContain('Arrived');
  const states = (await heard.said()).slice(before).filter((words) => words !== '');
  expect(states.at(-1)).toBe('Arrived');
  expect(states).toEqual([...new Set(states)]);
  expect(await heard.untrue()).toEqual([]);
  await expect(page).toHaveTitle(/^Arrived: /);
});
