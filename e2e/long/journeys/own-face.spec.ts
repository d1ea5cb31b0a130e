/**
 * A company's own deployment: its name, logo, links and fee, what it offers, what it has switched off, and the
 * standings.
 */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectAccessible } from '../../support/accessibility.ts';
import { NEWCOMER } from '../../support/accounts.ts';
import { operateJson } from '../../support/operator.ts';
import { type OwnApp, startOwnApp } from '../../support/own-app.ts';
import { test as base, expect } from '../../support/page-test.ts';
import { photograph } from '../../support/photographer.ts';

const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 28"><path fill="#0b5" d="M2 24h44l-6-8H8zM23 2v12h15z"/></svg>`;
const USDT = 'ETH.USDT-0xdAC17F958D2ee523a2206206994597C13D831ec7';

type Face = { app: OwnApp; environment: Record<string, string> };

const test = base.extend<{ offer: Record<string, string>; face: Face }>({
  offer: [{ CHAINS: 'BTC,ETH,LTC,SOL', TOKENS_DENIED: USDT }, { option: true }],
  face: async ({ offer }, use) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'portage-face-'));
    const logo = join(dataDir, 'harbour.svg');
    writeFileSync(logo, LOGO);
    const environment = {
      SANDBOX_URL: process.env.E2E_SANDBOX_URL ?? '',
      BRAND_NAME: 'Harbour & Co',
      BRAND_LOGO: logo,
      TERMS_URL: 'https://harbour.example/terms',
      PRIVACY_URL: 'https://harbour.example/privacy',
      SUPPORT_URL: 'mailto:help@harbour.example',
      PAGE_AFFILIATE: 'ptg',
      PAGE_AFFILIATE_FEE_BPS: '50',
      ...offer,
    };
    const app = await startOwnApp(dataDir, environment);
    await use({ app, environment: { ...environment, DATA_DIR: dataDir } });
    await app.stop();
  },
  baseURL: async ({ face }, use) => use(face.app.url),
});
test.use({ contextOptions: { reducedMotion: 'reduce' } });
// Each journey starts an app of its own and takes pictures of it.
test.describe.configure({ timeout: 300_000 });

