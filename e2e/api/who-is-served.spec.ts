/** An operator's own rules hold in the built app: screened addresses, countries, fees by provider, and maintenance. */
import { appendFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiProblem, createPortageClient } from '../../lib/api/client.ts';
import type { QuoteRequest } from '../../lib/api/schemas/quote.ts';
import { expect, test } from '../support/api-test.ts';
import { conformance } from '../support/conformance.ts';
import { operate } from '../support/operator.ts';
import { startOwnApp } from '../support/own-app.ts';

const S = process.env.E2E_SANDBOX_URL ?? '';
const DENIED = '0x52908400098527886E0F7030069857D2E4169eE8';
const ask: QuoteRequest = {
  sellAsset: 'BTC.BTC',
  buyAsset: 'ETH.ETH',
  sellAmount: '0.1',
  slippage: 3,
  destinationAddress: '0x52908400098527886E0F7030069857D2E4169EE7',
  providers: ['THORCHAIN', 'CHAINFLIP'],
  affiliate: 'ptg',
};

test('an operator’s rules: who is served, for which fee, and when not at all', async () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'portage-served-'));
  const fees = [{ provider: 'THORCHAIN', from: 'BTC', bps: 40 }, { bps: 15 }];
  const settings = {
    SANDBOX_URL: S,
    SCREENING_URL: `${S}/screening`,
    SCREENING_CACHE_SECONDS: '0',
    TRUSTED_PROXIES: '127.0.0.1',
    GEO_DENY: 'KP',
    AFFILIATES: JSON.stringify({ ptg: { fees, leastFeeBps: 5 } }),
  };
  const list = await (await fetch(`${S}/screening`)).json();
  const app = await startOwnApp(DATA_DIR, settings);
  const clientFrom = (country: string) =>
    createPortageClient({
      baseUrl: app.url,
      fetch: (input, init) =>
        fetch(input, {
          ...init,
          headers: { ...Object.fromEntries(new Headers(init?.headers)), 'cf-ipcountry': country },
        }),
    });
  const client = clientFrom('DE');
  const problemOf = (work: Promise<unknown>): Promise<ApiProblem> =>
    work.then(
      () => Promise.reject(new Error('it was answered')),
      (error: unknown) => (error instanceof ApiProblem ? error : Promise.reject(error)),
    );
  const commands = { ...settings, DATA_DIR };
  try {
    const { quoteId, routes } = await client.quote(ask);
    const feeOf = (id: string) => routes.find(({ providers }) => providers[0] === id);
    expect(feeOf('THORCHAIN')?.meta.affiliateFee).toBe(40);
    expect(feeOf('THORCHAIN')?.memo).toMatch(/:ptg:40$/);
    expect(feeOf('CHAINFLIP')?.meta.affiliateFee).toBe(15);
    expect((await problemOf(client.quote({ ...ask, affiliateFee: 4 }))).errors).toMatchObject([
      { code: 'below_least' },
    ]);

    appendFileSync(list.file, `${DENIED} sanctions\n`);
    const refused = await problemOf(client.quote({ ...ask, destinationAddress: DENIED.toLowerCase() }));
    expect(refused).toMatchObject({
      status: 403,
      type: '/errors/address-refused',
      errors: [{ field: 'destinationAddress', code: 'sanctions' }],
    });
    const args = [app.url, '--level', 'portage', '--only', 'served.', '--refused', `ETH=${DENIED.toLowerCase()}`];
    const { code, report } = await conformance(...args);
    expect(report.checks.filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
    expect(code).toBe(0);
    expect((await problemOf(clientFrom('KP').quote(ask))).type).toBe('/errors/country-refused');

    await operate('providers', ['maintenance', 'on', '--sentence', 'We move.'], commands);
    const stopped = await problemOf(client.quote(ask));
    expect(stopped).toMatchObject({ status: 503, type: '/errors/maintenance', detail: 'We move.' });
    expect(stopped.retryAfterSeconds).toBe(60);
    const { trackingStatus } = await client.track({ quoteId, routeIndex: 0 });
    expect(trackingStatus).toBe('not_started');
    expect(await (await fetch(`${app.url}/`)).text()).toContain('We move.');
    await operate('providers', ['maintenance', 'off'], commands);
    expect((await client.quote(ask)).routes).not.toEqual([]);
  } finally {
    await app.stop();
  }
});
