/** Creates what a route needs upstream, once for the same terms while it lives, however often they are asked for. */

import {
  type CreateOnce,
  claimBy,
  createOnce,
  type DailyLimits,
  fullSentence,
  longestCreation,
  staleAfter,
} from '../create-once/create-once.ts';
import type { FullShare } from '../db/creation-shares.ts';
import type { Store, StoredPreparation } from '../db/store.ts';
import { ProviderError } from '../domain/errors.ts';
import { PROVIDER_NAMES } from '../domain/provider-id.ts';
import type { RouteDraft } from '../domain/route.ts';
import { timeLimit } from '../domain/time-limit.ts';
import { orAborted } from '../domain/waiting.ts';
import { reaches } from '../domain/wanted-output.ts';
import { withBudget } from '../providers/helper-time.ts';
import { type AskedQuote, type Provider, type RoutePreparer, requestFor } from '../providers/provider.ts';
import { runCreation } from './run-creation.ts';
import { termsKey } from './terms-key.ts';

export type PreparingDeps = {
  store: Pick<
    Store,
    'livingPreparation' | 'claimPreparation' | 'settlePreparation' | 'loadPreparation' | 'endPreparation'
  >;
  now: () => number;
  log: (event: Record<string, unknown>) => void;
  limits: DailyLimits;
  /** How long an answer waits for an order being created. */
  createTimeoutMs: number;
  /** How long the transaction of an existing order may take. */
  quoteTimeoutMs: number;
};

export type PrepareAsk = { provider: Provider; request: AskedQuote };

export type PrepareOptions = {
  /** Aborting ends the wait; the creation continues. */
  signal: AbortSignal;
  /** As the server sees it. */
  clientAddress: string;
  /** The API key of the request. */
  keyId?: string | undefined;
  /** Whether the request comes from this deployment's own page. */
  isPage?: boolean | undefined;
};

export type Preparing = {
  /**
   * The routes of a request, ready to pay: the living order of the same terms, otherwise the routes of `quote`, of
   * which the first that needs an order gets one. @throws {ProviderError}; what `quote` throws.
   */
  routes(ask: PrepareAsk, quote: () => Promise<RouteDraft[]>, options: PrepareOptions): Promise<RouteDraft[]>;
  /** Resolves when nothing is being created by this instance. */
  settled(): Promise<void>;
};

/** With both addresses and the wish for a transaction the caller declares that it is about to sign. */
const mayCreate = ({ includeTx, sourceAddress, destinationAddress }: AskedQuote): boolean =>
  includeTx && Boolean(sourceAddress) && Boolean(destinationAddress);

/** One request under way: `limit` ends all its waiting. */
type Context = {
  deps: PreparingDeps;
  once: CreateOnce<StoredPreparation>;
  longestMs: number;
  preparer: RoutePreparer;
  request: AskedQuote;
  options: PrepareOptions;
  limit: AbortSignal;
};

const terms = ({ deps, request, longestMs }: Context) => {
  const now = deps.now();
  return { key: termsKey(request), now, creatingSince: now - staleAfter(longestMs) };
};

/** Prices move: an order that gives less than was asked for makes room for another. */
const stillReaches = (route: RouteDraft, asked: AskedQuote): boolean =>
  asked.sellAmount !== undefined || reaches(route, asked.wanted);

const nameOf = ({ request }: Context): string => PROVIDER_NAMES[request.providerId];

/** @throws {ProviderError} when that takes too long. */
const settledRow = (context: Context, row: StoredPreparation): Promise<StoredPreparation> =>
  context.once.settledRow(row, {
    signal: context.options.signal,
    limit: context.limit,
    late: () =>
      new ProviderError(
        'providerQuoteTimeout',
        `${nameOf(context)} is still creating the order. Send the same request again: it finds the order and creates no other.`,
      ),
  });

/** The order as a route ready to pay. Returns undefined, and ends the order, when it is paid or over. */
async function completed(context: Context, row: StoredPreparation): Promise<RouteDraft | undefined> {
  const { deps, preparer, request, options } = context;
  const { draft, failure } = await settledRow(context, row);
  if (failure) throw new ProviderError(failure.errorCode, failure.message);
  if (!draft) throw new Error('a created order has no route');
  const time = timeLimit(deps.quoteTimeoutMs);
  const signal = AbortSignal.any([options.signal, time]);
  try {
    const route = await orAborted(
      Promise.resolve().then(() =>
        preparer.complete(draft, requestFor(request, draft), withBudget(signal, deps.quoteTimeoutMs)),
      ),
      signal,
    );
    if (route && stillReaches(route, request)) return route;
    await deps.store.endPreparation(row.id, deps.now());
    return undefined;
  } catch (error) {
    options.signal.throwIfAborted();
    if (!time.aborted) throw error;
    const message = `${nameOf(context)} did not answer in time. Send the same request again: its order lives on.`;
    throw new ProviderError('providerQuoteTimeout', message, { cause: error });
  }
}

function full(context: Context, share: FullShare, until: number): ProviderError {
  const minutes = Math.max(1, Math.ceil((until - context.deps.now()) / 60_000));
  const message = `${fullSentence(share, 'orders', 'place')} There is room for one of ${nameOf(context)} in ${minutes} min.`;
  return new ProviderError('quoteNotFound', message);
}

async function created(context: Context, draft: RouteDraft): Promise<RouteDraft> {
  const { deps, once, longestMs, preparer, request, options } = context;
  const claimed = await deps.store.claimPreparation({
    ...terms(context),
    ...claimBy(options, deps.limits),
    provider: request.providerId,
  });
  const row = once.begin(
    claimed,
    ({ id }) => runCreation(deps, preparer, id, { draft, request: requestFor(request, draft) }, longestMs),
    (share, until) => full(context, share, until),
  );
  const route = await completed(context, row);
  if (route) return route;
  const message = `The order at ${nameOf(context)} was paid or ended meanwhile. Ask again for a new one.`;
  throw new ProviderError('quoteNotFound', message);
}

async function routes(context: Context, quote: () => Promise<RouteDraft[]>): Promise<RouteDraft[]> {
  const { deps, preparer, request } = context;
  const living = await deps.store.livingPreparation(terms(context));
  const known = living && (await completed(context, living));
  if (known) return [known];
  const drafts = await quote();
  const [first] = drafts.filter((draft) => preparer.needs(draft, requestFor(request, draft)));
  if (!first) return drafts;
  const route = await created(context, first);
  return drafts.flatMap((draft) =>
    draft === first ? [route] : preparer.needs(draft, requestFor(request, draft)) ? [] : [draft],
  );
}

export function createPreparing(deps: PreparingDeps): Preparing {
  const { store, log } = deps;
  const once = createOnce<StoredPreparation>({
    isSettled: ({ state, failure }) => state !== 'creating' || failure !== null,
    load: (id) => store.loadPreparation(id),
    log,
  });
  const longestMs = longestCreation(deps.createTimeoutMs);
  return {
    routes({ provider, request }, quote, options) {
      const preparer = provider.prepare;
      if (!preparer || !mayCreate(request)) return quote();
      const limit = timeLimit(deps.createTimeoutMs);
      return routes({ deps, once, longestMs, preparer, request, options, limit }, quote);
    },
    settled: () => once.settled(),
  };
}
