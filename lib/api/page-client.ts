/** The page's own client: the same calls as `client.ts`, without the weight of checking what its own server has checked. */
import { createClient, type PortageClient, type Reads } from './client-core.ts';
import type { ClientOptions } from './client-send.ts';

/**
 * The page and its server are of one build, and the server parses every answer with the schemas of these types before
 * it goes out (`encode.ts`): to parse it a second time would cost each visitor 32 kB and tell nothing new.
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
  submitted: asSent,
};

/** For the page and nobody else: other callers use `createPortageClient`, which checks. */
export const createPageClient = (options: ClientOptions): PortageClient =>
  createClient(READS, { ...options, remembersTokens: false });
