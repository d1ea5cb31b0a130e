/** Has one function for each call to 1inch. Calls wait for the rate limit, and every answer is parsed by a schema. */

import type { z } from 'zod';
import { TooBusy } from '../../chain-clients/pace.ts';
import { ProviderError } from '../../domain/errors.ts';
import { createUpstream, type JsonAnswer, UpstreamTrouble } from '../http.ts';
import type { ProviderDeps } from '../provider.ts';
import { DEFAULT_BUDGET_MS, LIST_BYTES, REST_MS, RETRY_MS, TIMEOUT_MS } from './config.ts';
import { isKnownCode, isSimulation, type PairNames, refusalOf, type Said } from './errors.ts';
import { RANKS, type Rank, type RateLimit } from './rate-limit.ts';
import {
  errorSchema,
  pricesSchema,
  quoteSchema,
  sourcesSchema,
  swapSchema,
  tokensSchema,
  type UpstreamQuote,
  type UpstreamSwap,
  type UpstreamToken,
} from './upstream-schemas.ts';

export type Caller = { signal: AbortSignal; budgetMs?: number };
type InTurn = Required<Caller> & { rank: Rank };

export type OneinchClientOptions = {
  /** Best first; at least one. */
  baseUrls: readonly string[];
  apiKey: string | undefined;
  version: string;
  limit: RateLimit;
  /** 0 to 1. */
  random?: () => number;
};

export type OneinchClient = ReturnType<typeof createOneinchClient>;

const saidOf = (json: unknown): Said => {
  const { data } = errorSchema.safeParse(json);
  return { code: data?.code ?? '', text: data?.description ?? data?.message ?? data?.error ?? '' };
};

/** 5xx with one of the table's texts concerns the request: another try would get the same. */
const isOwnAnswer = ({ status, json }: JsonAnswer): boolean => {
  const { code, text } = saidOf(json);
  return (
    status !== 429 && (isKnownCode(code) || /insufficient liquidity|not enough |cannot (?:estimate|sync)/i.test(text))
  );
};

const after = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });

function read<T>(schema: z.ZodType<T>, json: unknown): T {
  const result = schema.safeParse(json);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const where = issue?.path.join('.') || 'the body';
  throw new ProviderError('unknownError', `1inch answered something unexpected (${where}: ${issue?.message ?? ''}).`);
}

const seconds = (ms: number): string => `${Math.max(Math.ceil(ms / 1000), 1)} s`;

/** Requests in their turn. */
function createTurns(options: OneinchClientOptions, deps: ProviderDeps) {
  const { apiKey, limit, random = Math.random } = options;
  const upstream = createUpstream(
    { name: '1inch', baseUrls: options.baseUrls, timeoutMs: TIMEOUT_MS, maxBodyBytes: LIST_BYTES },
    deps,
  );
  const headers: Record<string, string> = apiKey ? { authorization: `Bearer ${apiKey}` } : {};

  async function inTurn(path: string, label: string, caller: InTurn): Promise<JsonAnswer> {
    try {
      await limit.turn(caller);
    } catch (error) {
      if (!(error instanceof TooBusy)) throw error;
      throw new ProviderError(
        'httpError',
        `This deployment may ask 1inch only so often, and its next turn comes in ${seconds(error.waitMs)}. Try again then.`,
        { cause: error },
      );
    }
    return upstream.ask({ path, label, headers, signal: caller.signal, isOwnAnswer });
  }

  /** Retries 429 and 5xx once, as late as the upstream asks and only while the answer is of use. */
  async function get(path: string, label: string, given: Caller, rank: Rank): Promise<JsonAnswer> {
    const caller = { budgetMs: DEFAULT_BUDGET_MS, ...given, rank };
    const began = deps.now();
    try {
      return await inTurn(path, label, caller);
    } catch (error) {
      if (!(error instanceof UpstreamTrouble)) throw error;
      const restMs = error.retryAfterMs ?? (error.status === 429 ? REST_MS : 0);
      if (restMs > 0) limit.rest(restMs);
      if (error.status !== 429 && error.status < 500) throw error;
      const pauseMs = RETRY_MS.least + random() * RETRY_MS.spread;
      const budgetMs = caller.budgetMs - (deps.now() - began) - pauseMs;
      if (budgetMs <= restMs) throw error;
      await after(pauseMs, caller.signal);
      return inTurn(path, label, { ...caller, budgetMs });
    }
  }

  return { inTurn, get };
}

