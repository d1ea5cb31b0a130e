/** Identifies what draws the pages: pictures are compared only with those of the same renderer. */
import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';

/** Letters of every script in the pictures, in the machine's own fonts instead of the page's. */
const SAMPLE = 'Portage 0.5 → ⇄ ✓ بورتاج ١٢٣';
const FAMILIES = ['sans-serif', 'serif', 'monospace', 'system-ui'];

/**
 * Browser, major version, platform, and a digest of how this machine draws letters, which depends on its fonts. Such as
 * `chromium-140-linux-1a2b3c4d`.
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
