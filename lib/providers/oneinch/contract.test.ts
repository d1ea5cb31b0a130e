import { ChainUnavailable } from '../../chain-clients/chain-clients.ts';
import { clientsWith } from '../../chain-clients/test-clients.ts';
import { assetOf } from '../../domain/asset.ts';
import { type ProviderContract, providerContract } from '../provider-contract.ts';
import {
  ALICE,
  ETH,
  evmDouble,
  NOW_MS,
  oneinchAt,
  oneinchDouble,
  ROUTER,
  request,
  USDC,
  USDC_ADDRESS,
} from './testing/oneinch-double.ts';

const { providerId: _id, includeTx: _tx, ...ethToUsdc } = request();

const sell = { asset: ETH, decimals: 18, baseUnits: 10n ** 18n };
const buy = { asset: USDC, decimals: 6, baseUnits: 3_296_700_000n };

/** Chain and upstream are down together. */
const clients = clientsWith({
  evm: {
    ...evmDouble(),
    receipt: async () => {
      throw new ChainUnavailable('down');
    },
  },
});

const contract: ProviderContract = {
  title: '1inch',
  create: (baseUrls, deps) => oneinchAt(baseUrls[0] ?? '', { ...deps, baseUrls, clients }),
  now: () => NOW_MS,
  healthy: oneinchDouble(),
  isQuoteCall: ({ path }) => path.endsWith('/quote'),
  requests: { ONEINCH: ethToUsdc },
  refused: {
    request: { ...ethToUsdc, sellAsset: assetOf('BTC.BTC'), providerId: 'ONEINCH' },
    code: 'unsupportedChainId',
  },
  tracked: {
    route: {
      providers: ['ONEINCH'],
      sell,
      expectedBuy: buy,
      guaranteedBuy: buy,
      sourceAddress: ALICE,
      destinationAddress: ALICE,
      fees: [],
      totalSlippageBps: 0,
      legs: [{ provider: 'ONEINCH', sell, buy, buyAtMaxSlippage: buy }],
      warnings: [],
      pricesUsd: [],
      tracking: { router: ROUTER, srcToken: '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE', dstToken: USDC_ADDRESS },
    },
    leg: 0,
    hash: `0x${'ab'.repeat(32)}`,
    chain: 'ETH',
    knownSince: NOW_MS,
  },
};

providerContract(contract);
