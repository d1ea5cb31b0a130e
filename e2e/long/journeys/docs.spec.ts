/** The docs for a developer: every page, in both themes and widths, and examples that are sent to this very server. */
import { expectAccessible } from '../../support/accessibility.ts';
import { expect, test } from '../../support/page-test.ts';
import { photograph } from '../../support/photographer.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const path of ['/docs/first-swap', '/docs/errors', '/docs/api', '/errors', '/errors/not-found'])
  test(`${path} is accessible`, async ({ page }) => {
    await page.goto(path);
    await expectAccessible(page);
  });

test('the guides link to each other and fit a phone', async ({ page }) => {
  await page.goto('/docs');
  await expect(page.getByRole('heading', { level: 1, name: 'How Portage works' })).toBeVisible();
  await expectAccessible(page);
  await photograph(page, 'docs-overview');
  const links = page.getByRole('navigation', { name: 'Docs' }).getByRole('link');
  const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  expect(paths.length).toBeGreaterThan(12);
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[lang=en] [aria-current=page]').first()).toBeAttached();
  }
});

test('guides and an error page in pictures', async ({ page }) => {
  for (const [path, name] of [
    ['/docs/first-swap', 'docs-first-swap'],
    ['/docs/errors', 'docs-errors'],
    ['/docs/memo-transfers', 'docs-memo'],
    ['/errors/too-many-requests', 'errors-too-many'],
    ['/errors', 'errors-all'],
  ] as const) {
    await page.goto(path);
    await photograph(page, name, { whole: true });
  }
});

test('examples are sent from the reference: a quote, its tracking by events, an error with its page', async ({
  page,
}) => {
  await page.goto('/docs/api');
  const call = async (name: string) => {
    const list = page.getByRole('link', { name: 'All calls' });
    if (await list.isVisible()) await list.click();
    await page.getByRole('navigation', { name: 'Calls' }).getByRole('link', { name, exact: true }).click();
    const region = page.getByRole('region', { name, exact: true });
    await expect(region).toBeVisible();
    return region;
  };
  const quote = await call('Swap routes for two assets');
  await quote.getByRole('button', { name: 'Send' }).click();
  await expect(quote.getByRole('status')).toContainText('200', { timeout: 30_000 });
  await expect(quote.getByRole('textbox', { name: 'Answer of POST /v1/quote' })).toHaveValue(/"quoteId": "[\w-]+"/);
  await quote.scrollIntoViewIfNeeded();
  await photograph(page, 'docs-try-quote');

  const track = await call('State of a swap');
  await expect(track.getByRole('textbox', { name: 'Body' })).toHaveValue(/"quoteId": "[\w-]+",\s+"routeIndex": 0/);
  await track.getByRole('checkbox', { name: 'As an event stream' }).check();
  await track.getByRole('button', { name: 'Send' }).click();
  await expect(track.getByRole('textbox', { name: /^Answer of/ })).toHaveValue(/event: track\nid: [\w-]+\ndata: /);
  await track.getByRole('button', { name: 'Stop' }).click();
  await expect(track.getByRole('status')).toHaveText('Stopped.');

  const stored = await call('A quote as it was answered');
  await stored.getByRole('button', { name: 'Send' }).click();
  await expect(stored.getByRole('status')).toContainText('200');

  const tokens = await call('Tokens that can be swapped now');
  await tokens.getByRole('textbox', { name: /^search/ }).fill('usdc');
  await tokens.getByRole('button', { name: 'Send' }).click();
  await expect(tokens.getByRole('textbox', { name: /^Answer of/ })).toHaveValue(/"symbol": "USDC"/);
});

test.describe('an error', () => {
  test.use({ expectedErrors: [/400 \(Bad Request\)/] });

  test('is shown with the API’s own text, and its address leads to a page', async ({ page }) => {
    await page.goto('/docs/api');
    await page.getByRole('link', { name: 'Swap routes for two assets', exact: true }).click();
    const quote = page.getByRole('region', { name: 'Swap routes for two assets', exact: true });
    await quote.getByRole('textbox', { name: 'Body' }).fill('{"sellAsset":"BTC.BTC"}');
    await quote.getByRole('button', { name: 'Send' }).click();
    const answer = quote.getByRole('textbox', { name: /^Answer of/ });
    await expect(answer).toHaveValue(/"type": "\/errors\/validation-error"/);
    await page.goto('/errors/validation-error');
    await expect(page.getByRole('heading', { level: 1, name: 'Validation Error' })).toBeVisible();
  });
});
