/** Lists every path that is not a page, with its handler: the files of `app/` are bound to these. */
import { notFound } from '../api/problem.ts';
import { readFeeReserve } from '../gateway/fee-reserve.ts';
import { answerRpc } from '../gateway/json-rpc.ts';
import { readAccount, readBalance, readRawTx, readReceipt, readUtxos } from '../gateway/read-chain.ts';
import { broadcast, simulate } from '../gateway/send-to-chain.ts';
import { type EndpointHandler, type EndpointOptions, endpoint } from '../http/endpoint.ts';
import type { RouteHandlers } from '../http/route-handler.ts';
import { readAddressFacts } from '../page-api/address-facts.ts';
import { resolveName } from '../page-api/resolve-name.ts';
import { answerHealth, answerReady } from './answer-health.ts';
import { answerMetrics } from './answer-metrics.ts';
import { answerOpenApi } from './answer-openapi.ts';
import { answerPageScript } from './answer-page-script.ts';
import { answerPass } from './answer-pass.ts';
import { answerLogo } from './brand-logo.ts';
import {
  answerCatalog,
  answerClient,
  answerDocsText,
  answerServiceWorker,
  answerTokenImage,
  answerVerify,
} from './files.ts';
import { gatewayEndpoint } from './gateway-endpoint.ts';
import { offeredToken } from './offered-token.ts';
import { pageFactsEndpoint } from './page-api-endpoint.ts';
import { readStatus } from './read-status.ts';
import { openAuthenticator, type Services, services } from './services.ts';

/** A handler of the services, once they are open. */
const by =
  (name: { [Name in keyof Services]: Services[Name] extends EndpointHandler ? Name : never }[keyof Services]) =>
  async (input: Parameters<EndpointHandler>[0]) =>
    (await services())[name](input);

/** A path of the API: open to all callers, once authenticated and within the limits. */
const api = (route: string, methods: EndpointOptions['methods'], more: Partial<EndpointOptions> = {}): RouteHandlers =>
  endpoint({ route, cors: true, methods, authenticator: openAuthenticator, ...more });

const nothingHere: EndpointHandler = async () => {
  throw notFound('There is nothing at this path; /openapi.json lists what there is.');
};
const nowhere = { GET: nothingHere, POST: nothingHere, PUT: nothingHere, PATCH: nothingHere, DELETE: nothingHere };

const API = {
  '/v1/quote': api('/v1/quote', { POST: by('answerQuote') }),
  '/v1/quote/{quoteId}': api('/v1/quote/{quoteId}', { GET: by('answerStoredQuote') }),
  '/v1/track': api('/v1/track', { POST: by('answerTrack') }),
  '/v1/chainflip-deposit-channel': api('/v1/chainflip-deposit-channel', { POST: by('answerDepositChannel') }),
  '/v1/tokens': api('/v1/tokens', { GET: by('answerTokens') }),
  '/v1/providers': api('/v1/providers', { GET: by('answerProviders') }),
  '/v1/chains': api('/v1/chains', { GET: by('answerChains') }),
  '/v1/swaps': api('/v1/swaps', { GET: by('answerSwaps') }),
  '/v1/sign-in': api('/v1/sign-in', { POST: by('answerSignInMessage') }),
  '/v1/sign-in/token': api('/v1/sign-in/token', { POST: by('answerSignIn') }),
  '/v1/usage': api('/v1/usage', { GET: by('answerUsage') }),
  '/v1/webhooks': api('/v1/webhooks', { GET: by('answerWebhooks'), PUT: by('answerPutWebhook') }),
  '/v1/webhooks/{id}/deliveries': api('/v1/webhooks/{id}/deliveries', { GET: by('answerDeliveries') }),
  '/v1/webhooks/{id}/replay': api('/v1/webhooks/{id}/replay', { POST: by('answerReplay') }),
  '/v1/*': api('/v1/*', nowhere, { readsBody: false }),
};

