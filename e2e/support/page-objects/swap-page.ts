import { expect, type Locator, type Page } from '@playwright/test';
import { untilListens } from './listens.ts';
import { ReviewSheet } from './review-sheet.ts';
import { SandboxWallet } from './sandbox-wallet.ts';
import { type Choice, TokenSelector } from './token-selector.ts';

const radioOf = (provider: string): RegExp => new RegExp(`with ${provider}(?!,)`);

/** The ways of one provider, by the suffix of its name. */
const WAYS = { ', streaming, boosted': 'Streaming and boosted', ', streaming': 'Streaming', ', boosted': 'Boosted' };
const wayOf = (provider: string) => Object.entries(WAYS).find(([suffix]) => provider.endsWith(suffix));
/** "Chainflip" of "Chainflip, boosted". */
const brandOf = (provider: string): string => provider.slice(0, provider.length - (wayOf(provider)?.[0].length ?? 0));

type Filled = { sell?: Choice; buy?: Choice; amount?: string; to?: string; slippage?: string };

/** The front page: its form, its routes, and the way to the review. */
export class SwapPage {
  readonly page: Page;
  readonly wallet: SandboxWallet;
  readonly tokens: TokenSelector;
  constructor(page: Page) {
    this.page = page;
    this.wallet = new SandboxWallet(page);
    this.tokens = new TokenSelector(page);
  }

  get form(): Locator {
    return this.page.getByRole('form', { name: 'Swap' });
  }

  /** The main button, whose text says what is missing. */
  get button(): Locator {
    return this.form.locator('button[type=submit]');
  }

  get amount(): Locator {
    return this.page.getByRole('textbox', { name: 'Sell amount' });
  }

  /** The recipient's field while it can be edited: at first, and after "Change". */
  get receiveAt(): Locator {
    return this.page.getByRole('textbox', { name: /^To: .+ address that receives/ });
  }

  /** The recipient once it is shown as text; `data-receiver` has the whole address. */
  get receiver(): Locator {
    return this.form.locator('[data-receiver]');
  }

  /** Enters the recipient, whether one is set already or not. */
  async receive(addressOrName: string): Promise<void> {
    await expect(this.receiveAt.or(this.receiver)).toBeVisible();
    if (await this.receiver.isVisible()) await this.form.getByRole('button', { name: 'Change the recipient' }).click();
    await this.receiveAt.fill(addressOrName);
  }

  get sendFrom(): Locator {
    return this.page.getByRole('textbox', { name: 'Send from / refund address' });
  }

  get routes(): Locator {
    return this.page.getByRole('region', { name: 'Routes' });
  }

  /** The radio of a route, by its provider's display name; `Chainflip, boosted` is a separate route. */
  route(provider: string): Locator {
    return this.routes.getByRole('radio', { name: radioOf(provider) });
  }

  /**
   * Waits for a route, and makes its card show it: unfolds the list if the card is hidden once all providers have
   * answered, and takes the wanted way in the opened card if the card shows another one.
   */
  async find(provider: string): Promise<void> {
    const [route, card] = [this.route(provider), this.card(provider)];
    const answered = this.routes.getByRole('button', { name: /^Refresh quotes, \d+ seconds? left/ });
    const more = this.routes.getByRole('button', { name: /^\d+ more routes?$/ });
    // Its ways arrive one after the other.
    await expect(answered).toBeVisible({ timeout: 30_000 });
    // Answers to another request may fold the list again, and the next ones bring a route whose provider was late.
    await expect(async () => {
      if (!(await card.isVisible())) await more.click({ timeout: 1_000 });
      await expect(card).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: 60_000 });
    if (!(await route.isVisible())) {
      await this.openCard(provider);
      await card.getByRole('button', { name: new RegExp(`^${wayOf(provider)?.[1] ?? 'All at once'}`) }).click();
    }
    await expect(route).toBeVisible({ timeout: 30_000 });
  }

  /** Opens the details of a card. */
  async openCard(provider: string): Promise<Locator> {
    const card = this.card(provider);
    const details = card.getByRole('button', { name: /^Details of / });
    if ((await details.getAttribute('aria-expanded')) === 'false') await details.click();
    return card;
  }

  /** The card of a route's provider, whichever of its ways it shows. */
  card(provider: string): Locator {
    return this.routes
      .getByRole('radiogroup')
      .locator('> div')
      .filter({ has: this.page.getByRole('radio', { name: new RegExp(`with ${brandOf(provider)}(?!, then)`) }) });
  }

