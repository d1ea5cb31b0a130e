import type { Locator, Page } from '@playwright/test';

/** The page on which one swap is followed. */
export class TrackPage {
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }

  /** Waits for the page of a swap and returns its URL without the origin. */
  async arrivedAt(quoteId?: string): Promise<string> {
    await this.page.waitForURL(quoteId ? `**/track/${quoteId}/**` : '**/track/**', { timeout: 45_000 });
    const { pathname, search } = new URL(this.page.url());
    return pathname + search;
  }

  /** The state in a word or two, in the header. */
  get state(): Locator {
    return this.page.getByRole('article').locator('header').getByRole('status');
  }

  get heading(): Locator {
    return this.page.getByRole('article').getByRole('heading', { level: 1 });
  }

  /** A step of the timeline, by its text. */
  step(title: RegExp): Locator {
    return this.page
      .getByRole('article')
      .locator('li', { has: this.page.locator('p') })
      .filter({ hasText: title });
  }

  notice(title: string): Locator {
    return this.page.getByRole('article').getByText(title, { exact: true });
  }
}
