/** Adds to an order what changes from block to block: approvals, gas, a fresh blockhash, outputs to spend. Creates nothing. */

import { base64 } from '@scure/base';
import {
  blockhash,
  getBase64EncodedWireTransaction,
  getCompiledTransactionMessageDecoder,
  getCompiledTransactionMessageEncoder,
  getTransactionDecoder,
} from '@solana/kit';
import { CHAINS } from '../../chains/chains.ts';
import { ProviderError } from '../../domain/errors.ts';
import type { EvmTx, RouteDraft } from '../../domain/route.ts';
import { htlcRevertText } from '../../payments/garden/htlc-abi.ts';
import { buildTransfer } from '../../transfer/build-transfer.ts';
import {
  type BuiltTx,
  type FundsLook,
  lapseWith,
  type Unavailable,
  unavailable,
  withoutClient,
} from '../../transfer/built-tx.ts';
import { approvalsFor, estimateGas, evmBase, evmFundsMissing } from '../../transfer/evm-sender.ts';
import { solanaFundsMissing } from '../../transfer/solana-funds.ts';
import { BLOCKHASH_LIVES_MS } from '../../transfer/solana-tx.ts';
import { orWithout } from '../helper-time.ts';
import type { CallOptions, ProviderQuoteRequest } from '../provider.ts';
import { laterNow } from './chain-time.ts';
import { ORDER_LIFE_MS } from './config.ts';
import { isOutpriced, type OrderDeps } from './create.ts';
import { withProviderCode } from './errors.ts';
import { type OrderTerms, termsOf } from './order-terms.ts';
import { askQuote } from './quote.ts';
import type { GardenOrder } from './upstream-schemas.ts';

type Built = (BuiltTx & Pick<RouteDraft, 'approvals'>) | Unavailable;

/** Of a payment into the contract, when Garden names none; a token's lock writes more. */
const LEAST_GAS = 150_000n;
/** Rent of the account that stores an order, by its size (with room for the newest programs). */
const ORDER_ACCOUNT_LAMPORTS = 2_500_000n;

/** Whether the order may still be paid. @param at unix ms. */
export const isPayable = (order: GardenOrder, at: number): boolean => {
  const { source_swap: source, destination_swap: destination } = order;
  const touched = [source.initiate_tx_hash, source.redeem_tx_hash, source.refund_tx_hash, destination.initiate_tx_hash];
  return touched.every((hash) => hash === undefined) && at < (order.created_at ?? at) + ORDER_LIFE_MS;
};

async function evmTx(deps: OrderDeps, draft: RouteDraft, order: OrderTerms, look: FundsLook): Promise<Built> {
  const { signal } = look;
  const { sell, sourceAddress: from } = draft;
  const { chain } = sell.asset;
  const client = deps.clients.evm(chain);
  if (!client || !order.evm) return withoutClient(deps.clients, chain);
  const token = sell.asset.kind === 'token' ? sell.asset.address : undefined;
  const base = evmBase(chain, deps.network, from);
  const [missing, approvals] = await Promise.all([
    evmFundsMissing(client, sell, from, look),
    token ? approvalsFor(client, base, { token, spender: order.evm.to, amount: sell.baseUnits }, signal) : [],
  ]);
  if (missing !== undefined) return unavailable(missing);
  const { to, data, value } = order.evm;
  const tx: EvmTx = { to, value, data, ...base };
  const advised = BigInt(order.evm.gas ?? LEAST_GAS);
  // Before the allowance is there the payment cannot be simulated.
  if (approvals.length > 0) return { tx: { type: 'EVM', tx: { ...tx, gas_limit: advised.toString() } }, approvals };
  const { gas, reverts } = await estimateGas(client, tx, look);
  if (reverts !== undefined)
    return unavailable(`${CHAINS[chain].name} would refuse the payment: ${htlcRevertText(reverts) ?? reverts}.`);
  return { tx: { type: 'EVM', tx: { ...tx, gas_limit: (gas ?? advised).toString() } } };
}

