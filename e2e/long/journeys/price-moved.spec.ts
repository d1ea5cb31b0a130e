/**
 * An outdated price is not signed: moved by a tenth under an open review, it is shown and needs a consent, for every
 * way of paying.
 */
import type { Locator } from '@playwright/test';
import { z } from 'zod';
import { NEWCOMER } from '../../support/accounts.ts';
import { chainflipState } from '../../support/chainflip.ts';
import { DepositAddress } from '../../support/page-objects/deposit-address.ts';
import { ReviewSheet } from '../../support/page-objects/review-sheet.ts';
import type { Choice } from '../../support/page-objects/token-selector.ts';
import { CHAINFLIP_FIRST, JUPITER_FIRST, ONEINCH_FIRST } from '../../support/page-objects/two-leg-review.ts';
import { expect, test } from '../../support/page-test.ts';
import { glimpse } from '../../support/photographer.ts';
import type { Sandbox } from '../../support/sandbox.ts';
import { createUtxoPayer } from '../../support/utxo-payer.ts';

const DOGE = { symbol: 'DOGE', chain: 'Dogecoin' };
const LTC = { symbol: 'LTC', chain: 'Litecoin' };
const BTC = { symbol: 'BTC', chain: 'Bitcoin' };
const ETH = { symbol: 'ETH', chain: 'Ethereum' };
const USDC = { symbol: 'USDC', chain: 'Ethereum' };
const USDT = { symbol: 'USDT', chain: 'Ethereum' };
const WBTC = { symbol: 'WBTC', chain: 'Ethereum' };
const ATOM = { symbol: 'ATOM', chain: 'Cosmos Hub' };
const RUNE = { symbol: 'RUNE', chain: 'THORChain' };
const CACAO = { symbol: 'CACAO', chain: 'Maya' };
const LINK = { symbol: 'LINK', chain: 'Ethereum' };
const BONK = { symbol: 'BONK', chain: 'Solana' };
const SOL = { symbol: 'SOL', chain: 'Solana' };
const SOL_USDC = { symbol: 'USDC', chain: 'Solana' };

/** Runs while the sold asset is worth a tenth less, or the bought one a tenth more. */
type Fall = (sandbox: Sandbox, run: () => Promise<void>) => Promise<void>;
const BACK = { '-10': 11.1111, '11.1111': -10 };
/** Moves the pools of THORChain or Maya while their arbitrage rests, since what it restores would be counted twice. */
const poolFall =
  (body: { network?: 'maya'; asset: string }, percent: -10 | 11.1111): Fall =>
  async (sandbox, run) => {
    const { network } = body;
    await sandbox.control('market', { network, on: false });
    try {
      await fall('move-price', body, percent)(sandbox, run);
    } finally {
      await sandbox.control('market', { network, on: true });
    }
  };
const fall =
  (control: string, body: Record<string, unknown>, percent: -10 | 11.1111): Fall =>
  async (sandbox, run) => {
    await sandbox.control(control, { ...body, percent });
    try {
      await run();
    } finally {
      await sandbox.control(control, { ...body, percent: BACK[`${percent}`] });
    }
  };

const gardenAsset = z.object({ price: z.union([z.string(), z.number()]).transform(Number) });
const gardenFall =
  (asset: string): Fall =>
  async (sandbox, run) => {
    const priceUsd = gardenAsset.parse(await sandbox.control('garden-set', { asset })).price / 1e8;
    await sandbox.control('garden-set', { asset, priceUsd: priceUsd * 0.9 });
    try {
      await run();
    } finally {
      await sandbox.control('garden-set', { asset, priceUsd });
    }
  };

type Kind = {
  name: string;
  sell: Choice;
  buy: Choice;
  amount: string;
  to: string;
  provider: string;
  fall: Fall;
  /** The wallet's prompts, in order. */
  asks: RegExp[];
  /** Paid by a signed message instead of a transaction. */
  bySignature?: true;
};

