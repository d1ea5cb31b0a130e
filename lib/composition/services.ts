/** Holds the process's one set of services: its parts, and the endpoints bound to them. */
import type { Gate } from '../http/authenticate.ts';
import type { EndpointHandler } from '../http/endpoint.ts';
import { depositChannelAnswers, quoteAnswers, signatureAnswers, tokensAnswers, trackAnswers } from './api-handlers.ts';
import { openParts, type Parts } from './container.ts';
import { providersAnswers, signingKeysAnswers, storedQuoteAnswers } from './extension-handlers.ts';
import { createPageFacts, type PageFacts } from './page-api.ts';

export type Services = Parts & {
  answerQuote: EndpointHandler;
  answerTokens: EndpointHandler;
  answerTrack: EndpointHandler;
  answerDepositChannel: EndpointHandler;
  answerSignature: EndpointHandler;
  answerProviders: EndpointHandler;
  answerStoredQuote: EndpointHandler;
  answerSigningKeys: EndpointHandler;
  pageFacts: PageFacts;
};

async function open(): Promise<Services> {
  const parts = await openParts();
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
    answerSigningKeys: signingKeysAnswers(parts),
    pageFacts,
  };
}

let opening: Promise<Services> | undefined;

/** The gate before every path, once the services are open. */
export const openGate = async (): Promise<Gate> => (await services()).admission.gate;

/** The process's services, opened at the first call. */
export function services(): Promise<Services> {
  opening ??= open();
  return opening;
}
