/** Binds each endpoint of the API to its use case; no rule of any use case stands here. */

import { decodeTrackRequest } from '../api/decode-track-request.ts';
import { decodeChannelRequest } from '../deposit-channel/decode-request.ts';
import { assertSameOrigin } from '../gateway/same-origin.ts';
import { createCachedJson } from '../http/cached-json.ts';
import type { EndpointHandler, EndpointInput } from '../http/endpoint.ts';
import { problemFor } from '../http/endpoint.ts';
import { publicUrlOf } from '../http/public-url.ts';
import { eventStream, wantsEvents } from '../http/sse.ts';
import { decodeQuoteRequest } from '../quote/decode-request.ts';
import { getQuote, type QuoteDeps } from '../quote/get-quote.ts';
import { decodeTokensQuery, selectTokens } from '../tokens/list-tokens.ts';
import type { Parts } from './parts.ts';

const decodeContext = ({ settings, tokens }: Parts) => ({
  network: settings.network.name,
  canonicalAsset: tokens.canonicalAsset,
});

export function quoteAnswers(parts: Parts): EndpointHandler {
  const deps: QuoteDeps = {
    providers: parts.offered,
    affiliates: parts.settings.affiliates,
    store: parts.store,
    quoteTimeoutMs: parts.settings.quoteTimeoutMs,
    preparing: parts.preparing,
    off: parts.settings.network.off,
    now: parts.now,
    newQuoteId: parts.newQuoteId,
  };
  return async ({ request, body, signal, clientAddress, log, timing, ...input }) => {
    const decoded = decodeQuoteRequest(body, decodeContext(parts));
    const publicUrl = publicUrlOf(request, parts.settings.publicUrl);
    const options = { log, timing, clientAddress, publicUrl };
    if (!wantsEvents(request)) return { body: await getQuote(deps, decoded, { ...options, signal }) };
    return eventStream(
      request,
      async (send, streamSignal) => {
        const quote = await getQuote(deps, decoded, {
          ...options,
          signal: streamSignal,
          onRoute: (route) => send('route', route),
          onProviderError: (error) => send('providerError', error),
        });
        send('quote', quote);
      },
      (error) => ({ event: 'error', data: problemFor(error, { request, requestId: input.requestId, log }) }),
    );
  };
}

export function tokensAnswers(parts: Parts): EndpointHandler {
  const cached = createCachedJson('public, max-age=30, stale-while-revalidate=300');
  return async ({ request, query }: EndpointInput) => {
    const wanted = decodeTokensQuery(query);
    const tokens = await parts.tokens.tokens();
    const publicUrl = publicUrlOf(request, parts.settings.publicUrl);
    const key = JSON.stringify([publicUrl, wanted]);
    return cached.answer(request, tokens, key, () => selectTokens(tokens, wanted, publicUrl));
  };
}

export const trackAnswers =
  ({ tracking }: Parts): EndpointHandler =>
  async ({ request, requestId, body, log }) => {
    const wanted = decodeTrackRequest(body);
    const first = await tracking.track(wanted);
    if (!wantsEvents(request)) {
      const wait = first.retryAfterSeconds;
      return { body: first.body, ...(wait === undefined ? {} : { headers: { 'retry-after': String(wait) } }) };
    }
    return eventStream(
      request,
      (send, signal) => tracking.follow(wanted, first, (answer) => send('track', answer.body), signal),
      (error) => ({ event: 'error', data: problemFor(error, { request, requestId, log }) }),
    );
  };

export const depositChannelAnswers =
  (parts: Parts): EndpointHandler =>
  async ({ request, body, signal, clientAddress, log, timing }) => {
    const wish = decodeChannelRequest(body, decodeContext(parts));
    const publicUrl = publicUrlOf(request, parts.settings.publicUrl);
    return { body: await parts.channels.openChannel(wish, { signal, clientAddress, log, timing, publicUrl }) };
  };

/** For this deployment's own pages: the upstream's key stays here. */
export const signatureAnswers =
  ({ signatures, settings }: Parts): EndpointHandler =>
  async ({ request, params, body, signal }) => {
    assertSameOrigin(request, settings.publicUrl);
    const { quoteId = '', routeIndex = '' } = params;
    return { body: await signatures.submit({ quoteId, routeIndex, body }, signal) };
  };
