/** Tampers with an answer of `/swap` in one way at a time, each of which harms a user who signs unread. */
import { getAddress, type Hex } from 'viem';
import { poolsOf } from '../evm/oneinch-contracts.ts';
import type { Plan } from './calldata.ts';
import type { OneinchChain } from './network.ts';

/** An account without an owner. */
export const THIEF = '0x000000000000000000000000000000000000dEaD';
/** The router of the API's version 5, which this version no longer uses. */
export const ROUTER_V5 = '0x1111111254EEB25477B68fb85Ed929f73A960582';
/** A router function that no swap of the API needs: it would let another party's order take the tokens. */
const UNKNOWN_SELECTOR = '0xdeadbeef';

export const TAMPERINGS = [
  ...['receiver', 'minReturn', 'srcToken', 'dstToken', 'amount', 'value', 'from', 'to', 'selector', 'flags'],
  ...['trailing', 'dstAmount', 'pool', 'approve'],
] as const;

export type SwapTx = { from: string; to: string; data: Hex; value: string; gas: number; gasPrice: string };

const otherToken = (chain: OneinchChain, plan: Plan) =>
  chain.tokens.find(({ native, curve }) => !native && curve !== plan.src.curve && curve !== plan.dst.curve);

/** A pool that buys another token, with the sold one where there is such. */
function otherPool(chain: OneinchChain, plan: Plan) {
  const trades = ({ token0, token1 }: { token0: string; token1: string }, { curve }: { curve: string }) =>
    [token0, token1].some((token) => token.toLowerCase() === curve.toLowerCase());
  const others = poolsOf(chain.chain).filter((pool) => !trades(pool, plan.dst));
  return others.find((pool) => trades(pool, plan.src)) ?? others[0];
}

/** Changes the plan before the call is encoded. */
export function tamperPlan(chain: OneinchChain, plan: Plan, what: unknown): Plan {
  switch (what) {
    case 'receiver':
      return { ...plan, receiver: getAddress(THIEF) };
    case 'minReturn':
      return { ...plan, minReturn: 1n };
    case 'srcToken':
      return { ...plan, src: otherToken(chain, plan) ?? plan.src };
    case 'dstToken':
      return { ...plan, dst: otherToken(chain, plan) ?? plan.dst, pool: undefined };
    case 'amount':
      return { ...plan, amount: plan.amount * 2n };
    case 'flags':
      return { ...plan, partialFill: true, pool: undefined };
    case 'pool':
      return { ...plan, pool: otherPool(chain, plan) };
    default:
      return plan;
  }
}

/** Changes the transaction after encoding. */
export function tamperTx(plan: Plan, tx: SwapTx, what: unknown): SwapTx {
  switch (what) {
    case 'value':
      return { ...tx, value: String(BigInt(tx.value) + 1n) };
    case 'from':
      return { ...tx, from: THIEF.toLowerCase() };
    case 'to':
      return { ...tx, to: ROUTER_V5.toLowerCase() };
    case 'selector':
      return { ...tx, data: `${UNKNOWN_SELECTOR}${tx.data.slice(10)}` };
    case 'trailing':
      return { ...tx, data: `${tx.data}c0ffee` };
    case 'approve':
      // approve(thief, unlimited) on the token itself.
      return {
        ...tx,
        to: plan.src.address.toLowerCase(),
        value: '0',
        data: `0x095ea7b3${THIEF.slice(2).toLowerCase().padStart(64, '0')}${'f'.repeat(64)}`,
      };
    default:
      return tx;
  }
}
