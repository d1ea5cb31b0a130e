/**
 * Defines the page's access to chains, below `/chain/{chain}` of its own origin: shapes and typed calls. Not public
 * API.
 */
import { base64 } from '@scure/base';
import { z } from 'zod';
import type { ChainId } from '../domain/chain-id.ts';

/** Base units (wei, sat, uatom) as decimal digits. */
const baseUnits = z.string().regex(/^\d+$/);
const evmHex = z.string().regex(/^0x[0-9a-fA-F]*$/);
const evmAddress = z.string().regex(/^0x[0-9a-fA-F]{40}$/);

/**
 * `waitingBaseUnits`: unconfirmed receipts of a Bitcoin-family address. They cannot be spent yet and `baseUnits` does
 * not include them.
 */
export const balanceSchema = z.object({ baseUnits, waitingBaseUnits: baseUnits.optional() });
export type GatewayBalance = z.infer<typeof balanceSchema>;

export const utxosSchema = z.object({
  utxos: z.array(z.object({ txid: z.string(), vout: z.number().int(), value: baseUnits, confirmed: z.boolean() })),
});
export type GatewayUtxo = z.infer<typeof utxosSchema>['utxos'][number];

export const accountSchema = z.object({ accountNumber: z.string(), sequence: z.string() });
export type GatewayAccount = z.infer<typeof accountSchema>;

/** An EVM call exactly as it would be signed; `value` is decimal wei, as in shape 1 of the interface. */
export const simulateRequestSchema = z.object({
  from: evmAddress,
  to: evmAddress,
  value: baseUnits.max(78).default('0'),
  data: evmHex.max(200_000).default('0x'),
});
export type SimulateRequest = z.input<typeof simulateRequestSchema>;
/** Solana: the base64 of a transaction, signed or not. */
export const simulateRawRequestSchema = z.object({ raw: z.string().min(2).max(4000) });

/** Failures that the page handles: it asks for a new quote or for another amount. */
const chainFaultSchema = z.enum(['expired', 'insufficientFunds']);
export type ChainFault = z.infer<typeof chainFaultSchema>;
/** `reason` is the text of the contract or node, a sentence or less. `gas` is the estimate in gas units. */
export const simulationSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), gas: baseUnits.optional() }),
  z.object({ ok: z.literal(false), reason: z.string(), fault: chainFaultSchema.optional() }),
]);
export type Simulation = z.infer<typeof simulationSchema>;

/** `pending`: known, but in no block yet. `failed`: in a block, but reverted or rejected by the chain. */
export const receiptSchema = z.object({
  status: z.enum(['unknown', 'pending', 'success', 'failed']),
  blockNumber: z.number().int().optional(),
  confirmations: z.number().int().optional(),
  reason: z.string().optional(),
});
export type GatewayReceipt = z.infer<typeof receiptSchema>;

export const rawTxSchema = z.object({ hex: z.string().regex(/^[0-9a-f]+$/i) });

/**
 * `raw` is hex for Bitcoin-family and EVM chains, base64 of a TxRaw for Cosmos chains, base64 of the transaction for
 * Solana.
 */
export const broadcastRequestSchema = z.object({ raw: z.string().min(2).max(400_000) });
export const broadcastSchema = z.object({ hash: z.string() });

/** One JSON-RPC call; the body of the gateway's `rpc` is a call or a list of calls. */
export const rpcCallSchema = z.object({
  jsonrpc: z.literal('2.0').default('2.0'),
  id: z.union([z.number(), z.string(), z.null()]).default(null),
  method: z.string().max(100),
  params: z.array(z.unknown()).max(20).default([]),
});
export type RpcCall = z.output<typeof rpcCallSchema>;
export const RPC_BATCH_LIMIT = 25;

/**
 * An account is `null` where it does not exist. Source: solana.com/docs/rpc/http/getmultipleaccounts, encoding base64.
 */
const solanaAccountsSchema = z.object({
  result: z.object({
    value: z.array(z.object({ owner: z.string(), data: z.tuple([z.string(), z.literal('base64')]) }).nullable()),
  }),
});
export type SolanaAccount = { owner: string; data: Uint8Array };

const faultSchema = z.object({
  detail: z.string().optional(),
  refused: z.boolean().optional(),
  fault: chainFaultSchema.optional().catch(undefined),
});

/** `status` 0: no answer. `refused`: the chain examined the transaction and rejected it, so nothing was sent. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  readonly status: number;
  readonly refused: boolean;
  /** The reason of a refusal that the page can handle. */
  readonly fault: ChainFault | undefined;
  constructor(
    status: number,
    message: string,
    options: { refused?: boolean; fault?: ChainFault | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.status = status;
    this.refused = options.refused ?? false;
    this.fault = options.fault;
  }
}

type CallOptions = { signal?: AbortSignal };

