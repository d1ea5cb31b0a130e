/** The typed client as one file without dependencies: the same calls as `client.ts`, with the shape of answers looked at only roughly. */
import { type CoreOptions, createClient, type PortageClient, type Reads } from './client-core.ts';
import { objectOf, unreadable } from './client-send.ts';

/** An answer with these fields is taken for what its type says; anything else is some proxy's page, say. */
const withFields =
  <T>(...names: string[]) =>
  (value: unknown): T => {
    const object = objectOf(value);
    if (names.every((name) => object[name] !== undefined)) return value as T;
    throw unreadable();
  };

const READS: Reads = {
  quote: withFields('quoteId', 'routes'),
  route: withFields('providers', 'legs'),
  providerError: withFields('provider', 'errorCode'),
  track: withFields('trackingStatus', 'data'),
  depositChannel: withFields('depositAddress', 'channelId'),
  tokens: withFields('tokens', 'total'),
  providers: withFields('providers'),
  submitted: withFields('hash'),
};

/** Calls that are safe to repeat are sent again twice, unless `retries` says otherwise. */
export const createPortageClient = (options: CoreOptions): PortageClient =>
  createClient(READS, { retries: 2, ...options });
