/** What finished swaps received is told by provider, once there are enough of them, and matches what was answered. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPortageClient } from '../../lib/api/client.ts';
import { LEAST_SHOWN } from '../../lib/domain/ledger.ts';
import { expect, test } from '../support/api-test.ts';
import { createEvmPayer } from '../support/evm-payer.ts';
import { follow, last } from '../support/follow.ts';
import { startOwnApp } from '../support/own-app.ts';
import { sharedSandbox } from '../support/sandbox.ts';

const BTC_ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

test('the record of a provider: none of four swaps, of five what each was quoted and received', {
  tag: '@long',
}, async () => {
  const environment = { SANDBOX_URL: process.env.E2E_SANDBOX_URL ?? '' };
  const app = await startOwnApp(mkdtempSync(join(tmpdir(), 'portage-own-')), environment);
  const client = createPortageClient({ baseUrl: app.url });
  const recordOf = async () =>
    (await client.providers()).providers.find(({ provider }) => provider === 'THORCHAIN')?.ledger;

  /** Sells ETH for BTC; returns the payout in percent of the quote. */
  async function swapped(sellAmount: string): Promise<number> {
    const payer = createEvmPayer(app.url, 'ETH');
    await sharedSandbox().fund('ETH', payer.address, '3');
    const pair = { sellAsset: 'ETH.ETH', buyAsset: 'BTC.BTC', sellAmount, slippage: 3 };
    const addresses = { sourceAddress: payer.address, destinationAddress: BTC_ADDRESS };
    const { quoteId, routes } = await client.quote({
      ...pair,
      ...addresses,
      providers: ['THORCHAIN'],
      includeTx: true,
    });
    const [route] = routes;
    if (!route) throw new Error('one route was expected');
    const end = last(await follow(client, { quoteId, routeIndex: 0, hash: await payer.pay(route) }));
    expect(end.trackingStatus).toBe('completed');
    return (Number(end.data.outbound?.amount) * 100) / Number(route.expectedBuyAmount);
  }
  try {
    const percents = await Promise.all(['1.1', '1.2', '1.3', '1.4'].map(swapped));
    expect(percents).toHaveLength(LEAST_SHOWN - 1);
    expect(await recordOf()).toBeUndefined();
    percents.push(await swapped('1.5'));
    // The figures are read anew after half a minute.
    await expect.poll(recordOf, { timeout: 60_000 }).toBeDefined();
    const record = await recordOf();
    expect(Object.keys(record ?? {})).toEqual(['day', 'week', 'month']);
    expect(record?.day).toMatchObject({ swaps: 5, completed: 5, refunded: 0, failed: 0, reasons: [] });
    percents.sort((a, b) => a - b);
    expect(record?.day?.received?.p50).toBeCloseTo(percents[2] ?? 0, 2);
    expect(record?.day?.received?.p95).toBeCloseTo(percents[4] ?? 0, 2);
    expect(record?.day?.seconds?.p50).toBeGreaterThan(0);
    const pair = { sellAsset: 'ETH.ETH', buyAsset: 'BTC.BTC', sellAmount: '1.6', slippage: 3 };
    const { routes } = await client.quote({ ...pair, providers: ['THORCHAIN'] });
    expect(routes[0]?.meta.record).toEqual({
      swaps: 5,
      medianSeconds: record?.day?.seconds?.p50,
      asQuotedPercent: record?.day?.asQuotedPercent,
    });
    const page = await (await fetch(`${app.url}/ledger`)).text();
    expect(page).toContain('data-group="THORCHAIN"');
    expect(page).not.toContain(BTC_ADDRESS);
  } finally {
    await app.stop();
  }
});
