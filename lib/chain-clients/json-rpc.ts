/** Calls a node by JSON-RPC, and distinguishes a node that cannot answer from one that refuses the request. */
import { z } from 'zod';
import type { ChainId } from '../domain/chain-id.ts';
import { type Options, RpcError } from './chain-clients.ts';
import { type ChainHttp, isJson, isServiceAnswer, unavailable } from './chain-http.ts';
import type { Answer } from './failover.ts';

const responseSchema = z.object({
  result: z.unknown().optional(),
  error: z.object({ code: z.coerce.number(), message: z.string().default(''), data: z.unknown().optional() }).nullish(),
});
export type RpcResponse = z.output<typeof responseSchema>;

type Parse = (text: string) => unknown;

function readResponse(text: string, parse: Parse = JSON.parse): RpcResponse | undefined {
  return isJson(text) ? responseSchema.safeParse(parse(text)).data : undefined;
}

const readable = (answer: Answer): boolean => readResponse(answer.text)?.error !== undefined;

/** @throws {RpcError} with the node's refusal. */
export function resultOf({ error, result }: RpcResponse): unknown {
  if (error) throw new RpcError(error.code, error.message, error.data);
  return result;
}

type AskOptions = Options & { deadlineMs?: number; parse?: Parse };

/**
 * @param nodeFaults codes of errors of the node and not of the request, for which the next node is asked.
 * @param atFault what is wrong with a chain whose nodes all answered so; without it the last error is passed on.
 */
export function createJsonRpc(chain: ChainId, http: ChainHttp, nodeFaults: ReadonlySet<number>, atFault?: string) {
  let nextId = 1;
  const isNodeFault = ({ error }: RpcResponse): boolean => nodeFaults.has(error?.code ?? 0);
  const accept = (answer: Answer): boolean => {
    const response = readResponse(answer.text);
    return isServiceAnswer(answer) && response !== undefined && !isNodeFault(response);
  };
  return {
    /** `uncertain`: a node that was asked before may have taken what was sent. */
    async ask(method: string, params: unknown[], { parse, ...options }: AskOptions = {}) {
      const body = JSON.stringify({ jsonrpc: '2.0', id: nextId++, method, params });
      const headers = { 'content-type': 'application/json' };
      const answer = await http.ask({ path: '', method: 'POST', headers, body, accept, readable }, options);
      const response = readResponse(answer.text, parse);
      if (!response) throw unavailable(chain, `answered ${answer.status} and no JSON-RPC`);
      if (atFault !== undefined && isNodeFault(response)) throw unavailable(chain, atFault);
      return { ...response, uncertain: answer.uncertain };
    },
  };
}

/** A value that violates the schema is the node's fault, not the caller's. @throws {ChainUnavailable} */
export function readValue<S extends z.ZodType>(
  chain: ChainId,
  { method, value }: { method: string; value: unknown },
  schema: S,
): z.output<S> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw unavailable(chain, `answered ${method} with something else`, parsed.error);
  return parsed.data;
}
