import type { Locator } from '@playwright/test';

/** Waits until the page is hydrated; only then does it react to input. */
export async function untilListens(drawn: Locator): Promise<void> {
  const element = await drawn.elementHandle();
  await drawn
    .page()
    .waitForFunction((one) => one !== null && Object.keys(one).some((key) => key.startsWith('__reactProps$')), element);
}
