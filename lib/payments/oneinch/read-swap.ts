/**
 * Reads a swap through 1inch's router from its calldata alone: it must sell and buy what was reviewed and pay the
 * reviewed receiver at least the guaranteed amount.
 */
import { evmTxSchema, type WireEvmTx } from '../../api/schemas/route.ts';
import { CHAINS } from '../../chains/chains.ts';
import { toBaseUnits } from '../../domain/amount.ts';
import type { Asset } from '../../domain/asset.ts';
import type { ChainId } from '../../domain/chain-id.ts';
import { DecodeError } from '../byte-reader.ts';
import { addressField, type EvmTerms, soldField } from '../evm/evm-terms.ts';
import { type Permit, readPermit } from '../evm/permit.ts';
import { type PayableRoute, upstreamOf } from '../payable-route.ts';
import {
  addressValue,
  type FieldValue,
  heldField,
  mismatch,
  type PaymentField,
  unreadable,
} from '../payment-fields.ts';
import { decodePermitCall, madeCall, type PermitCall, permitTerms } from './permit-call.ts';
import type { PoolHop } from './pool-hop.ts';
import { isNativeToken, routerTokenOf, sameRouterToken } from './router.ts';
import { decodeRouterCall, type RouterCall, RouterCallError } from './router-call.ts';

const POOL_FIELDS = {
  'Uniswap V2': 'uniswapV2Pool',
  'Uniswap V3': 'uniswapV3Pool',
  Curve: 'curvePool',
} as const satisfies Record<PoolHop['kind'], string>;

/** `sender`: the receiver of a call that names none and so pays its sender. */
export type SwapField =
  | 'function'
  | 'permit'
  | 'sellAmount'
  | 'minimumBuy'
  | 'recipient'
  | 'sender'
  | 'executor'
  | (typeof POOL_FIELDS)[PoolHop['kind']]
  | 'sellToken'
  | 'buyToken'
  | 'partialFill'
  | 'extraValue'
  | 'permit2';

export const isRouterSwap = (route: PayableRoute): boolean => upstreamOf(route) === 'ONEINCH';

/** The pools that this route's swap names; empty when it names an executor, is not such a swap or is unreadable. */
export function poolsOfSwap(route: PayableRoute): string[] {
  const { data: tx } = evmTxSchema.safeParse(route.tx);
  if (!tx || !isRouterSwap(route)) return [];
  try {
    return decodeRouterCall(madeCall(tx.data)).pools.map(({ pool }) => pool);
  } catch {
    // The check of the bytes reports it.
    return [];
  }
}

const NONE: FieldValue = { kind: 'none' };

const tokenValue = (chain: ChainId, token: string): FieldValue =>
  isNativeToken(token)
    ? { kind: 'asset', asset: `${chain}.${CHAINS[chain].native.symbol}` }
    : addressValue(chain, token);

function minimumField({ minReturn }: RouterCall, terms: EvmTerms): PaymentField<SwapField> {
  const { route, facts, bought, boughtDecimals: decimals } = terms;
  const value = (baseUnits: bigint): FieldValue => ({ kind: 'amount', asset: route.buyAsset, baseUnits, decimals });
  const actual = value(minReturn);
  // A list's decimals are good enough to show an amount, and not to refuse one.
  if (facts === undefined && bought.kind === 'token') return { field: 'minimumBuy', actual };
  const least = decimals === undefined ? undefined : toBaseUnits(route.expectedBuyAmountMaxSlippage, decimals, 'exact');
  if (least === undefined)
    return { field: 'minimumBuy', actual, fault: mismatch('What the route guarantees cannot be read.') };
  return heldField('minimumBuy', actual, value(least), {
    agrees: minReturn >= least,
    what: 'The call guarantees less than the route.',
  });
}

