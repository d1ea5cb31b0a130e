/** Binds each endpoint of the API to its use case; the rules are in the use cases. */

import { createHash } from 'node:crypto';
import { decodeTrackRequest } from '../api/decode-track-request.ts';
import { clientKey } from '../create-once/create-once.ts';
import { decodeChannelRequest } from '../deposit-channel/decode-request.ts';
import { assertSameOrigin } from '../gateway/same-origin.ts';
import { createCachedJson } from '../http/cached-json.ts';
import { type Caller, callerKey } from '../http/caller.ts';
import type { EndpointHandler, EndpointInput } from '../http/endpoint.ts';
import { problemFor } from '../http/endpoint.ts';
import { createAnswerOnce, idempotencyKeyOf } from '../http/idempotency.ts';
import { publicUrlOf } from '../http/public-url.ts';
import { STREAM_COST } from '../http/rate-limits.ts';
import { eventStream, wantsEvents } from '../http/sse.ts';
import { stopping } from '../http/stopping.ts';
import { createNamedOnChain } from '../page-api/token-facts.ts';
import { decodeQuoteRequest } from '../quote/decode-request.ts';
import { getQuote, type QuoteDeps, type QuoteOptions } from '../quote/get-quote.ts';
import { partiesOf } from '../screening/screening.ts';
import { signChannel, signEnd } from '../signing/sign-answers.ts';
import { decodeTokensQuery, selectTokens, type TokensQuery } from '../tokens/list-tokens.ts';
import { essence, isLast } from '../tracking/follow.ts';
import type { TrackingAnswer } from '../tracking/tracking-answer.ts';
import type { Container } from './container.ts';
import { CHANNEL_NAMES, QUOTE_NAMES, withIntegratorDefaults } from './integrator-defaults.ts';

const decodeContext = ({ settings, tokens }: Container) => ({
  network: settings.network.name,
  canonicalAsset: tokens.canonicalAsset,
  affiliateFees: settings.affiliateFees,
});

/** Marks an answer that an earlier request with the same key made. */
const replayedHeader = (replayed: boolean): Record<string, string> =>
  replayed ? { 'idempotency-replayed': 'true' } : {};

/** The caller to count creations against, and the owner of a quote. */
const callOf = (caller: Caller) => ({
  clientAddress: callerKey(caller),
  keyId: caller.kind === 'integrator' ? caller.keyId : undefined,
  isPage: caller.kind === 'anonymous' && caller.isPage === true,
});

export function quoteAnswers(container: Container): EndpointHandler {
  const once = createAnswerOnce(container);
  const deps: QuoteDeps = {
    providers: container.offered,
    affiliates: container.settings.affiliates,
    affiliateFees: container.settings.affiliateFees,
    store: container.store,
    quoteTimeoutMs: container.settings.quoteTimeoutMs,
    preparing: container.preparing,
    signer: container.signing,
    off: container.settings.off,
    now: container.now,
    newQuoteId: container.newQuoteId,
    recordOf: container.ledger.recordOf,
    lists: container.tokens.lists,
    listedAt: container.tokens.listedAt,
    namesakes: container.tokens.namesakes,
    priceOf: container.tokens.known,
    namedOnChain: createNamedOnChain({ clients: container.chainClients }),
  };
  const { accessControl, assertMaySwap, screening } = container;
  return async ({ request, body, signal, caller, charge, log, timing, ...input }) => {
    const key = idempotencyKeyOf(request.headers);
    const decoded = decodeQuoteRequest(withIntegratorDefaults(body, caller, QUOTE_NAMES), decodeContext(container));
    const publicUrl = publicUrlOf(request, container.settings.publicUrl);
    const options = { log, timing, ...callOf(caller), publicUrl };
    const switchedOff = await assertMaySwap(request);
    const isStream = wantsEvents(request);
    if (isStream) await charge(STREAM_COST);
    const release = accessControl.concurrency.take(callerKey(caller));
    await screening
      .assertAllowed(partiesOf(decoded.sellAsset.chain, decoded.buyAsset.chain, decoded), signal)
      .catch((error: unknown) => {
        release();
        throw error;
      });
    const quoteOnce = async (
      listening: AbortSignal,
      listeners: Pick<QuoteOptions, 'onRoute' | 'onProviderError'> = {},
    ) => {
      const call = { key, caller, path: '/v1/quote', body, signal: listening };
      const quote = (running: AbortSignal) =>
        getQuote({ ...deps, switchedOff }, decoded, { ...options, ...listeners, signal: running });
      const answer = await once(call, quote).finally(release);
      for (const route of answer.body.routes) container.health.offered(route);
      container.recentWays.note(answer.body);
      if (options.keyId !== undefined && !answer.replayed) accessControl.usage.note(options.keyId, 'quotes');
      return answer;
    };
    if (!isStream) {
      const { body: quote, replayed } = await quoteOnce(signal);
      return { body: quote, headers: replayedHeader(replayed) };
    }
    return eventStream(
      request,
      async (send, streamSignal) => {
        const { body: quote } = await quoteOnce(streamSignal, {
          onRoute: (route) => send('route', route),
          onProviderError: (error) => send('providerError', error),
        });
        send('quote', quote);
      },
      (error) => ({ event: 'error', data: problemFor(error, { request, requestId: input.requestId, log }) }),
    );
  };
}

