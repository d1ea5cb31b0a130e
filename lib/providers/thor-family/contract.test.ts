import type { Fetch } from '../../chain-clients/pooled-fetch.ts';
import { clientsWith } from '../../chain-clients/test-clients.ts';
import { assetOf } from '../../domain/asset.ts';
import type { ProviderDeps, ProviderQuoteRequest, TrackedLeg } from '../provider.ts';
import { providerContract } from '../provider-contract.ts';
import { FAMILY } from './config.ts';
import { createThorFamily } from './index.ts';
import {
  ALICE_BTC,
  ALICE_ETH,
  BOB_BTC,
  mayaQuote,
  NOW_MS,
  nodeDouble,
  request,
  thorQuote,
} from './testing/node-double.ts';
import { toRoute } from './to-routes.ts';
import { quoteSchema } from './upstream-schemas.ts';

const pay = { sourceAddress: ALICE_BTC, destinationAddress: ALICE_ETH, slippageBps: 1, sellAmount: '0.001' };
const btcToEth = { ...pay, sellAsset: assetOf('BTC.BTC'), buyAsset: assetOf('ETH.ETH') };
const ethToBtc = {
  sellAsset: assetOf('ETH.ETH'),
  buyAsset: assetOf('BTC.BTC'),
  sellAmount: '1',
  slippageBps: 1,
  sourceAddress: ALICE_ETH,
  destinationAddress: BOB_BTC,
};

const tracked = (variant: 'thor' | 'maya', of: ProviderQuoteRequest, json: unknown): TrackedLeg => ({
  route: toRoute(FAMILY[variant], {
    request: of,
    sell: { asset: of.sellAsset, decimals: 8, baseUnits: 100_000n },
    buyDecimals: 8,
    quote: quoteSchema.parse(json),
    memo: undefined,
    affiliate: undefined,
    interval: 0,
    state: { pools: new Map(), inbound: new Map() },
  }),
  leg: 0,
  hash: 'F87B68976E5EF68C2C8BED031A44566F9977FFC0BE90EAC45C807CC84C56D4C5',
  chain: of.sellAsset.chain,
  knownSince: NOW_MS,
});

/** One host name for every loopback node: the contract's second base URL belongs to the same operator. */
const HOST = 'node.one-operator.test';
const ofOneOperator = (urls: readonly string[], deps: ProviderDeps) => ({
  ...deps,
  nodeUrls: urls.map((url) => url.replace('127.0.0.1', HOST)),
  fetch: ((url, init) => deps.fetch(url.replace(HOST, '127.0.0.1'), init)) satisfies Fetch,
});

providerContract({
  title: 'THORChain',
  create: (urls, deps) =>
    createThorFamily({
      ...ofOneOperator(urls, deps),
      variant: 'thor',
      midgardUrls: urls,
      network: 'mainnet',
      clients: clientsWith(),
    }),
  now: () => NOW_MS,
  healthy: nodeDouble('thor'),
  isQuoteCall: ({ path }) => path === '/thorchain/quote/swap',
  requests: { THORCHAIN: btcToEth, THORCHAIN_STREAMING: btcToEth },
  refused: {
    request: { ...btcToEth, buyAsset: assetOf('DOT.DOT'), providerId: 'THORCHAIN' },
    code: 'unsupportedChainId',
  },
  tracked: tracked('thor', request(), thorQuote()),
});

providerContract({
  title: 'Maya',
  create: (urls, deps) =>
    createThorFamily({
      ...ofOneOperator(urls, deps),
      variant: 'maya',
      midgardUrls: urls,
      network: 'mainnet',
      clients: clientsWith(),
    }),
  now: () => NOW_MS,
  healthy: nodeDouble('maya'),
  isQuoteCall: ({ path }) => path === '/mayachain/quote/swap',
  requests: { MAYACHAIN: ethToBtc, MAYACHAIN_STREAMING: ethToBtc },
  refused: {
    request: { ...ethToBtc, buyAsset: assetOf('MAYA.BTC/BTC'), providerId: 'MAYACHAIN' },
    code: 'crossChainNotSupported',
  },
  tracked: tracked('maya', request({ ...ethToBtc, providerId: 'MAYACHAIN' }), mayaQuote()),
});
