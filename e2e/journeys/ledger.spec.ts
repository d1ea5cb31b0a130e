/** The ledger's choices and its table, with figures of the workshop, and on its own page whatever has ended so far. */
import { readFile } from 'node:fs/promises';
import { expect, test } from '../support/page-test.ts';

const GROUPINGS = ['By provider', 'By pair', 'By amount', 'By payment type'];

test('every choice of the ledger shows what it says, and the table has the figures that are shown', async ({
  page,
}) => {
  await page.goto('/ui?exhibit=ledger');
  const ledger = page.locator('[data-state="the ledger: near the quote, far from it, too few to compare"]');
  await expect(ledger.locator('[data-group="THORCHAIN"]')).toBeVisible();
  const press = async (name: string) => {
    const choice = ledger.getByRole('button', { name, exact: true });
    await choice.click();
    await expect(choice).toHaveAttribute('aria-pressed', 'true');
  };
  const tooFew = ledger.getByText(/^Fewer than 5 swaps have finished/);
  await press('24 hours');
  await expect(tooFew).toBeVisible();
  await expect(ledger.getByRole('button', { name: 'Export as a table (CSV)' })).toBeDisabled();
  await press('30 days');
  await press('By pair');
  await expect(ledger.getByRole('region', { name: 'By pair' })).toBeVisible();
  await expect(tooFew).toBeVisible();
  await press('By provider');

  const coming = page.waitForEvent('download');
  await ledger.getByRole('button', { name: 'Export as a table (CSV)' }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toBe('portage-ledger-2026-11-21.csv');
  const [head, ...lines] = (await readFile(await file.path(), 'utf8')).trim().split(/\r?\n/);
  expect(head).toMatch(/^days,group,name,swaps,/);
  expect(lines).toEqual([
    expect.stringMatching(/^30,all,,214,/),
    expect.stringMatching(/^30,provider,THORCHAIN,214,/),
    expect.stringMatching(/^30,provider,ONEINCH->CHAINFLIP,9,/),
    expect.stringMatching(/^30,provider,MAYACHAIN,6,1,5,0,/),
  ]);

  await page.goto('/ledger');
  for (const name of GROUPINGS) {
    await page.getByRole('button', { name, exact: true }).click();
    await expect(page.getByRole('region', { name })).toBeVisible();
  }
});
