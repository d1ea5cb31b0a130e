/** For tests: right routes of two legs, encoded by the ABI and not by any provider's code. */
import { encodeFunctionData, erc20Abi } from 'viem';
import type { PayableRoute } from '../../payments/payable-route.ts';
import { NATIVE, poolData, swapData, usdcSwapRoute, WBTC } from './order-routes.ts';
import { bitcoinRoute, EVM_SENDER, evmTx, USDC } from './routes.ts';

/** The second leg's deposit address, which the first pays. */
export const CHANNEL = '0x5555555555555555555555555555555555555555';
export const USDT = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const BITCOIN = 'bcrt1qyaen0zlqy9309r83nyyf5e89ugc8ls84wxqd08';

type Meta = PayableRoute['meta'];
type Leg = NonNullable<PayableRoute['legs']>[number];
export type Pieces = { bridge?: Partial<NonNullable<Meta['bridge']>>; leg?: Partial<Leg>; meta?: Partial<Meta> };

/** Appends a second leg to a swap that is right by itself. */
export function withSecondLeg(
  route: PayableRoute,
  terms: { bridge: string; least: string; depositAddress: string },
  { bridge = {}, leg = {}, meta = {} }: Pieces = {},
): PayableRoute {
  const first = route.providers?.[0] ?? '';
  return {
    ...route,
    providers: [`${first}->CHAINFLIP`],
    buyAsset: 'BTC.BTC',
    destinationAddress: BITCOIN,
    expectedBuyAmountMaxSlippage: '0.0002',
    legs: [
      {
        provider: first,
        sellAsset: route.sellAsset,
        sellAmount: route.sellAmount,
        buyAsset: terms.bridge,
        buyAmountMaxSlippage: terms.least,
        ...leg,
      },
      {
        provider: 'CHAINFLIP',
        sellAsset: terms.bridge,
        sellAmount: terms.least,
        buyAsset: 'BTC.BTC',
        buyAmountMaxSlippage: '0.0002',
      },
    ],
    meta: {
      ...route.meta,
      orderId: '123-Ethereum-4',
      affiliateFee: 30,
      bridge: { asset: terms.bridge, depositAddress: terms.depositAddress, ...bridge },
      ...meta,
    },
  };
}

/** Sells 0.01 WBTC for at least 600 USDC, which go to the channel. */
export const legData = (change: Parameters<typeof swapData>[0] = {}): string =>
  swapData({
    srcToken: WBTC,
    dstToken: USDC,
    dstReceiver: CHANNEL,
    amount: 1_000_000n,
    minReturnAmount: 600_000_000n,
    ...change,
  });

const legTerms = { bridge: `ETH.USDC-${USDC}`, least: '600', depositAddress: CHANNEL };

export const oneinchLegRoute = (
  data = legData(),
  pieces: Pieces = {},
  change: Partial<PayableRoute> = {},
  tx: Record<string, unknown> = {},
): PayableRoute => {
  const single = usdcSwapRoute(data, { sellAsset: `ETH.WBTC-${WBTC}`, sellAmount: '0.01' }, tx);
  return { ...withSecondLeg({ ...single, meta: { txType: 'EVM' } }, legTerms, pieces), ...change };
};

/** Sells 1 ether for at least 600 USDC, which go to the channel. */
export const etherLegRoute = (desc: Parameters<typeof swapData>[0] = {}, value = 10n ** 18n): PayableRoute => ({
  ...oneinchLegRoute(
    legData({ srcToken: NATIVE, amount: 10n ** 18n, ...desc }),
    { leg: { sellAsset: 'ETH.ETH', sellAmount: '1' } },
    {},
    { value: String(value) },
  ),
  sellAsset: 'ETH.ETH',
  sellAmount: '1',
});

/** The same through one pool. */
export const poolLegRoute = (change: Parameters<typeof poolData>[0] = {}): PayableRoute => {
  const usdc = usdcSwapRoute(poolData({ to: CHANNEL, least: 24_000_000n, ...change }));
  return withSecondLeg({ ...usdc, meta: { txType: 'EVM' } }, { ...legTerms, bridge: `ETH.USDT-${USDT}`, least: '24' });
};

const toToken = (route: PayableRoute, { bridge = {}, leg = {}, meta = {} }: Pieces): PayableRoute => {
  const asset = `ETH.USDC-${USDC}`;
  return {
    ...route,
    providers: ['CHAINFLIP->ONEINCH'],
    buyAsset: 'ETH.LINK-0x514910771AF9Ca656af840dff83E8264EcF986CA',
    memo: undefined,
    legs: [
      {
        provider: 'CHAINFLIP',
        sellAsset: route.sellAsset,
        sellAmount: route.sellAmount,
        buyAsset: asset,
        buyAmountMaxSlippage: '45000',
        ...leg,
      },
      {
        provider: 'ONEINCH',
        sellAsset: asset,
        sellAmount: '45000',
        buyAsset: 'ETH.LINK-0x514910771AF9Ca656af840dff83E8264EcF986CA',
        buyAmountMaxSlippage: '3000',
      },
    ],
    meta: { ...route.meta, orderId: '123-Bitcoin-4', bridge: { asset, ...bridge }, ...meta },
  };
};

/** 0.5 BTC to a channel whose payout is swapped on by 1inch. */
export const bitcoinToTokenRoute = (tx: string, pieces: Pieces = {}, change: Partial<PayableRoute> = {}) => ({
  ...toToken(bitcoinRoute({ tx, meta: { txType: 'PSBT' } }), pieces),
  ...change,
});

/** 2 ether by a transfer to a channel whose payout is swapped on by 1inch. */
export const etherToTokenRoute = (
  tx: Record<string, unknown> = {},
  change: Partial<PayableRoute> = {},
): PayableRoute => ({
  ...toToken(
    {
      sellAsset: 'ETH.ETH',
      sellAmount: '2',
      buyAsset: '',
      sourceAddress: EVM_SENDER,
      destinationAddress: EVM_SENDER,
      expectedBuyAmountMaxSlippage: '3000',
      inboundAddress: CHANNEL,
      targetAddress: CHANNEL,
      tx: evmTx({ to: CHANNEL, data: '0x', ...tx }),
      meta: { txType: 'EVM' },
    },
    {},
  ),
  ...change,
});

export const transferData = (to: string, amount: bigint): string =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to as `0x${string}`, amount] });

export const tokenToTokenRoute = (
  data = transferData(CHANNEL, 1_000_000n),
  tx: Record<string, unknown> = {},
): PayableRoute => {
  const route = etherToTokenRoute({ to: WBTC, value: '0', data, ...tx });
  const sold = { sellAsset: `ETH.WBTC-${WBTC}`, sellAmount: '0.01' };
  return { ...route, ...sold, legs: route.legs?.map((leg, index) => (index === 0 ? { ...leg, ...sold } : leg)) };
};
