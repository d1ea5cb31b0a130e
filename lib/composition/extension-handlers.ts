/**
 * Answers what programs ask besides the interface: how the providers are, a quote again as it was answered, and the keys
 * that sign.
 */
import { notFound } from '../api/problem.ts';
import { isResumed } from '../db/resumed-store.ts';
import { isQuoteId } from '../domain/quote-id.ts';
import { createCachedJson } from '../http/cached-json.ts';
import type { EndpointHandler } from '../http/endpoint.ts';
import type { ChainStateSource } from '../page-api/chain-states.ts';
import type { Container } from './container.ts';
import { providerFacts } from './provider-facts.ts';
import { providerStatus } from './provider-status.ts';

export function providersAnswers(container: Container, chains: Pick<ChainStateSource, 'heard'>): EndpointHandler {
  const { settings, offered: providers, tokens, now, accessControl, health } = container;
  return async () => {
    const { killSwitches } = accessControl;
    const [heard, list, off] = await Promise.all([chains.heard(), tokens.tokens(), killSwitches.current()]);
    const status = providerStatus(providers, settings, off);
    const body = providerFacts({ status, providers, tokens: list, heard, health, now: now() });
    return { body, headers: { 'cache-control': 'public, max-age=5' } };
  };
}

/**
 * What was answered never changes, and who has the id may read it: nobody in between may keep it, the reader may. Of what
 * is stored only the answer goes out, not the request nor what a provider needs to track it.
 */
export function storedQuoteAnswers({ store }: Pick<Container, 'store'>): EndpointHandler {
  const cached = createCachedJson('private, max-age=3600, immutable');
  return async ({ request, params: { quoteId = '' } }) => {
    const stored = isQuoteId(quoteId) ? await store.loadQuote(quoteId) : undefined;
    // Of a quote that was resumed by one of its routes the answer is not known.
    if (!stored || isResumed(stored)) throw notFound('Nothing is known under that quoteId.');
    return cached.answer(request, stored, '', () => stored.response);
  };
}

/** Short-lived, because a key that was revoked must be known as such everywhere. */
export const signingKeysAnswers =
  ({ signing }: Pick<Container, 'signing'>): EndpointHandler =>
  async () => ({ body: await signing.published(), headers: { 'cache-control': 'public, max-age=60' } });
