/** Holds the process's one set of services: its parts, and the endpoints bound to them. */
import type { EndpointHandler } from '../http/endpoint.ts';
import { processState } from '../http/process-state.ts';
import { depositChannelAnswers, quoteAnswers, signatureAnswers, tokensAnswers, trackAnswers } from './answers.ts';
import { createPageFacts, type PageFacts } from './page-facts.ts';
import { openParts, type Parts } from './parts.ts';
import { providersAnswers, storedQuoteAnswers } from './program-answers.ts';

export type Services = Parts & {
  answerQuote: EndpointHandler;
  answerTokens: EndpointHandler;
  answerTrack: EndpointHandler;
  answerDepositChannel: EndpointHandler;
  answerSignature: EndpointHandler;
  answerProviders: EndpointHandler;
  answerStoredQuote: EndpointHandler;
  pageFacts: PageFacts;
};

async function open(): Promise<Services> {
  const parts = await openParts();
  processState().embedOriginsOf = async (embedId) =>
    (await parts.store.integratorByEmbedId(embedId, parts.now()))?.embedOrigins;
  const pageFacts = createPageFacts(parts);
  return {
    ...parts,
    answerQuote: quoteAnswers(parts),
    answerTokens: tokensAnswers(parts),
    answerTrack: trackAnswers(parts),
    answerDepositChannel: depositChannelAnswers(parts),
    answerSignature: signatureAnswers(parts),
    answerProviders: providersAnswers(parts, pageFacts.chains),
    answerStoredQuote: storedQuoteAnswers(parts),
    pageFacts,
  };
}

/**
 * The process's services, opened at the first call. The promise is kept on globalThis, since Next loads this module
 * more than once; errors that cross it are recognised by their `name`, never by `instanceof`.
 */
export function services(): Promise<Services> {
  const state = processState();
  state.services ??= open();
  // Only `open` above ever sets it.
  const opening = state.services as Promise<Services>;
  if (!state.gate) {
    state.gate = opening.then(({ admission }) => admission.gate);
    // What cannot be opened is told by `onFatal`; whoever waits at the gate is told too.
    state.gate.catch(() => undefined);
  }
  return opening;
}
