/** Routes of two legs keep the contract of every provider over the real adapters of both legs. */
import { ChainUnavailable } from '../chain-clients/chain-clients.ts';
import { clientsWith } from '../chain-clients/test-clients.ts';
import { assetOf } from '../domain/asset.ts';
import type { ProviderId } from '../domain/provider-id.ts';
import type { RouteDraft } from '../domain/route.ts';
import { createChainflip } from './chainflip/index.ts';
import { trackingOf } from './chainflip/terms.ts';
import { ALICE_BTC, BROKER_ID, BROKER_PATH, chainflipDouble, NOW_MS } from './chainflip/testing/chainflip-double.ts';
import { createJupiter } from './jupiter/index.ts';
import { ALICE as ALICE_SOL, channelAccount, jupiterDouble } from './jupiter/testing/jupiter-double.ts';
import { ALICE, evmDouble, oneinchAt, oneinchDouble, USDC, WETH } from './oneinch/testing/oneinch-double.ts';
import type { Provider, ProviderDeps } from './provider.ts';
import { type ProviderContract, providerContract } from './provider-contract.ts';
import type { Call, Reply, Responder } from './test-upstream.ts';
import { createTwoLegProviders } from './two-leg/index.ts';

const BTC = assetOf('BTC.BTC');
const ETH = assetOf('ETH.ETH');
const SOL = assetOf('SOL.SOL');
const SOL_USDC = assetOf('SOL.USDC-EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v');
const RECEIVER = '0xCF1cC00000000000000000000000000000000cF1';

/** US dollars and decimals. */
const CHAINFLIP_ASSETS: Record<string, [number, number]> = {
  BTC: [100_000, 8],
  ETH: [3300, 18],
  USDC: [1, 6],
  USDT: [1, 6],
  SOL: [150, 9],
};

/** One swap at the market less a thousandth, a cent for the payout: as the backend prices it, a call repeated. */
function chainflipQuote(query: URLSearchParams): Reply {
  const text = (key: string) => query.get(key) ?? '';
  const [src, dest] = [CHAINFLIP_ASSETS[text('srcAsset')], CHAINFLIP_ASSETS[text('destAsset')]];
  if (!src || !dest) return { status: 400, json: { message: 'Requested assets cannot be swapped' } };
  const units = ([usd, decimals]: [number, number], dollars: number) =>
    BigInt(Math.round((dollars / usd) * 10 ** decimals));
  const dollars = (Number(text('amount')) / 10 ** src[1]) * src[0] * 0.999;
  const gasBudget = query.get('ccmGasBudget');
  const quote = {
    type: 'REGULAR',
    srcAsset: { chain: text('srcChain'), asset: text('srcAsset') },
    destAsset: { chain: text('destChain'), asset: text('destAsset') },
    depositAmount: text('amount'),
    egressAmount: units(dest, dollars - 0.01).toString(),
    includedFees: [
      { type: 'EGRESS', chain: text('destChain'), asset: text('destAsset'), amount: units(dest, 0.01).toString() },
    ],
    estimatedDurationsSeconds: { deposit: 30, swap: 12, egress: 90 },
    recommendedSlippageTolerancePercent: 1,
    ...(gasBudget ? { ccmParams: { gasBudget, messageLengthBytes: Number(query.get('ccmMessageLengthBytes')) } } : {}),
  };
  return { json: [quote] };
}

const SOURCES: Reply = { json: { protocols: ['UNISWAP_V2', 'UNISWAP_V3'].map((id) => ({ id })) } };

/** All upstreams on one port: their paths differ. */
const healthy: Responder = (call) =>
  (call.path.endsWith('/liquidity-sources') ? SOURCES : undefined) ??
  oneinchDouble()(call) ??
  jupiterDouble()(call) ??
  chainflipDouble({ quote: chainflipQuote })(call);