/** For the page alone. */
const PAGE = {
  '/garden/{quoteId}/{routeIndex}': endpoint({
    route: '/garden/{quoteId}/{routeIndex}',
    cors: false,
    authenticator: openAuthenticator,
    methods: { POST: by('answerSignature') },
  }),
  '/page/pass': endpoint({
    route: '/page/pass',
    cors: false,
    quiet: true,
    authenticator: openAuthenticator,
    methods: { GET: answerPass },
  }),
  '/page/chains': pageFactsEndpoint('/page/chains', ({ chains }) => chains.now()),
  '/page/status': pageFactsEndpoint('/page/status', () => readStatus()),
  '/page/names/{name}': pageFactsEndpoint('/page/names/{name}', ({ deps }, { params, query, signal }) =>
    resolveName(deps, { name: params.name ?? '', query, signal }),
  ),
  '/page/token/{chain}/{address}': pageFactsEndpoint('/page/token/{chain}/{address}', offeredToken),
  '/page/address/{chain}/{address}': pageFactsEndpoint(
    '/page/address/{chain}/{address}',
    ({ deps }, { params, signal }) =>
      readAddressFacts(deps, { chain: params.chain ?? '', address: params.address ?? '', signal }),
  ),
  '/chain/{chain}/account': gatewayEndpoint('/chain/{chain}/account', { GET: readAccount }),
  '/chain/{chain}/balance': gatewayEndpoint('/chain/{chain}/balance', { GET: readBalance }),
  '/chain/{chain}/broadcast': gatewayEndpoint('/chain/{chain}/broadcast', { POST: broadcast }),
  '/chain/{chain}/receipt': gatewayEndpoint('/chain/{chain}/receipt', { GET: readReceipt }),
  '/chain/{chain}/reserve': gatewayEndpoint('/chain/{chain}/reserve', { GET: readFeeReserve }),
  '/chain/{chain}/rpc': gatewayEndpoint('/chain/{chain}/rpc', { POST: answerRpc }),
  '/chain/{chain}/simulate': gatewayEndpoint('/chain/{chain}/simulate', { POST: simulate }),
  '/chain/{chain}/tx': gatewayEndpoint('/chain/{chain}/tx', { GET: readRawTx }),
  '/chain/{chain}/utxos': gatewayEndpoint('/chain/{chain}/utxos', { GET: readUtxos }),
};

const file = (route: string, GET: EndpointHandler, more: Partial<EndpointOptions> = {}): RouteHandlers =>
  endpoint({ route, cors: false, quiet: true, methods: { GET }, ...more });

/** Answers made for each request cost points; static ones do not. */
const made = { quiet: false, authenticator: openAuthenticator };

const FILES = {
  '/.well-known/portage.json': file('/.well-known/portage.json', by('answerSigningKeys'), { cors: true, quiet: false }),
  '/brand/logo': file('/brand/logo', answerLogo),
  '/client.{ts,js,tgz}': file('/client.{ts,js,tgz}', answerClient, { ...made, cors: true }),
  '/verify.{js,d.ts}': file('/verify.{js,d.ts}', answerVerify, { ...made, cors: true }),
  '/docs/{guide}.md': file('/docs/{guide}.md', answerDocsText, { ...made, cors: true }),
  '/openapi.json': file('/openapi.json', async ({ request }) => answerOpenApi(request), { ...made, cors: true }),
  '/page-scripts/[index]': file(
    '/page-scripts/[index]',
    ({ params, signal }) => answerPageScript(params.index ?? '', signal),
    made,
  ),
  '/sw.js': file('/sw.js', answerServiceWorker),
  '/texts/[file]': file('/texts/[file]', answerCatalog),
  '/tokens/[file]': file('/tokens/[file]', answerTokenImage, { cors: true }),
};

const OPERATIONS = {
  '/health': file('/health', answerHealth),
  '/health/live': file('/health/live', async () => ({ body: { status: 'live' } })),
  '/health/ready': file('/health/ready', answerReady),
  '/metrics': file('/metrics', answerMetrics, { authenticator: openAuthenticator }),
};

export const ROUTES = { ...API, ...PAGE, ...FILES, ...OPERATIONS };
export type RouteName = keyof typeof ROUTES;
