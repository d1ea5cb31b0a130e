/** For tests: routes of 1inch and Garden with right calldata, encoded by the ABI and not by any provider's code. */
import { encodeFunctionData, parseAbi } from 'viem';
import type { PayableRoute } from '../../payments/payable-route.ts';
import { approveData, EVM_SENDER, evmTx, USDC } from './routes.ts';

/** Source: Aggregation Router V6, and HTLC.sol of Garden. */
export const ONEINCH_ROUTER = '0x111111125421cA6dc452d289314280a0f8842A65';
export const HTLC = '0x7777777777777777777777777777777777777777';
export const REDEEMER = '0x8888888888888888888888888888888888888888';
export const EXECUTOR = '0x6666666666666666666666666666666666666666';
export const NATIVE = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE';
export const WBTC = '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599';
export const SECRET_HASH = `0x${'5a'.repeat(32)}` as const;

type Address = `0x${string}`;
const ABI = parseAbi([
  'struct Desc { address srcToken; address dstToken; address srcReceiver; address dstReceiver; uint256 amount; uint256 minReturnAmount; uint256 flags; }',
  'function swap(address executor, Desc desc, bytes data) payable returns (uint256, uint256)',
  'function unoswapTo(uint256 to, uint256 token, uint256 amount, uint256 minReturn, uint256 dex) returns (uint256)',
  'function initiate(address redeemer, uint256 timelock, uint256 amount, bytes32 secretHash) payable',
]);

export type Desc = {
  srcToken: string;
  dstToken: string;
  srcReceiver: string;
  dstReceiver: string;
  amount: bigint;
  minReturnAmount: bigint;
  flags: bigint;
};

/** Sells 25 USDC for at least 0.0075 ether, unless said otherwise. */
export const swapData = (change: Partial<Desc> = {}): string =>
  encodeFunctionData({
    abi: ABI,
    functionName: 'swap',
    args: [
      EXECUTOR,
      {
        srcToken: USDC,
        dstToken: NATIVE,
        srcReceiver: EXECUTOR,
        dstReceiver: EVM_SENDER,
        amount: 25_000_000n,
        minReturnAmount: 7_500_000_000_000_000n,
        flags: 0n,
        ...change,
      } as { [K in keyof Desc]: Desc[K] extends bigint ? bigint : Address },
      '0x1234',
    ],
  });

/** The same through one Uniswap V3 pool, which alone knows its output token. */
export const poolData = (change: { to?: string; amount?: bigint; least?: bigint; pool?: string } = {}): string =>
  encodeFunctionData({
    abi: ABI,
    functionName: 'unoswapTo',
    args: [
      BigInt(change.to ?? EVM_SENDER),
      BigInt(USDC),
      change.amount ?? 25_000_000n,
      change.least ?? 7_500_000_000_000_000n,
      (1n << 253n) | BigInt(change.pool ?? EXECUTOR),
    ],
  });

/** 25 USDC to ether on Ethereum, by 1inch. */
export const usdcSwapRoute = (
  data: string = swapData(),
  change: Partial<PayableRoute> = {},
  tx: Record<string, unknown> = {},
): PayableRoute => ({
  providers: ['ONEINCH'],
  sellAsset: `ETH.USDC-${USDC}`,
  sellAmount: '25',
  buyAsset: 'ETH.ETH',
  sourceAddress: EVM_SENDER,
  destinationAddress: EVM_SENDER,
  expectedBuyAmountMaxSlippage: '0.0075',
  targetAddress: ONEINCH_ROUTER,
  tx: evmTx({ to: ONEINCH_ROUTER, value: '0', data, ...tx }),
  meta: {
    txType: 'EVM',
    approvalAddress: ONEINCH_ROUTER,
    approvals: [evmTx({ to: USDC, value: '0', data: approveData(ONEINCH_ROUTER, 25_000_000n) })],
  },
  ...change,
});

export type Terms = { redeemer: string; timelock: bigint; amount: bigint; secretHash: string };
const TERMS: Terms = { redeemer: REDEEMER, timelock: 7200n, amount: 50_000_000n, secretHash: SECRET_HASH };

export const initiateData = (change: Partial<Terms> = {}): string => {
  const { redeemer, timelock, amount, secretHash } = { ...TERMS, ...change };
  return encodeFunctionData({
    abi: ABI,
    functionName: 'initiate',
    args: [redeemer as Address, timelock, amount, secretHash as Address],
  });
};

/** The message of the same terms, as Garden writes it: every value a text. */
export const initiateMessage = (
  change: Partial<Terms> & { chainId?: string; contract?: string; more?: Record<string, string> } = {},
) => {
  const { redeemer, timelock, amount, secretHash } = { ...TERMS, ...change };
  return {
    domain: {
      name: 'HTLC',
      version: '2',
      chainId: change.chainId ?? `0x${(900_000_001).toString(16)}`,
      verifyingContract: change.contract ?? HTLC,
    },
    types: {
      EIP712Domain: [
        { name: 'name', type: 'string' },
        { name: 'version', type: 'string' },
        { name: 'chainId', type: 'uint256' },
        { name: 'verifyingContract', type: 'address' },
      ],
      Initiate: [
        { name: 'redeemer', type: 'address' },
        { name: 'timelock', type: 'uint256' },
        { name: 'amount', type: 'uint256' },
        { name: 'secretHash', type: 'bytes32' },
      ],
    },
    primaryType: 'Initiate',
    message: {
      redeemer,
      timelock: `0x${timelock.toString(16)}`,
      amount: `0x${amount.toString(16)}`,
      secretHash,
      ...change.more,
    },
  };
};

/** 0.5 WBTC to Bitcoin, by an order of Garden. */
export const wbtcOrderRoute = (
  data: string = initiateData(),
  change: Partial<PayableRoute> = {},
  tx: Record<string, unknown> = {},
): PayableRoute => ({
  providers: ['GARDEN'],
  sellAsset: `ETH.WBTC-${WBTC}`,
  sellAmount: '0.5',
  buyAsset: 'BTC.BTC',
  sourceAddress: EVM_SENDER,
  destinationAddress: 'bcrt1qyaen0zlqy9309r83nyyf5e89ugc8ls84wxqd08',
  expectedBuyAmountMaxSlippage: '0.498',
  targetAddress: HTLC,
  tx: evmTx({ to: HTLC, value: '0', data, ...tx }),
  meta: {
    txType: 'EVM',
    orderId: 'order-1',
    typedData: initiateMessage(),
    approvalAddress: HTLC,
    approvals: [evmTx({ to: WBTC, value: '0', data: approveData(HTLC, 50_000_000n) })],
  },
  ...change,
});

/** 0.5 ether to Bitcoin: only the transaction is signed. */
export const etherOrderRoute = (change: Partial<Terms> = {}, tx: Record<string, unknown> = {}): PayableRoute =>
  wbtcOrderRoute(
    initiateData({ amount: 500_000_000_000_000_000n, ...change }),
    { sellAsset: 'ETH.ETH', meta: { txType: 'EVM', orderId: 'order-1' } },
    { value: '500000000000000000', ...tx },
  );
