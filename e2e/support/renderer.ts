/** Names what draws the pages: pictures are compared only with those of the very same. */
import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';

/** Letters of every script that the pictures have, in the machine's own fonts: none that the page brings. */
const SAMPLE = 'Portage 0.5 → ⇄ ✓ بورتاج ١٢٣';
const FAMILIES = ['sans-serif', 'serif', 'monospace', 'system-ui'];

/**
 * Browser, its major version, the platform, and a mark of how this machine draws letters, which differs with its fonts.
 * Such as `chromium-140-linux-1a2b3c4d`.
 */
export async function rendererOf(page: Page): Promise<string> {
  const browser = page.context().browser();
  const drawn = await page.evaluate(
    ({ sample, families }) => {
      const canvas = document.createElement('canvas');
      canvas.width = 400;
      canvas.height = 40 * families.length;
      const context = canvas.getContext('2d');
      families.forEach((family, index) => {
        if (!context) return;
        context.font = `16px ${family}`;
        context.fillText(sample, 4, 28 + 40 * index);
      });
      return canvas.toDataURL();
    },
    { sample: SAMPLE, families: FAMILIES },
  );
  const mark = createHash('sha256').update(drawn).digest('hex').slice(0, 8);
  const [major] = (browser?.version() ?? '0').split('.');
  return `${browser?.browserType().name() ?? 'unknown'}-${major}-${process.platform}-${mark}`;
}
