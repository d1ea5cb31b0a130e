/**
 * The typed client as one file without dependencies: the same calls as `client.ts`, with only a rough check of answers.
 */
import { type CoreOptions, createClient, type PortageClient, type Reads } from './client-core.ts';
import { type CallOptions, createSender, objectOf, unreadable, waitFor } from './client-send.ts';
import { watchSwap } from './client-watch.ts';
import type { TrackRequest, TrackResponse } from './schemas/track.ts';

/** Accepts any object with these fields as the type; refuses others, such as a proxy's error page. */
const withFields =
  <T>(...names: string[]) =>
  (value: unknown): T => {
    const object = objectOf(value);
    if (names.every((name) => object[name] !== undefined)) return value as T;
    throw unreadable();
  };

const readState = /* @__PURE__ */ withFields<TrackResponse>('trackingStatus', 'data');

const READS: Reads = {
  quote: withFields('quoteId', 'routes'),
  route: withFields('providers', 'legs'),
  providerError: withFields('provider', 'errorCode'),
  track: readState,
  depositChannel: withFields('depositAddress', 'channelId'),
  tokens: withFields('tokens', 'total'),
  providers: withFields('providers'),
  chains: withFields('chains'),
  swaps: withFields('swaps'),
  signInMessage: withFields('message', 'nonce'),
  signedIn: withFields('token', 'address'),
  usage: withFields('total', 'days'),
  webhooks: withFields('webhooks'),
  savedWebhook: withFields('id', 'url'),
  deliveries: withFields('deliveries'),
  replay: withFields('queued'),
  signingKeys: withFields('network', 'keys'),
  submitted: withFields('hash'),
};

/** Repeats calls that are safe to repeat up to twice, unless `retries` says otherwise. */
export const createPortageClient = (options: CoreOptions): PortageClient =>
  createClient(READS, { retries: 2, ...options });

/** The same as `createPortageClient(options).watch(request)`, for programs that do nothing else. */
export const watch = (
  options: CoreOptions,
  request: TrackRequest,
  call?: CallOptions,
): AsyncGenerator<TrackResponse, void> =>
  watchSwap({ send: createSender({ retries: 2, ...options }), read: readState, wait: waitFor }, request, call);
