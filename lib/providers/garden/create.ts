/** Creates a route's order at Garden once, for exactly the quoted amounts, and returns only checked data. */

import type { ChainClients } from '../../chain-clients/chain-clients.ts';
import type { ChainKind } from '../../chains/chain.ts';
import { CHAINS } from '../../chains/chains.ts';
import { ProviderError } from '../../domain/errors.ts';
import type { RouteDraft } from '../../domain/route.ts';
import { pause } from '../../domain/waiting.ts';
import type { CallOptions, PreparedRoute, ProviderQuoteRequest } from '../provider.ts';
import type { GardenAsset } from './assets.ts';
import { type CheckedPayment, checkOrder, ownerOf } from './check-order.ts';
import { ORDER_LIFE_MS } from './config.ts';
import { GardenRefusal, isStaleSolver, withProviderCode } from './errors.ts';
import { type GardenTerms, termsOf } from './order-terms.ts';
import { askQuote, type QuoteDeps } from './quote.ts';
import { refundOf } from './refund-text.ts';
import { leastOf } from './to-routes.ts';
import type { CreatedOrder, GardenOrder } from './upstream-schemas.ts';

export type OrderDeps = QuoteDeps & {
  clients: ChainClients;
  now: () => number;
  log: (event: Record<string, unknown>) => void;
};

/** A payment needs time to be seen: on Bitcoin it has to travel through the network first. */
const MARGIN_MS: Partial<Record<ChainKind, number>> = { utxo: 600_000, evm: 180_000, solana: 180_000 };

const lost = () => new ProviderError('unknownError', 'The terms of the route are lost.');

async function post({ client, now }: OrderDeps, draft: RouteDraft, terms: GardenTerms, { signal }: CallOptions) {
  return client.createOrder(
    {
      source: { asset: terms.from, owner: ownerOf(draft), amount: terms.fromAmount },
      destination: { asset: terms.to, owner: draft.destinationAddress, amount: terms.toAmount },
      solver_id: terms.solverId,
      nonce: String(now()),
      ...(terms.affiliateFee ? { affiliate_fees: [terms.affiliateFee] } : {}),
    },
    signal,
  );
}

/** Whether a fresh quote gives less than the order or quote promised, by more than the caller tolerates. */
export const isOutpriced = (draft: RouteDraft, fresh: RouteDraft, { slippageBps }: ProviderQuoteRequest): boolean =>
  fresh.expectedBuy.baseUnits < leastOf(draft.guaranteedBuy, slippageBps).baseUnits;

/**
 * Solvers withdraw offers: the swap is quoted again once, and the new quote is used unless it gives less than
 * tolerated.
 */
async function requoted(
  deps: OrderDeps,
  draft: RouteDraft,
  request: ProviderQuoteRequest,
  options: CallOptions,
): Promise<RouteDraft> {
  const fresh = await askQuote(deps, request, options);
  if (isOutpriced(draft, fresh, request))
    throw new ProviderError('quoteNotFound', 'Garden’s price has moved beyond your tolerance. Ask for a new quote.');
  return fresh;
}

type Placed = { draft: RouteDraft; terms: GardenTerms; created: CreatedOrder };

async function placeOrder(
  deps: OrderDeps,
  draft: RouteDraft,
  request: ProviderQuoteRequest,
  options: CallOptions,
): Promise<Placed> {
  const terms = termsOf(draft);
  if (!terms) throw lost();
  try {
    return { draft, terms, created: await post(deps, draft, terms, options) };
  } catch (error) {
    if (!(error instanceof GardenRefusal) || !isStaleSolver(error.text)) throw error;
  }
  const fresh = await requoted(deps, draft, request, options);
  const freshTerms = termsOf(fresh);
  if (!freshTerms) throw lost();
  return { draft: fresh, terms: freshTerms, created: await post(deps, fresh, freshTerms, options) };
}

const READ_AGAIN_MS = [200, 600, 1500] as const;

