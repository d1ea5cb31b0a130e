import { expect, type Locator, type Page } from '@playwright/test';
import { type QuoteResponse, quoteRequestSchema, quoteResponseSchema } from '../../../lib/api/schemas/quote.ts';
import type { WireRoute } from '../../../lib/api/schemas/route.ts';
import { PROVIDER_NAMES } from '../../../lib/domain/provider-id.ts';

/** As the list calls it. */
const nameOf = ({ providers, meta }: WireRoute): string =>
  providers.map((id) => PROVIDER_NAMES[id]).join(', ') + (meta.boost ? ', boosted' : '');

/** An amount as the English page writes it in full: thousands apart. */
const grouped = (amount: string): string => amount.replace(/^\d+/, (whole) => BigInt(whole).toLocaleString('en'));

/** The review: what decides whether somebody signs. `route` is what the service answered to it. */
export class ReviewSheet {
  readonly page: Page;
  readonly quoteId: string;
  readonly routeIndex: number;
  readonly route: WireRoute;
  /** @param name of the route as the list calls it; the first one without it. */
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
   * The answer to the quote that a review is made of: of the chosen route alone, which the form never names, and with its
   * payment, which a look at the price leaves out. Of two legs that nobody is there to sign there is none.
   */
  static async answer(page: Page): Promise<QuoteResponse> {
    const response = await page.waitForResponse((candidate) => {
      if (!candidate.url().endsWith('/v1/quote') || candidate.request().method() !== 'POST') return false;
      const asked = quoteRequestSchema.safeParse(candidate.request().postDataJSON());
      if (!asked.success || asked.data.providers === undefined) return false;
      return asked.data.includeTx === true || asked.data.providers.some((id) => id.includes('->'));
    });
    return quoteResponseSchema.parse(await response.json());
  }

  static async opened(page: Page, quote: QuoteResponse, name?: string): Promise<ReviewSheet> {
    const review = new ReviewSheet(page, quote, name);
    await expect(review.dialog.getByRole('heading', { name: 'What you will sign' })).toBeVisible();
    return review;
  }

  /** By which the service tracks it. */
  get key(): { quoteId: string; routeIndex: number } {
    return { quoteId: this.quoteId, routeIndex: this.routeIndex };
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog', { name: 'Review swap' });
  }

  get swapButton(): Locator {
    return this.dialog.getByRole('button', { name: /^Swap [\d.,]+ / });
  }

  /** Leaves it: a quote that was looked at for long may lapse before it is paid. */
  async close(): Promise<void> {
    await this.dialog.getByRole('button', { name: 'Close' }).click();
    await expect(this.dialog).toBeHidden();
  }

  /** Ticks, or types, what has to be agreed to, where there is anything. */
  async agree(): Promise<void> {
    for (const consent of await this.dialog.getByRole('checkbox').all()) await consent.check();
    for (const field of await this.dialog.getByRole('textbox', { name: /^You lose about/ }).all())
      await field.fill('accept the loss');
  }

  /** Agrees to what there is, and starts the payment. */
  async pay(): Promise<void> {
    await this.agree();
    await this.swapButton.click();
  }

  /** Hands the payment over to a wallet that is not connected; answers the sheet of that. */
  async signElsewhere(): Promise<Locator> {
    await this.agree();
    await this.dialog.getByRole('button', { name: 'Sign elsewhere' }).click();
    const sheet = this.page.getByRole('dialog', { name: 'Sign elsewhere' });
    await expect(sheet.getByRole('heading', { name: '1. Take it along' })).toBeVisible();
    return sheet;
  }

  /** All texts that decide over the money, as the service gave them, stand in the review in full. */
  async expectShows(texts: readonly (string | undefined)[]): Promise<void> {
    for (const text of texts) {
      if (!text) throw new Error('the service gave nothing to show');
      // Amounts are grouped; the case of an EVM address is a checksum and nothing else.
      const shown = /^\d+(\.\d+)?$/.test(text) ? grouped(text) : text;
      await expect(this.dialog).toContainText(shown, { ignoreCase: text.startsWith('0x') });
    }
  }
}
