/** Invented figures of two-leg routes, for the workshop. */
import type { WireProviderError } from '../../../lib/api/schemas/quote.ts';
import type { WireRoute } from '../../../lib/api/schemas/route.ts';
import { inSeconds } from './frame.tsx';

export const BTC = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
export const ETH = '0xF3c2A81b6c2D10c5c5d2D5C6bA9B0f1C6fE69a0E';
const CHANNEL = '0x5c1f00d5a3e7b2c94d6a8e01f7b3c5d2e9a40186';
const ROUTER = '0x111111125421cA6dc452d289314280a0f8842A65';
export const LINK = 'ETH.LINK-0x514910771AF9Ca656af840dff83E8264EcF986CA';
export const USDC = 'ETH.USDC-0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const BONK = 'SOL.BONK-DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263';
const SOL_USDC = 'SOL.USDC-EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const prices = [
  { asset: 'BTC.BTC', price: 94_620, image: '/tokens/btc.svg' },
  { asset: LINK, price: 15.7, image: '/tokens/link.svg' },
  { asset: USDC, price: 1, image: '/tokens/usdc.svg' },
  { asset: 'ETH.ETH', price: 3123, image: '/tokens/eth.svg' },
];

/** Sells 1500 LINK for at least 23 382.5 USDC, which go to the channel. */
const SWAP_CALL = [
  '0x07ed2379000000000000000000000000666666666666666666666666666666666666666600000000000000000000000051',
  '4910771af9ca656af840dff83e8264ecf986ca000000000000000000000000a0b86991c6218b36c1d19d4a2e9eb0ce3606eb',
  '4800000000000000000000000066666666666666666666666666666666666666660000000000000000000000005c1f00d5a3',
  'e7b2c94d6a8e01f7b3c5d2e9a4018600000000000000000000000000000000000000000000005150ae84a8cdf00000000000',
  '0000000000000000000000000000000000000000000000000571b4a2a0000000000000000000000000000000000000000000',
  '0000000000000000000000000000000000000000000000000000000000000000000000000000000000012000000000000000',
  '0000000000000000000000000000000000000000000000000212340000000000000000000000000000000000000000000000',
  '00000000000000',
].join('');
const APPROVAL = [
  '0x095ea7b3000000000000000000000000111111125421ca6dc452d289314280a0f8842a6500000000000000000000000000',
  '000000000000000000005150ae84a8cdf00000',
].join('');
const evmTx = (to: string, data: string) => ({
  to,
  from: ETH,
  value: '0',
  data,
  chain_id: 900_000_001,
  gas_limit: '310000',
});

const refundNote =
  'Where Chainflip cannot swap the USDC within your limit, it sends it to your own address on Ethereum, less the fee of sending. It is not swapped back to LINK.';
const fallbackNote =
  'Where 1inch cannot swap the USDC within your limit when it arrives, the contract that takes it pays it to your receiving address on Ethereum as it is.';

/** 1inch, then Chainflip, with an open channel. */
export const tokenToBitcoin: WireRoute = {
  providers: ['ONEINCH->CHAINFLIP'],
  sellAsset: LINK,
  sellAmount: '1500',
  buyAsset: 'BTC.BTC',
  expectedBuyAmount: '0.24812044',
  expectedBuyAmountMaxSlippage: '0.24564211',
  sourceAddress: ETH,
  destinationAddress: BTC,
  targetAddress: ROUTER,
  expiration: inSeconds(3600),
  fees: [
    { type: 'network', amount: '0.0041', asset: 'ETH.ETH', chain: 'ETH', protocol: 'ONEINCH' },
    {
      type: 'inbound',
      amount: '1.12',
      asset: USDC,
      chain: 'ETH',
      protocol: 'CHAINFLIP',
      included: true,
      label: 'Chainflip deposit fee, taken off the deposit',
    },
    { type: 'liquidity', amount: '23.5', asset: USDC, chain: 'ETH', protocol: 'CHAINFLIP' },
    { type: 'outbound', amount: '0.0000142', asset: 'BTC.BTC', chain: 'BTC', protocol: 'CHAINFLIP' },
  ],
  estimatedTime: { inbound: 120, swap: 48, outbound: 900, total: 1068 },
  totalSlippageBps: 31,
  legs: [
    {
      provider: 'ONEINCH',
      sellAsset: LINK,
      sellAmount: '1500',
      buyAsset: USDC,
      buyAmount: '23500.4',
      buyAmountMaxSlippage: '23382.5',
    },
    {
      provider: 'CHAINFLIP',
      sellAsset: USDC,
      sellAmount: '23500.4',
      buyAsset: 'BTC.BTC',
      buyAmount: '0.24812044',
      buyAmountMaxSlippage: '0.24564211',
    },
  ],
  warnings: [],
  tx: evmTx(ROUTER, SWAP_CALL),
  meta: {
    assets: prices,
    tags: ['RECOMMENDED', 'CHEAPEST', 'FASTEST'],
    tagReasons: { RECOMMENDED: 'Most received by $14.80.' },
    slippagePercent: 1,
    txType: 'EVM',
    approvalAddress: ROUTER,
    approvals: [evmTx(LINK.split('-')[1] ?? '', APPROVAL)],
    orderId: '9412034-Ethereum-1207',
    bridge: {
      asset: USDC,
      otherwise: { kind: 'refund', note: refundNote },
      depositAddress: CHANNEL,
      channelId: '9412034-Ethereum-1207',
    },
  },
};

