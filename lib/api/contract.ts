/** Lists the endpoints of the API: what each takes and every status that it answers. */
import type { z } from 'zod';
import { depositChannelRequestSchema, depositChannelSchema } from './schemas/deposit-channel.ts';
import { internalErrorSchema, problemSchema, validationErrorSchema } from './schemas/problem.ts';
import { quoteRequestSchema, quoteResponseSchema } from './schemas/quote.ts';
import { tokensQuerySchema, tokensResponseSchema } from './schemas/tokens.ts';
import { trackNotFoundSchema, trackRequestSchema, trackResponseSchema } from './schemas/track.ts';

export type ContractResponse = { description: string; schema?: z.ZodType };

export type ContractRow = {
  method: 'get' | 'post';
  path: string;
  operationId: string;
  summary: string;
  description: string;
  body?: z.ZodType;
  query?: z.ZodObject;
  responses: Record<number, ContractResponse>;
  /** What `Accept: text/event-stream` answers, where it answers that. */
  events?: string;
};

const methodNotAllowed = {
  description: 'Another method; `Allow` names those that are answered.',
  schema: problemSchema,
};
const internalError = { description: 'Our fault.', schema: internalErrorSchema };
const invalid = {
  description: 'The request is wrong; `errors` names every field that is.',
  schema: validationErrorSchema,
};
const tooLarge = { description: 'The body has more than 64 KiB.', schema: problemSchema };

export const CONTRACT = {
  quote: {
    method: 'post',
    path: '/v1/quote',
    operationId: 'quote',
    summary: 'Swap routes for two assets',
    description:
      'Asks all providers at once. A provider that fails is told in `providerErrors` and never fails the quote. Without addresses the routes are indicative. The best route is `routes[0]`. A provider id with an arrow (`ONEINCH->CHAINFLIP`) is a route of two legs: one payment, two `legs` with plain ids that meet in `meta.bridge.asset`; what becomes of the money where the second leg cannot be done stands in `meta.bridge.otherwise`. Ask for the chosen one again with `includeTx` and both addresses: only then the deposit channel that it needs is opened, and the route has its payment (`tx`, or `inboundAddress` where it begins with Chainflip).',
    body: quoteRequestSchema,
    events:
      'A `route` or `providerError` event as each provider answers, then one `quote` event with the whole, tagged, ordered answer; an `error` event with a problem body if that cannot be made.',
    responses: {
      200: { description: 'Routes, best first; may be empty.', schema: quoteResponseSchema },
      400: invalid,
      405: methodNotAllowed,
      413: tooLarge,
      500: internalError,
    },
  },
  track: {
    method: 'post',
    path: '/v1/track',
    operationId: 'track',
    summary: 'State of a swap',
    description:
      'By the hash of the payment, the quote and the index of the route; at least one of `hash` and `quoteId`. Poll until `trackingStatus` is `completed`, `refunded` or `failed`; `Retry-After` suggests when. Two legs are one swap: each of `data.route.legs` gets its `actualBuyAmount` as it ends, and `data.timeline` has the transactions of both. What a second leg sends back is `data.refund` in the asset between; with `fallback` it was paid to the destination instead.',
    body: trackRequestSchema,
    events: 'The same body as an event, now and whenever it changes; the stream ends with the final one.',
    responses: {
      200: { description: 'The state, in both layouts.', schema: trackResponseSchema },
      400: invalid,
      404: { description: 'Nothing is known under that `quoteId` or `hash`.', schema: trackNotFoundSchema },
      405: methodNotAllowed,
      413: tooLarge,
      500: internalError,
    },
  },
  depositChannel: {
    method: 'post',
    path: '/v1/chainflip-deposit-channel',
    operationId: 'chainflipDepositChannel',
    summary: 'Open a deposit channel',
    description:
      'Creates a broker deposit channel for a swap through `CHAINFLIP`. Pay once from any wallet to `depositAddress`, at least `minimumDeposit` of `sellAsset` and nothing else, before `expiration`: what Chainflip cannot swap at the guaranteed price goes back to `refundAddress`, but deposits below the minimum, of another asset or after the end are kept or lost. The same request gives the same channel while it lives. Track it by `quoteId` and `routeIndex`. With the `quoteId` and `routeIndex` of a `CHAINFLIP->ONEINCH` route the channel’s payout calls the contract that makes the second leg; other routes of two legs are paid by their own transaction. Opening takes 6 to 18 seconds, sometimes a minute: after a 502 with `Retry-After` send the same request again.',
    body: depositChannelRequestSchema,
    responses: {
      200: { description: 'The channel.', schema: depositChannelSchema },
      400: invalid,
      404: { description: 'The `quoteId` is not known.', schema: problemSchema },
      405: methodNotAllowed,
      413: tooLarge,
      500: internalError,
      429: {
        description: 'All channels that one client, or this deployment, may open in a day; `Retry-After` says when.',
        schema: problemSchema,
      },
      502: { description: 'The broker failed, or takes longer than the answer may.', schema: problemSchema },
      503: { description: 'This deployment opens no channels.', schema: problemSchema },
    },
  },
  tokens: {
    method: 'get',
    path: '/v1/tokens',
    operationId: 'tokens',
    summary: 'Tokens that can be swapped now',
    description: 'The whole list, or the part that the query names. `ETag` and `If-None-Match` save fetching it again.',
    query: tokensQuerySchema,
    responses: {
      200: { description: 'By chain, then symbol, then address.', schema: tokensResponseSchema },
      304: { description: 'Nothing changed since the `ETag` of `If-None-Match`.' },
      400: invalid,
      405: methodNotAllowed,
      500: internalError,
    },
  },
} as const satisfies Record<string, ContractRow>;

export const CONTRACT_ROWS: readonly ContractRow[] = Object.values(CONTRACT);