/** Requests with free text must not push the common answers out of the cache. */
const isFree = ({ search, assets, limit, offset }: TokensQuery): boolean =>
  search !== undefined || assets !== undefined || limit !== undefined || offset > 0;
const FREE_ENTRIES = 32;

export function tokensAnswers(container: Container): EndpointHandler {
  const CONTROL = 'public, max-age=30, stale-while-revalidate=300';
  const listed = createCachedJson(CONTROL);
  const free = createCachedJson(CONTROL, FREE_ENTRIES);
  return async ({ request, query }: EndpointInput) => {
    const wanted = decodeTokensQuery(query);
    const tokens = await container.tokens.tokens();
    const publicUrl = publicUrlOf(request, container.settings.publicUrl);
    const key = JSON.stringify([publicUrl, wanted]);
    const cached = isFree(wanted) ? free : listed;
    return cached.answer(request, tokens, key, () => selectTokens(tokens, wanted, publicUrl));
  };
}

/** Identifies a state, so that a resumed stream sends only what is new. */
const eventIdOf = (answer: TrackingAnswer): string =>
  createHash('sha256').update(essence(answer)).digest('base64url').slice(0, 16);

export const trackAnswers =
  ({ tracking, accessControl, signing }: Container): EndpointHandler =>
  async ({ request, requestId, body, log, caller, charge }) => {
    const wanted = { ...decodeTrackRequest(body), client: clientKey(callerKey(caller)) };
    const isStream = wantsEvents(request);
    if (isStream) await charge(STREAM_COST);
    const first = await (isStream ? tracking.first(wanted) : tracking.track(wanted));
    if (!isStream) {
      const wait = first.retryAfterSeconds;
      await signing.refresh();
      return {
        body: signEnd(signing, first.body),
        recurs: true,
        ...(wait === undefined ? {} : { headers: { 'retry-after': String(wait) } }),
      };
    }
    const lastId = request.headers.get('last-event-id');
    await signing.refresh();
    const release = accessControl.streams.take(caller);
    return eventStream(
      request,
      (send, signal) =>
        tracking
          .follow(
            wanted,
            first,
            (answer) => {
              const id = eventIdOf(answer);
              // The client received this answer before its stream broke. A final answer is sent again, so that the client learns that the swap has ended.
              if (answer === first && id === lastId && !isLast(answer)) return;
              send('track', signEnd(signing, answer.body), id);
              // For the next one: a swap may outlast a key.
              void signing.refresh();
            },
            signal,
          )
          .finally(release),
      (error) => ({ event: 'error', data: problemFor(error, { request, requestId, log }) }),
      { stopping },
    );
  };

export function depositChannelAnswers(container: Container): EndpointHandler {
  const once = createAnswerOnce(container);
  return async ({ request, body, signal, caller, log, timing }) => {
    const key = idempotencyKeyOf(request.headers);
    const wish = decodeChannelRequest(withIntegratorDefaults(body, caller, CHANNEL_NAMES), decodeContext(container));
    const publicUrl = publicUrlOf(request, container.settings.publicUrl);
    const call = { key, caller, path: '/v1/chainflip-deposit-channel', body, signal };
    const options = { ...callOf(caller), log, timing, publicUrl };
    await container.assertMaySwap(request);
    const release = container.accessControl.concurrency.take(callerKey(caller));
    const { body: channel, replayed } = await once(call, async (running) =>
      signChannel(container.signing, await container.channels.openChannel(wish, { ...options, signal: running })),
    ).finally(release);
    return { body: channel, headers: replayedHeader(replayed) };
  };
}

/** For this deployment's own pages: the upstream's key stays here. */
export const signatureAnswers =
  ({ signatures, settings, assertMaySwap }: Container): EndpointHandler =>
  async ({ request, params, body, signal }) => {
    assertSameOrigin(request, settings.publicUrl);
    await assertMaySwap(request);
    const { quoteId = '', routeIndex = '' } = params;
    return { body: await signatures.submit({ quoteId, routeIndex, body }, signal) };
  };
