/** Implements JSON-RPC 2.0 over HTTP as substrate nodes do: single calls and batches, with ids of every type echoed. */

/** A method's error with its code. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

const INVALID_PARAMS = -32602;
export const METHOD_NOT_FOUND = -32601;
const INVALID_REQUEST = -32600;
const PARSE_ERROR = -32700;
const INTERNAL_ERROR = -32603;

type Id = string | number | null;
type RpcReply = { jsonrpc: '2.0'; id: Id; result: unknown } | { jsonrpc: '2.0'; id: Id; error: object };

/** Answers one method; `params` is an array, an object (named parameters) or undefined. @throws {RpcError} */
export type RpcMethods = (method: string, params: unknown) => Promise<unknown> | unknown;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const failed = (id: Id, code: number, message: string): RpcReply => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
});

async function answerCall(methods: RpcMethods, call: unknown): Promise<RpcReply | undefined> {
  if (!isObject(call) || typeof call.method !== 'string') return failed(null, INVALID_REQUEST, 'Invalid request');
  const id = typeof call.id === 'string' || typeof call.id === 'number' ? call.id : null;
  try {
    const result = await methods(call.method, call.params);
    // A call without an id gets no answer.
    return call.id === undefined ? undefined : { jsonrpc: '2.0', id, result: result ?? null };
  } catch (error) {
    if (error instanceof RpcError) return failed(id, error.code, error.message);
    throw error;
  }
}

/**
 * The response text to a request text: an array to an array, in its order, without entries for notifications. An error
 * other than RpcError is the emulator's own and is thrown on.
 */
export async function answerJsonRpc(methods: RpcMethods, body: string): Promise<string> {
  let request: unknown;
  try {
    request = JSON.parse(body);
  } catch {
    return JSON.stringify(failed(null, PARSE_ERROR, 'Parse error'));
  }
  if (!Array.isArray(request)) {
    const reply = await answerCall(methods, request);
    return reply === undefined ? '' : JSON.stringify(reply);
  }
  if (request.length === 0) return JSON.stringify(failed(null, INVALID_REQUEST, 'Invalid request'));
  const replies: RpcReply[] = [];
  for (const call of request) {
    const reply = await answerCall(methods, call);
    if (reply !== undefined) replies.push(reply);
  }
  return replies.length === 0 ? '' : JSON.stringify(replies);
}

/** The chain's own errors: a pallet's error by name, or a sentence. Source: chainflip-backend cf-rpc-apis. */
export const dispatchError = (text: string): RpcError => new RpcError(-32021, `DispatchError: ${text}`);
export const otherError = (text: string): RpcError => new RpcError(-32020, text);
export const invalidParams = (text: string): RpcError => new RpcError(INVALID_PARAMS, text);
export const internalError = (): RpcError => new RpcError(INTERNAL_ERROR, 'Internal error while processing request.');
