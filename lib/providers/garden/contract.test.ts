import { clientsWith } from '../../chain-clients/test-clients.ts';
import { assetOf } from '../../domain/asset.ts';
import { type ProviderContract, providerContract } from '../provider-contract.ts';
import { createGarden } from './index.ts';
import { ALICE_BTC, ALICE_ETH, gardenDouble, NOW_MS, ORDER_ID, request } from './testing/garden-double.ts';

const { providerId: _id, includeTx: _tx, ...btcToWbtc } = request();
const sell = { asset: btcToWbtc.sellAsset, decimals: 8, baseUnits: 1_000_000n };
const buy = { asset: btcToWbtc.buyAsset, decimals: 8, baseUnits: 997_000n };

const contract: ProviderContract = {
  title: 'Garden',
  create: (urls, deps) => createGarden({ ...deps, network: 'mainnet', urls, appId: 'secret', clients: clientsWith() }),
  now: () => NOW_MS,
  healthy: gardenDouble(),
  isQuoteCall: (call) => call.path === '/quote',
  requests: { GARDEN: btcToWbtc },
  refused: {
    request: { ...btcToWbtc, sellAsset: assetOf('DOGE.DOGE'), providerId: 'GARDEN' },
    code: 'unsupportedChainId',
  },
  tracked: {
    route: {
      providers: ['GARDEN'],
      sell,
      expectedBuy: buy,
      guaranteedBuy: buy,
      sourceAddress: ALICE_BTC,
      destinationAddress: ALICE_ETH,
      fees: [],
      totalSlippageBps: 0,
      legs: [{ provider: 'GARDEN', sell, buy, buyAtMaxSlippage: buy }],
      warnings: [],
      pricesUsd: [],
      orderId: ORDER_ID,
    },
    leg: 0,
    hash: '',
    chain: 'BTC',
    knownSince: NOW_MS,
  },
};

providerContract(contract);
