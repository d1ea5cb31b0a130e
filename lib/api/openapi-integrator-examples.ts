/** Has a realistic example of each message to an integrator; a test checks every example by its schema. */
import { type Example, failures, invalid, problem, reading } from './openapi-problems.ts';

const SWAP = {
  quoteId: '0b6f2b0e-3c1c-4f0e-9c0a-6f1d2b7a9e11',
  routeIndex: 0,
  provider: 'THORCHAIN',
  status: 'completed',
  createdAt: '2026-11-21T06:00:00.000Z',
  endedAt: '2026-11-21T06:21:40.000Z',
  chain: 'BTC',
  hash: '9f2c7c1de5f8a0b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f708192a3b',
  sellAsset: 'BTC.BTC',
  sellAmount: '0.5',
  buyAsset: 'ETH.ETH',
  expectedBuyAmount: '14.2',
  expectedBuyAmountMaxSlippage: '14.058',
  received: {
    asset: 'ETH.ETH',
    amount: '14.21',
    hash: '0x3f5a7c9e1b2d4f6081a3c5e7092b4d6f8a1c3e507294b6d8fa0c2e4061839ab5',
  },
  recipient: '0x742d35Cc6634C0532925a3b844Bc454e4438f44e',
};

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

const HOLDER = '0x742d35Cc6634C0532925a3b844Bc454e4438f44e';
const MESSAGE = `swap.example wants you to sign in with your Ethereum account:
${HOLDER}

Show me the swaps of this address. This sends no transaction and costs nothing.

URI: https://swap.example
Version: 1
Chain ID: 1
Nonce: 8d1f0c5be2a94731a6f3b07c9d5e4f12
Issued At: 2026-11-21T06:00:00.000Z
Expiration Time: 2026-11-21T06:10:00.000Z`;
const NO_NAME = problem(
  503,
  'Service Unavailable',
  'This deployment does not know its own name, so nobody can sign in. Its operator sets PUBLIC_URL.',
  '/v1/sign-in',
);

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
  swaps: {
    responses: {
      200: { swaps: [SWAP], next: '1790000000000.4f0e9c0a-3c1c-4f0e-9c0a-6f1d2b7a9e11' },
      400: invalid('/v1/swaps', ['limit', 'limit must be at most 500.', 'out_of_range']),
      ...reading('/v1/swaps'),
    },
  },
  signInMessage: {
    request: { address: HOLDER },
    responses: {
      200: { message: MESSAGE, nonce: '8d1f0c5be2a94731a6f3b07c9d5e4f12', expiresAt: '2026-11-21T06:10:00.000Z' },
      400: invalid('/v1/sign-in', ['chain', 'chain must be an EVM chain.', 'wrong_chain']),
      ...failures('/v1/sign-in'),
      503: NO_NAME,
    },
  },
  signIn: {
    request: { message: MESSAGE, signature: `0x${'5b'.repeat(64)}1c` },
    responses: {
      200: {
        token: 'pts_Zr3uT8wYbV1kQm5xH0nCjE7sLaPdGfI2oR6vXtBqWyA',
        address: HOLDER,
        expiresAt: '2026-11-21T07:00:00.000Z',
      },
      400: invalid('/v1/sign-in/token', ['message', 'message must be for the domain swap.example.', 'wrong_domain']),
      ...failures('/v1/sign-in/token'),
      503: NO_NAME,
    },
  },
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