const APPROVE = /Sign and send this transaction\?[\s\S]*approve/;
const ANY = /Sign (and send )?this (transaction|payment)\?/;
const KINDS: Kind[] = [
  {
    name: 'a PSBT through THORChain',
    ...{ sell: DOGE, buy: LTC, amount: '2000', to: NEWCOMER.LTC, provider: 'THORChain' },
    fall: poolFall({ asset: 'DOGE.DOGE' }, -10),
    asks: [ANY],
  },
  {
    name: 'an approval and a router’s call on Ethereum',
    ...{ sell: USDC, buy: BTC, amount: '900', to: NEWCOMER.BTC, provider: 'THORChain' },
    fall: poolFall({ asset: 'BTC.BTC' }, 11.1111),
    asks: [APPROVE, /depositWithExpiry/],
  },
  {
    name: 'a message of Cosmos',
    ...{ sell: ATOM, buy: RUNE, amount: '20', to: NEWCOMER.THOR, provider: 'THORChain' },
    fall: poolFall({ asset: 'GAIA.ATOM' }, -10),
    asks: [ANY],
  },
  {
    name: 'a PSBT through Maya',
    ...{ sell: BTC, buy: ETH, amount: '0.0317', to: NEWCOMER.ETH, provider: 'Maya' },
    fall: poolFall({ network: 'maya', asset: 'BTC.BTC' }, -10),
    asks: [ANY],
  },
  {
    name: 'a deposit message of THORChain',
    ...{ sell: RUNE, buy: LTC, amount: '217', to: NEWCOMER.LTC, provider: 'THORChain' },
    fall: poolFall({ asset: 'LTC.LTC' }, 11.1111),
    asks: [/Sign this transaction\?[\s\S]*thorchain\/MsgDeposit/],
  },
  {
    name: 'a deposit message of Maya',
    ...{ sell: CACAO, buy: BTC, amount: '3100', to: NEWCOMER.BTC, provider: 'Maya' },
    fall: poolFall({ network: 'maya', asset: 'BTC.BTC' }, 11.1111),
    asks: [/Sign this transaction\?[\s\S]*mayachain\/MsgDeposit/],
  },
  {
    name: 'a transaction of Solana through Jupiter',
    ...{ sell: SOL, buy: SOL_USDC, amount: '1.3', to: NEWCOMER.SOL, provider: 'Jupiter' },
    fall: fall('jupiter-move-price', { mint: 'SOL' }, -10),
    asks: [ANY],
  },
  {
    name: 'a swap through 1inch',
    ...{ sell: ETH, buy: USDC, amount: '0.3', to: NEWCOMER.ETH, provider: '1inch' },
    fall: fall('oneinch-move-price', { asset: 'ETH' }, -10),
    asks: [ANY],
  },
  {
    name: 'an order at Garden',
    ...{ sell: WBTC, buy: BTC, amount: '0.0217', to: NEWCOMER.BTC, provider: 'Garden' },
    fall: gardenFall('ethereum:wbtc'),
    asks: [APPROVE, ANY],
  },
  {
    name: 'an order’s deposit at Garden',
    ...{ sell: BTC, buy: WBTC, amount: '0.0187', to: NEWCOMER.ETH, provider: 'Garden' },
    fall: gardenFall('bitcoin:btc'),
    asks: [ANY],
  },
  {
    name: 'a signature for Garden’s lock',
    ...{ sell: WBTC, buy: BTC, amount: '0.0229', to: NEWCOMER.BTC, provider: 'Garden' },
    fall: gardenFall('ethereum:wbtc'),
    asks: [APPROVE, /Sign this data\?/],
    bySignature: true,
  },
  {
    name: 'a PSBT into Chainflip’s vault',
    ...{ sell: BTC, buy: ETH, amount: '0.0413', to: NEWCOMER.ETH, provider: 'Chainflip' },
    fall: fall('chainflip-move-price', { asset: 'Btc' }, -10),
    asks: [ANY],
  },
  {
    name: 'a transaction of Solana into Chainflip’s vault',
    ...{ sell: SOL, buy: USDC, amount: '11.3', to: NEWCOMER.ETH, provider: 'Chainflip' },
    fall: fall('chainflip-move-price', { asset: 'Sol' }, -10),
    asks: [ANY],
  },
  {
    name: 'a payment into Chainflip’s vault',
    ...{ sell: ETH, buy: BTC, amount: '0.7', to: NEWCOMER.BTC, provider: 'Chainflip' },
    fall: fall('chainflip-move-price', { asset: 'Eth' }, -10),
    asks: [ANY],
  },
  {
    name: 'two legs, the second of them Chainflip’s',
    ...{ sell: USDT, buy: BTC, amount: '615', to: NEWCOMER.BTC, provider: ONEINCH_FIRST },
    fall: fall('chainflip-move-price', { asset: 'Btc' }, 11.1111),
    asks: [APPROVE, ANY],
  },
  {
    name: 'two legs on Solana, the second of them Chainflip’s',
    ...{ sell: BONK, buy: BTC, amount: '6100000', to: NEWCOMER.BTC, provider: JUPITER_FIRST },
    fall: fall('chainflip-move-price', { asset: 'Btc' }, 11.1111),
    asks: [ANY],
  },
  {
    name: 'two legs from Solana, the first of them Chainflip’s',
    ...{ sell: SOL, buy: LINK, amount: '9.7', to: NEWCOMER.ETH, provider: CHAINFLIP_FIRST },
    fall: fall('chainflip-move-price', { asset: 'Sol' }, -10),
    asks: [ANY],
  },
  {
    name: 'two legs, the first of them Chainflip’s',
    ...{ sell: BTC, buy: LINK, amount: '0.0097', to: NEWCOMER.ETH, provider: CHAINFLIP_FIRST },
    fall: fall('chainflip-move-price', { asset: 'Btc' }, -10),
    asks: [ANY],
  },
];

