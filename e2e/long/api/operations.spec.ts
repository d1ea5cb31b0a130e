/** What an operator has: health, metrics, traces, logs, a stop that cuts off no client, and a brand of their own. */
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPortageClient } from '../../../lib/api/client.ts';
import type { ServiceStatus } from '../../../lib/api/status.ts';
import { expect, test } from '../../support/api-test.ts';
import { createEvmPayer } from '../../support/evm-payer.ts';
import { type OwnApp, startOwnApp } from '../../support/own-app.ts';
import { createUtxoPayer } from '../../support/utxo-payer.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'portage-operations-'));
/** An app on the sandbox that all journeys share. */
const beside = (environment: Record<string, string> = {}, dataDir = folder()): Promise<OwnApp> =>
  startOwnApp(dataDir, { SANDBOX_URL: process.env.E2E_SANDBOX_URL ?? '', ...environment });

const destinationAddress = createEvmPayer('http://127.0.0.1:1', 'ETH').address;
const refundAddress = createUtxoPayer('http://127.0.0.1:1', 'BTC').address;
const WISH = { sellAsset: 'BTC.BTC', buyAsset: 'ETH.ETH', sellAmount: '0.1', slippage: 1 };
const TOKEN = 'a-token-for-the-metrics';
const SECRET_KEY = 'ptg_a-key-that-nobody-may-read';
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';

const jsonOf = (text: string): unknown[] =>
  text.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []));

test('reports that it is alive and ready, and its metrics to this machine only', async () => {
  const app = await beside();
  try {
    expect(await (await fetch(`${app.url}/health/live`)).json()).toEqual({ status: 'live' });
    // The token lists are still loading.
    await expect.poll(async () => (await fetch(`${app.url}/health/ready`)).status).toBe(200);
    expect(await (await fetch(`${app.url}/health/ready`)).json()).toMatchObject({
      status: 'ready',
      network: 'sandbox',
    });
    await createPortageClient({ baseUrl: app.url }).quote({ ...WISH, providers: ['THORCHAIN', 'CHAINFLIP'] });
    const answer = await fetch(`${app.url}/metrics`);
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    const text = await answer.text();
    for (const line of [
      /^portage_requests_total\{route="\/v1\/quote",method="POST",status="200",caller="anonymous"\} 1$/m,
      /^portage_provider_calls_total\{provider="THORCHAIN",call="quote",outcome="ok"\} 1$/m,
      /^portage_provider_seconds_count\{provider="CHAINFLIP",call="quote"\} 1$/m,
      /^portage_snapshot_age_seconds\{upstream="\w+",path="[^"]*pools"\} \d/m,
      /^portage_open_swaps\{status="pending"\} \d+$/m,
      /^portage_database_up 1$/m,
      /^portage_event_loop_delay_seconds\{quantile="0.99"\} \d/m,
      /^process_resident_memory_bytes \d+$/m,
    ])
      expect(text).toMatch(line);
    for (const name of ['x-forwarded-for', 'forwarded', 'via', 'x-portage-proxied'])
      expect([name, (await fetch(`${app.url}/metrics`, { headers: { [name]: 'false' } })).status]).toEqual([
        name,
        name === 'x-portage-proxied' ? 200 : 404,
      ]);
  } finally {
    await app.stop();
  }
});

