import { clientsWith } from '../../chain-clients/test-clients.ts';
import { assetOf } from '../../domain/asset.ts';
import { USDC, WSOL } from '../../payments/jupiter/testing/swap-encoder.ts';
import { type ProviderContract, providerContract } from '../provider-contract.ts';
import { createJupiter } from './index.ts';
import { trackingOf } from './terms.ts';
import { ALICE, jupiterDouble, NOW_MS, request } from './testing/jupiter-double.ts';

const { providerId: _id, includeTx: _tx, ...solToUsdc } = request();
const sell = { asset: assetOf('SOL.SOL'), decimals: 9, baseUnits: 2_000_000_000n };
const buy = { asset: assetOf(`SOL.USDC-${USDC}`), decimals: 6, baseUnits: 300_000_000n };

const contract = (flavour: 'v2' | 'v1'): ProviderContract => ({
  title: `Jupiter ${flavour}`,
  create: (urls, deps) =>
    createJupiter({
      ...deps,
      baseUrls: urls,
      apiKey: 'key',
      flavour,
      feeOwner: undefined,
      clients: clientsWith(),
      limits: { limits: new Map() },
    }),
  now: () => NOW_MS,
  healthy: jupiterDouble(),
  isQuoteCall: ({ path }) => path.startsWith('/swap/'),
  requests: { JUPITER: solToUsdc },
  refused: {
    request: { ...solToUsdc, buyAsset: assetOf('ETH.ETH'), providerId: 'JUPITER' },
    code: 'crossChainNotSupported',
  },
  tracked: {
    route: {
      providers: ['JUPITER'],
      sell,
      expectedBuy: buy,
      guaranteedBuy: buy,
      sourceAddress: ALICE,
      destinationAddress: ALICE,
      fees: [],
      totalSlippageBps: 0,
      legs: [{ provider: 'JUPITER', sell, buy, buyAtMaxSlippage: buy }],
      warnings: [],
      pricesUsd: [],
      tracking: trackingOf({
        sender: ALICE,
        destination: ALICE,
        sellMint: WSOL,
        sellNative: true,
        buyMint: USDC,
        buyNative: false,
      }),
    },
    leg: 0,
    hash: '5'.repeat(88),
    chain: 'SOL',
    knownSince: NOW_MS,
  },
});

providerContract(contract('v2'));
providerContract(contract('v1'));
