/** Finds how an amount would be swapped now, and the exact output. */
import { DOLLAR, type PoolContract, poolsOf } from '../evm/oneinch-contracts.ts';
import { TAX_BPS } from '../evm/tokens.ts';
import { badRequest } from './answer.ts';
import { fault, type OneinchChain, type OneinchNetwork, type Traded } from './network.ts';
import type { QuoteRequest } from './request.ts';
import { allowedBy, poolSourceOf } from './sources.ts';

const MILLION = 1_000_000n;
/** Below this value, one pool yields as much as several, for less gas. */
const SINGLE_POOL_DOLLARS = 2_000n;

export type Way = 'wrap' | 'pool' | 'executor';
export type Found = {
  src: Traded;
  dst: Traded;
  /** The router's output in base units of `dst`, after the order's fee. */
  dstAmount: bigint;
  way: Way;
  pool: PoolContract | undefined;
};

type Terms = Pick<QuoteRequest, 'src' | 'dst' | 'amount' | 'feePpm' | 'excludedProtocols' | 'protocols'> & {
  allowPartialFill?: boolean;
  compatibility?: boolean;
  usePermit2?: boolean;
};

const afterTax = (token: Traded, amount: bigint): bigint =>
  token.kind === 'taxed' ? amount - (amount * BigInt(TAX_BPS)) / 10_000n : amount;

export function tokenOf(chain: OneinchChain, address: string): Traded {
  const token = chain.token(address);
  if (token === undefined)
    throw badRequest(`Cannot sync token ${address.toLowerCase()}`, [{ type: 'token', value: address.toLowerCase() }]);
  return token;
}

/** @throws {OneinchError} 400 for an unknown token, and for more than the curves or the requested sources can swap. */
export async function findWay(network: OneinchNetwork, chain: OneinchChain, terms: Terms): Promise<Found> {
  const [src, dst] = [tokenOf(chain, terms.src), tokenOf(chain, terms.dst)];
  const dry = fault(network, 'noLiquidity');
  if (dry && (dry.token === undefined || [src.symbol, dst.symbol].includes(String(dry.token))))
    throw badRequest('insufficient liquidity');
  let arrives = afterTax(src, terms.amount);
  if (terms.allowPartialFill) {
    const most = await chain.mostOf(src);
    if (arrives > most) arrives = most;
  }
  const out = await chain.quote(src, dst, arrives);
  if (out === undefined) throw badRequest('insufficient liquidity');
  const paid = out - (out * terms.feePpm) / MILLION;
  const pool = await singlePool(network, chain, { src, dst, terms });
  const way = src.curve === dst.curve ? 'wrap' : pool ? 'pool' : 'executor';
  if (way !== 'pool' && allowedBy(chain.chain, terms.protocols) !== 'all') throw badRequest('insufficient liquidity');
  return { src, dst, dstAmount: afterTax(dst, paid), way, pool };
}

/** The pool that serves a pair alone, if the router would use it. */
async function singlePool(
  { state }: OneinchNetwork,
  chain: OneinchChain,
  { src, dst, terms }: { src: Traded; dst: Traded; terms: Terms },
): Promise<PoolContract | undefined> {
  const wanted = [src.curve, dst.curve].map((address) => address.toLowerCase()).sort();
  const pool = poolsOf(chain.chain).find(
    ({ token0, token1 }) => token0.toLowerCase() === wanted[0] && token1.toLowerCase() === wanted[1],
  );
  const source = poolSourceOf(chain.chain);
  const fits =
    terms.feePpm === 0n && !terms.allowPartialFill && !terms.compatibility && !terms.excludedProtocols.includes(source);
  const allowed = allowedBy(chain.chain, terms.protocols);
  if (pool === undefined || !fits || allowed === 'none') return undefined;
  if (allowed === 'pool') return pool;
  if (state.route === 'swap' || (terms.protocols && !terms.protocols.includes(source))) return undefined;
  if (state.route === 'unoswap') return pool;
  if (!pool.main) return undefined;
  const { unit, price } = await chain.curve(src);
  return (terms.amount * price) / unit < SINGLE_POOL_DOLLARS * DOLLAR ? pool : undefined;
}