test('with a token requires it, sends its traces, continues its callers’ traces, and logs no secret', async () => {
  const spans: string[] = [];
  const collector = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    spans.push(text);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const { port } = collector.address() as AddressInfo;
  const app = await beside({
    METRICS_TOKEN: TOKEN,
    LOG_LEVEL: 'debug',
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_SERVICE_NAME: 'portage-test',
  });
  try {
    expect((await fetch(`${app.url}/metrics`)).status).toBe(403);
    const authorization = `Bearer ${TOKEN}`;
    expect((await fetch(`${app.url}/metrics`, { headers: { authorization } })).status).toBe(200);
    const answer = await fetch(`${app.url}/v1/quote`, {
      method: 'POST',
      headers: { traceparent: `00-${TRACE}-00f067aa0ba902b7-01`, 'x-api-key': SECRET_KEY },
      body: JSON.stringify({ ...WISH, providers: ['THORCHAIN'] }),
    });
    expect(answer.headers.get('traceparent')).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`));
    // A stop sends the queued spans.
    await app.stop();
    const sent = spans.join('\n');
    for (const text of [TRACE, 'POST /v1/quote', 'portage-test', 'db saveQuote', 'quote THORCHAIN'])
      expect(sent).toContain(text);
    expect(jsonOf(app.output())).toContainEqual(
      expect.objectContaining({
        event: 'request',
        route: '/v1/quote',
        status: 200,
        traceId: TRACE,
        caller: 'anonymous',
      }),
    );
    for (const secret of [TOKEN, SECRET_KEY]) expect(`${app.output()}${sent}`).not.toContain(secret);
  } finally {
    await app.stop();
    collector.close();
  }
});

test('stops without cutting off any client: answers are finished, streams end so that they are resumed', async () => {
  const dataDir = folder();
  const app = await beside({ LOG_LEVEL: 'info' }, dataDir);
  const client = createPortageClient({ baseUrl: app.url });
  const channel = await client.depositChannel({
    sellAsset: 'BTC.BTC',
    buyAsset: 'ETH.ETH',
    destinationAddress,
    refundAddress,
  });
  const body = JSON.stringify({ quoteId: channel.quoteId, routeIndex: channel.routeIndex });
  const stream = await fetch(`${app.url}/v1/track`, { method: 'POST', headers: { accept: 'text/event-stream' }, body });
  // Under way when the stop begins: its answer has begun.
  const accept = 'text/event-stream';
  const quote = await fetch(`${app.url}/v1/quote`, { method: 'POST', headers: { accept }, body: JSON.stringify(WISH) });
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  let received = '';
  while (!received.includes('event: track')) received += (await reader?.read())?.value ?? '';
  app.process.kill('SIGTERM');
  expect(await quote.text()).toMatch(/^event: quote$/m);
  for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) received += chunk.value;
  expect(received.endsWith('retry: 1000\n\n')).toBe(true);
  await app.stop();
  expect([app.process.exitCode, app.process.signalCode]).toEqual([0, null]);
  expect(jsonOf(app.output()).map((line) => (line as { event?: string }).event)).toEqual(
    expect.arrayContaining(['stopping', 'stopped']),
  );

  const again = await beside({}, dataDir);
  try {
    const resumed = await fetch(`${again.url}/v1/track`, { method: 'POST', body });
    expect(await resumed.json()).toMatchObject({ success: true, trackingStatus: 'not_started' });
  } finally {
    await again.stop();
  }
});

test('shows the standing of each provider and chain, under the deployment’s own name, with what it offers', async () => {
  const logo = join(folder(), 'own.svg');
  writeFileSync(logo, '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8z"/></svg>');
  const app = await beside({
    BRAND_NAME: 'Ferrymen',
    BRAND_LOGO: logo,
    TERMS_URL: 'https://ferry.example/terms',
    SUPPORT_URL: 'mailto:help@ferry.example',
    PAGE_AFFILIATE: 'ptg',
    PAGE_AFFILIATE_FEE_BPS: '30',
    CHAINS: 'BTC,ETH,LTC',
    TOKENS_DENIED: 'LTC.LTC',
  });
  try {
    const status: ServiceStatus = await (await fetch(`${app.url}/page/status`)).json();
    expect(status.providers.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['THORCHAIN', 'MAYACHAIN', 'CHAINFLIP', 'ONEINCH', 'JUPITER', 'GARDEN']),
    );
    expect(status.chains.map(({ id }) => id).sort()).toEqual(['BTC', 'ETH', 'LTC']);
    const page = await (await fetch(`${app.url}/status`)).text();
    for (const text of [
      'Ferrymen takes 0.3% of each swap',
      'https://ferry.example/terms',
      'mailto:help@ferry.example',
      '/brand/logo?v=',
    ])
      expect(page).toContain(text);
    expect(page).not.toContain('Portage never holds');
    const picture = await fetch(`${app.url}/brand/logo`);
    expect(picture.headers.get('content-type')).toBe('image/svg+xml');

    const client = createPortageClient({ baseUrl: app.url });
    const { tokens } = await client.tokens();
    expect(new Set(tokens.map(({ chain }) => chain))).toEqual(new Set(['BTC', 'ETH']));
    for (const buyAsset of ['LTC.LTC', 'DOGE.DOGE']) {
      const { routes, providerErrors } = await client.quote({ ...WISH, buyAsset });
      expect(routes).toEqual([]);
      for (const { errorCode, message } of providerErrors ?? [])
        expect([errorCode, message]).toEqual([
          'tokenNotFound',
          expect.stringContaining('This deployment does not offer'),
        ]);
    }
  } finally {
    await app.stop();
  }
});
