/** For tests: the endpoints of the API over fake providers and an in-memory store. */
import { createPortageClient } from '../api/client.ts';
import { createChainClients } from '../chain-clients/create-chain-clients.ts';
import { pooledFetch } from '../chain-clients/pooled-fetch.ts';
import { readSettings } from '../config/env.ts';
import type { StoredAnswer } from '../db/answer-store.ts';
import type { Store, StoredQuote } from '../db/store.ts';
import type { Switch } from '../domain/switches.ts';
import { type EndpointHandler, endpoint } from '../http/endpoint.ts';
import { logger } from '../http/logger.ts';
import { createSignatures } from '../order-creation/submit-signature.ts';
import { createProviderHealth } from '../provider-health/provider-health.ts';
import type { Provider } from '../providers/provider.ts';
import { createRecentWays } from '../quote/recent-ways.ts';
import { BTC_ADDRESS, draftFor, ETH_ADDRESS, providerOf } from '../quote/test-quotes.ts';
import { testSigning } from '../signing/test-signing.ts';
import { createTokenList } from '../tokens/token-list.ts';
import { createTracking } from '../tracking/get-tracking.ts';
import { createSend } from '../webhooks/send.ts';
import { createSender } from '../webhooks/sender.ts';
import { createAccessControl } from './access-control.ts';
import { depositChannelAnswers, quoteAnswers, signatureAnswers, tokensAnswers, trackAnswers } from './api-handlers.ts';
import { addressScreening, type Container, channelOpening, orderPreparing } from './container.ts';
import { chainsAnswers, providersAnswers, signingKeysAnswers, storedQuoteAnswers } from './extension-handlers.ts';
import { instrumentProviders } from './instrument.ts';
import { createLedgerReports } from './ledger-reports.ts';
import { createMaySwap } from './may-swap.ts';
import { createPageFacts } from './page-api.ts';

logger('silent');

const signing = await testSigning();

/** Only quotes and stored answers: these journeys end before a payment is known. */
function quotesStore(off: readonly Switch[], parts: Partial<Store>): Store {
  const quotes = new Map<string, StoredQuote>();
  const answers = new Map<string, StoredAnswer & { key: string }>();
  const known: Partial<Store> = {
    saveQuote: async (quote) => void quotes.set(quote.id, quote),
    loadQuote: async (id) => quotes.get(id),
    findSwapOfRoute: async () => undefined,
    findNewestSwapByHash: async () => undefined,
    livingPreparation: async () => undefined,
    livingChannel: async () => undefined,
    channelOfRoute: async () => undefined,
    channelsOfRoute: async () => [],
    switches: async () => [...off],
    ledgerSince: async () => [],
    claimAnswer: async ({ id, key, fingerprint }) => {
      const known = [...answers.values()].find((one) => one.key === key && (one.answer !== null || !one.isSettled));
      if (known) return { outcome: 'exists', row: known };
      const row = { id, key, fingerprint, answer: null, isSettled: false };
      answers.set(id, row);
      return { outcome: 'mine', row };
    },
    settleAnswer: async (id, answer) => {
      const kept = answers.get(id);
      if (kept) answers.set(id, { ...kept, answer, isSettled: true });
    },
    loadAnswer: async (id) => answers.get(id),
    ...parts,
  };
  const none = () => Promise.reject(new Error('not part of this test'));
  return new Proxy(known, { get: (target, name) => Reflect.get(target, name) ?? none }) as Store;
}

