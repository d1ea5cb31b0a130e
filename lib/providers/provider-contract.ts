/** Tests what every provider must do, whatever its upstream does. Each adapter's tests run this suite. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { formatAsset, sameAsset } from '../domain/asset.ts';
import { PROVIDER_ERROR_CODES, ProviderError, type ProviderErrorCode } from '../domain/errors.ts';
import { FEE_TYPES } from '../domain/fee.ts';
import { PROVIDER_IDS, type ProviderId } from '../domain/provider-id.ts';
import type { RouteDraft } from '../domain/route.ts';
import type { Provider, ProviderDeps, ProviderQuoteRequest, TrackedLeg } from './provider.ts';
import {
  type Call,
  type LoopbackUpstream,
  loopbackFetch,
  type Reply,
  type Responder,
  startLoopbackUpstream,
} from './test-upstream.ts';

export type ProviderContract = {
  title: string;
  /** The provider against these base URLs of its upstream, best first. */
  create(baseUrls: string[], deps: ProviderDeps): Provider;
  now: () => number;
  /** The upstream in good health, for every request below. */
  healthy: Responder;
  /** True for the call that fetches a quote, which the tests make fail. */
  isQuoteCall(call: Call): boolean;
  /** True where a call can change nothing upstream. Default: GET. */
  isReadOnly?(call: Call): boolean;
  /** Upstream calls of a quote when everything else is cached. Default 1. */
  callsPerQuote?: number;
  /** A request with both addresses for each id that the healthy upstream answers with a route. */
  requests: Partial<Record<ProviderId, Omit<ProviderQuoteRequest, 'providerId' | 'includeTx'>>>;
  /** A pair that the provider refuses without a request. */
  refused: { request: Omit<ProviderQuoteRequest, 'includeTx'>; code: ProviderErrorCode };
  /** A payment under way. */
  tracked: TrackedLeg;
};

/** Checks that hold for every route of every provider. */
export function expectSoundRoute(route: RouteDraft, request: ProviderQuoteRequest): void {
  expect(route.providers.length).toBeGreaterThan(0);
  for (const id of route.providers) expect(PROVIDER_IDS).toContain(id);
  expect(formatAsset(route.sell.asset)).toBe(formatAsset(request.sellAsset));
  expect(formatAsset(route.expectedBuy.asset)).toBe(formatAsset(request.buyAsset));
  expect(route.sell.baseUnits).toBeGreaterThan(0n);
  expect(route.expectedBuy.baseUnits).toBeGreaterThan(0n);
  expect(route.guaranteedBuy.decimals).toBe(route.expectedBuy.decimals);
  expect(route.guaranteedBuy.baseUnits).toBeLessThanOrEqual(route.expectedBuy.baseUnits);
  for (const fee of route.fees) {
    expect(FEE_TYPES).toContain(fee.type);
    expect(fee.chain).toBe(fee.amount.asset.chain);
    expect(PROVIDER_IDS).toContain(fee.protocol);
    expect(fee.amount.baseUnits).toBeGreaterThanOrEqual(0n);
  }
  const [first] = route.legs;
  const last = route.legs.at(-1);
  expect(first?.sell).toEqual(route.sell);
  expect(last?.buy).toEqual(route.expectedBuy);
  expect(last?.buyAtMaxSlippage).toEqual(route.guaranteedBuy);
  route.legs.slice(1).forEach((leg, i) => {
    expect(sameAsset(leg.sell.asset, route.legs[i]?.buy.asset ?? leg.buy.asset)).toBe(true);
  });
  expect(Number.isFinite(route.totalSlippageBps)).toBe(true);
  for (const { priceUsd } of route.pricesUsd) expect(priceUsd).toBeGreaterThan(0);
}

