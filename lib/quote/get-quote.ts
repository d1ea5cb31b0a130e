/** Makes a quote from request to answer, a line a step; the answer is stored before it is sent. */
import { type EncodeContext, encodeRoute } from '../api/encode.ts';
import type { QuoteResponse, WireProviderError } from '../api/schemas/quote.ts';
import type { WireRoute } from '../api/schemas/route.ts';
import type { Store } from '../db/store.ts';
import type { ProviderFailure } from '../domain/errors.ts';
import { correctedTime } from '../domain/estimated-time.ts';
import { PROVIDER_NAMES, type ProviderId } from '../domain/provider-id.ts';
import type { RankedRoute, RouteDraft } from '../domain/route.ts';
import type { Prices } from '../domain/route-value.ts';
import type { Preparing } from '../order-creation/preparing.ts';
import { type Signer, signRoute } from '../signing/sign-answers.ts';
import { type AskOptions, type AskResult, askProviders } from './ask-providers.ts';
import type { DecodedQuoteRequest } from './decode-request.ts';
import { withFeeLabels } from './fee-labels.ts';
import { type PlanContext, planProviders } from './plan-providers.ts';
import { rankRoutes } from './rank-routes.ts';
import { pricesOf, warningsOf } from './route-warnings.ts';
import {
  type Lists,
  misnamedOnChain,
  type NamedOnChain,
  type Namesakes,
  withUnlistedCode,
} from './unlisted-asset-error.ts';

export type QuoteDeps = Omit<PlanContext, 'misnamedOnChain'> & {
  store: Pick<Store, 'saveQuote'>;
  quoteTimeoutMs: number;
  preparing: Pick<Preparing, 'routes'>;
  signer: Signer;
  /** Unix ms. */
  now: () => number;
  /** Must not be guessable, since it gives access to the swap. */
  newQuoteId: () => string;
  /** Absent: routes have no record. */
  recordOf?: EncodeContext['recordOf'];
  /** Absent: each provider's code stays its own. */
  lists?: Lists;
  namesakes?: Namesakes;
  /** Absent: the search for a wanted output begins without a price. */
  priceOf?: AskOptions['priceOf'];
  /** Absent: an unlisted token's symbol is taken as it is given. */
  namedOnChain?: NamedOnChain;
};

export type QuoteOptions = {
  signal: AbortSignal;
  log: (event: Record<string, unknown>) => void;
  timing?: (name: string, ms: number) => void;
  /** Address of this deployment, for pictures. */
  publicUrl: string;
  /** As the server sees it; '' when unknown. */
  clientAddress: string;
  /** The API key of the request. */
  keyId?: string | undefined;
  /** Whether the request comes from this deployment's own page. */
  isPage?: boolean | undefined;
  /** Each route and each error as it comes in; tags and order come with the whole quote. */
  onRoute?: (route: WireRoute) => void;
  onProviderError?: (error: WireProviderError) => void;
};

/**
 * The id under which a draft that cannot be encoded is reported: of two legs the one with the arrow. @throws {Error}
 * when the draft names none, which no adapter does: that is our own fault.
 */
function ownerOf({ providers, legs }: RouteDraft): ProviderId {
  const id = providers[0] ?? legs[0]?.provider;
  if (id === undefined) throw new Error('a route names no provider');
  return id;
}

type Encoded = { routes: { ranked: RankedRoute; wire: WireRoute }[]; failures: ProviderFailure[] };

/** A route that violates the wire's schema is lost alone. */
function encodeAll(ranked: readonly RankedRoute[], context: EncodeContext, options: QuoteOptions): Encoded {
  const encoded: Encoded = { routes: [], failures: [] };
  for (const one of ranked) {
    try {
      encoded.routes.push({ ranked: one, wire: encodeRoute(one, context) });
    } catch (error) {
      const provider = ownerOf(one.draft);
      options.log({ event: 'unexpected', provider, error: String(error) });
      const message = `${PROVIDER_NAMES[provider]} offered a route that cannot be shown.`;
      encoded.failures.push({ provider, errorCode: 'unknownError', message });
    }
  }
  return encoded;
}

type Assess = (draft: RouteDraft) => RouteDraft;

