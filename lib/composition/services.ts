/** Holds the process's one set of services: its container, and the endpoints bound to it. */
import type { Authenticator } from '../http/authenticate.ts';
import type { EndpointHandler } from '../http/endpoint.ts';
import { depositChannelAnswers, quoteAnswers, signatureAnswers, tokensAnswers, trackAnswers } from './api-handlers.ts';
import { type Container, openContainer } from './container.ts';
import { chainsAnswers, providersAnswers, signingKeysAnswers, storedQuoteAnswers } from './extension-handlers.ts';
import { createPageFacts, type PageFacts } from './page-api.ts';
import { signInAnswers } from './sign-in-handlers.ts';
import { swapsAnswers } from './swaps-handler.ts';
import { usageAnswers } from './usage-handler.ts';
import { webhookAnswers } from './webhook-handlers.ts';

export type Services = Container & {
  answerQuote: EndpointHandler;
  answerTokens: EndpointHandler;
  answerTrack: EndpointHandler;
  answerDepositChannel: EndpointHandler;
  answerSignature: EndpointHandler;
  answerProviders: EndpointHandler;
  answerChains: EndpointHandler;
  answerSwaps: EndpointHandler;
  answerSignInMessage: EndpointHandler;
  answerSignIn: EndpointHandler;
  answerUsage: EndpointHandler;
  answerWebhooks: EndpointHandler;
  answerPutWebhook: EndpointHandler;
  answerDeliveries: EndpointHandler;
  answerReplay: EndpointHandler;
  answerStoredQuote: EndpointHandler;
  answerSigningKeys: EndpointHandler;
  pageFacts: PageFacts;
};

async function open(): Promise<Services> {
  const container = await openContainer();
  const pageFacts = createPageFacts(container);
  const webhooks = webhookAnswers(container);
  const signIn = signInAnswers(container);
  return {
    ...container,
    answerQuote: quoteAnswers(container),
    answerTokens: tokensAnswers(container),
    answerTrack: trackAnswers(container),
    answerDepositChannel: depositChannelAnswers(container),
    answerSignature: signatureAnswers(container),
    answerProviders: providersAnswers(container, pageFacts.chains),
    answerChains: chainsAnswers(container, pageFacts.chains),
    answerSwaps: swapsAnswers(container),
    answerSignInMessage: signIn.message,
    answerSignIn: signIn.token,
    answerUsage: usageAnswers(container),
    answerWebhooks: webhooks.list,
    answerPutWebhook: webhooks.put,
    answerDeliveries: webhooks.deliveries,
    answerReplay: webhooks.replay,
    answerStoredQuote: storedQuoteAnswers(container),
    answerSigningKeys: signingKeysAnswers(container),
    pageFacts,
  };
}

let opening: Promise<Services> | undefined;

/** Authenticates the caller of every path, once the services are open. */
export const openAuthenticator = async (): Promise<Authenticator> => (await services()).accessControl.authenticator;

/** The process's services, opened at the first call. */
export function services(): Promise<Services> {
  opening ??= open();
  return opening;
}
