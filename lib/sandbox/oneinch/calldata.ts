/** Encodes the plan of a swap as the router's call. */
import { encodeAbiParameters, encodeFunctionData, getAddress, type Hex, parseAbi, zeroAddress } from 'viem';
import { ONEINCH_EXECUTOR, ONEINCH_ROUTER, oneinchAbi, type PoolContract } from '../evm/oneinch-contracts.ts';
import { NATIVE, type Traded } from './network.ts';

export const routerAbi = parseAbi(oneinchAbi);

export type Plan = {
  src: Traded;
  dst: Traded;
  amount: bigint;
  minReturn: bigint;
  from: Hex;
  receiver: Hex;
  feePpm: bigint;
  referrer: Hex | undefined;
  partialFill: boolean;
  permit2: boolean;
  /** The one pool to use instead of the executor. */
  pool: PoolContract | undefined;
};

export type RouterCall = { to: Hex; data: Hex; value: bigint };

const PARTIAL_FILL = 1n;
const USE_PERMIT2 = 4n;
/** The bits above a pool's address. Source: ProtocolLib of Aggregation Router V6. */
const UNISWAP_V3 = 1n << 253n;
const UNWRAP = 1n << 252n;
const POOL_PERMIT2 = 1n << 250n;
const ZERO_FOR_ONE = 1n << 247n;

const orderType = [
  {
    type: 'tuple',
    components: [
      { name: 'src', type: 'address' },
      { name: 'dst', type: 'address' },
      { name: 'feePpm', type: 'uint256' },
      { name: 'referrer', type: 'address' },
      { name: 'partialFill', type: 'bool' },
    ],
  },
] as const;

export function encodePlan(plan: Plan): RouterCall {
  const value = plan.src.native ? plan.amount : 0n;
  return { to: ONEINCH_ROUTER, data: plan.pool ? poolCall(plan, plan.pool) : executorCall(plan), value };
}

function executorCall(plan: Plan): Hex {
  const [src, dst] = [getAddress(plan.src.address), getAddress(plan.dst.address)];
  const order = {
    src,
    dst,
    feePpm: plan.feePpm,
    referrer: plan.referrer ?? zeroAddress,
    partialFill: plan.partialFill,
  };
  const desc = {
    srcToken: src,
    dstToken: dst,
    srcReceiver: ONEINCH_EXECUTOR,
    dstReceiver: plan.receiver,
    amount: plan.amount,
    minReturnAmount: plan.minReturn,
    flags: (plan.partialFill ? PARTIAL_FILL : 0n) | (plan.permit2 ? USE_PERMIT2 : 0n),
  };
  const data = encodeAbiParameters(orderType, [order]);
  return encodeFunctionData({ abi: routerAbi, functionName: 'swap', args: [ONEINCH_EXECUTOR, desc, data] });
}

function poolCall(plan: Plan, pool: PoolContract): Hex {
  const zeroForOne = plan.src.curve.toLowerCase() === pool.token0.toLowerCase();
  const dex =
    BigInt(pool.address) |
    UNISWAP_V3 |
    (plan.dst.native ? UNWRAP : 0n) |
    (plan.permit2 ? POOL_PERMIT2 : 0n) |
    (zeroForOne ? ZERO_FOR_ONE : 0n);
  const to = BigInt(plan.receiver);
  const own = plan.receiver.toLowerCase() === plan.from.toLowerCase();
  const { amount, minReturn } = plan;
  const token = BigInt(plan.src.address);
  const encode = encodeFunctionData;
  if (plan.src.address === NATIVE)
    return own
      ? encode({ abi: routerAbi, functionName: 'ethUnoswap', args: [minReturn, dex] })
      : encode({ abi: routerAbi, functionName: 'ethUnoswapTo', args: [to, minReturn, dex] });
  return own
    ? encode({ abi: routerAbi, functionName: 'unoswap', args: [token, amount, minReturn, dex] })
    : encode({ abi: routerAbi, functionName: 'unoswapTo', args: [to, token, amount, minReturn, dex] });
}
