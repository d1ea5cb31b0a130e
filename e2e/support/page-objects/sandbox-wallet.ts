/** The wallet's own window, above the page. */
import { expect, type Locator, type Page } from '@playwright/test';

export class SandboxWallet {
  readonly #page: Page;
  constructor(page: Page) {
    this.#page = page;
  }

  get question(): Locator {
    return this.#page.getByRole('dialog', { name: 'Sandbox wallet', exact: true });
  }

  /** Waits until the wallet asks `title`, confirms, and says what it was asked. */
  async confirm(title: RegExp): Promise<string> {
    return this.#answer(title, 'Confirm');
  }

  async reject(title: RegExp): Promise<string> {
    return this.#answer(title, 'Reject');
  }

  async #answer(title: RegExp, answer: 'Confirm' | 'Reject'): Promise<string> {
    const asked = this.question.filter({ hasText: title });
    await expect(asked).toBeVisible({ timeout: 30_000 });
    const text = (await asked.textContent()) ?? '';
    await asked.getByRole('button', { name: answer, exact: true }).click();
    await expect(asked).toBeHidden();
    return text;
  }
}
