/** One request to all providers: each answers with a route or a reason, side by side on one page. */
import { z } from 'zod';
import type { QuoteResponse } from '../../../lib/api/schemas/quote.ts';
import { PROVIDER_IDS, PROVIDER_NAMES, type ProviderId } from '../../../lib/domain/provider-id.ts';
import { NEWCOMER } from '../../support/accounts.ts';
import { expect, test } from '../../support/page-test.ts';
import { photograph } from '../../support/photographer.ts';

const BTC = { symbol: 'BTC', chain: 'Bitcoin' };
const CASES = [
  {
    buy: { symbol: 'WBTC', chain: 'Ethereum' },
    asset: 'ETH.WBTC-0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599',
    able: ['THORCHAIN', 'THORCHAIN_STREAMING', 'CHAINFLIP', 'CHAINFLIP_STREAMING', 'GARDEN', 'CHAINFLIP->ONEINCH'],
  },
  {
    // Garden's policy keeps dollars and Bitcoin apart.
    buy: { symbol: 'USDC', chain: 'Ethereum' },
    asset: 'ETH.USDC-0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    able: [
      'THORCHAIN',
      'THORCHAIN_STREAMING',
      'MAYACHAIN',
      'MAYACHAIN_STREAMING',
      'CHAINFLIP',
      'CHAINFLIP_STREAMING',
      'CHAINFLIP->ONEINCH',
    ],
  },
] as const;
/** Providers of their own chains only, or of sources among these, which Bitcoin is not. */
const ELSEWHERE = ['ONEINCH', 'JUPITER', 'ONEINCH->CHAINFLIP', 'JUPITER->CHAINFLIP'] as const;

const healthSchema = z.object({
  providers: z.array(z.object({ provider: z.enum(PROVIDER_IDS), asked: z.boolean() })),
});

/** Each provider has answered, by a route or a written reason. */
function whoAnswered({ routes, providerErrors = [] }: QuoteResponse) {
  const able = new Set(routes.flatMap(({ providers }) => providers));
  const refused = new Map(providerErrors.map((error) => [error.provider, error]));
  return { able, refused };
}

for (const { buy, asset, able: wanted } of CASES)
  test(`BTC to ${buy.symbol}: all routes are side by side, and each refusal is explained`, async ({
    swapPage,
    page,
    api,
    request,
  }) => {
    const quoted = await api.quote({ sellAsset: 'BTC.BTC', buyAsset: asset, sellAmount: '0.25', slippage: 3 });
    const { able, refused } = whoAnswered(quoted);
    expect([...able].toSorted()).toEqual(wanted.toSorted());
    const { providers } = healthSchema.parse(await (await request.get('/health')).json());
    for (const { provider } of providers.filter(({ asked }) => asked))
      expect(able.has(provider) || refused.has(provider), `${provider} has answered`).toBe(true);
    for (const id of ELSEWHERE) expect(refused.get(id)).toMatchObject({ errorCode: 'unsupportedChainId' });

    await swapPage.open();
    await swapPage.fill({ sell: BTC, buy, amount: '0.25', to: NEWCOMER.ETH, slippage: '3' });
    await expect(swapPage.button).toHaveText('Connect a wallet', { timeout: 30_000 });
    for (const id of able) await swapPage.find(PROVIDER_NAMES[id]);
    // Each provider without any route is named once; one with a route is not.
    const nameOf = (id: ProviderId) => PROVIDER_NAMES[id].replace(', streaming', '').replace(', then ', ' + ');
    const offering = new Set([...able].map(nameOf));
    const without = [...new Set([...refused.keys()].map(nameOf))].filter((name) => !offering.has(name));
    const line = swapPage.routes.locator('#failed-providers');
    for (const name of without) await expect(line).toContainText(name);
    for (const { message } of refused.values()) expect(message).toMatch(/^[A-Z0-9].{15,}[.!?]$/);
    // Starts from the top, since the form follows the window.
    await page.evaluate(() => window.scrollTo(0, 0));
    await photograph(page, `compare-btc-${buy.symbol.toLowerCase()}`, { whole: true });
  });
