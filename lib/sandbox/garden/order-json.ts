/**
 * Writes orders in the JSON of Garden's REST. Source: docs.garden.finance API reference; `@gardenfi/orderbook` types.
 */
import type { Hex } from 'viem';
import { assetOf, chainName, isBitcoin, USD } from './assets.ts';
import type { HtlcChain } from './htlc-chain.ts';
import { chainOfSide, depositOf, type HtlcChains } from './solver.ts';
import { DEADLINE_MS, type Lock, type Order, type Side, type Tx } from './state.ts';

const time = (ms: number): string => new Date(ms).toISOString();
const heightOf = (tx: Tx | undefined): string => String(tx?.height ?? 0);
const minedAt = (tx: Tx | undefined): string | null => (tx === undefined || tx.height === 0 ? null : time(tx.at));

/** On Bitcoin a hash is followed by the block's height, once known; several deposits are separated by commas. */
const hashes = (side: Side, txs: readonly Tx[]): string =>
  txs
    .map(({ hash, height }) => (isBitcoin(assetOf(side.assetId)) && height > 0 ? `${hash}:${height}` : hash))
    .join(',');

function confirmationsOf(chain: HtlcChain, lock: Lock | undefined): number {
  if (lock === undefined || lock.height === 0) return 0;
  return Math.max(0, (chain.height() ?? lock.height) - lock.height + 1);
}

function sideJson(chains: HtlcChains, order: Order, side: Side): Record<string, unknown> {
  const asset = assetOf(side.assetId);
  const lock = side.locks[0];
  const txOf = (tx: Tx | undefined): string => (tx === undefined ? '' : hashes(side, [tx]));
  const shown = order.destination.redeem !== undefined;
  return {
    created_at: time(order.createdAt),
    swap_id: side.swapId,
    chain: chainName(asset),
    asset: side.assetId,
    initiator: side.initiator,
    redeemer: side.redeemer,
    ...(side.delegate === undefined ? {} : { delegate: side.delegate }),
    timelock: side.timelock,
    filled_amount: String(lock?.amount ?? 0n),
    asset_price: side.price,
    amount: side.amount.toString(),
    secret_hash: side.secretHash,
    secret: shown ? (order.secret ?? '') : '',
    initiate_tx_hash: hashes(side, side.locks),
    redeem_tx_hash: txOf(side.redeem),
    refund_tx_hash: txOf(side.refund),
    initiate_block_number: heightOf(lock),
    redeem_block_number: heightOf(side.redeem),
    refund_block_number: heightOf(side.refund),
    required_confirmations: side.requiredConfirmations,
    current_confirmations: Math.min(
      confirmationsOf(chainOfSide(chains, side), lock),
      Math.max(side.requiredConfirmations, 0),
    ),
    initiate_timestamp: minedAt(lock),
    redeem_timestamp: minedAt(side.redeem),
    refund_timestamp: minedAt(side.refund),
  };
}

/** A transaction in the answer of `POST /orders`. */
export type EvmTransaction = { to: string; value: string; data: Hex; gas_limit: string; chain_id: number };
export type TypedData = {
  domain: Record<string, string>;
  primaryType: string;
  types: Record<string, { name: string; type: string }[]>;
  message: Record<string, string>;
};
/** The answer of `POST /orders`. */
export type Instructions = {
  order_id: string;
  to?: string;
  amount?: string;
  approval_transaction?: EvmTransaction | null;
  initiate_transaction?: EvmTransaction;
  typed_data?: TypedData | null;
};

export type OrderJson = {
  source_swap: Record<string, unknown>;
  destination_swap: Record<string, unknown>;
  [field: string]: unknown;
};

export const orderJson = (chains: HtlcChains, order: Order): OrderJson => ({
  created_at: time(order.createdAt),
  source_swap: sideJson(chains, order, order.source),
  destination_swap: sideJson(chains, order, order.destination),
  nonce: order.nonce,
  order_id: order.id,
  affiliate_fees: order.affiliateFees,
  integrator: 'portage-sandbox',
  version: 'v2',
  slippage: order.slippage ?? 0,
  solver_id: order.solverId,
});

/** Dollars per whole coin, as orders show it. */
export const shownPrice = (price: bigint): number => Number(price) / Number(USD);

export const ORDER_STATUSES = ['not-initiated', 'in-progress', 'completed', 'expired', 'refunded'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** The status by which lists are filtered; orders themselves do not contain it. */
export function statusOf(order: Order, nowMs: number): OrderStatus {
  if (order.destination.redeem !== undefined) return 'completed';
  if (order.source.refund !== undefined) return 'refunded';
  if (depositOf(order) !== undefined) return 'in-progress';
  return nowMs > order.createdAt + DEADLINE_MS ? 'expired' : 'not-initiated';
}