/** A row with a token of the call. @param actual undefined when the call does not name it. */
function tokenField(
  field: 'sellToken' | 'buyToken',
  actual: string | undefined,
  wanted: Asset,
  { chain, what }: { chain: ChainId; what: string },
): PaymentField<SwapField> {
  const token = wanted.chain === chain ? routerTokenOf(wanted) : undefined;
  const valueOfToken = (one: string | undefined): FieldValue => (one === undefined ? NONE : tokenValue(chain, one));
  return heldField(field, valueOfToken(actual), valueOfToken(token), {
    agrees: actual !== undefined && token !== undefined && sameRouterToken(actual, token),
    what,
  });
}

function tokenFields(call: RouterCall, terms: EvmTerms): PaymentField<SwapField>[] {
  const { chain, sold, bought, facts } = terms;
  const out = call.dstToken ?? facts?.poolOutput;
  const sells = tokenField('sellToken', call.srcToken, sold, { chain, what: 'The call sells another token.' });
  if (out === undefined && facts === undefined) return [sells];
  const what = out === undefined ? 'What the call buys cannot be told.' : 'The call buys another token.';
  return [sells, tokenField('buyToken', out, bought, { chain, what })];
}

/** A row for each extra effect that the call may have, and must not. */
function flagFields({ partialFill, extraValue, permit2 }: RouterCall): PaymentField<SwapField>[] {
  const found: [SwapField, boolean, string][] = [
    ['partialFill', partialFill, 'The call may sell less than you reviewed.'],
    ['extraValue', extraValue, 'The call may ask for more coins than you sell.'],
    ['permit2', permit2, 'The call takes the tokens by Permit2, which was not reviewed.'],
  ];
  return found.flatMap(([field, isSet, what]) =>
    isSet ? [{ field, actual: { kind: 'code', text: field }, expected: NONE, fault: mismatch(what) }] : [],
  );
}

function swapperFields({ executor, pools }: RouterCall, { chain }: EvmTerms): PaymentField<SwapField>[] {
  if (executor !== undefined) return [{ field: 'executor', actual: addressValue(chain, executor) }];
  return pools.map(({ kind, pool }) => ({ field: POOL_FIELDS[kind], actual: addressValue(chain, pool) }));
}

/** A row with the permit within the call, which must be the one that was signed. */
const permitField = ({ terms }: PermitCall, signed: Permit | undefined): PaymentField<SwapField> =>
  heldField('permit', { kind: 'code', text: terms }, signed ? { kind: 'code', text: permitTerms(signed) } : NONE, {
    agrees: signed !== undefined && terms === permitTerms(signed),
    what: 'The call carries another allowance than was signed.',
  });

/** A permit is taken only where the route names its message. @throws {RouterCallError} */
function decoded(data: string, { meta }: PayableRoute): { call: RouterCall; wrapped: PermitCall | undefined } {
  const wrapped = meta.permit === undefined ? undefined : decodePermitCall(data);
  return { call: decodeRouterCall(wrapped?.action ?? data), wrapped };
}

export function readRouterSwap(tx: WireEvmTx, terms: EvmTerms): PaymentField<SwapField>[] {
  const { route } = terms;
  let read: ReturnType<typeof decoded>;
  try {
    read = decoded(tx.data, route);
  } catch (error) {
    if (!(error instanceof RouterCallError || error instanceof DecodeError)) throw error;
    const fault = unreadable(`The contract call cannot be read: ${error.message}.`);
    return [{ field: 'function', actual: { kind: 'code', text: tx.data.slice(0, 10) }, fault }];
  }
  const { call, wrapped } = read;
  return [
    { field: 'function', actual: { kind: 'function', name: call.function } },
    ...(wrapped ? [permitField(wrapped, readPermit(route.meta.permit))] : []),
    // Left out when the sent coins are the sold asset.
    soldField<SwapField>('sellAmount', terms, call.amount ?? BigInt(tx.value), 'The call sells another amount.'),
    minimumField(call, terms),
    addressField<SwapField>(
      call.receiver === undefined ? 'sender' : 'recipient',
      terms,
      call.receiver ?? tx.from,
      route.destinationAddress,
      'The call pays another receiver.',
    ),
    ...swapperFields(call, terms),
    ...tokenFields(call, terms),
    ...flagFields(call),
  ];
}
