/**
 * Decodes calls of 1inch's router that swap and do nothing else; any other call is refused. The code is small enough
 * for the browser. Source: Aggregation Router V6 as verified on etherscan (GenericRouter.sol, UnoswapRouter.sol,
 * ClipperRouter.sol, libs/ProtocolLib.sol).
 */
import { checksumAddress } from '../../domain/asset.ts';
import { DecodeError } from '../byte-reader.ts';
import { CallArguments, selectorOf } from '../evm/call-arguments.ts';
import { type PoolHop, readPool } from './pool-hop.ts';
import { NATIVE_TOKEN } from './router.ts';

/** The call is not a swap, or is not encoded as one; `message` says what is wrong, a fragment of a sentence. */
export class RouterCallError extends Error {
  override readonly name = 'RouterCallError';
}

/** Amounts are base units; addresses EIP-55; tokens in the calls' form (`NATIVE_TOKEN` for the chain's own coin). */
export type RouterCall = {
  /** The function's name, for people: `swap`, `unoswapTo2`, … */
  function: string;
  /** 0x and 8 hex digits. */
  selector: string;
  srcToken: string;
  /** Undefined when only the pools show it (`pools`). */
  dstToken: string | undefined;
  /** Undefined when the transaction's value is sold. */
  amount: bigint | undefined;
  /** The minimum of `dstToken` that is paid out; with less the call reverts. */
  minReturn: bigint;
  /** The receiver; undefined: the transaction's sender. */
  receiver: string | undefined;
  /** The contract that receives the sold tokens and makes the swap, if there is one. */
  executor?: string;
  /** The first recipient of the sold tokens, when the call names one. */
  srcReceiver?: string;
  /** Less than `amount` may be sold. */
  partialFill: boolean;
  /** Value beyond the sold amount may be asked for. */
  extraValue: boolean;
  /** The sold tokens are pulled through Permit2 instead of by the router's own allowance. */
  permit2: boolean;
  /** The pools of the swap, first to last; empty when an executor decides. */
  pools: PoolHop[];
};

/** The API appends a tag of four bytes to the arguments, which the router does not read. */
const TAG_DIGITS = 8;

const ZERO = `0x${'0'.repeat(40)}`;

type Read = Omit<RouterCall, 'function' | 'selector'>;

const PLAIN = { partialFill: false, extraValue: false, permit2: false, pools: [] as PoolHop[] };

const PARTIAL_FILL = 1n;
const EXTRA_VALUE = 2n;
const USE_PERMIT2 = 4n;
const KNOWN_FLAGS = PARTIAL_FILL | EXTRA_VALUE | USE_PERMIT2;
/** `executor`, seven words of `desc`, the place of `data`. */
const SWAP_HEAD = 9;

function readSwap(args: CallArguments): Read {
  const executor = args.address();
  const srcToken = tokenOf(args.address());
  const dstToken = tokenOf(args.address());
  const srcReceiver = args.address();
  const receiver = receiverOf(args.address());
  const [amount, minReturn, flags] = [args.uint(), args.uint(), args.uint()];
  if ((flags & ~KNOWN_FLAGS) !== 0n) throw new DecodeError('it sets a flag that nobody knows');
  args.bytes();
  return {
    srcToken,
    dstToken,
    amount,
    minReturn,
    receiver,
    executor,
    srcReceiver,
    partialFill: (flags & PARTIAL_FILL) !== 0n,
    extraValue: (flags & EXTRA_VALUE) !== 0n,
    permit2: (flags & USE_PERMIT2) !== 0n,
    pools: [],
  };
}

/** The zero address also means the chain's own coin, and as a receiver the sender. */
const tokenOf = (address: string): string => (address === ZERO ? NATIVE_TOKEN : address);
const receiverOf = (address: string): string | undefined => (address === ZERO ? undefined : address);