const TROUBLE: Record<string, Reply> = {
  'HTTP 429': { status: 429, json: { message: 'slow down' } },
  'HTTP 500': { status: 500, json: { message: 'internal' } },
  'HTTP 503 in HTML': { status: 503, body: '<html>bad gateway</html>', contentType: 'text/html' },
  'HTML with HTTP 200': { body: '<!doctype html><title>maintenance</title>', contentType: 'text/html' },
  'half a body': { json: { expected_amount_out: '1', padding: 'x'.repeat(2000) }, half: true },
  'text that is no JSON': { body: '{"expected_amount_out": "12' },
  'an empty body': { body: '' },
};
const WRONG_TYPES: Record<string, Reply> = {
  'a list for an object': { json: [] },
  null: { json: null },
  'an object without anything': { json: {} },
};

type Bench = ReturnType<typeof createBench>;

function createBench(contract: ProviderContract) {
  const entries = Object.entries(contract.requests).map(
    ([id, request]) => ({ ...request, providerId: id as ProviderId, includeTx: false }) as ProviderQuoteRequest,
  );
  const [sample] = entries;
  if (!sample) throw new Error('a contract needs a request');
  let running: LoopbackUpstream | undefined;
  const lines: Record<string, unknown>[] = [];
  const deps: ProviderDeps = { fetch: loopbackFetch, now: contract.now, log: (line) => lines.push(line) };
  const upstream = () => {
    if (!running) throw new Error('not started');
    return running;
  };
  beforeAll(async () => {
    running = await startLoopbackUpstream(contract.healthy);
  });
  beforeEach(() => {
    upstream().answer();
    upstream().calls.length = 0;
    lines.length = 0;
  });
  afterAll(() => upstream().close());
  const live = () => new AbortController().signal;
  return {
    contract,
    entries,
    sample,
    lines,
    live,
    upstream,
    create: (urls = [upstream().url]) => contract.create(urls, deps),
    quote: (provider: Provider, request: ProviderQuoteRequest, signal = live()) => provider.quote(request, { signal }),
    /** Everything but the quote is healthy. */
    troubled: (reply: Reply) => (call: Call) => (contract.isQuoteCall(call) ? reply : contract.healthy(call)),
  };
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'a route';
  } catch (error) {
    return error instanceof ProviderError ? error.code : `not a ProviderError: ${String(error)}`;
  }
}

export function providerContract(contract: ProviderContract): void {
  describe(`${contract.title} keeps the provider contract`, () => {
    const bench = createBench(contract);
    quoting(bench);
    inTrouble(bench);
    besideQuoting(bench);
  });
}

function quoting({ contract, entries, sample, upstream, create, quote }: Bench): void {
  const isReadOnly = contract.isReadOnly ?? ((call: Call) => call.method === 'GET');
  it('answers sound routes for each of its ids, with amounts, legs and fees that a page can add up', async () => {
    const provider = create();
    for (const request of entries) {
      expect(provider.ids).toContain(request.providerId);
      const routes = await quote(provider, request);
      expect(routes.length).toBeGreaterThan(0);
      for (const route of routes) expectSoundRoute(route, request);
    }
  });

  it('guarantees for less than the quoted amount never more than the quote did', async () => {
    const provider = create();
    const { guaranteeFor } = provider;
    if (!guaranteeFor) return;
    for (const request of entries)
      for (const route of await quote(provider, request)) {
        const { sell, guaranteedBuy } = route;
        expect(guaranteeFor(route, sell.baseUnits)).toBe(guaranteedBuy.baseUnits);
        expect(guaranteeFor(route, 0n)).toBe(0n);
        const shares = [1n, 250n, 500n, 750n, 999n, 1000n].map((share) =>
          guaranteeFor(route, (sell.baseUnits * share) / 1000n),
        );
        shares.slice(1).forEach((one, i) => {
          expect(one).toBeGreaterThanOrEqual(shares[i] ?? 0n);
        });
        expect(shares[2]).toBeLessThanOrEqual(guaranteedBuy.baseUnits / 2n);
      }
  });

  it('changes nothing upstream by quoting: a person who only looks leaves nothing behind', async () => {
    const provider = create();
    for (const request of entries) await quote(provider, request);
    expect(upstream().calls.filter((call) => !isReadOnly(call))).toEqual([]);
  });

  it('makes no more upstream calls than declared when warm, so that limits of public nodes are kept', async () => {
    const provider = create();
    for (const request of entries) await quote(provider, request);
    upstream().calls.length = 0;
    for (const request of entries) await quote(provider, request);
    expect(upstream().calls).toHaveLength(entries.length * (contract.callsPerQuote ?? 1));
  });

  it('gives nothing payable while an address is missing', async () => {
    const { sourceAddress: _source, destinationAddress: _destination, ...indicative } = sample;
    for (const route of await quote(create(), indicative)) {
      expect(route.sourceAddress).toBe('');
      expect(route.destinationAddress).toBe('');
      for (const key of ['memo', 'inboundAddress', 'tx', 'expirationSeconds', 'orderId'] as const)
        expect(route[key]).toBeUndefined();
    }
  });

  it('refuses what it cannot do without any request', async () => {
    const { request, code } = contract.refused;
    const provider = create();
    expect(provider.refuse(request, request.providerId)?.code).toBe(code);
    expect(await codeOf(quote(provider, { ...request, includeTx: false }))).toBe(code);
    expect(upstream().calls).toEqual([]);
  });
}