/** Adds what no adapter can know alone: labels of its fees, warnings, and the time that swaps like it took. */
const assessor =
  (slippageBps: number, recordOf: QuoteDeps['recordOf']): Assess =>
  (draft) => {
    const estimatedTime = correctedTime(draft.estimatedTime, recordOf?.(draft)?.medianSeconds);
    return {
      ...withFeeLabels(draft),
      warnings: warningsOf(draft, slippageBps),
      ...(estimatedTime ? { estimatedTime } : {}),
    };
  };

/** Passes results on as they come in, for event streams. */
function announce(
  result: AskResult,
  assess: Assess,
  context: (prices: Prices) => EncodeContext,
  options: QuoteOptions,
): void {
  if (result.failure) options.onProviderError?.(result.failure);
  if (!options.onRoute) return;
  const untagged = result.routes.map((draft) => ({ draft: assess(draft), tags: [] }));
  for (const { wire } of encodeAll(untagged, context(pricesOf(result.routes)), options).routes) options.onRoute(wire);
}

const noRouteMessage = (failures: readonly ProviderFailure[]): string =>
  failures.length === 0
    ? 'This deployment has enabled no provider.'
    : failures.length === 1
      ? `No route was found. ${failures[0]?.message ?? ''}`.trim()
      : 'No route was found; providerErrors has each provider’s reason.';

/** Each route was checked by its schema when it was encoded. */
function answerOf(quoteId: string, encoded: Encoded, failures: ProviderFailure[], signer: Signer): QuoteResponse {
  const routes = encoded.routes.map(({ wire, ranked }, at) => signRoute(signer, quoteId, at, wire, ranked.draft));
  return {
    quoteId,
    routes,
    ...(routes.length === 0 ? { error: noRouteMessage(failures) } : {}),
    ...(failures.length > 0 ? { providerErrors: failures } : {}),
  };
}

/** @throws the signal's reason when the caller disconnected; what the store throws. Never a provider's failure. */
export async function getQuote(
  deps: QuoteDeps,
  request: DecodedQuoteRequest,
  options: QuoteOptions,
): Promise<QuoteResponse> {
  const { slippagePercent, slippageBps } = request;
  const { publicUrl } = options;
  const records = deps.recordOf ? { recordOf: deps.recordOf } : {};
  const context = (pricesUsd: Prices): EncodeContext => ({ slippagePercent, pricesUsd, publicUrl, ...records });

  const assess = assessor(slippageBps, deps.recordOf);

  const plan = planProviders(request, {
    ...deps,
    misnamedOnChain: await misnamedOnChain(request, deps, options.signal),
  });
  const recodeFailure = withUnlistedCode(request, deps.lists, deps.namesakes);
  const refused = plan.failures.map(recodeFailure);
  for (const failure of refused) options.onProviderError?.(failure);

  const startedMs = performance.now();
  const results = await askProviders(plan.asks, {
    deadlineMs: deps.quoteTimeoutMs,
    preparing: deps.preparing,
    clientAddress: options.clientAddress,
    keyId: options.keyId,
    isPage: options.isPage,
    signal: options.signal,
    log: options.log,
    priceOf: deps.priceOf,
    recodeFailure,
    onResult: (result) => announce(result, assess, context, options),
  });
  options.timing?.('providers', performance.now() - startedMs);

  const drafts = results.flatMap((result) => result.routes);
  const prices = pricesOf(drafts);
  const assessed = drafts.map(assess);
  const encoded = encodeAll(
    rankRoutes(assessed, prices, { slippageBps, wanted: request.amount.wanted }),
    context(prices),
    options,
  );
  const failures = [...refused, ...results.flatMap((one) => one.failure ?? []), ...encoded.failures];

  await deps.signer.refresh();
  const response = answerOf(deps.newQuoteId(), encoded, failures, deps.signer);
  const savedMs = performance.now();
  await deps.store.saveQuote({
    id: response.quoteId,
    createdAt: deps.now(),
    request: request.wire,
    response,
    drafts: encoded.routes.map((one) => one.ranked.draft),
    ...(options.keyId === undefined ? {} : { keyId: options.keyId }),
  });
  options.timing?.('store', performance.now() - savedMs);
  return response;
}