/** `[to], token, amount, minReturn, dex…`, or `[to], minReturn, dex…` when the value is sold. */
function readUnoswap(args: CallArguments, kind: { to: boolean; coin: boolean; hops: number }): Read {
  const receiver = kind.to ? receiverOf(args.address()) : undefined;
  const srcToken = kind.coin ? NATIVE_TOKEN : tokenOf(args.address());
  const amount = kind.coin ? undefined : args.uint();
  const minReturn = args.uint();
  const pools = Array.from({ length: kind.hops }, () => {
    const pool = readPool(args.uint());
    if (!pool) throw new DecodeError('it goes through a pool of a kind that nobody knows');
    return pool;
  });
  return {
    ...PLAIN,
    srcToken,
    dstToken: undefined,
    amount,
    minReturn,
    receiver,
    permit2: pools.some((pool) => pool.permit2),
    pools,
  };
}

/** `clipperExchange, [recipient], srcToken, dstToken, inputAmount, outputAmount, goodUntil, r, vs`. */
function readClipper(args: CallArguments, to: boolean): Read {
  const exchange = args.address();
  const receiver = to ? receiverOf(args.address()) : undefined;
  const source = args.uint();
  const permit2 = source >> 255n === 1n;
  const bare = source & ((1n << 255n) - 1n);
  if (bare >> 160n !== 0n) throw new DecodeError('an address is too long');
  const srcToken = tokenOf(checksumAddress(`0x${bare.toString(16).padStart(40, '0')}`));
  const dstToken = tokenOf(args.address());
  const [amount, minReturn] = [args.uint(), args.uint()];
  for (let i = 0; i < 3; i += 1) args.uint();
  return { ...PLAIN, srcToken, dstToken, amount, minReturn, receiver, executor: exchange, permit2 };
}

const unoswap = (hops: number, to = false, coin = false) => ({
  name: `${coin ? 'ethUnoswap' : 'unoswap'}${to ? 'To' : ''}${hops > 1 ? hops : ''}`,
  read: (args: CallArguments) => readUnoswap(args, { to, coin, hops }),
});

/** `head`: words before dynamic arguments, if there are any. */
const FUNCTIONS: Readonly<Record<string, { name: string; read: (args: CallArguments) => Read; head?: number }>> = {
  '0x07ed2379': { name: 'swap', read: readSwap, head: SWAP_HEAD },
  '0x83800a8e': unoswap(1),
  '0x8770ba91': unoswap(2),
  '0x19367472': unoswap(3),
  '0xe2c95c82': unoswap(1, true),
  '0xea76dddf': unoswap(2, true),
  '0xf7a70056': unoswap(3, true),
  '0xa76dfc3b': unoswap(1, false, true),
  '0x89af926a': unoswap(2, false, true),
  '0x188ac35d': unoswap(3, false, true),
  '0x175accdc': unoswap(1, true, true),
  '0x0f449d71': unoswap(2, true, true),
  '0x493189f0': unoswap(3, true, true),
  '0xd2d374e5': { name: 'clipperSwap', read: (args) => readClipper(args, false) },
  '0xc4d652af': { name: 'clipperSwapTo', read: (args) => readClipper(args, true) },
};

/**
 * The effect of a call of the router. @param data calldata, 0x and hex. @throws {RouterCallError} for every other
 * function (limit orders, permits, anything else) and for arguments that are not encoded as the function's are.
 */
export function decodeRouterCall(data: string): RouterCall {
  const selector = selectorOf(data);
  const found = Object.hasOwn(FUNCTIONS, selector) ? FUNCTIONS[selector] : undefined;
  try {
    const args = new CallArguments(data, found?.head);
    if (!found) throw new DecodeError(`it calls ${selector}, which is no function that swaps`);
    const read = found.read(args);
    args.end(TAG_DIGITS);
    return { function: found.name, selector, ...read };
  } catch (error) {
    if (error instanceof DecodeError) throw new RouterCallError(error.message, { cause: error });
    throw error;
  }
}
