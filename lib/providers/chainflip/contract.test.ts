import { assetOf } from '../../domain/asset.ts';
import { type ProviderContract, providerContract } from '../provider-contract.ts';
import type { Call } from '../test-upstream.ts';
import { createChainflip } from './index.ts';
import { trackingOf } from './terms.ts';
import {
  ALICE_BTC,
  ALICE_ETH,
  BROKER_PATH,
  chainflipDouble,
  clientsWith,
  NOW_MS,
  request,
} from './testing/chainflip-double.ts';

const { providerId: _id, includeTx: _tx, ...btcToEth } = request();

const methodsOf = ({ body }: Call): string[] => {
  const asked = JSON.parse(body) as { method: string } | { method: string }[];
  return (Array.isArray(asked) ? asked : [asked]).map(({ method }) => method);
};

/** JSON-RPC is always POST: the method's name shows whether it changes anything. */
const READS = /^cf_(environment|oracle_prices|pool_price_v2|swap_rate_v3|request_swap_parameter_encoding|get_\w+)$/;

const sell = { asset: assetOf('BTC.BTC'), decimals: 8, baseUnits: 10_000_000n };
const buy = { asset: assetOf('ETH.ETH'), decimals: 18, baseUnits: 4_082_976_513_112_383_071n };

const contract: ProviderContract = {
  title: 'Chainflip',
  create: (urls, deps) =>
    createChainflip({
      ...deps,
      network: 'mainnet',
      backendUrls: urls,
      rpcUrls: urls,
      brokerUrl: `${urls[0]}${BROKER_PATH}`,
      clients: clientsWith(),
    }),
  now: () => NOW_MS,
  healthy: chainflipDouble(),
  isQuoteCall: (call) =>
    call.path === '/v2/quote' || (call.method === 'POST' && methodsOf(call).includes('cf_swap_rate_v3')),
  isReadOnly: (call) =>
    call.method === 'GET' || (call.path === '/' && methodsOf(call).every((method) => READS.test(method))),
  requests: { CHAINFLIP: btcToEth, CHAINFLIP_STREAMING: btcToEth },
  refused: {
    request: { ...btcToEth, sellAsset: assetOf('LTC.LTC'), providerId: 'CHAINFLIP' },
    code: 'missingChainflipSellChain',
  },
  tracked: {
    route: {
      providers: ['CHAINFLIP'],
      sell,
      expectedBuy: buy,
      guaranteedBuy: buy,
      sourceAddress: ALICE_BTC,
      destinationAddress: ALICE_ETH,
      fees: [],
      totalSlippageBps: 0,
      legs: [{ provider: 'CHAINFLIP', sell, buy, buyAtMaxSlippage: buy }],
      warnings: [],
      pricesUsd: [],
      tracking: trackingOf({
        src: { chain: 'Bitcoin', asset: 'BTC' },
        dst: { chain: 'Ethereum', asset: 'ETH' },
        amount: '10000000',
        minPriceX128: '1',
        maxOraclePriceSlippage: null,
        retryDurationBlocks: 300,
        maxBoostFeeBps: 0,
        brokerCommissionBps: 0,
        affiliates: [],
      }),
    },
    leg: 0,
    channel: {
      depositAddress: 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
      channelId: '6726421-Bitcoin-34009',
      issuedBlock: 6_726_421,
      sourceChainExpiryBlock: 900_144,
      expiresAt: NOW_MS + 80_000_000,
      destinationAddress: ALICE_ETH,
      refundAddress: ALICE_BTC,
    },
    hash: '',
    chain: 'BTC',
    knownSince: NOW_MS,
  },
};

providerContract(contract);
