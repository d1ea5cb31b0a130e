/** Lists the endpoints that belong to an integrator and answer by its key alone. */
import {
  type ContractRow,
  internalError,
  invalid,
  methodNotAllowed,
  noWebhook,
  ownKey,
  tooLarge,
  tooMany,
} from './contract-responses.ts';
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
      'The swaps of the quotes that were requested with the keys of the integrator whose key it is, once their payment was seen, newest first. As CSV with `format=csv` or `Accept: text/csv`.',
    query: swapsQuerySchema,
    responses: {
      200: { description: 'A page of swaps.', schema: swapsResponseSchema },
      400: invalid,
      401: ownKey,
      405: methodNotAllowed,
      429: tooMany,
      500: internalError,
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