/** Starts the payment, once the way of paying is chosen. */
async function payButton(review: ReviewSheet, { bySignature }: Kind): Promise<Locator> {
  if (!bySignature) return review.swapButton;
  await review.dialog.getByRole('radio', { name: /^Sign, Garden pays the gas/ }).check();
  return review.dialog.getByRole('button', { name: /^Sign to swap / });
}

const alertOf = ({ page }: ReviewSheet) => page.getByRole('alert').filter({ hasText: 'The price has moved' });

/** Both prices are shown, nothing can be signed, and the payment is prepared once after the consent. */
async function agreeToFall(review: ReviewSheet, provider: string, button = review.swapButton): Promise<ReviewSheet> {
  const { page, route } = review;
  await expect(alertOf(review)).toContainText('You would now get');
  await expect(alertOf(review)).toContainText('Nothing was sent.');
  const [, shown = ''] = /instead of ([\d.,]+)/.exec((await alertOf(review).textContent()) ?? '') ?? [];
  // Cut after eight significant digits.
  const ratio = Number(shown.replaceAll(',', '')) / Number(route.expectedBuyAmount);
  expect(ratio).toBeLessThanOrEqual(1);
  expect(ratio).toBeGreaterThan(1 - 1e-6);
  await expect(button).toHaveCount(0);
  let prepared = 0;
  page.on('request', (request) => {
    if (request.postData()?.includes('"includeTx":true')) prepared += 1;
  });
  const answered = ReviewSheet.answer(page);
  await page.getByRole('button', { name: /^Go on with / }).click();
  const next = await ReviewSheet.opened(page, await answered, provider);
  expect(prepared).toBe(1);
  expect(next.quoteId).not.toBe(review.quoteId);
  expect(Number(next.route.expectedBuyAmount)).toBeLessThan(Number(route.expectedBuyAmount) * 0.95);
  await page.clock.setSystemTime(Date.now());
  return next;
}

