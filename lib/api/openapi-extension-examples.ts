/** Has a realistic example of each message beyond the interface; a test checks every example by its schema. */
import { INTEGRATOR_EXAMPLES } from './openapi-integrator-examples.ts';
import { type Example, reading } from './openapi-problems.ts';

const KEYS_READING = reading('/.well-known/portage.json');

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
            ledger: {
              month: {
                swaps: 214,
                completed: 211,
                refunded: 3,
                failed: 0,
                asQuotedPercent: 98.1,
                received: { p5: 99.912, p50: 100.021, p95: 100.204 },
                seconds: { p5: 402, p50: 548, p95: 873 },
                pace: { p5: 81.2, p50: 96.4, p95: 141.8 },
                reasons: [],
              },
            },
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
  ...INTEGRATOR_EXAMPLES,
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
