/** Checks a page in its current state with axe, in both themes. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Serious and critical faults by axe, as "rule: element"; by all its rules, or only by the named ones. */
export async function faults(page: Page, rules: string[] = []): Promise<string[]> {
  const axe = new AxeBuilder({ page });
  const { violations } = await (rules.length === 0 ? axe : axe.withRules(rules)).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)}: ${node.failureSummary ?? ''}`));
}

/** Sets the theme of the page and waits until every change of colour has ended. */
export async function settledIn(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.evaluate(async () => {
    const twoFrames = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    // Endless animations are not waited for; cancelled ones, and those that hold their last frame, count as ended.
    const ending = () =>
      document
        .getAnimations()
        .filter((one) => one.playState !== 'finished' && one.effect?.getComputedTiming().endTime !== Infinity);
    await twoFrames();
    // An element that inherits its colour begins to change when its parent has ended.
    for (let some = ending(); some.length > 0; some = ending()) {
      await Promise.allSettled(some.map(({ finished }) => finished));
      await twoFrames();
    }
  });
}

/**
 * Expects no faults in either theme and leaves the light one. The themes differ only in colour contrast.
 * @param state named where the journey goes on after a fault.
 */
export async function expectAccessible(page: Page, state?: string): Promise<void> {
  const expectNone = (state === undefined ? expect : expect.soft) as typeof expect.soft;
  await settledIn(page, 'dark');
  expectNone(await faults(page, ['color-contrast']), `contrast, dark ${state ?? ''}`).toEqual([]);
  await settledIn(page, 'light');
  expectNone(await faults(page), `rules of accessibility, light ${state ?? ''}`).toEqual([]);
}