function inTrouble({ contract, sample, upstream, create, quote, troubled }: Bench): void {
  it.each(Object.keys(TROUBLE))('answers httpError to %s', async (kind) => {
    upstream().answer(troubled(TROUBLE[kind] ?? {}));
    expect(await codeOf(quote(create(), sample))).toBe('httpError');
  });

  it.each(Object.keys(WRONG_TYPES))('answers an error, not a route, to %s', async (kind) => {
    upstream().answer(troubled(WRONG_TYPES[kind] ?? {}));
    expect(PROVIDER_ERROR_CODES).toContain(await codeOf(quote(create(), sample)));
  });

  it('answers httpError when nothing listens', async () => {
    const gone = await startLoopbackUpstream(contract.healthy);
    await gone.close();
    expect(await codeOf(quote(create([gone.url]), sample))).toBe('httpError');
  });

  it('asks the next base URL when the first one answers garbage', async () => {
    const broken = await startLoopbackUpstream(() => ({ body: '<html>' }));
    const routes = await quote(create([broken.url, upstream().url]), sample);
    expect(routes.length).toBeGreaterThan(0);
    await broken.close();
  });

  it('stops with providerQuoteTimeout when the quote’s time is up, and closes the upstream call', async () => {
    upstream().answer(troubled({ hang: true }));
    const controller = new AbortController();
    const answer = codeOf(quote(create(), sample, controller.signal));
    await upstream().arrived(contract.isQuoteCall);
    controller.abort(new DOMException('deadline', 'TimeoutError'));
    expect(await answer).toBe('providerQuoteTimeout');
  });

  it('does not ask at all when the time was up before', async () => {
    expect(await codeOf(quote(create(), sample, AbortSignal.abort()))).toBe('providerQuoteTimeout');
    expect(upstream().calls.filter(contract.isQuoteCall)).toEqual([]);
  });
}

function besideQuoting({ contract, sample, lines, upstream, create, quote, live }: Bench): void {
  it('lists tokens with true decimals and its own ids only', async () => {
    const provider = create();
    const tokens = await provider.tokens({ signal: live() });
    expect(tokens.length).toBeGreaterThan(0);
    for (const { asset, decimals, providers } of tokens) {
      expect(asset.kind).not.toBe('synth');
      expect(decimals).toBeGreaterThan(0);
      for (const id of providers) expect(provider.ids).toContain(id);
    }
    expect(new Set(tokens.map(({ asset }) => formatAsset(asset).toLowerCase())).size).toBe(tokens.length);
  });

  it('says stale, and nothing else, while the upstream is down: a swap never fails because of that', async () => {
    upstream().answer(() => ({ status: 500, body: 'down' }));
    const result = await create().track(contract.tracked, { signal: live() });
    expect(result).toEqual({ observations: [], stale: true });
  });

  it('logs one line per upstream call, without addresses', async () => {
    await quote(create(), sample);
    expect(lines).toHaveLength(upstream().calls.length);
    const text = JSON.stringify(lines);
    for (const secret of [sample.sourceAddress, sample.destinationAddress])
      if (secret) expect(text).not.toContain(secret);
  });
}