/** The same transaction with another blockhash, unsigned. */
function withLifetime(wire: string, fresh: string): string {
  const { messageBytes, ...transaction } = getTransactionDecoder().decode(base64.decode(wire));
  const message = getCompiledTransactionMessageDecoder().decode(Uint8Array.from(messageBytes));
  const renewed = getCompiledTransactionMessageEncoder().encode({ ...message, lifetimeToken: blockhash(fresh) });
  const signatures = Object.fromEntries(Object.keys(transaction.signatures).map((signer) => [signer, null]));
  return getBase64EncodedWireTransaction({
    messageBytes: renewed,
    signatures,
  } as Parameters<typeof getBase64EncodedWireTransaction>[0]);
}

async function solanaTx(deps: OrderDeps, draft: RouteDraft, order: OrderTerms, look: FundsLook): Promise<Built> {
  const { sell, sourceAddress } = draft;
  const client = deps.clients.solana(sell.asset.chain);
  if (!client || order.solana === undefined) return withoutClient(deps.clients, sell.asset.chain);
  const missing = await solanaFundsMissing(client, sourceAddress, sell, ORDER_ACCOUNT_LAMPORTS, look);
  if (missing !== undefined) return unavailable(missing);
  const latest = await client.latestBlockhash({ signal: look.signal });
  return { tx: { type: 'SOLANA', tx: withLifetime(order.solana, latest.blockhash) }, livesMs: BLOCKHASH_LIVES_MS };
}

async function byKind(deps: OrderDeps, draft: RouteDraft, order: OrderTerms, look: FundsLook): Promise<Built> {
  const { kind } = CHAINS[draft.sell.asset.chain];
  if (kind === 'evm') return evmTx(deps, draft, order, look);
  if (kind === 'solana') return solanaTx(deps, draft, order, look);
  const to = draft.inboundAddress;
  if (to === undefined) return unavailable('The deposit address of the order is lost.');
  const transfer = { from: draft.sourceAddress, to, amount: draft.sell };
  return buildTransfer({ clients: deps.clients, network: deps.network }, transfer, look);
}

const built = (
  deps: OrderDeps,
  draft: RouteDraft,
  order: OrderTerms,
  { allowUnfunded }: ProviderQuoteRequest,
  options: CallOptions,
): Promise<Built> =>
  orWithout(
    options,
    (signal) => byKind(deps, draft, order, { signal, allowUnfunded }),
    () => unavailable(`${CHAINS[draft.sell.asset.chain].name} could not be asked for what a transaction needs.`),
  );

/** The current quote; undefined when there is none, in which case the order stays. */
async function quotedNow(deps: OrderDeps, request: ProviderQuoteRequest, options: CallOptions) {
  try {
    return await askQuote(deps, request, options);
  } catch (error) {
    if (options.signal.aborted) throw error;
    return undefined;
  }
}

/**
 * Undefined when the order is paid, over, or promises more than solvers still give: such a payment could stay locked
 * without a solver. @throws {ProviderError}
 */
export async function completeOrder(
  deps: OrderDeps,
  draft: RouteDraft,
  request: ProviderQuoteRequest,
  options: CallOptions,
): Promise<RouteDraft | undefined> {
  const { signal } = options;
  const order = termsOf(draft)?.order;
  if (!order) throw new ProviderError('unknownError', 'The order of the route is lost.');
  const pricing = quotedNow(deps, request, options);
  pricing.catch(() => undefined);
  let known: GardenOrder | undefined;
  try {
    known = await deps.client.order(order.id, signal);
  } catch (error) {
    throw withProviderCode(error, { sell: draft.sell });
  }
  const chains = [draft.sell.asset.chain, draft.expectedBuy.asset.chain];
  if (!known || !isPayable(known, await laterNow(deps, chains, options))) return undefined;
  const fresh = await pricing;
  if (fresh && isOutpriced(draft, fresh, request)) return undefined;
  const { tx: _tx, txUnavailable: _why, approvals: _approvals, ...rest } = draft;
  const result = await built(deps, draft, order, request, options);
  if ('unavailable' in result) return { ...rest, txUnavailable: result.unavailable };
  const { livesMs: _lives, ...payment } = result;
  return { ...rest, ...payment, ...lapseWith(result, draft, deps.now()) };
}
