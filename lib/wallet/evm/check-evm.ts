/**
 * Holds an EVM payment against its route by decoding it ourselves: each kind of payment has rules of its own, and what
 * is of no kind is not signed.
 */
import type { WireEvmTx } from '../../api/schemas/route.ts';
import { sameAddress } from '../../chains/address.ts';
import type { NetworkName } from '../../chains/chain.ts';
import { chainOf } from '../../chains/chains.ts';
import { toBaseUnits } from '../../domain/amount.ts';
import { assetOf } from '../../domain/asset.ts';
import type { PayableRoute } from '../../payments/payable-route.ts';
import { isPlainTransfer, upstreamOf } from '../../payments/payable-route.ts';
import { checkVaultSwap } from '../chainflip/check-vault-call.ts';
import { checkInitiate } from '../garden/check-initiate.ts';
import { checkRouterSwap } from '../oneinch/check-router-swap.ts';
import { routeToSign } from '../refuse.ts';
import { checkApprovals } from './check-approvals.ts';
import { checkDeposit } from './check-deposit.ts';
import { checkTransfer } from './check-transfer.ts';
import { differs, type Expected } from './evm-parts.ts';
import { checkCommon, oneTransaction } from './one-transaction.ts';

export type CheckedEvmPayment = { tx: WireEvmTx; approvals: WireEvmTx[] };

type Kind = {
  applies(route: PayableRoute): boolean;
  check(tx: WireEvmTx, route: PayableRoute, expected: Expected): void;
};

/** Calls of the contract that the route names; the first that applies. */
const CALLS: readonly Kind[] = [
  { applies: (route) => route.memo !== undefined, check: checkDeposit },
  { applies: (route) => upstreamOf(route) === 'ONEINCH', check: checkRouterSwap },
  { applies: (route) => upstreamOf(route) === 'GARDEN', check: checkInitiate },
  { applies: () => true, check: checkVaultSwap },
];

/**
 * What the chain itself says: `tokenDecimals` of the sold token and `buyDecimals` of the bought one (the chain's own
 * coins need none), `poolOutput` the token that the last pool of a swap pays out.
 */
export type EvmFacts = { tokenDecimals?: number; buyDecimals?: number; poolOutput?: string };

/**
 * @throws {PaymentError} `mismatch` or `expired`; nothing was sent.
 */
export function checkEvmPayment(
  reviewed: PayableRoute,
  context: { network: NetworkName; nowSeconds: number } & EvmFacts,
): CheckedEvmPayment {
  const route = routeToSign(reviewed);
  const asset = assetOf(route.sellAsset);
  const tx = oneTransaction(route.tx);
  checkCommon(tx, route, context.network);
  const isToken = asset.kind === 'token';
  const decimals = isToken ? context.tokenDecimals : chainOf(asset.chain).native.decimals;
  const amount = decimals === undefined ? undefined : toBaseUnits(route.sellAmount, decimals, 'exact');
  if (amount === undefined) throw differs('The amount cannot be read.');
  if (BigInt(tx.value) !== (isToken ? 0n : amount)) throw differs('The transaction sends another amount.');
  const { network, nowSeconds, buyDecimals, poolOutput } = context;
  const token = isToken ? asset.address : undefined;
  const expected: Expected = { amount, token, network, nowSeconds, buyDecimals, poolOutput };
  if (isPlainTransfer(route)) {
    checkTransfer(tx, route, expected);
    return { tx, approvals: [] };
  }
  if (!route.targetAddress || !sameAddress(asset.chain, tx.to, route.targetAddress))
    throw differs('The transaction does not go to the contract of the route.');
  CALLS.find(({ applies }) => applies(route))?.check(tx, route, expected);
  return { tx, approvals: checkApprovals(route, expected) };
}