/** A new order may take a moment to be readable. */
async function readOrder({ client }: OrderDeps, id: string, { signal }: CallOptions): Promise<GardenOrder> {
  for (const pauseMs of [0, ...READ_AGAIN_MS]) {
    if (pauseMs > 0) await pause(pauseMs, signal);
    signal.throwIfAborted();
    const order = await client.order(id, signal);
    if (order) return order;
  }
  throw new ProviderError('httpError', 'Garden does not know the order that it has just created.');
}

/** Contracts are redeployed: when the order's is not the known one, the list is fetched again. */
async function listedAsset(
  { state }: OrderDeps,
  { terms, created }: Placed,
  { signal }: CallOptions,
): Promise<GardenAsset | undefined> {
  const known = (await state.catalogue(signal)).byId(terms.from);
  const to = (created.initiate_transaction ?? created.transaction)?.to;
  if (known && (to === undefined || known.htlc?.toLowerCase() === to.toLowerCase())) return known;
  return (await state.freshCatalogue(signal)).byId(terms.from);
}

const addressesOf = (payment: CheckedPayment): Partial<RouteDraft> => {
  if (payment.kind === 'deposit') return { inboundAddress: payment.address, targetAddress: payment.address };
  if (payment.kind === 'solana') return { targetAddress: payment.program };
  return {
    targetAddress: payment.contract,
    ...(payment.typedData ? { typedData: payment.typedData } : {}),
  };
};

function prepared(deps: OrderDeps, { draft, terms, created }: Placed, order: GardenOrder, payment: CheckedPayment) {
  const { source_swap: source, destination_swap: destination } = order;
  const { sell } = draft;
  const now = deps.now();
  // The order's own time, unless its clock is ahead of this machine's.
  const createdAt = Math.min(order.created_at ?? now, now);
  const livesUntil = createdAt + ORDER_LIFE_MS - (MARGIN_MS[CHAINS[sell.asset.chain].kind] ?? 0);
  const expectedBuy = { ...draft.expectedBuy, baseUnits: destination.amount };
  const guaranteedBuy = leastOf(expectedBuy, order.slippage);
  const tracking: GardenTerms = {
    ...terms,
    order: {
      id: created.order_id,
      createdAt,
      timelock: source.timelock.toString(),
      swapId: source.swap_id ?? '',
      secretHash: source.secret_hash,
      redeemer: source.redeemer,
      ...(payment.kind === 'evm' ? { evm: payment.tx } : {}),
      ...(payment.kind === 'solana' ? { solana: payment.base64 } : {}),
    },
  };
  const prepared: RouteDraft = {
    ...draft,
    expectedBuy,
    guaranteedBuy,
    legs: draft.legs.map((leg) => ({ ...leg, buy: expectedBuy, buyAtMaxSlippage: guaranteedBuy })),
    orderId: created.order_id,
    expirationSeconds: Math.floor(livesUntil / 1000),
    refund: refundOf(sell.asset.chain, source.timelock, draft.refundAddress !== undefined),
    ...addressesOf(payment),
    ...(payment.kind === 'evm' && sell.asset.kind === 'token' ? { approvalAddress: payment.contract } : {}),
    tracking,
  };
  return { draft: prepared, livesUntil };
}

/** @throws {ProviderError}; an order that was created by then is unpaid and takes no money. */
export async function createOrder(
  deps: OrderDeps,
  draft: RouteDraft,
  request: ProviderQuoteRequest,
  options: CallOptions,
): Promise<PreparedRoute> {
  try {
    const placed = await placeOrder(deps, draft, request, options);
    const [order, asset] = await Promise.all([
      readOrder(deps, placed.created.order_id, options),
      listedAsset(deps, placed, options),
    ]);
    const payment = checkOrder({ ...placed, order, network: deps.network, htlc: asset?.htlc });
    return prepared(deps, placed, order, payment);
  } catch (error) {
    const affiliateAsset = termsOf(draft)?.affiliateFee?.asset;
    throw withProviderCode(error, { sell: draft.sell, ...(affiliateAsset === undefined ? {} : { affiliateAsset }) });
  }
}
