/** Calls one method of a Substrate node, and distinguishes a node that cannot answer from one that refuses. */
import { z } from 'zod';
import type { ChainId } from '../domain/chain-id.ts';
import { type Options, RpcError } from './chain-clients.ts';
import { type ChainHttp, isJson, isServiceAnswer, unavailable } from './chain-http.ts';
import type { Answer } from './failover.ts';

/**
 * Errors of this node and not of the request: state discarded, pool full. Source: polkadot-sdk client/rpc-api error.rs
 * files.
 */
const NODE_FAULTS = new Set([4003, 1016]);

const responseSchema = z.object({
  result: z.unknown().optional(),
  error: z.object({ code: z.coerce.number(), message: z.string().default(''), data: z.unknown().optional() }).nullish(),
});
export type RpcResponse = z.output<typeof responseSchema>;

function readResponse(text: string): RpcResponse | undefined {
  const parsed = isJson(text) ? responseSchema.safeParse(JSON.parse(text)) : undefined;
  return parsed?.success ? parsed.data : undefined;
}
const readable = (answer: Answer): boolean => readResponse(answer.text)?.error !== undefined;
function acceptable(answer: Answer): boolean {
  const response = readResponse(answer.text);
  return isServiceAnswer(answer) && response !== undefined && !NODE_FAULTS.has(response.error?.code ?? 0);
}

/** JSON-RPC calls of one chain; a value that violates the schema is the node's fault, not the caller's. */
export function createSubstrateRpc(chain: ChainId, http: ChainHttp) {
  let nextId = 1;
  async function ask(method: string, params: unknown[], options: Options & { deadlineMs?: number } = {}) {
    const body = JSON.stringify({ jsonrpc: '2.0', id: nextId++, method, params });
    const headers = { 'content-type': 'application/json' };
    const answer = await http.ask({ path: '', method: 'POST', headers, body, accept: acceptable, readable }, options);
    const response = readResponse(answer.text);
    if (!response) throw unavailable(chain, `answered ${answer.status} and no JSON-RPC`);
    if (response.error && NODE_FAULTS.has(response.error.code))
      throw unavailable(chain, 'has no room or no longer knows a block that old');
    return { ...response, uncertain: answer.uncertain };
  }
  async function call(method: string, params: unknown[], options?: Options): Promise<unknown> {
    const { error, result } = await ask(method, params, options);
    if (error) throw new RpcError(error.code, error.message, error.data);
    return result ?? null;
  }
  async function read<S extends z.ZodType>(
    method: string,
    params: unknown[],
    schema: S,
    options?: Options,
  ): Promise<z.output<S>> {
    const parsed = schema.safeParse(await call(method, params, options));
    if (!parsed.success) throw unavailable(chain, `answered ${method} with something else`, parsed.error);
    return parsed.data;
  }
  return { ask, call, read };
}

export type SubstrateRpc = ReturnType<typeof createSubstrateRpc>;
