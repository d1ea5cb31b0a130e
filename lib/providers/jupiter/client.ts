/** One function for each call to Jupiter; every answer is parsed by a schema or is an error. */

import { ProviderError } from '../../domain/errors.ts';
import {
  createUpstream,
  type JsonAnswer,
  type JsonRequest,
  readJson,
  type Upstream,
  UpstreamTrouble,
} from '../http.ts';
import type { CallOptions, ProviderDeps } from '../provider.ts';
import { type JupiterFlavour, LIST_BYTES, LIST_TIMEOUT_MS, QUOTE_TIMEOUT_MS } from './config.ts';
import { JupiterRefusal } from './errors.ts';
import { createRateLimit, type RateLimitDeps } from './rate-limit.ts';
import {
  buildSchema,
  errorSchema,
  gatewaySchema,
  type JupiterBuild,
  type JupiterQuote,
  type JupiterSwapAnswer,
  type JupiterToken,
  pricesSchema,
  quoteSchema,
  swapSchema,
  tokensSchema,
} from './upstream-schemas.ts';

export type JupiterClientOptions = ProviderDeps & {
  /** Best first. */
  baseUrls: readonly string[];
  apiKey?: string | undefined;
  flavour: JupiterFlavour;
  /** Without a key; undefined: as the upstream's headers say. */
  perMinute?: number | undefined;
  limits?: Omit<RateLimitDeps, 'now' | 'perMinute'>;
};

const NAME = 'Jupiter';

/** A quote as it came, to be sent back unchanged: Jupiter requires every field. */
export type RawQuote = { quote: JupiterQuote; raw: unknown };

const textOf = (json: unknown): string | undefined => {
  const own = errorSchema.safeParse(json);
  if (own.success) return [own.data.errorCode, own.data.error].filter(Boolean).join(' ');
  const gateway = gatewaySchema.safeParse(json);
  return gateway.success ? gateway.data.message : undefined;
};

/** A 5xx with one of Jupiter's own errors: another base URL would repeat it. */
const isOwnAnswer = ({ status, json }: JsonAnswer): boolean => status !== 429 && errorSchema.safeParse(json).success;

/** An error body may come with status 200 as well. @throws {JupiterRefusal} */
function accepted({ status, json }: JsonAnswer): unknown {
  const isError = status >= 400 || errorSchema.safeParse(json).success;
  if (isError) throw new JupiterRefusal(textOf(json) ?? `HTTP ${status}`, status);
  return json;
}

export type JupiterClient = ReturnType<typeof createJupiterClient>;

export function createJupiterClient(options: JupiterClientOptions) {
  const { baseUrls, apiKey, flavour, perMinute, now, log } = options;
  const limit = createRateLimit(baseUrls[0] ?? '', { ...options.limits, perMinute, now });
  const fetch: typeof options.fetch = async (input, init) => {
    const response = await options.fetch(input, init);
    limit.note(response);
    return response;
  };
  const deps = { fetch, now, log };
  const quotes = createUpstream({ name: NAME, baseUrls, timeoutMs: QUOTE_TIMEOUT_MS }, deps);
  const lists = createUpstream({ name: NAME, baseUrls, timeoutMs: LIST_TIMEOUT_MS, maxBodyBytes: LIST_BYTES }, deps);
  const headers: Record<string, string> = apiKey === undefined ? {} : { 'x-api-key': apiKey };

  async function ask(
    upstream: Upstream,
    request: Omit<JsonRequest, 'headers' | 'isOwnAnswer'>,
    { signal, budgetMs }: Partial<CallOptions>,
  ): Promise<unknown> {
    const started = now();
    const left = () => (budgetMs === undefined ? undefined : budgetMs - (now() - started));
    const once = async () => {
      await limit.turn({ ...(signal ? { signal } : {}), budgetMs: left() });
      return upstream.ask({ ...request, headers, isOwnAnswer, ...(signal ? { signal } : {}) });
    };
    try {
      return accepted(await once());
    } catch (error) {
      if (!(error instanceof UpstreamTrouble) || error.status !== 429 || !limit.mayRetry(left())) throw error;
      return accepted(await once());
    }
  }

  const get = (upstream: Upstream, path: string, params: Record<string, string>, call: Partial<CallOptions>) =>
    ask(upstream, { path: `${path}?${new URLSearchParams(params)}`, label: path }, call);

  return {
    flavour,
    /** A price; creates nothing. @throws {JupiterRefusal | ProviderError} */
    async quote(params: Record<string, string>, call: CallOptions): Promise<RawQuote> {
      const raw = await get(quotes, `/swap/${flavour}/quote`, params, call);
      return { quote: readJson(NAME, quoteSchema, raw), raw };
    },
    /** Price and instructions at once. @throws {JupiterRefusal | ProviderError} */
    async build(params: Record<string, string>, call: CallOptions): Promise<JupiterBuild> {
      return readJson(NAME, buildSchema, await get(quotes, '/swap/v2/build', params, call));
    },
    /** A whole transaction for a quote of version 1. @throws {JupiterRefusal | ProviderError} */
    async swap(body: Record<string, unknown>, call: CallOptions): Promise<JupiterSwapAnswer> {
      const path = '/swap/v1/swap';
      return readJson(NAME, swapSchema, await ask(quotes, { path, label: path, method: 'POST', body }, call));
    },
    /** Every verified token. @throws {JupiterRefusal | ProviderError} */
    async verifiedTokens(call: Partial<CallOptions> = {}): Promise<JupiterToken[]> {
      return readJson(NAME, tokensSchema, await get(lists, '/tokens/v2/tag', { query: 'verified' }, call));
    },
    /** By mint, in its own case. @throws {JupiterRefusal | ProviderError} */
    async searchTokens(query: string, call: CallOptions): Promise<JupiterToken[]> {
      return readJson(NAME, tokensSchema, await get(quotes, '/tokens/v2/search', { query }, call));
    },
    /** US dollars by mint, without those that have no reliable price. @throws {JupiterRefusal | ProviderError} */
    async prices(mints: readonly string[], call: Partial<CallOptions>): Promise<Map<string, number>> {
      const json = await get(quotes, '/price/v3', { ids: mints.join(',') }, call);
      const known = readJson(NAME, pricesSchema, json);
      return new Map(
        Object.entries(known).flatMap(([mint, price]) =>
          price?.usdPrice !== undefined && price.usdPrice > 0 ? [[mint, price.usdPrice] as const] : [],
        ),
      );
    },
  };
}

export const isRefusal = (error: unknown): error is JupiterRefusal =>
  error instanceof ProviderError && error instanceof JupiterRefusal;
