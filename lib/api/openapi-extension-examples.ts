/** Has a realistic example of each message beyond the interface; a test checks every example by its schema. */
import { failures, invalid, problem, reading } from './openapi-problems.ts';

export type Example = { request?: unknown; responses: Record<string, unknown> };

const KEYS_READING = reading('/.well-known/portage.json');

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

export const EXTENSION_EXAMPLES: Record<string, Example> = {
  providers: {
    responses: {
      200: {
        providers: [
          {
            provider: 'CHAINFLIP',
            name: 'Chainflip',
            enabled: true,
            chains: { sell: ['BTC', 'ETH', 'SOL'], buy: ['BTC', 'ETH', 'SOL'] },
            halted: [{ chain: 'ARB', reason: 'Chainflip takes no deposits on Arbitrum at the moment.' }],
            limits: [{ asset: 'BTC.BTC', least: '0.00033' }],
            answering: true,
            since: '2026-11-21T05:12:03.000Z',
            latency: { p50Ms: 182, p95Ms: 410, quotes: 96, failures: 0 },
          },
          {
            provider: 'GARDEN',
            name: 'Garden',
            enabled: false,
            reason: 'Garden needs GARDEN_APP_ID, which this deployment has not set.',
            chains: { sell: [], buy: [] },
            halted: [],
            limits: [],
          },
        ],
        windowSeconds: 600,
        updatedAt: '2026-11-21T06:00:00.000Z',
      },
      ...reading('/v1/providers'),
    },
  },
  chains: {
    responses: {
      200: {
        chains: [
          {
            id: 'BTC',
            networkId: 'bitcoin',
            name: 'Bitcoin',
            native: { asset: 'BTC.BTC', symbol: 'BTC', name: 'Bitcoin', decimals: 8 },
            explorer: {
              tx: 'https://mempool.space/tx/{hash}',
              address: 'https://mempool.space/address/{address}',
            },
            confirmations: 1,
            blockSeconds: 600,
            payments: { txType: 'PSBT', memoBytes: 80, linkScheme: 'bitcoin' },
            state: 'partlyPaused',
            reason: 'Maya has stopped trading on Bitcoin.',
          },
        ],
        updatedAt: '2026-11-21T06:00:00.000Z',
      },
      ...reading('/v1/chains'),
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
  signingKeys: {
    responses: {
      200: {
        network: 'mainnet',
        keys: [
          {
            kty: 'OKP',
            crv: 'Ed25519',
            x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
            kid: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
            alg: 'EdDSA',
            use: 'sig',
            createdAt: '2026-11-21T05:12:03.000Z',
          },
        ],
        trusted: [],
        signed: { 'portage.channel.mainnet': 'The answer of `/v1/chainflip-deposit-channel` without its `signature`.' },
      },
      405: KEYS_READING[405],
      500: KEYS_READING[500],
    },
  },
};
