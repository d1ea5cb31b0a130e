/** Serves a Solana node's JSON-RPC: single calls and batches, with a node's errors. */
import { z } from 'zod';
import type { Service, ServiceAnswer } from '../ledger.ts';
import { accountMethods } from './rpc-accounts.ts';
import { rpcStringify } from './rpc-json.ts';
import { type RpcContext, transactionMethods } from './rpc-transactions.ts';
import { SolanaRefused } from './solana-chain.ts';

/** The batch size that public nodes accept. */
const BATCH_LIMIT = 100;

const requestSchema = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number(), z.null()]).default(null),
  method: z.string(),
  params: z.array(z.unknown()).default([]),
});

type Id = string | number | null;
const failure = (id: Id, code: number, message: string, data?: unknown) => ({
  error: { code, ...(data === undefined ? {} : { data }), message },
  id,
  jsonrpc: '2.0',
});

const has = <T>(table: Record<string, T>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

function call(context: RpcContext, request: unknown): unknown {
  const parsed = requestSchema.safeParse(request);
  if (!parsed.success) return failure(null, -32600, 'Invalid request');
  const { id, method, params } = parsed.data;
  const ofAccounts = has(accountMethods, method);
  const ofTransactions = has(transactionMethods, method);
  try {
    context.settle();
    if (ofAccounts) return { id, jsonrpc: '2.0', result: ofAccounts(context.chain, params) };
    if (ofTransactions) return { id, jsonrpc: '2.0', result: ofTransactions(context, params) };
    return failure(id, -32601, 'Method not found');
  } catch (error) {
    if (error instanceof SolanaRefused) return failure(id, error.code, error.message, error.data);
    return failure(id, -32603, 'Internal error');
  }
}

const answer = (value: unknown): ServiceAnswer => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: rpcStringify(value),
});

export const createSolanaRpc = (context: RpcContext): Service => ({
  prefix: 'rpc/sol',
  async handle({ method, body }) {
    if (method !== 'POST')
      return {
        status: 405,
        headers: { allow: 'POST' },
        body: 'Used HTTP Method is not allowed. POST or OPTIONS is required',
      };
    let request: unknown;
    try {
      request = JSON.parse(body);
    } catch {
      return answer(failure(null, -32700, 'Parse error'));
    }
    if (!Array.isArray(request)) return answer(call(context, request));
    if (request.length === 0 || request.length > BATCH_LIMIT) return answer(failure(null, -32600, 'Invalid request'));
    return answer(request.map((one) => call(context, one)));
  },
});