export type GatewayClient = {
  /**
   * The spendable balance in base units. @param token contract on EVM chains, denom on Cosmos chains, mint on Solana;
   * absent: the native coin.
   */
  balance(chain: ChainId, query: { address: string; token?: string }, options?: CallOptions): Promise<bigint>;
  utxos(chain: ChainId, address: string, options?: CallOptions): Promise<GatewayUtxo[]>;
  /** Undefined for an account that the chain has never seen. */
  account(chain: ChainId, address: string, options?: CallOptions): Promise<GatewayAccount | undefined>;
  simulate(chain: ChainId, tx: SimulateRequest, options?: CallOptions): Promise<Simulation>;
  /** Solana: the base64 of a transaction, signed or not. */
  simulateRaw(chain: ChainId, raw: string, options?: CallOptions): Promise<Simulation>;
  /**
   * Solana accounts in their current state, in the order of the request; undefined for an account that does not exist.
   */
  solanaAccounts(addresses: readonly string[], options?: CallOptions): Promise<(SolanaAccount | undefined)[]>;
  receipt(chain: ChainId, hash: string, options?: CallOptions): Promise<GatewayReceipt>;
  /** The whole previous transaction of a Bitcoin-family input; undefined where the chain does not know it. */
  rawTx(chain: ChainId, hash: string, options?: CallOptions): Promise<string | undefined>;
  /**
   * Sends a transaction and returns its hash. The same bytes may be sent again. @throws {GatewayError}: only `refused`
   * proves that nothing was sent.
   */
  broadcast(chain: ChainId, raw: string, options?: CallOptions): Promise<string>;
  /** The URL for a JSON-RPC transport of that chain (EVM, Solana). */
  rpcUrl(chain: ChainId): string;
};

async function errorOf(response: Response): Promise<GatewayError> {
  const parsed = faultSchema.safeParse(await response.json().catch(() => undefined));
  const fault = parsed.success ? parsed.data : {};
  const message = fault.detail ?? `The answer was ${response.status}.`;
  return new GatewayError(response.status, message, { refused: fault.refused ?? false, fault: fault.fault });
}

/** Every call throws `GatewayError`; `baseUrl` '' is the page's own origin. */
export function createGatewayClient(options: { baseUrl: string; fetch?: typeof fetch }): GatewayClient {
  const fetchLike = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
  const urlOf = (chain: ChainId, path: string) =>
    `${options.baseUrl.replace(/\/+$/, '')}/chain/${chain.toLowerCase()}/${path}`;

  async function ask<T>(url: string, schema: z.ZodType<T>, init: RequestInit): Promise<T> {
    let response: Response;
    try {
      response = await fetchLike(url, init);
    } catch (cause) {
      if (init.signal?.aborted) throw cause;
      throw new GatewayError(0, 'The service cannot be reached.', { cause });
    }
    if (!response.ok) throw await errorOf(response);
    const parsed = schema.safeParse(await response.json().catch(() => undefined));
    if (parsed.success) return parsed.data;
    throw new GatewayError(0, 'The answer cannot be read.', { cause: parsed.error });
  }
  const get = <T>(chain: ChainId, path: string, query: Record<string, string>, schema: z.ZodType<T>, o?: CallOptions) =>
    ask(`${urlOf(chain, path)}?${new URLSearchParams(query)}`, schema, { signal: o?.signal ?? null });
  const post = <T>(chain: ChainId, path: string, body: unknown, schema: z.ZodType<T>, o?: CallOptions) =>
    ask(urlOf(chain, path), schema, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: o?.signal ?? null,
    });
  const orMissing = <T>(found: Promise<T>): Promise<T | undefined> =>
    found.catch((error: unknown) => {
      if (error instanceof GatewayError && error.status === 404) return undefined;
      throw error;
    });

  return {
    async balance(chain, { address, token }, call) {
      const query = { address, ...(token === undefined ? {} : { token }) };
      return BigInt((await get(chain, 'balance', query, balanceSchema, call)).baseUnits);
    },
    utxos: async (chain, address, call) => (await get(chain, 'utxos', { address }, utxosSchema, call)).utxos,
    account: (chain, address, call) => orMissing(get(chain, 'account', { address }, accountSchema, call)),
    simulate: (chain, tx, call) => post(chain, 'simulate', tx, simulationSchema, call),
    simulateRaw: (chain, raw, call) => post(chain, 'simulate', { raw }, simulationSchema, call),
    async solanaAccounts(addresses, call) {
      const params = [addresses, { encoding: 'base64', commitment: 'confirmed' }];
      const body = { jsonrpc: '2.0', id: 1, method: 'getMultipleAccounts', params };
      const { result } = await post('SOL', 'rpc', body, solanaAccountsSchema, call);
      return addresses.map((_, index) => {
        const account = result.value[index];
        return account ? { owner: account.owner, data: base64.decode(account.data[0]) } : undefined;
      });
    },
    receipt: (chain, hash, call) => get(chain, 'receipt', { hash }, receiptSchema, call),
    rawTx: async (chain, hash, call) => (await orMissing(get(chain, 'tx', { hash }, rawTxSchema, call)))?.hex,
    broadcast: async (chain, raw, call) => (await post(chain, 'broadcast', { raw }, broadcastSchema, call)).hash,
    rpcUrl: (chain) => urlOf(chain, 'rpc'),
  };
}
