/**
 * The page is answered by a liar: each field of each payment alone. Nothing can be signed then, and no wallet is asked.
 * Run by `npm run lies`, whose matrix has a row for each lie.
 */
import { appendFileSync } from 'node:fs';
import type { Page, Route } from '@playwright/test';
import { quoteRequestSchema, quoteResponseSchema } from '../../lib/api/schemas/quote.ts';
import { harmlessPlacement } from '../../lib/payments/testing/harmless.ts';
import { type Honest, LIES, type Lie } from '../../lib/payments/testing/lies.ts';
import type { VerifiableRoute } from '../../lib/payments/verify-route.ts';
import { NEWCOMER } from '../support/accounts.ts';
import { FakeWallets } from '../support/fake-wallets/fake-wallets.ts';
import type { FakeKind } from '../support/fake-wallets/shells.ts';
import { test as base, expect } from '../support/page-test.ts';
import type { Row } from './matrix.ts';

const test = base.extend<{ fakes: FakeWallets }>({
  fakes: async ({ page, baseURL, sandbox }, use) => use(new FakeWallets(page, baseURL ?? '', sandbox)),
});

// The page asks its server about what it was told, and is refused.
test.use({ expectedErrors: [/Failed to load resource: the server responded with a status of 4/] });

const ETH = { symbol: 'ETH', chain: 'Ethereum' };
const USDC = { symbol: 'USDC', chain: 'Ethereum' };
const BTC = { symbol: 'BTC', chain: 'Bitcoin' };
const ATOM = { symbol: 'ATOM', chain: 'Cosmos Hub' };
const SOL = { symbol: 'SOL', chain: 'Solana' };
const SOL_USDC = { symbol: 'USDC', chain: 'Solana' };

type Sold = {
  kind: string;
  provider: string;
  fake: FakeKind;
  wallet: string;
  swap: { sell: typeof ETH; buy: typeof ETH; amount: string; to: string };
};

const SOLD: readonly Sold[] = [
  ...['THORChain', 'Chainflip', 'Garden'].map((provider) => ({
    kind: `${provider}: ETH by a call`,
    provider,
    fake: 'evm' as const,
    wallet: 'Fake EVM wallet',
    swap: { sell: ETH, buy: BTC, amount: '0.5', to: NEWCOMER.BTC },
  })),
  {
    kind: '1inch: ETH by a call',
    provider: '1inch',
    fake: 'evm',
    wallet: 'Fake EVM wallet',
    swap: { sell: ETH, buy: USDC, amount: '0.5', to: NEWCOMER.ETH },
  },
  ...['THORChain', 'Chainflip'].map((provider) => ({
    kind: `${provider}: BTC by a PSBT`,
    provider,
    fake: 'unisat' as const,
    wallet: 'UniSat',
    swap: { sell: BTC, buy: ETH, amount: '0.05', to: NEWCOMER.ETH },
  })),
  {
    kind: 'Jupiter: SOL by a transaction',
    provider: 'Jupiter',
    fake: 'solana',
    wallet: 'Fake Solana wallet',
    swap: { sell: SOL, buy: SOL_USDC, amount: '1', to: NEWCOMER.SOL },
  },
  {
    kind: 'THORChain: ATOM by a message',
    provider: 'THORChain',
    fake: 'keplr',
    wallet: 'Keplr',
    swap: { sell: ATOM, buy: ETH, amount: '20', to: NEWCOMER.ETH },
  },
];

/** What a wallet is asked for before anything is signed. */
const HARMLESS_CALLS =
  /eth_(?!send|sign)|wallet_|account|connect|chain|network|balance|enable|getKey|getAddress|permission|on\b|listen/i;

/** Tells the first of a lie's tellings in every answer with something to sign. */
class Liar {
  lie: Lie | undefined;
  /** Whether the last answer was another than the honest one, and where. */
  where: string | undefined;

  async stand(page: Page): Promise<void> {
    await page.route('**/v1/quote', (route) => this.#answer(route));
  }

  async #answer(route: Route): Promise<void> {
    const asked = quoteRequestSchema.safeParse(route.request().postDataJSON());
    const answer = await route.fetch();
    const body = await answer.text();
    const isPayable = asked.success && asked.data.includeTx === true && asked.data.providers !== undefined;
    await route.fulfill({ response: answer, body: isPayable && this.lie ? this.#falsified(body, this.lie) : body });
  }

  #falsified(body: string, lie: Lie): string {
    const quote = quoteResponseSchema.parse(JSON.parse(body));
    const routes = quote.routes.map((route): unknown => {
      const honest: Honest = { route, at: { network: 'sandbox' }, asked: askedOf(route) };
      const told = lie.tell(honest).find((one) => one.asked === undefined && one.at === undefined);
      if (!told || harmlessPlacement(lie.field, told.where) !== undefined) return route;
      this.where = told.where;
      return told.route;
    });
    return JSON.stringify({ ...quote, routes });
  }
}

const askedOf = ({ sellAsset, buyAsset, sellAmount, destinationAddress }: VerifiableRoute) => ({
  sellAsset,
  buyAsset,
  sellAmount,
  destinationAddress,
  slippageBps: 100,
});

/** Longest wait for what the review says to a lie. */
const SETTLED_MS = 8_000;

/** Where the command reads what became of each lie. */
function record(row: Row): void {
  if (process.env.LIES_ROWS) appendFileSync(process.env.LIES_ROWS, `${JSON.stringify(row)}\n`);
}

for (const { kind, provider, fake, wallet, swap } of SOLD)
  test(`${kind}: no lie is signed`, async ({ page, swapPage, fakes }) => {
    test.setTimeout(600_000);
    const liar = new Liar();
    await fakes.install(fake);
    await swapPage.open();
    await swapPage.fill(swap);
    await swapPage.connect(wallet);
    const honest = await swapPage.review(provider);
    await expect(honest.swapButton).toBeEnabled();
    await honest.close();
    await liar.stand(page);
    const dialog = page.getByRole('dialog', { name: 'Review swap' });
    const refusal = dialog.getByRole('alert').first();
    const signable = honest.swapButton.and(page.locator(':enabled'));
    for (const lie of LIES) {
      liar.lie = lie;
      liar.where = undefined;
      await expect(swapPage.button).toHaveText(/^(Review swap of|Approve) /, { timeout: 30_000 });
      await swapPage.button.click();
      // An answer that names another way to swap is no answer to this review: then nothing is shown that could be signed.
      const settled = refusal.or(signable).first();
      await settled.waitFor({ timeout: SETTLED_MS }).catch(() => undefined);
      const isTaken = (await signable.count()) > 0;
      if (liar.where !== undefined) {
        const outcome = isTaken ? 'accepted' : 'refused';
        record({ teller: 'The page is lied to', kind, field: lie.field, where: liar.where, outcome });
        expect.soft(isTaken, `${lie.field} (${liar.where})`).toBe(false);
      }
      if (await dialog.isVisible()) await honest.close();
    }
    expect(fakes.calls.filter((call) => !HARMLESS_CALLS.test(call))).toEqual([]);
  });
