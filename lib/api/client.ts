/**
 * The typed client for tests and integrators: it checks every answer against its schema, and every failure is an
 * `ApiProblem`.
 */
import type { z } from 'zod';
import { createClient, type PortageClient } from './client-core.ts';
import { type ClientOptions, unreadable } from './client-send.ts';
import { chainsResponseSchema } from './schemas/chains.ts';
import { depositChannelSchema } from './schemas/deposit-channel.ts';
import { providersResponseSchema } from './schemas/providers.ts';
import { providerErrorSchema, quoteResponseSchema } from './schemas/quote.ts';
import { routeSchema } from './schemas/route.ts';
import { signedInSchema, signInMessageSchema } from './schemas/sign-in.ts';
import { submittedSchema } from './schemas/signature.ts';
import { signingKeysSchema } from './schemas/signing-keys.ts';
import { swapsResponseSchema } from './schemas/swaps.ts';
import { tokensResponseSchema } from './schemas/tokens.ts';
import { trackResponseSchema } from './schemas/track.ts';
import { usageResponseSchema } from './schemas/usage.ts';
import {
  deliveriesResponseSchema,
  replayResponseSchema,
  savedWebhookSchema,
  webhooksResponseSchema,
} from './schemas/webhooks.ts';

export { ApiProblem } from './api-problem.ts';
export type { PortageClient } from './client-core.ts';

const checkedBy =
  <T>(schema: z.ZodType<T>) =>
  (value: unknown): T => {
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    throw unreadable(parsed.error);
  };

/** @param options `baseUrl` such as `https://swap.example`. */
export const createPortageClient = (options: ClientOptions): PortageClient =>
  createClient(
    {
      quote: checkedBy(quoteResponseSchema),
      route: checkedBy(routeSchema),
      providerError: checkedBy(providerErrorSchema),
      track: checkedBy(trackResponseSchema),
      depositChannel: checkedBy(depositChannelSchema),
      tokens: checkedBy(tokensResponseSchema),
      providers: checkedBy(providersResponseSchema),
      chains: checkedBy(chainsResponseSchema),
      swaps: checkedBy(swapsResponseSchema),
      signInMessage: checkedBy(signInMessageSchema),
      signedIn: checkedBy(signedInSchema),
      usage: checkedBy(usageResponseSchema),
      webhooks: checkedBy(webhooksResponseSchema),
      savedWebhook: checkedBy(savedWebhookSchema),
      deliveries: checkedBy(deliveriesResponseSchema),
      replay: checkedBy(replayResponseSchema),
      signingKeys: checkedBy(signingKeysSchema),
      submitted: checkedBy(submittedSchema),
    },
    options,
  );
