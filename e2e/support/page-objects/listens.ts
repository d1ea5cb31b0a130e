import type { Locator } from '@playwright/test';

/** Until the page's scripts have taken over what the server drew: from then on it hears what a person does. */
export async function untilListens(drawn: Locator): Promise<void> {
  const element = await drawn.elementHandle();
  await drawn
    .page()
    .waitForFunction((one) => one !== null && Object.keys(one).some((key) => key.startsWith('__reactProps$')), element);
}
