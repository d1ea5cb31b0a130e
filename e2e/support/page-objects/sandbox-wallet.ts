/** The sandbox wallet's own window, above the page. */
import { expect, type Locator, type Page } from '@playwright/test';

export class SandboxWallet {
  readonly #page: Page;
  constructor(page: Page) {
    this.#page = page;
  }

  get question(): Locator {
    return this.#page.getByRole('dialog', { name: 'Sandbox wallet', exact: true });
  }

  /** Waits for the prompt `title`, confirms it and returns its text. */
  async confirm(title: RegExp): Promise<string> {
    return this.#answer(title, 'Confirm');
  }

  async reject(title: RegExp): Promise<string> {
    return this.#answer(title, 'Reject');
  }

  /**
   * Pays from the connected EVM account without Portage, as a person does elsewhere with their wallet. Returns the
   * hash.
   */
  async sendFrom(from: string, tx: { to: string; data: string }): Promise<string> {
    const sent = this.#page.evaluate(
      (call) =>
        new Promise<string>((resolve, reject) => {
          window.addEventListener(
            'eip6963:announceProvider',
            (event) => {
              const { detail } = event as CustomEvent<{
                provider: { request(call: unknown): Promise<string> };
              }>;
              detail.provider.request({ method: 'eth_sendTransaction', params: [call] }).then(resolve, reject);
            },
            { once: true },
          );
          window.dispatchEvent(new Event('eip6963:requestProvider'));
        }),
      { from, ...tx },
    );
    await this.confirm(/Sign and send this transaction\?/);
    return sent;
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