function handlersOf(container: Container) {
  const post = (route: string, handler: EndpointHandler) =>
    endpoint({ route, cors: true, methods: { POST: handler } }).POST;
  const get = (route: string, handler: EndpointHandler) =>
    endpoint({ route, cors: true, methods: { GET: handler } }).GET;
  const storedQuote = get('/v1/quote/{quoteId}', storedQuoteAnswers(container));
  return {
    '/v1/quote': post('/v1/quote', quoteAnswers(container)),
    '/v1/quote/quote-1': storedQuote,
    '/v1/quote/quote-9': storedQuote,
    '/v1/quote/%00': storedQuote,
    '/.well-known/portage.json': get('/.well-known/portage.json', signingKeysAnswers(container)),
    '/v1/providers': get('/v1/providers', providersAnswers(container, { upstreamReports: async () => [] })),
    '/v1/chains': get('/v1/chains', chainsAnswers(container, createPageFacts(container).chains)),
    '/v1/track': post('/v1/track', trackAnswers(container)),
    '/v1/chainflip-deposit-channel': post('/v1/chainflip-deposit-channel', depositChannelAnswers(container)),
    '/garden/quote-1/0': post('/garden/{quoteId}/{routeIndex}', signatureAnswers(container)),
    '/v1/tokens': get('/v1/tokens', tokensAnswers(container)),
  };
}

const fakeProviders = (): Provider[] => [
  providerOf('THORCHAIN', async (request) => [draftFor(request)], {
    tokens: async () => [
      {
        asset: { kind: 'native', chain: 'BTC', symbol: 'BTC' },
        name: 'Bitcoin',
        decimals: 8,
        providers: ['THORCHAIN'],
      },
    ],
  }),
  providerOf('MAYACHAIN', async () => []),
];

/**
 * @param environment further settings. @param switches what the operator has switched off. @param parts of the store, in
 * place of those that remember quotes.
 */
export function setUp(
  environment: Record<string, string> = {},
  switches: readonly Switch[] = [],
  parts: Partial<Store> = {},
) {
  const settings = readSettings({ PUBLIC_URL: 'https://portage.example', ...environment });
  const log = () => undefined;
  const now = () => 1_790_000_000_000;
  const store = quotesStore(switches, parts);
  const health = createProviderHealth(now);
  const providers = instrumentProviders(fakeProviders(), health);
  const chainClients = createChainClients({ fetch, log, network: settings.network });
  const tracking = createTracking({
    store,
    clients: chainClients,
    providerOf: () => undefined,
    network: 'sandbox',
    verify: signing.verify,
    now,
    log,
  });
  const tokens = createTokenList({ providers, now, log, timeoutMs: 1000 });
  let quotes = 0;
  const newQuoteId = () => {
    quotes += 1;
    return `quote-${quotes}`;
  };
  const signatures = createSignatures({ store, providerOf: () => undefined, now, log, createTimeoutMs: 1000 });
  const accessControl = createAccessControl({ settings, store, now, log });
  const preparing = orderPreparing({ settings, store, now, log });
  const shared = {
    settings,
    log,
    now,
    store,
    chainClients,
    providers,
    offered: providers,
    newQuoteId,
    preparing,
    accessControl,
    assertMaySwap: createMaySwap(settings, accessControl.killSwitches),
    screening: addressScreening({ settings, now, log }, pooledFetch),
    health,
    recentWays: createRecentWays(now),
    ledger: createLedgerReports({ store, now }),
    signing,
    webhooks: createSender({ store, send: createSend({ network: 'sandbox' }), now, log }),
  };
  const container: Container = { ...shared, tokens, tracking, channels: channelOpening(shared), signatures };
  const handlers = handlersOf(container);
  const fetchLike: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const path = new URL(request.url).pathname;
    const handler = Object.entries(handlers).find(([route]) => route === path)?.[1];
    if (!handler) throw new TypeError('fetch failed');
    const quoteId = decodeURIComponent(path.slice('/v1/quote/'.length));
    return handler(request, { params: Promise.resolve({ quoteId }) });
  };
  return { fetchLike, client: createPortageClient({ baseUrl: 'http://127.0.0.1:3000', fetch: fetchLike }) };
}

export const request = {
  sellAsset: 'BTC.BTC',
  buyAsset: 'ETH.ETH',
  sellAmount: '0.5',
  slippage: 1,
  sourceAddress: BTC_ADDRESS,
  destinationAddress: ETH_ADDRESS,
};
