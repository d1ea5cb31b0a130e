import { expect, type Locator, type Page } from '@playwright/test';
import { type QuoteResponse, quoteRequestSchema, quoteResponseSchema } from '../../../lib/api/schemas/quote.ts';
import type { WireRoute } from '../../../lib/api/schemas/route.ts';
import { PROVIDER_NAMES } from '../../../lib/domain/provider-id.ts';

/** The name of a route in the list. */
const nameOf = ({ providers, meta }: WireRoute): string =>
  providers.map((id) => PROVIDER_NAMES[id]).join(', ') + (meta.boost ? ', boosted' : '');

/** An amount as the English page writes it in full, with thousands separators. */
const grouped = (amount: string): string => amount.replace(/^\d+/, (whole) => BigInt(whole).toLocaleString('en'));

/** Gives every consent that the review asks for at this moment, by tick or by typing. */
export async function giveConsents(dialog: Locator): Promise<void> {
  const open = dialog.getByRole('checkbox', { checked: false });
  while ((await open.count()) > 0) await open.first().check();
  for (const field of await dialog.getByRole('textbox', { name: /^You lose about/ }).all())
    await field.fill('accept the loss');
}

/** The review, from which a person decides whether to sign. `route` is the service's answer for it. */
export class ReviewSheet {
  readonly page: Page;
  readonly quoteId: string;
  readonly routeIndex: number;
  readonly route: WireRoute;
  /** @param name of the route in the list; without it the first route. */
  constructor(page: Page, quote: QuoteResponse, name?: string) {
    const index = quote.routes.findIndex((one) => name === undefined || nameOf(one) === name);
    const route = quote.routes[index];
    if (!route) throw new Error(`the review has no route: ${JSON.stringify(quote.providerErrors)}`);
    this.page = page;
    this.quoteId = quote.quoteId;
    this.routeIndex = index;
    this.route = route;
  }

  /**
   * The answer to a review's quote request, which names the chosen provider and sets `includeTx`: to true, or to false
   * for a two-leg route without a wallet. The form's own requests leave `includeTx` out.
   */
  static async answer(page: Page): Promise<QuoteResponse> {
    const response = await page.waitForResponse((candidate) => {
      if (!candidate.url().endsWith('/v1/quote') || candidate.request().method() !== 'POST') return false;
      const asked = quoteRequestSchema.safeParse(candidate.request().postDataJSON());
      if (!asked.success || asked.data.providers === undefined) return false;
      return (
        asked.data.includeTx === true ||
        (asked.data.includeTx === false && asked.data.providers.some((id) => id.includes('->')))
      );
    });
    return quoteResponseSchema.parse(await response.json());
  }

  static async opened(page: Page, quote: QuoteResponse, name?: string): Promise<ReviewSheet> {
    const review = new ReviewSheet(page, quote, name);
    await expect(review.dialog.getByRole('heading', { name: 'What you will sign' })).toBeVisible();
    return review;
  }

  /** The key by which the service tracks it. */
  get key(): { quoteId: string; routeIndex: number } {
    return { quoteId: this.quoteId, routeIndex: this.routeIndex };
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog', { name: 'Review swap' });
  }

  get swapButton(): Locator {
    return this.dialog.getByRole('button', { name: /^Swap [\d.,]+ / });
  }

  /** Closes the review, since a quote that stays open for long may expire before it is paid. */
  async close(): Promise<void> {
    await this.dialog.getByRole('button', { name: 'Close' }).click();
    await expect(this.dialog).toBeHidden();
  }

  /**
   * Gives every required consent until the button can be pressed: facts that the page learns after opening may require
   * more of them.
   */
  async agree(button = this.dialog.locator('[data-pays]')): Promise<void> {
    await expect(async () => {
      await giveConsents(this.dialog);
      await expect(button).toBeEnabled({ timeout: 500 });
    }).toPass({ timeout: 20_000 });
  }

  /** Gives every required consent and starts the payment. */
  async pay(): Promise<void> {
    await this.agree();
    await this.swapButton.click();
  }

  /** Passes the payment to a wallet that is not connected; returns that sheet. */
  async signElsewhere(): Promise<Locator> {
    const elsewhere = this.dialog.getByRole('button', { name: 'Sign elsewhere' });
    await this.agree(elsewhere);
    await elsewhere.click();
    const sheet = this.page.getByRole('dialog', { name: 'Sign elsewhere' });
    await expect(sheet.getByRole('heading', { name: '1. Export it' })).toBeVisible();
    return sheet;
  }

  /** Expects the review to show these decisive texts as the service sent them, an amount after a press if need be. */
  async expectShows(texts: readonly (string | undefined)[]): Promise<void> {
    for (const text of texts) {
      if (!text) throw new Error('the service gave nothing to show');
      if (/^\d+(\.\d+)?$/.test(text)) {
        const shown = grouped(text);
        await expect(this.dialog.getByTitle(shown).or(this.dialog.getByText(shown)).first()).toBeAttached();
        continue;
      }
      // The case of an EVM address is only a checksum.
      await expect(this.dialog).toContainText(text, { ignoreCase: text.startsWith('0x') });
    }
  }
}
