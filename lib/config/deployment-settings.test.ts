/** Branding, tracing and secret settings are applied as written, or refused with a sentence. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { assetOf } from '../domain/asset.ts';
import { notOffered } from '../domain/offer.ts';
import { readSettings } from './env.ts';
import { settingsFault } from './test-settings.ts';

describe('traces', () => {
  const telemetry = (more: Record<string, string>) =>
    readSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/', ...more }).telemetry;

  it('are recorded only where an endpoint is set and nothing forbids them', () => {
    expect(readSettings({ OTEL_SERVICE_NAME: 'x' }).telemetry).toBeUndefined();
    expect(telemetry({ OTEL_SDK_DISABLED: 'true' })).toBeUndefined();
    expect(telemetry({ OTEL_TRACES_EXPORTER: 'none' })).toBeUndefined();
    expect(telemetry({})).toMatchObject({
      url: 'http://127.0.0.1:4318/v1/traces',
      resource: { 'service.name': 'portage' },
      sampler: { parentBased: true, ratio: 1 },
    });
  });

  it('follow the standard variables where two of these overlap', () => {
    const chosen = telemetry({
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://collector.example/own',
      OTEL_EXPORTER_OTLP_HEADERS: 'a=1,b=two%20words',
      OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'a=2',
      OTEL_RESOURCE_ATTRIBUTES: 'service.name=other,deployment.environment=test',
      OTEL_SERVICE_NAME: 'swaps',
      OTEL_TRACES_SAMPLER: 'traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
    });
    expect(chosen).toMatchObject({
      url: 'https://collector.example/own',
      headers: { a: '2', b: 'two words' },
      resource: { 'service.name': 'swaps', 'deployment.environment': 'test' },
      sampler: { parentBased: false, ratio: 0.25 },
    });
  });

  it('are refused where they would silently not arrive', () => {
    expect(settingsFault({ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' })).toContain('http/json, the only protocol');
    expect(settingsFault({ OTEL_TRACES_SAMPLER_ARG: '2' })).toContain('a number from 0 to 1');
    expect(settingsFault({ OTEL_TRACES_SAMPLER: 'jaeger_remote' })).toContain('always_on');
  });
});

describe('secrets', () => {
  it('are long enough, and no message repeats them', () => {
    expect(readSettings({ METRICS_TOKEN: 'a-token-of-16-ch' }).metricsToken).toBe('a-token-of-16-ch');
    const message = settingsFault({
      METRICS_TOKEN: 'too-short',
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key-without-a-value',
    });
    expect(message).toMatch(/METRICS_TOKEN is not repeated here; it must be 16/);
    expect(message).not.toMatch(/too-short|without-a-value/);
  });
});

describe('the deployment’s branding', () => {
  it('is Portage’s by default', () => {
    const { brand, offer } = readSettings({});
    expect(brand).toEqual({ name: 'Portage' });
    for (const id of ['BTC.BTC', 'ETH.ETH']) expect(notOffered(assetOf(id), offer)).toBeUndefined();
  });

  it('accepts an existing logo file and nothing else', () => {
    const folder = mkdtempSync(join(tmpdir(), 'brand-'));
    const path = join(folder, 'own.svg');
    writeFileSync(path, '<svg xmlns="http://www.w3.org/2000/svg"/>');
    expect(readSettings({ BRAND_NAME: 'Ferry', BRAND_LOGO: path }).brand).toEqual({ name: 'Ferry', logo: path });
    expect(settingsFault({ BRAND_LOGO: join(folder, 'none.svg') })).toContain('a file that exists');
    expect(settingsFault({ BRAND_LOGO: 'package.json' })).toContain('ends with .svg');
    expect(settingsFault({ BRAND_LOGO: 'https://cdn.example/logo.svg' })).toContain('a file that exists');
    rmSync(folder, { recursive: true });
  });

  it.each(['javascript:alert(1)', 'terms', 'data:text/html,x'])('refuses a link to %s', (address) => {
    for (const name of ['TERMS_URL', 'PRIVACY_URL', 'SUPPORT_URL'])
      expect(settingsFault({ [name]: address })).toContain(`${name} is "${address}"`);
  });

  it('refuses a fee that nobody would receive', () => {
    expect(settingsFault({ PAGE_AFFILIATE_FEE_BPS: '30' })).toContain('without PAGE_AFFILIATE');
    expect(settingsFault({ PAGE_AFFILIATE: 'nobody', PAGE_AFFILIATE_FEE_BPS: '30' })).toContain(
      'a name that AFFILIATES has',
    );
    const known = { AFFILIATES: '{"Own":{"thorname":"own"}}', PAGE_AFFILIATE: 'own' };
    expect(readSettings({ ...known, PAGE_AFFILIATE_FEE_BPS: '30' }).brand.affiliate).toEqual({
      name: 'own',
      feeBps: 30,
      mostFeeBps: 30,
      varies: false,
    });
    expect(readSettings(known).brand.affiliate).toBeUndefined();
    expect(settingsFault({ ...known, PAGE_AFFILIATE_FEE_BPS: '1001' })).toContain('0 to 1000');
  });

  it('offers the chains and assets that are set, in any letter case', () => {
    const usdc = 'ETH.USDC-0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
    const { offer } = readSettings({ CHAINS: 'btc, eth', TOKENS_DENIED: usdc.toLowerCase() });
    expect(notOffered(assetOf('BTC.BTC'), offer)).toBeUndefined();
    expect(notOffered(assetOf('DOGE.DOGE'), offer)).toBe(
      'This deployment does not offer DOGE; it offers ETH, BTC.'.replace('ETH, BTC', offer.chains?.join(', ') ?? ''),
    );
    expect(notOffered(assetOf(usdc), offer)).toContain('USDC on ETH');
    const only = readSettings({ TOKENS: 'BTC.BTC,eth.eth' }).offer;
    expect(notOffered(assetOf('ETH.ETH'), only)).toBeUndefined();
    expect(notOffered(assetOf(usdc), only)).toContain('GET /v1/tokens');
    expect(settingsFault({ CHAINS: 'BTC,MOON' })).toContain('CHAINS is "BTC,MOON"; it must be a comma list of');
    expect(settingsFault({ TOKENS_DENIED: 'BTC' })).toContain('a comma list of asset identifiers');
  });
});
