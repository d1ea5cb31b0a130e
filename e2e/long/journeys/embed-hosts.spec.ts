/**
 * What hosts do with an embed besides the basic case: registered origins, wallets of other chains, modules, wrong
 * options.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { MountOptions } from '../../../public/embed.d.ts';
import { NEWCOMER } from '../../support/accounts.ts';
import { test } from '../../support/embed-host/host-test.ts';
import { giveWallets } from '../../support/embed-host/lend.ts';
import { createBitcoinSigner } from '../../support/fake-wallets/bitcoin-signer.ts';
import { freshKnobs } from '../../support/fake-wallets/knobs.ts';
import { createSolanaSigner } from '../../support/fake-wallets/solana-signer.ts';
import { operateJson } from '../../support/operator.ts';
import { startOwnApp } from '../../support/own-app.ts';
import { EmbedFrame } from '../../support/page-objects/embed-frame.ts';
import { expect, SWAP_MS } from '../../support/page-test.ts';
import { glimpse, photograph } from '../../support/photographer.ts';
import { untilConfirmed } from '../../support/utxo-payer.ts';

const freePage = (origin: string, options: MountOptions, lends = ''): string =>
  `${origin}/free?${new URLSearchParams({ options: JSON.stringify(options), lends })}`;

const eventsOf = (page: Page) => page.evaluate(() => window.received.map(({ event }) => event));

/** The accounts that the frame reported last. */
const accountsReported = async (page: Page): Promise<string[]> =>
  (await eventsOf(page))
    .flatMap((event) => (event.type === 'wallet' ? [event.accounts] : []))
    .at(-1)
    ?.map(({ address }) => address) ?? [];

type Made = { integrator: { id: string; embedId: string } };

test.describe('an integrator with one registered origin', () => {
  const registered = test.extend<{ environment: Record<string, string> }>({
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
    environment: async ({}, use) =>
      use({
        SANDBOX_URL: process.env.E2E_SANDBOX_URL ?? '',
        DATA_DIR: mkdtempSync(join(tmpdir(), 'portage-own-')),
        BRAND_NAME: 'Harbour',
      }),
    baseURL: async ({ environment }, use) => {
      const app = await startOwnApp(environment.DATA_DIR ?? '', environment);
      await use(app.url);
      await app.stop();
    },
  });
  registered.use({ expectedErrors: [/frame-ancestors|chrome-error|X-Frame-Options|status of 403/] });

  registered(
    'that origin frames it under the deployment’s name, another cannot; once revoked nobody can, and it says so',
    async ({ page, site, environment, baseURL: ownUrl }) => {
      const baseURL = ownUrl ?? '';
      const { integrator } = await operateJson<Made>(
        'keys',
        ['create', '--name', 'Shop', '--origins', site.origin],
        environment,
      );
      const { embedId, id } = integrator;
      const shop = new EmbedFrame(page, '#shop');
      await page.goto(freePage(site.origin, { embedId }));
      await expect(shop.amount).toBeVisible();
      await expect(shop.frame.getByRole('link', { name: /^Powered by Harbour/ })).toBeVisible();
      expect(await shop.frame.locator('html').evaluate(() => document.title)).toMatch(/^Harbour: /);

      const refusal = page.locator('#shop').getByRole('alert');
      await page.goto(freePage(site.stranger, { embedId }));
      await expect(refusal).toContainText('The swap could not be loaded.');

      await operateJson('keys', ['revoke', id], environment);
      const address = `${baseURL}/embed?embedId=${embedId}`;
      await expect.poll(async () => (await fetch(address)).status).toBe(403);
      const answer = await page.goto(address);
      expect(answer?.status()).toBe(403);
      expect(answer?.headers()['content-security-policy']).toContain("frame-ancestors 'none'");
      await expect(page.getByRole('heading', { name: 'This embed is unknown' })).toBeVisible();
      await photograph(page, 'embed-revoked');
      await page.goto(freePage(site.origin, { embedId }));
      await expect(refusal).toContainText('The swap could not be loaded.');
      expect(page.frames().filter((frame) => frame.url().startsWith(baseURL))).toEqual([]);
      expect((await fetch(`${baseURL}/embed?embedId=emb_nobody&language=de`)).status).toBe(403);
    },
  );
});

