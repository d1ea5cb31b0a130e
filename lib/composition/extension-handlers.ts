/**
 * Answers programs beyond the interface: the state of providers and chains, a stored quote exactly as it was answered, and
 * the signing keys.
 */
import { notFound } from '../api/problem.ts';
import { isResumed } from '../db/resumed-store.ts';
import { isQuoteId } from '../domain/quote-id.ts';
import { createCachedJson } from '../http/cached-json.ts';
import type { EndpointHandler } from '../http/endpoint.ts';
import type { ChainStateSource } from '../page-api/chain-states.ts';
import { partiesOfRoute } from '../screening/screening.ts';
import { chainFacts } from './chain-facts.ts';
import type { Container } from './container.ts';
import { providerFacts } from './provider-facts.ts';
import { providerStatus } from './provider-status.ts';

export function providersAnswers(
  container: Container,
  chains: Pick<ChainStateSource, 'upstreamReports'>,
): EndpointHandler {
  const { settings, offered: providers, tokens, now, accessControl, health, ledger } = container;
  return async () => {
    const { killSwitches } = accessControl;
    const [upstreamReports, list, off, records] = await Promise.all([
      chains.upstreamReports(),
      tokens.tokens(),
      killSwitches.current(),
      ledger.records(),
    ]);
    const status = providerStatus(providers, settings, off);
    const body = providerFacts({ status, providers, tokens: list, upstreamReports, health, records, now: now() });
    return { body, headers: { 'cache-control': 'public, max-age=5' } };
  };
}

export function chainsAnswers(container: Container, chains: Pick<ChainStateSource, 'now'>): EndpointHandler {
  const { settings, accessControl } = container;
  return async () => {
    const [states, off] = await Promise.all([chains.now(), accessControl.killSwitches.current()]);
    const body = chainFacts(states, settings.network.name, off);
    return { body, headers: { 'cache-control': 'public, max-age=5' } };
  };
}

/**
 * A stored answer never changes, and every caller who knows the id may read it: the reader may cache it, proxies may
 * not. Only the answer is sent, not the request nor a provider's tracking data.
 */
export function storedQuoteAnswers({ store, screening }: Pick<Container, 'store' | 'screening'>): EndpointHandler {
  const cached = createCachedJson('private, max-age=3600, immutable');
  return async ({ request, params: { quoteId = '' }, signal }) => {
    const stored = isQuoteId(quoteId) ? await store.loadQuote(quoteId) : undefined;
    // The answer of a quote that was resumed by one of its routes is unknown.
    if (!stored || isResumed(stored)) throw notFound('Nothing is known under that quoteId.');
    // Of all routes alike: they are the request's.
    const [route] = stored.drafts;
    if (route) await screening.assertAllowed(partiesOfRoute(route), signal);
    return cached.answer(request, stored, '', () => stored.response);
  };
}

/** Short-lived, because a revoked key must be known as such everywhere. */
export const signingKeysAnswers =
  ({ signing }: Pick<Container, 'signing'>): EndpointHandler =>
  async () => ({ body: await signing.published(), headers: { 'cache-control': 'public, max-age=60' } });
