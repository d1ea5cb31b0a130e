/** Lists the endpoints that belong to an integrator and answer by its key, and how an address gets to its own swaps. */
import {
  type ContractRow,
  internalError,
  invalid,
  methodNotAllowed,
  noKey,
  noSignIn,
  noWebhook,
  ownKey,
  tooLarge,
  tooMany,
} from './contract-responses.ts';
import { problemSchema } from './schemas/problem.ts';
import { signedInRequestSchema, signedInSchema, signInMessageSchema, signInRequestSchema } from './schemas/sign-in.ts';
import { swapsQuerySchema, swapsResponseSchema } from './schemas/swaps.ts';
import { usageQuerySchema, usageResponseSchema } from './schemas/usage.ts';
import {
  deliveriesQuerySchema,
  deliveriesResponseSchema,
  replayRequestSchema,
  replayResponseSchema,
  savedWebhookSchema,
  webhookParamsSchema,
  webhookRequestSchema,
  webhooksResponseSchema,
} from './schemas/webhooks.ts';

export const INTEGRATOR_CONTRACT = {
  swaps: {
    method: 'get',
    path: '/v1/swaps',
    operationId: 'swaps',
    summary: 'Your swaps',
    description:
      'The swaps of the quotes that were requested with the keys of the integrator whose key it is, once their payment was seen, newest first. With the token of an EVM address (`POST /v1/sign-in`) in place of a key: those of the quotes whose `sourceAddress` it is. As CSV with `format=csv` or `Accept: text/csv`.',
    query: swapsQuerySchema,
    headers: { Authorization: '`Bearer` and the token of an address; it comes before a key.' },
    responses: {
      200: { description: 'A page of swaps.', schema: swapsResponseSchema },
      400: invalid,
      401: { description: 'There is neither a valid API key nor a valid token.', schema: problemSchema },
      405: methodNotAllowed,
      429: tooMany,
      500: internalError,
    },
  },
  signInMessage: {
    method: 'post',
    path: '/v1/sign-in',
    operationId: 'signInMessage',
    summary: 'A message for an address to sign',
    description:
      'The message (EIP-4361) by which the holder of an EVM address shows that it is theirs. Its nonce counts once and for ten minutes.',
    body: signInRequestSchema,
    responses: {
      200: { description: 'The message.', schema: signInMessageSchema },
      400: invalid,
      401: noKey,
      405: methodNotAllowed,
      413: tooLarge,
      429: tooMany,
      500: internalError,
      503: noSignIn,
    },
  },
  signIn: {
    method: 'post',
    path: '/v1/sign-in/token',
    operationId: 'signIn',
    summary: 'A token for a signed message',
    description:
      'Takes the signed message once, and gives a token that reads the swaps of that address for an hour. The signature of an account by code is one that the account itself takes on its chain (EIP-1271, ERC-6492); it then reads the swaps that were paid there.',
    body: signedInRequestSchema,
    responses: {
      200: { description: 'The token.', schema: signedInSchema },
      400: invalid,
      401: { description: 'The nonce was used, or the signature is not one of the address.', schema: problemSchema },
      405: methodNotAllowed,
      413: tooLarge,
      429: tooMany,
      500: internalError,
      503: noSignIn,
    },
  },
  usage: {
    method: 'get',
    path: '/v1/usage',
    operationId: 'usage',
    summary: 'Your requests, swaps and fees',
    description:
      'What was done with the keys of the integrator whose key it is: requests by endpoint, quotes, swaps, and the affiliate fees that completed swaps earned, by provider and asset. In all, and day by day.',
    query: usageQuerySchema,
    responses: {
      200: { description: 'The use of those days.', schema: usageResponseSchema },
      400: invalid,
      401: ownKey,
      405: methodNotAllowed,
      429: tooMany,
      500: internalError,
    },
  },
  webhooks: {
    method: 'get',
    path: '/v1/webhooks',
    operationId: 'webhooks',
    summary: 'Your webhooks',
    description:
      'The endpoints of the integrator whose key it is. They get the events of every swap whose quote was requested with one of its keys.',
    responses: {
      200: { description: 'Oldest first, without their secrets.', schema: webhooksResponseSchema },
      401: ownKey,
      405: methodNotAllowed,
      429: tooMany,
      500: internalError,
    },
  },
  putWebhook: {
    method: 'put',
    path: '/v1/webhooks',
    operationId: 'putWebhook',
    summary: 'Add or change a webhook',
    description:
      'Adds the endpoint with this URL, or changes it. Messages are signed as the Standard Webhooks specification says, with the `secret` that is answered once. An integrator has at most five.',
    body: webhookRequestSchema,
    responses: {
      200: { description: 'The endpoint, with a new secret where there is one.', schema: savedWebhookSchema },
      400: invalid,
      401: ownKey,
      405: methodNotAllowed,
      413: tooLarge,
      429: tooMany,
      500: internalError,
    },
  },
  webhookDeliveries: {
    method: 'get',
    path: '/v1/webhooks/{id}/deliveries',
    operationId: 'webhookDeliveries',
    summary: 'What was sent to a webhook',
    description: 'Each message with its body, its state and the last answer, for 30 days.',
    params: webhookParamsSchema,
    query: deliveriesQuerySchema,
    responses: {
      200: { description: 'A page of deliveries.', schema: deliveriesResponseSchema },
      400: invalid,
      401: ownKey,
      404: noWebhook,
      405: methodNotAllowed,
      429: tooMany,
      500: internalError,
    },
  },
  replayWebhook: {
    method: 'post',
    path: '/v1/webhooks/{id}/replay',
    operationId: 'replayWebhook',
    summary: 'Send messages of a webhook again',
    description: 'Those that were delivered or given up, with the `webhook-id` that they had.',
    params: webhookParamsSchema,
    body: replayRequestSchema,
    responses: {
      200: { description: 'They are queued.', schema: replayResponseSchema },
      400: invalid,
      401: ownKey,
      404: noWebhook,
      405: methodNotAllowed,
      413: tooLarge,
      429: tooMany,
      500: internalError,
    },
  },
} as const satisfies Record<string, ContractRow>;