test('the name, the logo and the links are the company’s on every page, and no other', async ({
  swapPage,
  page,
  request,
}) => {
  await swapPage.open();
  await expect(page).toHaveTitle('Harbour & Co: swap across chains');
  const home = page.getByRole('banner').getByRole('link', { name: 'Harbour & Co' });
  const logo = home.locator('img');
  await expect(logo).toHaveJSProperty('complete', true);
  expect(await logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const footer = page.getByRole('contentinfo');
  for (const [name, href] of [
    ['Terms', 'https://harbour.example/terms'],
    ['Privacy', 'https://harbour.example/privacy'],
    ['Help', 'mailto:help@harbour.example'],
  ] as const)
    await expect(footer.getByRole('link', { name, exact: true })).toHaveAttribute('href', href);
  await expect(footer).toContainText('Harbour & Co takes 0.5% of each swap made on this page.');
  await photograph(page, 'own-face');
  await expectAccessible(page);

  const manifest = await (await request.get('/manifest.webmanifest')).json();
  expect([manifest.name, manifest.short_name]).toEqual(['Harbour & Co: swap across chains', 'Harbour & Co']);
  // Opened by itself the logo is a document, which may run nothing.
  const picture = await request.get((await logo.getAttribute('src')) ?? '');
  expect(picture.headers()['content-security-policy']).toContain("default-src 'none'");
  expect(picture.headers()['content-security-policy']).toContain('sandbox');

  for (const path of ['/', '/activity', '/settings', '/status']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
    await expect(page).toHaveTitle(/Harbour & Co/);
    await expect(page.locator('body')).not.toContainText('Portage');
  }
});

test('swaps of the page carry the fee and the review names its receiver; callers of the API do not pay it', async ({
  swapPage,
  page,
  api,
}) => {
  await swapPage.open();
  await expect(swapPage.form.getByRole('button', { name: 'Choose sell asset, BTC on Bitcoin' })).toBeVisible();
  const asked = page.waitForRequest((sent) => sent.url().endsWith('/v1/quote') && sent.method() === 'POST');
  await swapPage.fill({ amount: '0.05', to: NEWCOMER.ETH });
  expect((await asked).postDataJSON()).toMatchObject({ affiliate: 'ptg', affiliateFee: 50 });
  await expect(swapPage.route('THORChain')).toBeVisible({ timeout: 30_000 });
  await swapPage.connect();
  const review = await swapPage.review('THORChain');
  expect(review.route.meta).toMatchObject({ affiliate: 'ptg', affiliateFee: 50 });
  const row = review.dialog.getByText('Fee of this site').first();
  await expect(row).toBeVisible();
  await expect(review.dialog.getByText('to ptg').first()).toBeVisible();
  await expect(review.dialog).not.toContainText('Portage');
  await photograph(page, 'own-face-review');
  await review.dialog.getByText('Rate, fees and other details').click();
  const [fee] = review.route.fees.filter(({ type }) => type === 'affiliate');
  expect(Number(fee?.amount)).toBeGreaterThan(0);
  await expect(review.dialog.getByText('to ptg')).toHaveCount(2);
  await expectAccessible(page);

  const wish = { sellAsset: 'BTC.BTC', buyAsset: 'ETH.ETH', sellAmount: '0.05', slippage: 3 };
  const { routes } = await api.quote({ ...wish, providers: ['THORCHAIN'] });
  expect(routes.map(({ meta, fees }) => [meta.affiliate, fees.some(({ type }) => type === 'affiliate')])).toEqual([
    [undefined, false],
  ]);
});

test.describe('an excluded asset', () => {
  test.use({ expectedErrors: [/403 \(Forbidden\)|404 \(Not Found\)/] });

  test('is offered nowhere', async ({ swapPage, page, api }) => {
    const { form, tokens } = swapPage;
    await swapPage.open();
    await form.getByRole('button', { name: /^Choose buy asset/ }).click();
    await expect(tokens.dialog.getByRole('option').first()).toBeVisible();
    const chains = tokens.dialog.getByRole('group', { name: 'Chain' }).getByRole('radio');
    await expect(chains.first()).toBeAttached();
    const names = await chains.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
    expect(names.toSorted()).toEqual(['All chains', 'Bitcoin', 'Ethereum', 'Litecoin', 'Solana']);
    await tokens.search.fill('0xdAC17F958D2ee523a2206206994597C13D831ec7');
    await expect(tokens.dialog.getByText('This token is not available here: Ethereum.', { exact: true })).toBeVisible({
      timeout: 60_000,
    });
    await expect(tokens.dialog.getByRole('option')).toHaveCount(0);
    await page.keyboard.press('Escape');

    const { tokens: listed } = await api.tokens();
    expect([...new Set(listed.map(({ chain }) => chain))].toSorted()).toEqual(['BTC', 'ETH', 'LTC', 'SOL']);
    const refused = await api.quote({ sellAsset: 'BTC.BTC', buyAsset: 'DOGE.DOGE', sellAmount: '0.1', slippage: 3 });
    expect(refused.routes).toEqual([]);
    expect(refused.providerErrors?.[0]?.message).toContain('This deployment does not offer DOGE');
  });
});

test.describe('without Bitcoin', () => {
  test.use({ offer: { CHAINS: 'SOL,LTC,ETH', TOKENS_DENIED: 'ETH.ETH' } });

  test('the form opens with offered assets, even where a link names one side', async ({ swapPage, page }) => {
    const side = (which: string, name: string) =>
      expect(swapPage.form.getByRole('button', { name: `Choose ${which} asset, ${name}` })).toBeVisible();
    await swapPage.open();
    await side('sell', 'SOL on Solana');
    await side('buy', 'LTC on Litecoin');
    await swapPage.open('?sell=LTC.LTC');
    await side('buy', 'SOL on Solana');
    await page.goto('/embed?chains=SOL,LTC');
    await side('sell', 'SOL on Solana');
    await side('buy', 'LTC on Litecoin');
  });
});

test('a provider that is switched off is named, with the reason, and does not count as a failure', async ({
  swapPage,
  page,
  face,
}) => {
  const { routes } = swapPage;
  await operateJson('providers', ['disable', 'thorchain', '--why', 'The network has halted'], face.environment);
  await swapPage.open('?amount=0.05');
  await expect(swapPage.route('Chainflip')).toBeVisible({ timeout: 30_000 });
  await expect(routes.getByRole('button', { name: /^Refresh quotes/ })).toBeVisible();
  const off = page.getByText('Not available here: THORChain');
  await off.click();
  await expect(
    page.getByText('This deployment has switched THORChain off for now: The network has halted.'),
  ).toBeVisible();
  await expect(routes).not.toContainText('THORChain');
  await photograph(page, 'own-face-off', { whole: true });
  await expectAccessible(page);

  await page.goto('/status');
  const entry = page.locator('[data-status=THORCHAIN]');
  await expect(entry).toContainText('Switched off');
  await expect(entry).toContainText('The network has halted.');
  await operateJson('providers', ['enable', 'THORCHAIN'], face.environment);
  await expect(entry).toContainText(/Not known yet|Responding/, { timeout: 60_000 });
  await expect(page.getByRole('region', { name: 'Last changes' })).toContainText('THORChain');
});

test.describe('with one node of Maya', () => {
  // Besides a second slow provider, no answer may take as long as counts as slow.
  test.use({ offer: { MAYANODE_URL: `${process.env.E2E_SANDBOX_URL}/mayanode` } });

  test('the status of everything: a halted chain and a slow provider, with since when', async ({
    page,
    api,
    sandbox,
  }) => {
    const wish = { sellAsset: 'BTC.BTC', buyAsset: 'ETH.ETH', sellAmount: '0.05', slippage: 3 };
    const slow = { target: 'mayanode', kind: 'slow', path: '/quote', ms: 3500 };
    await api.quote({ ...wish, providers: ['CHAINFLIP', 'THORCHAIN'] });
    await page.goto('/status');
    const chain = page.locator('[data-status=BCH]');
    await expect(chain).toHaveAttribute('data-standing', 'answering');
    await sandbox.withFault(slow, async () => {
      for (const sellAmount of ['0.05', '0.06'])
        await api.quote({ ...wish, sellAmount, providers: ['MAYACHAIN', 'MAYACHAIN_STREAMING'] });
    });
    // No other journey sells or buys it.
    await sandbox.withFault({ target: 'BCH', kind: 'halt' }, async () => {
      // The page refreshes by itself.
      await expect(chain).toHaveAttribute('data-standing', /^(paused|part)$/, { timeout: 90_000 });
      await expect(chain).toContainText(/Paused/);
      await expect(chain).toContainText(/For \d+ /, { timeout: 60_000 });
      const maya = page.locator('[data-status=MAYACHAIN]');
      await expect(maya).toHaveAttribute('data-standing', /^(slow|part)$/);
      await expect(maya).toContainText(/For (at least )?\d+ .*Responds in 3\.\d sec/);
      await expect(page.getByRole('status').filter({ hasText: 'Some services are down' })).toBeVisible();
      await expect(page.getByRole('region', { name: 'Last changes' })).toContainText('Bitcoin Cash');
      await photograph(page, 'status', { whole: true });
      await expectAccessible(page);
    });
  });
});
