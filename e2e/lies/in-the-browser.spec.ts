/**
 * The page is answered by a liar: every field of each kind of payment that a wallet signs, told as consistently as the
 * liar can. Nothing can be signed then, and no wallet is asked. Run by `npm run lies`, whose matrix has a row for each lie.
 */
import { appendFileSync } from 'node:fs';
import type { Locator, Page, Route } from '@playwright/test';
import { type QuoteResponse, quoteRequestSchema, quoteResponseSchema } from '../../lib/api/schemas/quote.ts';
import { harmlessPlacement } from '../../lib/payments/testing/harmless.ts';
import { type FalsifiedRoute, type Honest, LIES, type Lie } from '../../lib/payments/testing/lies.ts';
import type { VerifiableRoute } from '../../lib/payments/verify-route.ts';
import { NEWCOMER } from '../support/accounts.ts';
import { FakeWallets } from '../support/fake-wallets/fake-wallets.ts';
import type { FakeKind } from '../support/fake-wallets/shells.ts';
import { USDC, USDT } from '../support/oneinch.ts';
import type { ReviewSheet } from '../support/page-objects/review-sheet.ts';
import { ONEINCH_FIRST } from '../support/page-objects/two-leg-review.ts';
import { test as base, expect } from '../support/page-test.ts';
import { LINK } from '../support/two-leg.ts';
import type { Outcome, Row } from './matrix.ts';

const test = base.extend<{ fakes: FakeWallets }>({
  fakes: async ({ page, baseURL, sandbox }, use) => use(new FakeWallets(page, baseURL ?? '', sandbox)),
});

// The page asks its server about what it was told, and is refused.
test.use({ expectedErrors: [/Failed to load resource: the server responded with a status of 4/] });

const on = (chain: string, symbol: string) => ({ symbol, chain });
const [ETH, BTC, SOL] = [on('Ethereum', 'ETH'), on('Bitcoin', 'BTC'), on('Solana', 'SOL')];

type Sold = {
  provider: string;
  by: string;
  fake: FakeKind;
  wallet: string;
  swap: { sell: typeof ETH; buy: typeof ETH; amount: string; to: string };
  /** What the account needs beside coins. */
  token?: string;
  /** The wallet takes several calls with one request (EIP-5792). */
  batches?: 'inTurn';
};

const EVM = { fake: 'evm', wallet: 'Fake EVM wallet' } as const;
const UNISAT = { fake: 'unisat', wallet: 'UniSat', by: 'PSBT' } as const;
const TO_BTC = { sell: ETH, buy: BTC, amount: '0.5', to: NEWCOMER.BTC };
const FROM_BTC = { sell: BTC, buy: ETH, amount: '0.05', to: NEWCOMER.ETH };
const FOR_ETH = { buy: ETH, amount: '400', to: NEWCOMER.ETH };

/** One of each kind of bytes, by each who reads them. */
const SOLD: readonly Sold[] = [
  { ...EVM, provider: 'THORChain', by: 'call', swap: TO_BTC },
  { ...EVM, provider: 'Chainflip', by: 'call', swap: TO_BTC },
  { ...EVM, provider: 'Garden', by: 'call', swap: TO_BTC },
  {
    ...EVM,
    provider: '1inch',
    by: 'approval and call',
    swap: { ...FOR_ETH, sell: on('Ethereum', 'USDT') },
    token: USDT,
  },
  {
    ...EVM,
    provider: '1inch',
    by: 'signed allowance and call',
    swap: { ...FOR_ETH, sell: on('Ethereum', 'USDC') },
    token: USDC,
  },
  {
    ...EVM,
    provider: '1inch',
    by: 'one request of both calls',
    swap: { ...FOR_ETH, sell: on('Ethereum', 'USDC') },
    token: USDC,
    batches: 'inTurn',
  },
  {
    ...EVM,
    provider: ONEINCH_FIRST,
    by: 'approval and call',
    swap: { sell: on('Ethereum', 'LINK'), buy: BTC, amount: '40', to: NEWCOMER.BTC },
    token: LINK,
  },
  { ...UNISAT, provider: 'THORChain', swap: FROM_BTC },
  { ...UNISAT, provider: 'Chainflip', swap: FROM_BTC },
  {
    fake: 'solana',
    wallet: 'Fake Solana wallet',
    provider: 'Jupiter',
    by: 'transaction',
    swap: { sell: SOL, buy: on('Solana', 'USDC'), amount: '1', to: NEWCOMER.SOL },
  },
  {
    fake: 'keplr',
    wallet: 'Keplr',
    provider: 'THORChain',
    by: 'message',
    swap: { sell: on('Cosmos Hub', 'ATOM'), buy: ETH, amount: '20', to: NEWCOMER.ETH },
  },
];

/** What a wallet is asked for before anything is signed. */
const HARMLESS_CALLS =
  /eth_(?!send|sign)|wallet_(?!send)|account|connect|chain|network|balance|enable|getKey|getAddress|permission|on\b|listen/i;

/** Blockhashes and prices grow old: an honest answer is told anew, and falsified, for this long. */
const FRESH_MS = 15_000;

/** Answers every question for something to sign with the last honest answer, changed by a telling of the lie. */
class Liar {
  lie: Lie | undefined;
  /** Where the last answer was told otherwise; undefined where it was honest. */
  where: string | undefined;
  #honest: { quote: QuoteResponse; at: number } | undefined;

