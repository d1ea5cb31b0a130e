/** Lists the endpoints of the API: their parameters, bodies, and the response for every status. */
import { INTEGRATOR_CONTRACT } from './contract-integrator.ts';
import {
  type ContractRow,
  IDEMPOTENCY,
  internalError,
  invalid,
  keyReused,
  methodNotAllowed,
  noKey,
  noSwapNow,
  refusedSwap,
  stillRunning,
  tooLarge,
  tooMany,
} from './contract-responses.ts';
import { chainsResponseSchema } from './schemas/chains.ts';
import { depositChannelRequestSchema, depositChannelSchema } from './schemas/deposit-channel.ts';
import { problemSchema } from './schemas/problem.ts';
import { providersResponseSchema } from './schemas/providers.ts';
import { quoteIdParamsSchema, quoteRequestSchema, quoteResponseSchema } from './schemas/quote.ts';
import { routePathSchema, signatureRequestSchema, submittedSchema } from './schemas/signature.ts';
import { signingKeysSchema } from './schemas/signing-keys.ts';
import { tokensQuerySchema, tokensResponseSchema } from './schemas/tokens.ts';
import { trackNotFoundSchema, trackRequestSchema, trackResponseSchema } from './schemas/track.ts';

export const CONTRACT = {
  quote: {
    method: 'post',
    path: '/v1/quote',
    operationId: 'quote',
    summary: 'Swap routes for two assets',
    description:
      'Asks all providers at once. A provider that fails is told in `providerErrors` and never fails the quote. Without addresses the routes are indicative. For an invoice name `buyAmount` in place of `sellAmount`: each route then sells what was found for it. `routes[0]` is the recommended route. A provider id with an arrow (`ONEINCH->CHAINFLIP`) is a route of two legs: one payment, two `legs` with plain ids that meet in `meta.bridge.asset`; what becomes of the money where the second leg cannot be done stands in `meta.bridge.otherwise`. Ask for the chosen one again with `includeTx` and both addresses: only then the deposit channel that it needs is opened, and the route has its payment (`tx`, or `inboundAddress` where it begins with Chainflip).',
    body: quoteRequestSchema,
    headers: IDEMPOTENCY,
    events:
      'A `route` or `providerError` event as each provider answers, then one `quote` event with the whole, tagged, ordered answer; an `error` event with a problem body if that cannot be made.',
    responses: {
      200: { description: 'Routes, the recommended one first; may be empty.', schema: quoteResponseSchema },
      400: invalid,
      401: noKey,
      403: refusedSwap,
      405: methodNotAllowed,
      409: stillRunning,
      413: tooLarge,
      422: keyReused,
      429: tooMany,
      500: internalError,
      503: noSwapNow,
    },
  },
  storedQuote: {
    method: 'get',
    path: '/v1/quote/{quoteId}',
    operationId: 'storedQuote',
    summary: 'A quote as it was answered',
    description:
      'The answer of `POST /v1/quote` as it went out, for as long as the quote is kept: at least 90 days unless the deployment says otherwise, and for good once it has a payment, a channel or an order. Prices in it are of the time when it was made: pay nothing whose `expiration` has passed. Who has the `quoteId` may read it.',
    params: quoteIdParamsSchema,
    responses: {
      200: { description: 'The same body again.', schema: quoteResponseSchema },
      304: { description: 'The same as that of the `ETag` in `If-None-Match`.' },
      401: noKey,
      403: refusedSwap,
      404: { description: 'Nothing is known under that `quoteId`.', schema: problemSchema },
      405: methodNotAllowed,
      429: tooMany,
      500: internalError,
      503: {
        description: 'The addresses cannot be checked; `Retry-After` says when to ask again.',
        schema: problemSchema,
      },
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
    headers: {
      'Last-Event-ID':
        'Of an event stream that broke: the `id` of the last event. The state is sent at once where it is another by now, else when it changes.',
    },
    events:
      'A `track` event with the same body, now and whenever it changes; the stream ends with the final one. Each has an `id` to resume by.',
    responses: {
      200: { description: 'The state, in both layouts.', schema: trackResponseSchema },
      400: invalid,
      401: noKey,
      404: { description: 'Nothing is known under that `quoteId` or `hash`.', schema: trackNotFoundSchema },
      405: methodNotAllowed,
      413: tooLarge,
      429: tooMany,
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
    headers: IDEMPOTENCY,
    responses: {
      200: { description: 'The channel.', schema: depositChannelSchema },
      400: invalid,
      401: noKey,
      403: refusedSwap,
      404: { description: 'The `quoteId` is not known.', schema: problemSchema },
      405: methodNotAllowed,
      409: stillRunning,
      413: tooLarge,
      422: keyReused,
      500: internalError,
      429: {
        description:
          'All channels that one client, or this deployment, may open in a day, or more requests than the caller may send; `Retry-After` says when.',
        schema: problemSchema,
      },
      502: { description: 'The broker failed, or takes longer than the answer may.', schema: problemSchema },
      503: {
        description: `This deployment opens no channels. ${noSwapNow.description}`,
        schema: problemSchema,
      },
    },
  },
  signedOrder: {
    method: 'post',
    path: '/garden/{quoteId}/{routeIndex}',
    operationId: 'signedOrder',
    summary: 'Pay an order by signature',
    description:
      'Takes the signature of a route’s `meta.typedData` in place of its transaction, once the transactions of `meta.approvals` are mined: Garden sends the payment and pays its gas. The same signature again answers the same hash. Scripts of other sites are refused.',
    params: routePathSchema,
    body: signatureRequestSchema,
    responses: {
      200: { description: 'The payment is on its way.', schema: submittedSchema },
      400: invalid,
      401: noKey,
      403: { description: `Sent by a page of another site. ${refusedSwap.description}`, schema: problemSchema },
      404: { description: 'No route is known under that `quoteId` and `routeIndex`.', schema: problemSchema },
      405: methodNotAllowed,
      409: { description: 'Garden refuses the signature or the order, and says why.', schema: problemSchema },
      413: tooLarge,
      429: tooMany,
      500: internalError,
      502: { description: 'Garden gave no clear answer. Send the same signature again.', schema: problemSchema },
      503: noSwapNow,
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
      401: noKey,
      405: methodNotAllowed,
      429: tooMany,
      500: internalError,
    },
  },
  providers: {
    method: 'get',
    path: '/v1/providers',
    operationId: 'providers',
    summary: 'Who swaps where, and how well they answer',
    description:
      'Each provider id: whether this deployment asks it, the chains on which what it swaps now can be sold and bought, those on which it has stopped, the least and most that quotes named, how fast it has answered lately and since when it does. Latencies are those of the instance that answers.',
    responses: {
      200: { description: 'All twelve.', schema: providersResponseSchema },
      401: noKey,
      405: methodNotAllowed,
      429: tooMany,
      500: internalError,
    },
  },
  chains: {
    method: 'get',
    path: '/v1/chains',
    operationId: 'chains',
    summary: 'Chains, and whether they trade now',
    description:
      'Each chain that this deployment offers: its number, native asset, explorer, confirmations, time between blocks, the kinds of payment that it takes, and whether swaps from and to it go on.',
    responses: {
      200: { description: 'In the order of `ChainId`.', schema: chainsResponseSchema },
      401: noKey,
      405: methodNotAllowed,
      429: tooMany,
      500: internalError,
    },
  },
  ...INTEGRATOR_CONTRACT,
  signingKeys: {
    method: 'get',
    path: '/.well-known/portage.json',
    operationId: 'signingKeys',
    summary: 'The keys by which answers are known',
    description:
      'Public keys of this deployment, those included that have ended, and what they sign: every route with its quote, every deposit channel and the last answer about a swap carry a detached JWS (RFC 7515, EdDSA) over their canonical JSON (RFC 8785). Fetch the keys once and keep them: `verifySignature` of the typed client checks answers by them, whoever stood in between.',
    responses: {
      200: { description: 'All keys, oldest first.', schema: signingKeysSchema },
      405: methodNotAllowed,
      500: internalError,
    },
  },
} as const satisfies Record<string, ContractRow>;

export const CONTRACT_ROWS: readonly ContractRow[] = Object.values(CONTRACT);