/** The same route as offered, before anything was opened. */
export const offeredTokenToBitcoin: WireRoute = (({ tx: _tx, ...route }) => ({
  ...route,
  meta: {
    assets: prices,
    tags: route.meta.tags,
    slippagePercent: 1,
    bridge: { asset: USDC, otherwise: { kind: 'refund' as const, note: refundNote } },
  },
}))(tokenToBitcoin);

/** Jupiter, then Chainflip, as offered. */
export const bonkToBitcoin: WireRoute = {
  ...offeredTokenToBitcoin,
  providers: ['JUPITER->CHAINFLIP'],
  sellAsset: BONK,
  sellAmount: '1200000000',
  fees: [],
  estimatedTime: { inbound: 2, swap: 48, outbound: 900, total: 950 },
  legs: offeredTokenToBitcoin.legs.map((leg, index) =>
    index === 0
      ? { ...leg, provider: 'JUPITER', sellAsset: BONK, sellAmount: '1200000000', buyAsset: SOL_USDC }
      : { ...leg, sellAsset: SOL_USDC },
  ),
  meta: {
    ...offeredTokenToBitcoin.meta,
    tags: [],
    bridge: { asset: SOL_USDC, otherwise: { kind: 'refund', note: refundNote } },
  },
};

/** Chainflip, then 1inch, payable by a deposit. */
export const bitcoinToToken: WireRoute = {
  providers: ['CHAINFLIP->ONEINCH'],
  sellAsset: 'BTC.BTC',
  sellAmount: '0.5',
  buyAsset: LINK,
  expectedBuyAmount: '2999.1024',
  expectedBuyAmountMaxSlippage: '2969.4',
  sourceAddress: BTC,
  destinationAddress: ETH,
  fees: [
    {
      type: 'inbound',
      amount: '0.000012',
      asset: 'BTC.BTC',
      chain: 'BTC',
      protocol: 'CHAINFLIP',
      included: true,
      label: 'Chainflip deposit fee, taken off the deposit',
    },
    { type: 'liquidity', amount: '47.1', asset: USDC, chain: 'ETH', protocol: 'CHAINFLIP' },
    { type: 'outbound', amount: '9.4', asset: USDC, chain: 'ETH', protocol: 'CHAINFLIP' },
  ],
  estimatedTime: { inbound: 1800, swap: 48, outbound: 120, total: 1968 },
  totalSlippageBps: 42,
  legs: [
    {
      provider: 'CHAINFLIP',
      sellAsset: 'BTC.BTC',
      sellAmount: '0.5',
      buyAsset: USDC,
      buyAmount: '47100',
      buyAmountMaxSlippage: '46864.5',
    },
    {
      provider: 'ONEINCH',
      sellAsset: USDC,
      sellAmount: '47100',
      buyAsset: LINK,
      buyAmount: '2999.1024',
      buyAmountMaxSlippage: '2969.4',
    },
  ],
  warnings: [],
  meta: {
    assets: prices,
    tags: [],
    slippagePercent: 1,
    depositChannel: { minimumDeposit: '0.00044', retrySeconds: 900 },
    bridge: { asset: USDC, otherwise: { kind: 'fallback', note: fallbackNote } },
  },
};

export const twoLegFailures: WireProviderError[] = [
  {
    provider: 'ONEINCH->CHAINFLIP',
    errorCode: 'swapAmountTooSmall',
    message:
      '1inch, the first leg, guarantees 18.4 USDC; Chainflip, the second leg, takes 22 USDC at the least. About 1.42 LINK would do.',
  },
  {
    provider: 'CHAINFLIP->ONEINCH',
    errorCode: 'dexAggregationNotSupported',
    message:
      'Swapping on after Chainflip needs the contract CcmReceiver on Arbitrum: deploy it and name it in CHAINFLIP_CCM_RECEIVERS (lib/solidity/README.md).',
  },
];