for (const kind of KINDS)
  test(`${kind.name}: a price that falls by a tenth is shown while the review is open, and needs a consent before the wallet opens`, async ({
    swapPage,
    trackPage,
    wallet,
    sandbox,
  }) => {
    const { page } = swapPage;
    await page.clock.install();
    await swapPage.open();
    const { sell, buy, amount, to, provider } = kind;
    await swapPage.fill({ sell, buy, amount, to, slippage: '2' });
    await swapPage.connect();
    const review = await swapPage.review(provider);
    expect(review.route.expiration).toMatch(/^\d+$/);
    await expect(review.dialog.getByText('Quote expires in').first()).toBeVisible();
    const button = await payButton(review, kind);
    await expect(button).toBeEnabled();
    await kind.fall(sandbox, async () => {
      await page.clock.fastForward(31_000);
      const next = await agreeToFall(review, provider, button);
      await glimpse(page, 'price-moved-agreed');
      const pays = await payButton(next, kind);
      await next.agree();
      await pays.click();
      for (const question of kind.asks) await wallet.confirm(question);
      await trackPage.arrivedAt(next.quoteId);
    });
  });

test('a price that falls is also found at the press; one that recovers, and an answer of the last seconds, need no consent', async ({
  swapPage,
  trackPage,
  wallet,
  sandbox,
}) => {
  const { page } = swapPage;
  await page.clock.install();
  await swapPage.open();
  await swapPage.fill({ sell: DOGE, buy: LTC, amount: '2100', to: NEWCOMER.LTC, slippage: '2' });
  await swapPage.connect();
  const review = await swapPage.review('THORChain');
  await expect(review.swapButton).toBeEnabled();
  await poolFall({ asset: 'DOGE.DOGE' }, -10)(sandbox, async () => {
    await page.clock.fastForward(11_000);
    await review.pay();
    await expect(alertOf(review)).toContainText('Nothing was sent.');
    await expect(wallet.question).toHaveCount(0);
    await glimpse(page, 'price-moved-at-press');
  });
  await page.clock.fastForward(31_000);
  await expect(alertOf(review)).toHaveCount(0);
  await expect(review.swapButton).toBeEnabled();
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/v1/quote')) asked += 1;
  });
  await review.pay();
  await wallet.confirm(ANY);
  await trackPage.arrivedAt(review.quoteId);
  expect(asked).toBe(0);
});

test('Chainflip’s deposit address is opened at a valid price: once, after the consent to the fall', async ({
  swapPage,
  trackPage,
  sandbox,
  baseURL,
}) => {
  const { page } = swapPage;
  await page.clock.install();
  const payer = createUtxoPayer(baseURL ?? '', 'BTC');
  await swapPage.open();
  await swapPage.fill({ sell: BTC, buy: ETH, amount: '0.0517', to: NEWCOMER.ETH, slippage: '2' });
  await swapPage.withoutWallet(payer.address);
  const review = await swapPage.review('Chainflip');
  const { channelsOpened } = await chainflipState(sandbox);
  const deposit = new DepositAddress(page);
  await deposit.choose(review);
  await fall(
    'chainflip-move-price',
    { asset: 'Btc' },
    -10,
  )(sandbox, async () => {
    await page.clock.fastForward(11_000);
    await deposit.openButton.click();
    await expect(alertOf(review)).toBeVisible();
    await expect(deposit.openButton).toHaveCount(0);
    expect((await chainflipState(sandbox)).channelsOpened).toBe(channelsOpened);
    const next = await agreeToFall(review, 'Chainflip');
    await deposit.open(next);
    await trackPage.arrivedAt(next.quoteId);
    expect((await chainflipState(sandbox)).channelsOpened).toBe(channelsOpened + 1);
  });
});
