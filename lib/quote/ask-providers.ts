/**
 * Asks all providers at once: each answers with routes or with exactly one error, within the deadline, and no
 * behaviour of one (hanging, throwing, lying) changes another's result.
 */

import { setMaxListeners } from 'node:events';
import type { Asset } from '../domain/asset.ts';
import { isProviderError, ProviderError, type ProviderErrorCode, type ProviderFailure } from '../domain/errors.ts';
import { PROVIDER_NAMES, type ProviderId } from '../domain/provider-id.ts';
import type { RouteDraft } from '../domain/route.ts';
import { inTime } from '../domain/time-limit.ts';
import { orAborted } from '../domain/waiting.ts';
import { reaches } from '../domain/wanted-output.ts';
import type { Preparing } from '../order-creation/preparing.ts';
import { draftFault } from '../providers/draft-fault.ts';
import { withBudget } from '../providers/helper-time.ts';
import {
  type AskedQuote,
  type CallOptions,
  type Provider,
  requestFor,
  type WantedQuote,
} from '../providers/provider.ts';
import { findSale, type KnownPrice, saleAtMarket } from './find-sale.ts';
import type { Ask } from './plan-providers.ts';

export type AskResult = { routes: RouteDraft[]; failure?: undefined } | { routes: []; failure: ProviderFailure };

export type AskOptions = {
  /** Longest time for a quote. A provider may have a shorter one of its own; what it creates has time of its own. */
  deadlineMs: number;
  preparing: Pick<Preparing, 'routes'>;
  /** As the server sees it; '' when unknown. */
  clientAddress: string;
  /** The API key of the request. */
  keyId?: string | undefined;
  isPage?: boolean | undefined;
  /** The caller's. */
  signal: AbortSignal;
  /** Gets one line for each asked provider. */
  log: (event: Record<string, unknown>) => void;
  /** By which the search for a wanted output begins. Absent: no price is known. */
  priceOf?: ((asset: Asset) => KnownPrice | undefined) | undefined;
  /** Converts a failure for the answer. */
  recodeFailure?: (failure: ProviderFailure) => ProviderFailure;
  /** Called as each provider answers. */
  onResult?: (result: AskResult) => void;
};

const TIME_IS_UP = new Error('time is up');

const impossible = (id: ProviderId, fault: string): string =>
  `${PROVIDER_NAMES[id]} offered a route that cannot be right: ${fault}.`;

/** Of an order that was created before, say. */
const shortfall = (draft: RouteDraft, asked: AskedQuote): string | undefined =>
  asked.sellAmount !== undefined || reaches(draft, asked.wanted) ? undefined : 'less is bought than was asked for';

function failureOf(error: unknown, { request }: Ask, timedOut: boolean): ProviderFailure {
  const name = PROVIDER_NAMES[request.providerId];
  const failure = (errorCode: ProviderErrorCode, message: string) => ({
    provider: request.providerId,
    errorCode,
    message,
  });
  if (isProviderError(error)) return failure(error.code, error.message);
  if (timedOut) return failure('providerQuoteTimeout', `${name} did not answer in time.`);
  return failure('unknownError', `${name} could not be asked because of a fault on our side.`);
}

/** The routes whose output is the wanted one, each sound and each for the amount that was found. */
async function quoteWanted(
  provider: Provider,
  request: WantedQuote,
  call: () => CallOptions,
  { priceOf }: AskOptions,
): Promise<RouteDraft[]> {
  const { wanted, ...terms } = request;
  const estimate = await provider.saleFor?.(request, call());
  const [sell, buy] = [priceOf?.(terms.sellAsset), priceOf?.(terms.buyAsset)];
  return findSale({
    wanted,
    firstSellAmount: estimate?.sellAmount ?? saleAtMarket(wanted, terms.slippageBps, sell, buy),
    asked: estimate?.questions ?? 0,
    includeTx: terms.includeTx,
    ask: async (question) => {
      const asked = { ...terms, ...question };
      const drafts = await provider.quote(asked, call());
      const fault = drafts.map((draft) => draftFault(draft, asked)).find((one) => one !== undefined);
      if (fault === undefined) return drafts;
      throw new ProviderError('unknownError', impossible(asked.providerId, fault));
    },
  });
}

/** One call of the provider's own quote, or the few that a wanted output takes, with the time that it may take. */
async function quoteOf({ provider, request }: Ask, options: AskOptions) {
  const { deadlineMs, signal: stopped } = options;
  const budgetMs = Math.min(provider.timeoutMs ?? deadlineMs, deadlineMs);
  const endsAt = performance.now() + budgetMs;
  return inTime(budgetMs, stopped, async (signal) => {
    const call = () => withBudget(signal, Math.max(endsAt - performance.now(), 0));
    try {
      // In a promise of its own: a provider that throws before it awaits costs only itself too.
      return await orAborted(
        Promise.resolve().then(() =>
          request.sellAmount === undefined
            ? quoteWanted(provider, request, call, options)
            : provider.quote(request, call()),
        ),
        signal,
      );
    } catch (error) {
      // Whatever an adapter makes of the signal's end: its time was up.
      throw signal.aborted && !stopped.aborted && !isProviderError(error) ? TIME_IS_UP : error;
    }
  });
}

async function askOne(ask: Ask, options: AskOptions): Promise<AskResult> {
  const { request } = ask;
  const startedMs = performance.now();
  const outcome = (fields: Record<string, unknown>) => {
    const ms = Math.round(performance.now() - startedMs);
    options.log({ event: 'provider', provider: request.providerId, ms, ...fields });
  };
  try {
    const { preparing, signal, clientAddress, keyId, isPage } = options;
    const quote = () => quoteOf(ask, options);
    const drafts = await preparing.routes(ask, quote, { signal, clientAddress, keyId, isPage });
    const faults = drafts.map((draft) => draftFault(draft, requestFor(request, draft)) ?? shortfall(draft, request));
    const routes = drafts.filter((_draft, index) => faults[index] === undefined);
    const fault = faults.find((one) => one !== undefined);
    outcome({ routes: routes.length, ...(fault ? { fault } : {}) });
    if (routes.length > 0) return { routes };
    const name = PROVIDER_NAMES[request.providerId];
    const message = fault ? impossible(request.providerId, fault) : `${name} has no route for this.`;
    return {
      routes: [],
      failure: { provider: request.providerId, errorCode: fault ? 'unknownError' : 'quoteNotFound', message },
    };
  } catch (error) {
    const failure = failureOf(error, ask, error === TIME_IS_UP || options.signal.aborted);
    const bug = failure.errorCode === 'unknownError' && error instanceof Error ? { error: error.stack } : {};
    outcome({ routes: 0, code: failure.errorCode, ...bug });
    return { routes: [], failure };
  }
}

const recoded = (result: AskResult, { recodeFailure }: AskOptions): AskResult =>
  result.failure && recodeFailure ? { routes: [], failure: recodeFailure(result.failure) } : result;

/**
 * Results in the order of `asks`. Every signal handed out is aborted when this returns. @throws the signal's reason
 * when the caller disconnected.
 */
export async function askProviders(asks: readonly Ask[], options: AskOptions): Promise<AskResult[]> {
  // Each asked provider listens to it, and Node warns of more than ten listeners.
  setMaxListeners(0, options.signal);
  return Promise.all(
    asks.map(async (ask) => {
      const result = recoded(await askOne(ask, options), options);
      options.signal.throwIfAborted();
      options.onResult?.(result);
      return result;
    }),
  );
}
