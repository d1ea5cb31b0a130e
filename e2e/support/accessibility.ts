/** What axe says of a page as it stands, in the theme that it stands in. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Serious and critical faults by axe, as "rule: element"; by all its rules, or by those that are named. */
export async function faults(page: Page, rules: string[] = []): Promise<string[]> {
  const axe = new AxeBuilder({ page });
  const { violations } = await (rules.length === 0 ? axe : axe.withRules(rules)).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)}: ${node.failureSummary ?? ''}`));
}

/** No faults in either theme; the light one stays. Only the contrast of colours differs between them. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  expect(await faults(page, ['color-contrast']), 'contrast, dark').toEqual([]);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  expect(await faults(page), 'rules of accessibility, light').toEqual([]);
}
