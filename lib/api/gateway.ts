/** The page's own way to chains, below `/chain/{chain}` of the same origin: shapes and typed calls. Not part of the public API. */
import { base64 } from '@scure/base';
import { z } from 'zod';
import type { ChainId } from '../domain/chain-id.ts';

/** Whole base units (wei, sat, uatom) as decimal digits. */
const baseUnits = z.string().regex(/^\d+$/);
const evmHex = z.string().regex(/^0x[0-9a-fA-F]*$/);
const evmAddress = z.string().regex(/^0x[0-9a-fA-F]{40}$/);

/** `waitingBaseUnits`: came to a Bitcoin-family address, cannot be spent before a block has it, and is not in `baseUnits`. */
export const balanceSchema = z.object({ baseUnits, waitingBaseUnits: baseUnits.optional() });
export type GatewayBalance = z.infer<typeof balanceSchema>;

export const utxosSchema = z.object({
  utxos: z.array(z.object({ txid: z.string(), vout: z.number().int(), value: baseUnits, confirmed: z.boolean() })),
});
export type GatewayUtxo = z.infer<typeof utxosSchema>['utxos'][number];

export const accountSchema = z.object({ accountNumber: z.string(), sequence: z.string() });
export type GatewayAccount = z.infer<typeof accountSchema>;

/** An EVM call exactly as it would be signed; `value` is decimal wei as in shape 1 of the interface. */
export const simulateRequestSchema = z.object({
  from: evmAddress,
  to: evmAddress,
  value: baseUnits.default('0'),
  data: evmHex.max(200_000).default('0x'),
});
export type SimulateRequest = z.input<typeof simulateRequestSchema>;
/** Solana: the base64 of a transaction, signed or not. */
export const simulateRawRequestSchema = z.object({ raw: z.string().min(2).max(4000) });

/** Reasons that the page acts upon: ask for a fresh quote, or for another amount. */
const chainFaultSchema = z.enum(['expired', 'insufficientFunds']);
export type ChainFault = z.infer<typeof chainFaultSchema>;
/** `reason` is the contract's or the node's own word, a sentence or less. `gas` is the estimate in gas units. */
export const simulationSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), gas: baseUnits.optional() }),
  z.object({ ok: z.literal(false), reason: z.string(), fault: chainFaultSchema.optional() }),
]);
export type Simulation = z.infer<typeof simulationSchema>;

/** `pending`: known and not in a block. `failed`: in a block, but reverted or refused by the chain. */
export const receiptSchema = z.object({
  status: z.enum(['unknown', 'pending', 'success', 'failed']),
  blockNumber: z.number().int().optional(),
  confirmations: z.number().int().optional(),
  reason: z.string().optional(),
});
export type GatewayReceipt = z.infer<typeof receiptSchema>;

export const rawTxSchema = z.object({ hex: z.string().regex(/^[0-9a-f]+$/i) });

/** Hex for Bitcoin-family and EVM chains, base64 of a TxRaw for Cosmos chains and of the transaction for Solana. */
export const broadcastRequestSchema = z.object({ raw: z.string().min(2).max(400_000) });
export const broadcastSchema = z.object({ hash: z.string() });

/** One JSON-RPC call; a body of the gateway's `rpc` is one of these or a list of them. */
export const rpcCallSchema = z.object({
  jsonrpc: z.literal('2.0').default('2.0'),
  id: z.union([z.number(), z.string(), z.null()]).default(null),
  method: z.string().max(100),
  params: z.array(z.unknown()).max(20).default([]),
});
export type RpcCall = z.output<typeof rpcCallSchema>;
export const RPC_BATCH_LIMIT = 25;

/** `null` where there is no such account. Source: solana.com/docs/rpc/http/getmultipleaccounts, encoding base64. */
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

/** `status` 0: no answer. `refused`: the chain looked at the transaction and will not have it: nothing was sent. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  readonly status: number;
  readonly refused: boolean;
  /** What a refusal is about, where the page can act upon it. */
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
  /** What can be spent now. @param token contract on EVM chains, denom on Cosmos chains, mint on Solana; left out: the native coin. */
  balance(chain: ChainId, query: { address: string; token?: string }, options?: CallOptions): Promise<bigint>;
  utxos(chain: ChainId, address: string, options?: CallOptions): Promise<GatewayUtxo[]>;
  /** Undefined while the chain has never seen the account. */
  account(chain: ChainId, address: string, options?: CallOptions): Promise<GatewayAccount | undefined>;
  simulate(chain: ChainId, tx: SimulateRequest, options?: CallOptions): Promise<Simulation>;
  /** Solana: the base64 of a transaction, signed or not. */
  simulateRaw(chain: ChainId, raw: string, options?: CallOptions): Promise<Simulation>;
  /** Accounts of Solana as they are now, in the order asked for; undefined where there is none. */
  solanaAccounts(addresses: readonly string[], options?: CallOptions): Promise<(SolanaAccount | undefined)[]>;
  receipt(chain: ChainId, hash: string, options?: CallOptions): Promise<GatewayReceipt>;
  /** The whole previous transaction of a Bitcoin-family input; undefined where the chain does not know it. */
  rawTx(chain: ChainId, hash: string, options?: CallOptions): Promise<string | undefined>;
  /** The hash. The same bytes may be sent again. @throws {GatewayError}: only where `refused` is true was nothing sent. */
  broadcast(chain: ChainId, raw: string, options?: CallOptions): Promise<string>;
  /** Where a JSON-RPC transport of that chain (EVM, Solana) connects to. */
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