const isOneinchQuote = ({ path }: Call) => /^\/swap\/v6\.1\/\d+\/quote$/.test(path);
const isQuoteCall = (call: Call) =>
  call.path === '/v2/quote' || call.path === '/swap/v2/quote' || isOneinchQuote(call) || isRpcQuote(call);
const isRpcQuote = ({ path, body }: Call) => path === '/' && body.includes('cf_swap_rate_v3');

/** Chains are down with their upstreams where a payment is looked for. */
const clients = clientsWith({
  evm: {
    ...evmDouble(),
    receipt: async () => {
      throw new ChainUnavailable('down');
    },
  },
});

const created =
  (id: ProviderId) =>
  (urls: string[], deps: ProviderDeps): Provider => {
    const shared = { ...deps, network: 'mainnet', clients } as const;
    const providers = [
      createChainflip({
        ...shared,
        backendUrls: urls,
        rpcUrls: urls,
        brokerUrl: `${urls[0]}${BROKER_PATH}`,
        brokerId: BROKER_ID,
      }),
      oneinchAt(urls[0] ?? '', { ...shared, baseUrls: urls }),
      createJupiter({ ...shared, baseUrls: urls, apiKey: 'key', flavour: 'v2', limits: { limits: new Map() } }),
    ];
    const made = createTwoLegProviders({ ...shared, providers, receivers: { ETH: RECEIVER } });
    const found = made.find(({ ids }) => ids.includes(id));
    if (!found) throw new Error(`${id} was not made`);
    return found;
  };

const draft = (
  id: ProviderId,
  sell: RouteDraft['sell'],
  buy: RouteDraft['sell'],
  change: Partial<RouteDraft> = {},
): RouteDraft => ({
  providers: [id],
  sell,
  expectedBuy: buy,
  guaranteedBuy: buy,
  sourceAddress: '',
  destinationAddress: ALICE_BTC,
  fees: [],
  totalSlippageBps: 0,
  legs: [{ provider: id, sell, buy, buyAtMaxSlippage: buy }],
  warnings: [],
  pricesUsd: [],
  ...change,
});

const chainflipTerms = (chain: string, asset: string) =>
  trackingOf({
    src: { chain, asset },
    dst: { chain: 'Bitcoin', asset: 'BTC' },
    amount: '1000000000',
    minPriceX128: '1',
    maxOraclePriceSlippage: null,
    retryDurationBlocks: 300,
    maxBoostFeeBps: 0,
    brokerCommissionBps: 0,
    affiliates: [],
  });

const usdc = { asset: USDC, decimals: 6, baseUnits: 1_000_000_000n };
const btc = { asset: BTC, decimals: 8, baseUnits: 1_000_000n };
const eth = { asset: ETH, decimals: 18, baseUnits: 10n ** 18n };
const channel = {
  depositAddress: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
  channelId: '6726421-Ethereum-34009',
  issuedBlock: 6_726_421,
  sourceChainExpiryBlock: 900_144,
  expiresAt: NOW_MS + 80_000_000,
  destinationAddress: ALICE_BTC,
  refundAddress: ALICE,
};
const otherwise = { kind: 'refund', note: '' } as const;
const hour = NOW_MS - 3_600_000;
const common = {
  now: () => NOW_MS,
  healthy,
  isQuoteCall,
  isReadOnly: ({ path }: Call) => path !== BROKER_PATH && !path.endsWith('Channel'),
};

const overEth = draft('ONEINCH->CHAINFLIP', eth, btc, {
  twoLeg: {
    bridge: USDC,
    legs: [
      draft('ONEINCH', eth, usdc),
      draft('CHAINFLIP', usdc, btc, { tracking: chainflipTerms('Ethereum', 'USDC') }),
    ],
    channel,
    otherwise,
  },
});