  async stand(page: Page): Promise<void> {
    await page.route('**/v1/quote', (route) => this.#answer(route));
  }

  /** Whether the payment has what the lie is about. */
  tells(lie: Lie): boolean {
    return this.#honest?.quote.routes.some((route) => tellingOf(lie, route) !== undefined) ?? false;
  }

  async #answer(route: Route): Promise<void> {
    const asked = quoteRequestSchema.safeParse(route.request().postDataJSON());
    const isPayable = asked.success && asked.data.includeTx === true && asked.data.providers !== undefined;
    if (!isPayable) return route.continue();
    if (this.#honest === undefined || Date.now() - this.#honest.at > FRESH_MS) {
      const answer = await route.fetch();
      this.#honest = { quote: quoteResponseSchema.parse(await answer.json()), at: Date.now() };
    }
    return route.fulfill({ json: this.#falsified(this.#honest.quote) });
  }

  #falsified(quote: QuoteResponse): unknown {
    const { lie } = this;
    const routes = quote.routes.map((route): unknown => {
      const falsified = lie && tellingOf(lie, route);
      if (!falsified) return route;
      this.where = falsified.where;
      return falsified.route;
    });
    return { ...quote, routes };
  }
}

const askedOf = ({ sellAsset, buyAsset, sellAmount, destinationAddress }: VerifiableRoute) => ({
  sellAsset,
  buyAsset,
  sellAmount,
  destinationAddress,
  slippageBps: 100,
});

/** The lie as it is hardest to see: told in all places at once, where it has several. */
function tellingOf(lie: Lie, route: VerifiableRoute): FalsifiedRoute | undefined {
  const honest: Honest = { route, at: { network: 'sandbox' }, asked: askedOf(route) };
  return lie
    .tell(honest)
    .filter(({ asked, at, where }) => !asked && !at && harmlessPlacement(lie.field, where) === undefined)
    .at(-1);
}

/** Longest wait for what the review makes of an answer. */
const SETTLED_MS = 20_000;

/** What becomes of the review that is open: every consent that it asks for is given. @throws where nothing becomes of it. */
async function outcomeOf(dialog: Locator): Promise<Outcome> {
  const stopped = dialog
    .locator('[data-block=stop]')
    .or(dialog.getByRole('alert').filter({ hasText: 'This route is not available right now' }));
  const payable = dialog.locator('[data-pays]:enabled');
  const consent = dialog.locator('[data-block=agree]');
  const fall = dialog.getByRole('button', { name: /^Go on with / });
  for (;;) {
    await stopped.or(payable).or(consent).or(fall).first().waitFor({ timeout: SETTLED_MS });
    if (await stopped.first().isVisible()) return 'refused';
    if (await fall.isVisible()) await fall.click();
    else if (await consent.isVisible()) await dialog.getByRole('checkbox', { checked: false }).first().check();
    else if (await payable.isVisible()) return 'accepted';
  }
}

/** Where the command reads what became of each lie. */
function record(row: Row): void {
  if (process.env.LIES_ROWS) appendFileSync(process.env.LIES_ROWS, `${JSON.stringify(row)}\n`);
}

for (const { provider, by, fake, wallet, swap, token, batches } of SOLD) {
  const kind = `${provider} ${swap.sell.symbol} to ${swap.buy.symbol} by ${by}`;
  test(`${kind}: no lie is signed, and what is honest can be`, async ({ page, swapPage, fakes, sandbox }) => {
    test.setTimeout(300_000);
    const liar = new Liar();
    await fakes.install(fake);
    fakes.knobs.batches = batches;
    if (token) await sandbox.fund('ETH', fakes.addresses(fake)[0], swap.amount, token);
    await liar.stand(page);
    const honest = await swapPage.begin(swap, provider, wallet);
    /** Where only the provider knows whom it waits for, the review says that only this site says so. */
    const reviewed = async (review: ReviewSheet, lie?: Lie): Promise<Outcome> => {
      const outcome = await outcomeOf(review.dialog);
      const isSaid = await review.dialog.getByText('Only this site says where this payment goes').isVisible();
      await review.close();
      return outcome === 'accepted' && lie?.needsWitness && isSaid ? 'byWitnesses' : outcome;
    };
    expect(await reviewed(honest)).toBe('accepted');
    const outcomeWith = async (lie: Lie | undefined): Promise<Outcome> => {
      liar.lie = lie;
      liar.where = undefined;
      await expect(swapPage.button).toHaveText(/^(Review swap of|Approve) /, { timeout: 30_000 });
      await swapPage.button.click();
      return reviewed(honest, lie);
    };
    for (const lie of LIES.filter((one) => liar.tells(one))) {
      const outcome = await outcomeWith(lie);
      const where = liar.where ?? 'nowhere';
      record({ teller: 'The page is lied to', kind, field: lie.field, where, outcome });
      expect
        .soft([lie.field, where, outcome])
        .toEqual([lie.field, expect.not.stringMatching('nowhere'), expect.not.stringMatching('accepted')]);
    }
    expect(await outcomeWith(undefined)).toBe('accepted');
    expect(fakes.calls.filter((call) => !HARMLESS_CALLS.test(call))).toEqual([]);
  });
}
