/** Implements the calls that belong to an integrator and need its key, and those of an address that signs in. */
import { type CallOptions, getOf, jsonOf, postOf, queryOf, type Send } from './client-send.ts';
import type { SignedIn, SignedInRequest, SignInMessage, SignInRequest } from './schemas/sign-in.ts';
import type { SwapsResponse } from './schemas/swaps.ts';
import type { UsageResponse } from './schemas/usage.ts';
import type {
  SavedWebhook,
  WebhookDeliveriesResponse,
  WebhookReplayRequest,
  WebhookReplayResponse,
  WebhookRequest,
  WebhooksResponse,
} from './schemas/webhooks.ts';

/** `since` and `until` as RFC 3339; `cursor` is `next` of the page before. */
export type SwapsQuery = {
  status?: 'pending' | 'swapping' | 'completed' | 'refunded' | 'failed';
  provider?: string;
  chain?: string;
  since?: string;
  until?: string;
  limit?: number;
  cursor?: string;
};
/** Days such as `2026-11-21`, both inclusive. */
export type UsageQuery = { from?: string; to?: string };
export type DeliveriesQuery = { state?: 'pending' | 'delivered' | 'failed'; limit?: number; cursor?: string };

export type IntegratorCalls = {
  /** The swaps of the integrator's quotes, newest first; with `token` those of the address that signed in. */
  swaps(query?: SwapsQuery, options?: CallOptions & { token?: string }): Promise<SwapsResponse>;
  /** The message that an EVM address signs to read its own swaps. */
  signInMessage(request: SignInRequest, options?: CallOptions): Promise<SignInMessage>;
  /** The token for the signed message, which counts once. */
  signIn(request: SignedInRequest, options?: CallOptions): Promise<SignedIn>;
  /** What was done with the integrator's keys, and the fees that its swaps earned. */
  usage(query?: UsageQuery, options?: CallOptions): Promise<UsageResponse>;
  /** The webhooks of the key's integrator. */
  webhooks(options?: CallOptions): Promise<WebhooksResponse>;
  /** Adds or changes the webhook with that URL. The answer has its `secret` when it is new. */
  putWebhook(request: WebhookRequest, options?: CallOptions): Promise<SavedWebhook>;
  webhookDeliveries(id: string, query?: DeliveriesQuery, options?: CallOptions): Promise<WebhookDeliveriesResponse>;
  /** Sends messages again, with the ids that they had. */
  replayWebhook(id: string, request: WebhookReplayRequest, options?: CallOptions): Promise<WebhookReplayResponse>;
};

/** As `Reads`. */
export type IntegratorReads = {
  swaps(value: unknown): SwapsResponse;
  signInMessage(value: unknown): SignInMessage;
  signedIn(value: unknown): SignedIn;
  usage(value: unknown): UsageResponse;
  webhooks(value: unknown): WebhooksResponse;
  savedWebhook(value: unknown): SavedWebhook;
  deliveries(value: unknown): WebhookDeliveriesResponse;
  replay(value: unknown): WebhookReplayResponse;
};

export function integratorCalls(read: IntegratorReads, send: Send): IntegratorCalls {
  const own = (id: string) => `/v1/webhooks/${encodeURIComponent(id)}`;
  return {
    swaps: async (query = {}, { token, ...call } = {}) => {
      const own: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
      return read.swaps(await jsonOf(await send(`/v1/swaps${queryOf(query)}`, getOf(call, own), true)));
    },
    signInMessage: async (request, call) =>
      read.signInMessage(await jsonOf(await send('/v1/sign-in', postOf(request, 'application/json', call), true))),
    signIn: async (request, call) =>
      read.signedIn(await jsonOf(await send('/v1/sign-in/token', postOf(request, 'application/json', call), false))),
    usage: async (query = {}, call) =>
      read.usage(await jsonOf(await send(`/v1/usage${queryOf(query)}`, getOf(call), true))),
    webhooks: async (call) => read.webhooks(await jsonOf(await send('/v1/webhooks', getOf(call), true))),
    putWebhook: async (request, call) => {
      const init = { ...postOf(request, 'application/json', call), method: 'PUT' };
      // A rotation that was done must not be done again: its secret is shown once.
      return read.savedWebhook(await jsonOf(await send('/v1/webhooks', init, request.rotateSecret !== true)));
    },
    webhookDeliveries: async (id, query = {}, call) =>
      read.deliveries(await jsonOf(await send(`${own(id)}/deliveries${queryOf(query)}`, getOf(call), true))),
    replayWebhook: async (id, request, call) =>
      read.replay(await jsonOf(await send(`${own(id)}/replay`, postOf(request, 'application/json', call), false))),
  };
}