const oneinchFirst: ProviderContract = {
  ...common,
  title: '1inch, then Chainflip',
  create: created('ONEINCH->CHAINFLIP'),
  // USDC alone: 1inch's list here has no USDT.
  callsPerQuote: 2,
  requests: {
    'ONEINCH->CHAINFLIP': {
      sellAsset: ETH,
      buyAsset: BTC,
      sellAmount: '1',
      slippageBps: 100,
      sourceAddress: ALICE,
      destinationAddress: ALICE_BTC,
    },
  },
  refused: {
    request: { providerId: 'ONEINCH->CHAINFLIP', sellAsset: BTC, buyAsset: ETH, sellAmount: '1', slippageBps: 100 },
    code: 'unsupportedChainId',
  },
  tracked: { route: overEth, leg: 1, channel, hash: '', chain: 'ETH', knownSince: hour },
};

const solUsdc = { ...usdc, asset: SOL_USDC };
const sol = { asset: SOL, decimals: 9, baseUnits: 10_000_000_000n };
const solChannel = {
  ...channel,
  channelId: '6726421-Solana-34009',
  depositAddress: channelAccount(34_009n),
  refundAddress: ALICE_SOL,
};

const jupiterFirst: ProviderContract = {
  ...common,
  title: 'Jupiter, then Chainflip',
  create: created('JUPITER->CHAINFLIP'),
  // USDC and USDT.
  callsPerQuote: 4,
  requests: {
    'JUPITER->CHAINFLIP': {
      sellAsset: SOL,
      buyAsset: BTC,
      sellAmount: '10',
      slippageBps: 100,
      sourceAddress: ALICE_SOL,
      destinationAddress: ALICE_BTC,
    },
  },
  refused: {
    request: { providerId: 'JUPITER->CHAINFLIP', sellAsset: ETH, buyAsset: BTC, sellAmount: '1', slippageBps: 100 },
    code: 'unsupportedChainId',
  },
  tracked: {
    route: draft('JUPITER->CHAINFLIP', sol, btc, {
      twoLeg: {
        bridge: SOL_USDC,
        legs: [
          draft('JUPITER', sol, solUsdc),
          draft('CHAINFLIP', solUsdc, btc, { tracking: chainflipTerms('Solana', 'SolUsdc') }),
        ],
        channel: solChannel,
        otherwise,
      },
    }),
    leg: 1,
    channel: solChannel,
    hash: '',
    chain: 'SOL',
    knownSince: hour,
  },
};

const btcChannel = {
  ...channel,
  channelId: '6726421-Bitcoin-34009',
  destinationAddress: ALICE,
  refundAddress: ALICE_BTC,
};

const chainflipFirst: ProviderContract = {
  ...common,
  title: 'Chainflip, then 1inch',
  create: created('CHAINFLIP->ONEINCH'),
  // USDC and the coin.
  callsPerQuote: 4,
  requests: {
    'CHAINFLIP->ONEINCH': {
      sellAsset: BTC,
      buyAsset: WETH,
      sellAmount: '0.1',
      slippageBps: 100,
      sourceAddress: ALICE_BTC,
      destinationAddress: ALICE,
    },
  },
  refused: {
    request: {
      providerId: 'CHAINFLIP->ONEINCH',
      sellAsset: BTC,
      buyAsset: assetOf('BSC.BNB'),
      sellAmount: '1',
      slippageBps: 100,
    },
    code: 'dexAggregationNotSupported',
  },
  tracked: {
    route: draft('CHAINFLIP->ONEINCH', btc, eth, {
      destinationAddress: ALICE,
      twoLeg: {
        bridge: USDC,
        legs: [
          draft('CHAINFLIP', btc, usdc, { destinationAddress: RECEIVER, tracking: chainflipTerms('Bitcoin', 'BTC') }),
          draft('ONEINCH', usdc, eth, { destinationAddress: ALICE }),
        ],
        otherwise: { kind: 'fallback', note: '' },
      },
    }),
    leg: 0,
    channel: btcChannel,
    hash: '',
    chain: 'BTC',
    knownSince: hour,
  },
};

for (const contract of [oneinchFirst, jupiterFirst, chainflipFirst]) providerContract(contract);
