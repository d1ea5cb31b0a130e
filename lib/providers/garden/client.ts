/** Has one function for each call to Garden's API v2; every answer is parsed by a schema. */

import type { z } from 'zod';
import { ProviderError } from '../../domain/errors.ts';
import { createUpstream, type JsonAnswer, readJson } from '../http.ts';
import type { ProviderDeps } from '../provider.ts';
import { READ_TIMEOUT_MS, WRITE_TIMEOUT_MS } from './config.ts';
import { GardenRefusal, isKnownText, isUnknownOrder } from './errors.ts';
import {
  assetsSchema,
  type CreatedOrder,
  createdOrderSchema,
  envelopeSchema,
  type GardenAssetEntry,
  type GardenOrder,
  type GardenQuote,
  hashSchema,
  type Liquidity,
  liquiditySchema,
  orderListSchema,
  orderSchema,
  type Policy,
  policySchema,
  quotesSchema,
} from './upstream-schemas.ts';

const NAME = 'Garden';

/** One of the two amounts. */
export type QuoteParams = { from: string; to: string; affiliate_fee?: string } & (
  | { from_amount: string }
  | { to_amount: string }
);

export type AffiliateFee = { asset: string; address: string; fee: number };
export type OrderRequest = {
  source: { asset: string; owner: string; amount: string };
  destination: { asset: string; owner: string; amount: string };
  solver_id: string;
  nonce: string;
  affiliate_fees?: AffiliateFee[];
};

const textOf = (json: unknown): string | undefined => {
  const read = envelopeSchema.safeParse(json);
  return read.success && read.data.status !== 'Ok' ? (read.data.error ?? 'no reason given') : undefined;
};

/** Whether the refusal is Garden's own, whatever its status. */
const isOwnAnswer = ({ status, json }: JsonAnswer): boolean => status !== 429 && isKnownText(textOf(json) ?? '');

/** @throws {GardenRefusal | ProviderError} with the app id removed, in case Garden repeats it. */
function resultOf({ status, json }: JsonAnswer, appId: string | undefined): unknown {
  if (status === 401 || status === 403)
    throw new ProviderError('httpError', `Garden does not accept this deployment’s app id (HTTP ${status}).`);
  const text = textOf(json);
  if (text !== undefined) throw new GardenRefusal(appId ? text.replaceAll(appId, '…') : text, status);
  if (status >= 400) throw new ProviderError('httpError', `Garden has trouble of its own (HTTP ${status}).`);
  return readJson(NAME, envelopeSchema, json).result;
}

type Call = { path: string; label: string; signal?: AbortSignal | undefined };

export type GardenClient = ReturnType<typeof createGardenClient>;

export function createGardenClient(
  { urls, appId }: { urls: readonly string[]; appId: string | undefined },
  deps: ProviderDeps,
) {
  const reader = createUpstream({ name: NAME, baseUrls: urls, timeoutMs: READ_TIMEOUT_MS }, deps);
  // One base URL and no retry: every request that arrives creates an order or sends a transaction.
  const writer = createUpstream({ name: NAME, baseUrls: urls.slice(0, 1), timeoutMs: WRITE_TIMEOUT_MS }, deps);
  const headers: Record<string, string> = appId === undefined ? {} : { 'garden-app-id': appId };

  async function get<T>(schema: z.ZodType<T>, { path, label, signal }: Call): Promise<T> {
    const answer = await reader.ask({ path, label, headers, isOwnAnswer, ...(signal ? { signal } : {}) });
    return readJson(NAME, schema, resultOf(answer, appId));
  }

  async function send<T>(schema: z.ZodType<T>, method: 'POST' | 'PATCH', call: Call & { body: unknown }): Promise<T> {
    const { path, label, signal, body } = call;
    const request = { path, label, method, headers, body, isOwnAnswer, ...(signal ? { signal } : {}) };
    return readJson(NAME, schema, resultOf(await writer.ask(request), appId));
  }

  const orderPath = (id: string) => `/orders/${encodeURIComponent(id)}`;

  return {
    assets: (signal?: AbortSignal): Promise<GardenAssetEntry[]> =>
      get(assetsSchema, { path: '/assets', label: '/assets', signal }),
    policy: (signal?: AbortSignal): Promise<Policy> => get(policySchema, { path: '/policy', label: '/policy', signal }),
    liquidity: (signal?: AbortSignal): Promise<Liquidity> =>
      get(liquiditySchema, { path: '/liquidity', label: '/liquidity', signal }),
    /** @throws {GardenRefusal | ProviderError} */
    quotes: (params: QuoteParams, signal?: AbortSignal): Promise<GardenQuote[]> =>
      get(quotesSchema, { path: `/quote?${new URLSearchParams(params)}`, label: '/quote', signal }),
    /** Creates exactly one order. @throws {GardenRefusal | ProviderError} */
    createOrder: (order: OrderRequest, signal?: AbortSignal): Promise<CreatedOrder> =>
      send(createdOrderSchema, 'POST', { path: '/orders', label: '/orders', body: order, signal }),
    /** Undefined when Garden does not know the id. @throws {GardenRefusal | ProviderError} */
    async order(id: string, signal?: AbortSignal): Promise<GardenOrder | undefined> {
      const call = {
        path: orderPath(id),
        label: '/orders/:id',
        headers,
        isOwnAnswer,
        ...(signal ? { signal } : {}),
      };
      const answer = await reader.ask(call);
      if (answer.status === 404 || isUnknownOrder(textOf(answer.json) ?? '')) return undefined;
      return readJson(NAME, orderSchema, resultOf(answer, appId));
    },
    ordersByTx: (hash: string, signal?: AbortSignal): Promise<GardenOrder[]> =>
      get(orderListSchema, {
        path: `/orders?${new URLSearchParams({ tx_hash: hash })}`,
        label: '/orders?tx_hash',
        signal,
      }),
    /**
     * Has Garden send the payment that the signature allows; returns its hash. @throws {GardenRefusal |
     * ProviderError}
     */
    initiate: (id: string, signature: string, signal?: AbortSignal): Promise<string> =>
      send(hashSchema, 'PATCH', {
        path: `${orderPath(id)}?action=initiate`,
        label: '/orders/:id?action=initiate',
        body: { signature },
        signal,
      }),
  };
}
