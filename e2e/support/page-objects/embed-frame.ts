/** A swap in the frame of a foreign page. */
import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test';
import { giveConsents } from './review-sheet.ts';

export class EmbedFrame {
  readonly frame: FrameLocator;
  readonly element: Locator;
  /** @param selector selector of the element in which it is mounted. */
  constructor(page: Page, selector: string) {
    this.element = page.locator(`${selector} iframe`);
    this.frame = page.frameLocator(`${selector} iframe`);
  }

  get form(): Locator {
    return this.frame.locator('form').first();
  }

  get button(): Locator {
    return this.form.locator('button[type=submit]');
  }

  get amount(): Locator {
    return this.frame.getByRole('textbox', { name: 'Sell amount' });
  }

  get dialog(): Locator {
    return this.frame.getByRole('dialog', { name: 'Review swap' });
  }

  get swapButton(): Locator {
    return this.dialog.getByRole('button', { name: /^Swap [\d.,]+ / });
  }

  /**
   * Gives every required consent, and presses the pay button until that has an effect: a press counts only after the
   * button was visible for a moment.
   * @param noticed rejects while there is no visible effect.
   */
  async pay(noticed: () => Promise<void>): Promise<void> {
    await expect(async () => {
      if (await this.dialog.isVisible()) await giveConsents(this.dialog);
      if (await this.swapButton.isVisible()) await this.swapButton.click({ timeout: 5_000 });
      await noticed();
    }).toPass();
  }

  /** Closes the review. Chromium discards presses on a frame that its host's page has just moved, by scrolling too. */
  async close(): Promise<void> {
    await expect(async () => {
      if (await this.dialog.isVisible())
        await this.dialog.getByRole('button', { name: 'Close' }).click({ timeout: 5_000 });
      await expect(this.dialog).toBeHidden({ timeout: 1_000 });
    }).toPass();
  }

  /** Goes on to the review with a connected wallet, through a change of network where one is asked for. */
  async review(): Promise<void> {
    const ready = /^Review swap of /;
    await expect(this.button).toHaveText(/^(Review swap of|Switch your wallet to) /, { timeout: 30_000 });
    if (/^Switch/.test((await this.button.textContent()) ?? '')) await this.button.click();
    await expect(this.button).toHaveText(ready, { timeout: 30_000 });
    await this.button.click();
    await expect(this.dialog.getByRole('heading', { name: 'What you will sign' })).toBeVisible();
  }
}
