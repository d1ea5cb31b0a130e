/** Has a realistic example of each message to an integrator; a test checks every example by its schema. */
import { type Example, failures, invalid, problem, reading } from './openapi-problems.ts';

const USED = {
  requests: { 'POST /v1/quote': 412, 'POST /v1/track': 96 },
  quotes: 412,
  swaps: 9,
  completed: 8,
  unpriced: 0,
  soldUsd: '18250.40',
  affiliateFeeUsd: '54.75',
  fees: [
    {
      provider: 'CHAINFLIP',
      asset: 'ETH.USDC-0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
      amount: '30.5',
      usd: '30.50',
    },
    { provider: 'THORCHAIN', asset: 'BTC.BTC', amount: '0.00025', usd: '24.25' },
  ],
};

const REPLAY_PATH = '/v1/webhooks/whe_4rT0kqVb2Ls9/replay';
const WEBHOOK = {
  id: 'whe_4rT0kqVb2Ls9',
  url: 'https://example.com/portage',
  events: ['swap.completed', 'swap.refunded', 'swap.failed'],
  enabled: true,
  createdAt: '2026-11-21T05:12:03.000Z',
};
const NO_WEBHOOK = problem(
  404,
  'Not Found',
  'No webhook of yours has that id; GET /v1/webhooks lists them.',
  REPLAY_PATH,
);

export const INTEGRATOR_EXAMPLES: Record<string, Example> = {
  usage: {
    responses: {
      200: { from: '2026-11-21', to: '2026-11-21', total: USED, days: [{ day: '2026-11-21', ...USED }] },
      400: invalid('/v1/usage', ['from', 'from must be a day such as 2026-11-21.', 'invalid_format']),
      ...reading('/v1/usage'),
    },
  },
  webhooks: { responses: { 200: { webhooks: [WEBHOOK] }, ...reading('/v1/webhooks') } },
  putWebhook: {
    request: { url: WEBHOOK.url, events: WEBHOOK.events },
    responses: {
      200: { ...WEBHOOK, secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD' },
      400: invalid('/v1/webhooks', ['url', 'url must begin with https://.', 'invalid_url']),
      ...failures('/v1/webhooks'),
    },
  },
  webhookDeliveries: {
    responses: {
      200: {
        deliveries: [
          {
            messageId: 'msg_8e03978e-40d5-43dd-bc93-6894a57f9324',
            type: 'swap.completed',
            state: 'pending',
            attempts: 2,
            createdAt: '2026-11-21T06:00:00.000Z',
            nextAttemptAt: '2026-11-21T06:02:30.000Z',
            httpStatus: 503,
            answer: 'Service Unavailable',
            body: {
              type: 'swap.completed',
              timestamp: '2026-11-21T06:00:00.000Z',
              data: {
                success: true,
                trackingStatus: 'completed',
                stage: 'outbound',
                data: { trackingStatus: 'completed' },
              },
            },
          },
        ],
      },
      400: invalid('/v1/webhooks/whe_4rT0kqVb2Ls9/deliveries', ['limit', 'limit must be at most 100.', 'out_of_range']),
      404: NO_WEBHOOK,
      ...reading('/v1/webhooks/whe_4rT0kqVb2Ls9/deliveries'),
    },
  },
  replayWebhook: {
    request: { since: '2026-11-21T00:00:00.000Z' },
    responses: {
      200: { queued: 3 },
      400: invalid(REPLAY_PATH, ['messageId', 'messageId or since must be there, and only one of them.', 'required']),
      404: NO_WEBHOOK,
      ...failures(REPLAY_PATH),
    },
  },
};
