/** Holds the process's one set of services: its parts, and the endpoints bound to them. */
import type { EndpointHandler } from '../http/endpoint.ts';
import { processState } from '../http/process-state.ts';
import { depositChannelAnswers, quoteAnswers, signatureAnswers, tokensAnswers, trackAnswers } from './answers.ts';
import { createPageFacts, type PageFacts } from './page-facts.ts';
import { openParts, type Parts } from './parts.ts';

export type Services = Parts & {
  answerQuote: EndpointHandler;
  answerTokens: EndpointHandler;
  answerTrack: EndpointHandler;
  answerDepositChannel: EndpointHandler;
  answerSignature: EndpointHandler;
  pageFacts: PageFacts;
};

async function open(): Promise<Services> {
  const parts = await openParts();
  return {
    ...parts,
    answerQuote: quoteAnswers(parts),
    answerTokens: tokensAnswers(parts),
    answerTrack: trackAnswers(parts),
    answerDepositChannel: depositChannelAnswers(parts),
    answerSignature: signatureAnswers(parts),
    pageFacts: createPageFacts(parts),
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
  return state.services as Promise<Services>;
}
