import { expect, type Locator, type Page } from '@playwright/test';

export type Choice = { symbol: string; chain: string };

/** The list of assets, opened for one side of the form. */
export class TokenSelector {
  readonly #page: Page;
  constructor(page: Page) {
    this.#page = page;
  }

  get dialog(): Locator {
    return this.#page.getByRole('dialog', { name: /What do you (sell|buy)\?/ });
  }

  get search(): Locator {
    return this.dialog.getByRole('combobox', { name: 'Search by name, symbol or address' });
  }

  /** The radio of one chain, or of `All chains`. */
  chain(name: string): Locator {
    return this.dialog.getByRole('radio', { name, exact: true });
  }

  /** The row of an asset on a chain. */
  option({ symbol, chain }: Choice): Locator {
    return this.dialog
      .getByRole('option')
      .filter({ has: this.#page.getByText(symbol, { exact: true }) })
      .filter({ hasText: chain })
      .first();
  }

  /** Narrows the list to the asset. */
  async find(choice: Choice): Promise<Locator> {
    await this.search.fill(choice.symbol);
    await this.chain(choice.chain).check();
    return this.option(choice);
  }

  async choose(choice: Choice): Promise<void> {
    await (await this.find(choice)).click();
    await expect(this.dialog).toBeHidden();
  }
}