test('a Solana wallet of the shop: connected there, changed there, and it signs here', async ({
  page,
  site,
  sandbox,
}) => {
  const knobs = freshKnobs();
  const signer = createSolanaSigner(knobs, () => 0n);
  const asked = await giveWallets(page, { solana: signer });
  await sandbox.fund('SOL', signer.addresses[1], '20');
  const options: MountOptions = {
    sell: 'SOL.SOL',
    buy: 'ETH.ETH',
    amount: '12.5',
    to: NEWCOMER.ETH,
    providers: ['CHAINFLIP'],
    hide: ['tracking'],
  };
  await page.goto(freePage(site.origin, options, 'solana'));
  const shop = new EmbedFrame(page, '#shop');
  await expect(shop.amount).toHaveValue('12.5');
  expect(await accountsReported(page)).toEqual([]);

  await signer.request('connect', []);
  await page.evaluate(() => window.walletChanged('solana'));
  await expect.poll(() => accountsReported(page)).toEqual([signer.addresses[0]]);
  knobs.account = 1;
  await page.evaluate(() => window.walletChanged('solana'));
  await expect.poll(() => accountsReported(page)).toEqual([signer.addresses[1]]);

  await shop.review();
  await expect(shop.dialog).toContainText(signer.addresses[1]);
  await shop.pay(() => expect.poll(() => asked, { timeout: 5_000 }).toContain('signTransaction'));
  const types = async () => (await eventsOf(page)).map(({ type }) => type);
  await expect.poll(types, { timeout: SWAP_MS }).toContain('completed');
  // The tracking hides how the swap went, not where it is.
  await expect(shop.frame.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(shop.frame.getByText('Details', { exact: true })).toHaveCount(0);
});

test('a Bitcoin wallet that the shop lends later: no deposit address is opened for what the shop refuses', async ({
  page,
  site,
  sandbox,
  baseURL,
}) => {
  const signer = createBitcoinSigner(freshKnobs());
  const asked = await giveWallets(page, { bitcoin: signer });
  const channels: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/v1/chainflip-deposit-channel')) channels.push(request.method());
  });
  await sandbox.fund('BTC', signer.addresses[0], '0.5');
  await untilConfirmed(baseURL ?? '', 'BTC', signer.addresses[0]);
  await signer.request('connect', []);
  await page.addInitScript(() => {
    window.verdict = 'The shop is closed today.';
  });
  const options: MountOptions = {
    sell: 'BTC.BTC',
    buy: 'ETH.ETH',
    amount: '0.05',
    to: NEWCOMER.ETH,
    providers: ['CHAINFLIP'],
    // More than a Bitcoin transaction can carry, so that the wallet pays to a deposit address.
    affiliate: 'ptg',
    affiliateFee: 260,
  };
  await page.goto(freePage(site.origin, options));
  const shop = new EmbedFrame(page, '#shop');
  await expect(shop.amount).toHaveValue('0.05');
  await page.evaluate(() => window.embed.setOptions({ bitcoin: window.shopWallets.bitcoin }));
  await expect.poll(() => accountsReported(page)).toEqual([signer.addresses[0]]);

  await shop.review();
  for (const consent of await shop.dialog.getByRole('checkbox').all()) await consent.check();
  await shop.pay(() => expect(shop.dialog.getByText('The shop is closed today.')).toBeVisible({ timeout: 5_000 }));
  await glimpse(page, 'embed-vetoed');
  expect(channels).toEqual([]);
  await page.evaluate(() => {
    delete window.verdict;
  });
  const types = async () => (await eventsOf(page)).map(({ type }) => type);
  await shop.pay(() =>
    expect
      .poll(async () => (await types()).filter((type) => type === 'beforeSign'), { timeout: 5_000 })
      .toHaveLength(2),
  );
  await expect.poll(types, { timeout: SWAP_MS }).toContain('sent');
  expect(channels).toContain('POST');
  expect(asked.filter((method) => method === 'signPsbt')).toHaveLength(1);
  // Refused once, allowed once: the host is asked once about what it allowed.
  expect((await types()).filter((type) => type === 'beforeSign')).toHaveLength(2);

  await page.evaluate(() => window.embed.setOptions({ bitcoin: null }));
  await expect.poll(() => accountsReported(page)).toEqual([]);
});

test('where the browser forbids a frame to store anything, the swap still quotes', async ({ page, site }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('The request was denied.', 'SecurityError');
        },
      });
  });
  await page.goto(freePage(site.origin, { sell: 'BTC.BTC', buy: 'ETH.ETH', amount: '0.1' }));
  await expect(new EmbedFrame(page, '#shop').amount).toHaveValue('0.1');
  await expect.poll(async () => (await eventsOf(page)).map(({ type }) => type)).toContain('quote');
});

test('as a module: two embeds on one page, without the hidden parts, and nothing added to the page', async ({
  page,
  site,
  request,
}) => {
  await page.goto(`${site.origin}/module`);
  for (const [chain, asset] of [
    ['#first', 'BTC'],
    ['#second', 'ETH'],
  ] as const) {
    const { frame, amount } = new EmbedFrame(page, chain);
    await expect(amount).toBeVisible();
    await expect(frame.getByRole('button', { name: 'Choose sell asset' })).toContainText(asset);
    await expect(frame.getByText('Powered by')).toHaveCount(0);
    await expect(frame.getByRole('banner')).toHaveCount(0);
  }
  expect(await page.evaluate(() => 'Portage' in window)).toBe(false);
  // The server has drawn the forms; an embed is ready once its scripts run.
  const ready = () =>
    page.evaluate(() => window.received.flatMap(({ embed, event }) => (event.type === 'ready' ? [embed] : [])).sort());
  await expect.poll(ready).toEqual(['first', 'second']);
  // Types that a browser, or a person, can read.
  expect((await request.get('/embed.d.ts')).headers()['content-type']).toMatch(/^text\/plain/);
});

test('wrong options are reported in the frame and to the page, and the right ones work', async ({ page, site }) => {
  await page.goto(freePage(site.origin, { amount: '1.5', slippage: 400, radius: 99 }));
  const { frame, amount } = new EmbedFrame(page, '#shop');
  await expect(frame.getByText('This swap is set up wrong on this site')).toBeVisible();
  await expect(frame.getByText('The option "slippage" must be')).toBeVisible();
  await expect(amount).toHaveValue('1.5');
  const wrong = async () =>
    (await eventsOf(page)).flatMap((event) => (event.type === 'error' ? [event.option] : [])).sort();
  await expect.poll(wrong).toEqual(['radius', 'slippage']);
  await photograph(page, 'embed-wrong-options', { whole: true });
  await page.evaluate(() => window.embed.setOptions({ slippage: null, radius: null }));
  await expect(frame.getByText('This swap is set up wrong on this site')).toHaveCount(0);
});
