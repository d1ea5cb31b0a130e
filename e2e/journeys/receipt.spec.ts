/** A signed receipt: its code is read from the screen of a phone, and verified by a page that sends no request. */
import type { Page } from '@playwright/test';
import decodeQR from 'qr/decode.js';
import { NEWCOMER } from '../support/accounts.ts';
import { createEvmPayer } from '../support/evm-payer.ts';
import { follow, last } from '../support/follow.ts';
import { expect, test } from '../support/page-test.ts';
import { photograph } from '../support/photographer.ts';

const PHONE = { width: 390, height: 844 };

/** What a camera reads off the screen. */
async function scanned(page: Page, label: string): Promise<string> {
  const png = await page.getByRole('img', { name: label }).screenshot();
  const { width, height, data } = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
    if (!context) throw new Error('no canvas');
    context.drawImage(image, 0, 0);
    const pixels = context.getImageData(0, 0, image.width, image.height);
    return { width: pixels.width, height: pixels.height, data: [...pixels.data] };
  }, png.toString('base64'));
  return decodeQR({ width, height, data: Uint8Array.from(data) });
}

test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|404 \(Not Found\)/] });

test('the code of a finished swap is read from a phone’s screen, and its page verifies the signature offline', async ({
  page,
  context,
  api,
  sandbox,
  baseURL,
}) => {
  const payer = createEvmPayer(baseURL ?? '', 'ETH');
  await sandbox.fund('ETH', payer.address, '5');
  const { quoteId, routes } = await api.quote({
    ...{ sellAsset: 'ETH.ETH', buyAsset: 'BTC.BTC', sellAmount: '1.5', slippage: 3, providers: ['THORCHAIN'] },
    ...{ sourceAddress: payer.address, destinationAddress: NEWCOMER.BTC, includeTx: true },
  });
  const [route] = routes;
  if (!route) throw new Error('no route');
  const hash = await payer.pay(route);
  const end = last(await follow(api, { quoteId, routeIndex: 0, hash }, sandbox));
  expect(end.trackingStatus).toBe('completed');

  await page.setViewportSize(PHONE);
  await page.goto(`/receipt/${quoteId}/0`);
  await page.getByRole('img', { name: 'QR code: signed receipt' }).scrollIntoViewIfNeeded();
  const address = await scanned(page, 'QR code: signed receipt');
  expect(address).toBe(`${baseURL}/receipt/verify#${end.receipt}`);
  await photograph(page, 'receipt-signed', { whole: true });

  await page.goto(address);
  await expect(page.getByText('Signed by this deployment, or one that it trusts')).toBeVisible();
  await expect(page.getByText(hash)).toBeVisible();
  await expect(page.getByText(NEWCOMER.BTC)).toBeVisible();
  await photograph(page, 'receipt-verified', { whole: true });

  // One changed letter breaks the signature, which is detected without a network.
  await context.setOffline(true);
  const [head = '', payload = '', signature = ''] = (end.receipt ?? '').split('.');
  const said = Buffer.from(payload, 'base64url').toString('utf8').replace('completed', 'refunded');
  const lie = [head, Buffer.from(said, 'utf8').toString('base64url'), signature].join('.');
  await page.evaluate((text) => {
    window.location.hash = text;
  }, lie);
  await expect(page.getByText('This is not what was signed: do not believe it')).toBeVisible();
  await context.setOffline(false);
});

test('a page tracks its swap to the end at a deployment that never saw the quote, by the signed route', {
  tag: '@long',
}, async ({ page, swapPage, trackPage, wallet }) => {
  const review = await swapPage.begin(
    {
      sell: { symbol: 'ETH', chain: 'Ethereum' },
      buy: { symbol: 'BTC', chain: 'Bitcoin' },
      amount: '0.5',
      to: NEWCOMER.BTC,
    },
    'THORChain',
  );
  await review.pay();
  await wallet.confirm(/Sign and send this transaction\?[\s\S]*depositWithExpiry/);
  await trackPage.arrivedAt(review.quoteId);
  // Answers like a deployment that lost its database: it knows the swap only once it receives the signed route.
  let shown = false;
  await page.route('**/v1/track', async (route) => {
    const asked: unknown = route.request().postDataJSON();
    shown ||= typeof asked === 'object' && asked !== null && 'route' in asked;
    const problem = { type: '/errors/not-found', title: 'Not Found', status: 404, detail: 'No such quote.' };
    return shown
      ? route.fallback()
      : route.fulfill({ status: 404, contentType: 'application/problem+json', json: problem });
  });
  await page.reload();
  await expect.poll(() => shown, { timeout: 30_000 }).toBe(true);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('0.5 ETH', { timeout: 30_000 });
});