export function createOneinchClient(options: OneinchClientOptions, deps: ProviderDeps) {
  const { version } = options;
  const { inTurn, get } = createTurns(options, deps);

  async function priced<T>(
    call: { path: string; label: string; schema: z.ZodType<T>; pair: PairNames },
    caller: Caller,
  ): Promise<T> {
    const ask = async () => {
      const { status, json } = await get(call.path, call.label, caller, RANKS.quote);
      if (status >= 400) throw refusalOf(status, saidOf(json), call.pair);
      return read(call.schema, json);
    };
    try {
      return await ask();
    } catch (error) {
      // The request switches simulations off; if one was made all the same, it is switched off once more.
      if (!isSimulation(error)) throw error;
      return ask();
    }
  }

  type List<T> = { chainId: number; name: string; schema: z.ZodType<T>; what: string };

  async function listOf<T>(list: List<T>, caller: Caller, rank: Rank): Promise<T | undefined> {
    const { chainId, name, schema, what } = list;
    const { status, json } = await get(`/swap/${version}/${chainId}/${name}`, `/${name}`, caller, rank);
    if (status === 404 || status === 400) return undefined;
    if (status >= 400) throw new ProviderError('httpError', `1inch gave no list of ${what} (HTTP ${status}).`);
    return read(schema, json);
  }

  const pathOf = (chainId: number, call: string, params: Record<string, string>): string =>
    `/swap/${version}/${chainId}/${call}?${new URLSearchParams(params)}`;

  return {
    /** @throws {ProviderError} */
    quote: (chainId: number, params: Record<string, string>, pair: PairNames, caller: Caller): Promise<UpstreamQuote> =>
      priced({ path: pathOf(chainId, 'quote', params), label: '/quote', schema: quoteSchema, pair }, caller),
    /** @throws {ProviderError} */
    swap: (chainId: number, params: Record<string, string>, pair: PairNames, caller: Caller): Promise<UpstreamSwap> =>
      priced({ path: pathOf(chainId, 'swap', params), label: '/swap', schema: swapSchema, pair }, caller),
    /** Ids of the chain's pools and other sources; undefined when 1inch does not serve it. @throws {ProviderError} */
    liquiditySources: (chainId: number, caller: Caller): Promise<string[] | undefined> =>
      listOf({ chainId, name: 'liquidity-sources', schema: sourcesSchema, what: 'sources' }, caller, RANKS.quote),
    /** Undefined when 1inch does not serve the chain. @throws {ProviderError} */
    tokens: (chainId: number, caller: Caller): Promise<UpstreamToken[] | undefined> =>
      listOf({ chainId, name: 'tokens', schema: tokensSchema, what: 'tokens' }, caller, RANKS.list),
    /**
     * US dollars of one unit, as decimal text, by lower-case address, without those that have no price. @throws
     * {ProviderError}
     */
    async prices(chainId: number, tokens: readonly string[], caller: Caller): Promise<Map<string, string>> {
      const path = `/price/v1.1/${chainId}/${tokens.map((token) => token.toLowerCase()).join(',')}?currency=USD`;
      const { status, json } = await inTurn(path, '/price', {
        budgetMs: DEFAULT_BUDGET_MS,
        ...caller,
        rank: RANKS.price,
      });
      if (status >= 400) throw new ProviderError('httpError', `1inch gave no prices (HTTP ${status}).`);
      return read(pricesSchema, json);
    },
  };
}
