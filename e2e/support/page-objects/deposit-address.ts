import { expect, type Locator, type Page } from '@playwright/test';
import type { ReviewSheet } from './review-sheet.ts';

/** The deposit address of a swap, which any wallet can pay: the step that opens it, and the card on the swap's page. */
export class DepositAddress {
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }

  /** The step between the review and the address. */
  get dialog(): Locator {
    return this.page.getByRole('dialog', { name: 'Pay by deposit address' });
  }

  get openButton(): Locator {
    return this.dialog.getByRole('button', { name: 'Get a deposit address' });
  }

  /** The card on the swap's page, shown while a deposit is awaited. */
  get card(): Locator {
    return this.page.getByRole('region', { name: /^Send .+ to this address$/ });
  }

  /** The card once the address must no longer be paid. */
  get over(): Locator {
    return this.page.getByRole('region', { name: 'This address has expired' });
  }

  /** Goes from the review to the step before the address; no address is opened yet. */
  async choose(review: ReviewSheet): Promise<void> {
    for (const consent of await review.dialog.getByRole('checkbox').all()) await consent.check();
    await review.dialog.getByRole('button', { name: /^Pay (by deposit address|from another wallet)$/ }).click();
    await expect(this.dialog).toBeVisible();
  }

  /** Opens the address and waits until the swap's page shows it. */
  async open(review: ReviewSheet): Promise<void> {
    await this.choose(review);
    await this.openButton.click();
    await this.page.waitForURL(`**/track/${review.quoteId}/**`, { timeout: 45_000 });
    await expect(this.card).toBeVisible();
  }

  /** Enters the hash of a payment on the card, whether or not the address is over. */
  async alreadySent(hash: string): Promise<void> {
    await this.page.getByRole('textbox', { name: 'Hash of your payment (transaction id)' }).fill(hash);
    await this.page.getByRole('button', { name: 'Track this payment' }).click();
  }
}
