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

/** The theme of the page; every change of colour has come to its end. */
async function settledIn(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    // One that never ends, or was called off meanwhile, is not waited for.
    const ending = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

/** No faults in either theme; the light one stays. Only the contrast of colours differs between them. */
export async function expectAccessible(page: Page): Promise<void> {
  await settledIn(page, 'dark');
  expect(await faults(page, ['color-contrast']), 'contrast, dark').toEqual([]);
  await settledIn(page, 'light');
  expect(await faults(page), 'rules of accessibility, light').toEqual([]);
}
