/** Serves an Asset Hub node's JSON-RPC over HTTP: single calls and batches, with a node's errors. */
import { z } from 'zod';
import type { Service, ServiceAnswer } from '../ledger.ts';
import { SubstrateRefused } from './refusals.ts';
import { type RpcContext, rpcMethods } from './rpc-methods.ts';

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
  jsonrpc: '2.0',
  id,
  error: { code, message, ...(data === undefined ? {} : { data }) },
});

function call(context: RpcContext, request: unknown): unknown {
  const parsed = requestSchema.safeParse(request);
  if (!parsed.success) return failure(null, -32600, 'Invalid request');
  const { id, method, params } = parsed.data;
  const run = Object.hasOwn(rpcMethods, method) ? rpcMethods[method] : undefined;
  if (!run) return failure(id, -32601, 'Method not found');
  try {
    return { jsonrpc: '2.0', id, result: run(context, params) };
  } catch (error) {
    if (error instanceof SubstrateRefused) return failure(id, error.code, error.message, error.data);
    return failure(id, -32603, 'Internal error');
  }
}

const answer = (value: unknown): ServiceAnswer => ({
  status: 200,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(value),
});

export const createSubstrateRpc = (context: RpcContext): Service => ({
  prefix: 'rpc/dot',
  async handle({ method, body }) {
    if (method !== 'POST')
      return { status: 405, headers: { allow: 'POST' }, body: 'Used HTTP Method is not allowed. POST is required' };
    let request: unknown;
    try {
      request = JSON.parse(body);
    } catch {
      return answer(failure(null, -32700, 'Parse error'));
    }
    if (!Array.isArray(request)) return answer(call(context, request));
    if (request.length === 0) return answer(failure(null, -32600, 'Invalid request'));
    if (request.length > BATCH_LIMIT) return answer(failure(null, -32010, 'The batch request was too large'));
    return answer(request.map((one) => call(context, one)));
  },
});