  async open(query = ''): Promise<void> {
    await this.page.goto(`/${query}`);
    await expect(this.form).toBeVisible();
    await untilListens(this.form);
  }

  /** Begins a swap: opens the page, fills the form, connects the wallet and opens the route's review. */
  async begin(swap: Filled, route: string, wallet?: string): Promise<ReviewSheet> {
    await this.open();
    await this.fill(swap);
    await this.connect(wallet);
    return this.review(route);
  }

  async choose(side: 'sell' | 'buy', choice: Choice): Promise<void> {
    await this.form.getByRole('button', { name: new RegExp(`^Choose ${side} asset`) }).click();
    await this.tokens.choose(choice);
    await expect(
      this.form.getByRole('button', { name: `Choose ${side} asset, ${choice.symbol} on ${choice.chain}` }),
    ).toBeVisible();
  }

  async slippage(percent: string): Promise<void> {
    await this.form.getByRole('button', { name: /^Slippage / }).click();
    await this.page.getByRole('textbox', { name: 'Slippage in percent' }).fill(percent);
    await this.page.keyboard.press('Escape');
    await expect(this.form.getByRole('button', { name: `Slippage ${percent}%`, exact: true })).toBeVisible();
  }

  /** Fills the form. Fields that are not named stay as they are. */
  async fill(swap: Filled): Promise<void> {
    if (swap.sell) await this.choose('sell', swap.sell);
    if (swap.buy) await this.choose('buy', swap.buy);
    if (swap.slippage) await this.slippage(swap.slippage);
    if (swap.amount) await this.amount.fill(swap.amount);
    if (swap.to) await this.receive(swap.to);
  }

  /** Opens the sheet of wallets through the main button. */
  async openWallets(): Promise<Locator> {
    await expect(this.button).toHaveText('Connect a wallet', { timeout: 30_000 });
    await this.button.click();
    const sheet = this.page.getByRole('dialog', { name: 'Connect a wallet' });
    await expect(sheet).toBeVisible();
    return sheet;
  }

  /**
   * Connects the wallet that the sale needs through the main button: the sandbox's, or another one without a prompt.
   */
  async connect(wallet = 'Sandbox wallet'): Promise<void> {
    const sheet = await this.openWallets();
    await sheet
      .getByRole('region', { name: /^To sell from / })
      .getByRole('button', { name: wallet })
      .click({ timeout: 30_000 });
    if (wallet === 'Sandbox wallet') await this.wallet.confirm(/Connect to this site\?/);
    await expect(sheet).toBeHidden();
  }

  /**
   * Connects a wallet and makes its own account the recipient instead of `somebody`. Returns the account's address.
   * @param somebody any address of the receiving chain, which stays until the user changes it.
   */
  async connectAndReceive(somebody: string): Promise<string> {
    await this.receive(somebody);
    await this.connect();
    await expect(this.receiveAt).toHaveValue(somebody);
    await this.form.getByRole('button', { name: "Use my wallet's address" }).click();
    await expect(this.receiver).not.toHaveAttribute('data-receiver', somebody);
    return (await this.receiver.getAttribute('data-receiver')) ?? '';
  }

  async goOnWithoutWallet(): Promise<void> {
    await expect(this.button).toHaveText('Connect a wallet', { timeout: 30_000 });
    await this.form.getByRole('button', { name: 'Continue without a wallet' }).click();
  }

  /** Enters the address to send from instead of connecting a wallet. */
  async withoutWallet(sendFrom: string): Promise<void> {
    await this.goOnWithoutWallet();
    await this.sendFrom.fill(sendFrom);
  }

  /** Chooses a route by hand and opens its review; the wallet must be connected. */
  async review(provider?: string): Promise<ReviewSheet> {
    const ready = /^(Review swap of|Approve) /;
    await expect(this.button).toHaveText(/^(Review swap of|Approve|Switch your wallet to) /, { timeout: 30_000 });
    if (/^Switch/.test((await this.button.textContent()) ?? '')) await this.button.click();
    await expect(this.button).toHaveText(ready, { timeout: 30_000 });
    if (provider) {
      await this.find(provider);
      await this.route(provider).check();
      await expect(this.route(provider)).toBeChecked();
    }
    const answered = ReviewSheet.answer(this.page);
    await this.button.click();
    await expect(this.page.getByRole('dialog', { name: 'Review swap' })).toBeVisible();
    return ReviewSheet.opened(this.page, await answered, provider);
  }
}
