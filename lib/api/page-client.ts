/**
 * The page's own client: the same calls as `client.ts`, without checking answers that its own server has already
 * checked.
 */
import { createClient, type PortageClient, type Reads } from './client-core.ts';
import type { ClientOptions } from './client-send.ts';

/**
 * Returns the value unchecked. Page and server are of one build, and the server parses every answer with the schemas of
 * these types before it sends it (`encode.ts`); parsing again would cost each visitor 32 kB for nothing.
 */
const asSent = <T>(value: unknown): T => value as T;

const READS: Reads = {
  quote: asSent,
  route: asSent,
  providerError: asSent,
  track: asSent,
  depositChannel: asSent,
  tokens: asSent,
  providers: asSent,
  chains: asSent,
  swaps: asSent,
  signInMessage: asSent,
  signedIn: asSent,
  usage: asSent,
  webhooks: asSent,
  savedWebhook: asSent,
  deliveries: asSent,
  replay: asSent,
  signingKeys: asSent,
  submitted: asSent,
};

/** For the page only; all others use `createPortageClient`, which checks answers. */
export const createPageClient = (options: ClientOptions): PortageClient =>
  createClient(READS, { ...options, remembersTokens: false });
