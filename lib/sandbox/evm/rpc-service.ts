/** Serves the JSON-RPC of a public EVM node: everything such a node offers, and nothing that controls the sandbox. */
import { z } from 'zod';
import type { Service, ServiceAnswer } from '../ledger.ts';
import { RpcError } from './anvil-process.ts';
import type { EvmChain } from './evm-chain.ts';

const METHODS: ReadonlySet<string> = new Set([
  ...['eth_blockNumber', 'eth_call', 'eth_chainId', 'eth_createAccessList', 'eth_estimateGas', 'eth_feeHistory'],
  ...['eth_blobBaseFee', 'eth_gasPrice', 'eth_getBalance', 'eth_getBlockByHash', 'eth_getBlockByNumber'],
  ...['eth_getBlockReceipts', 'eth_getBlockTransactionCountByHash', 'eth_getBlockTransactionCountByNumber'],
  ...['eth_getCode', 'eth_getLogs', 'eth_getProof', 'eth_getStorageAt', 'eth_getTransactionByBlockHashAndIndex'],
  ...['eth_getTransactionByBlockNumberAndIndex', 'eth_getTransactionByHash', 'eth_getTransactionCount'],
  ...['eth_getTransactionReceipt', 'eth_maxPriorityFeePerGas', 'eth_sendRawTransaction', 'eth_syncing'],
  ...['net_listening', 'net_version', 'web3_clientVersion', 'web3_sha3'],
]);

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

async function call(node: EvmChain, request: unknown): Promise<unknown> {
  const parsed = requestSchema.safeParse(request);
  if (!parsed.success) return failure(null, -32600, 'invalid request');
  const { id, method, params } = parsed.data;
  if (!METHODS.has(method)) return failure(id, -32601, `the method ${method} does not exist/is not available`);
  try {
    if (method !== 'eth_sendRawTransaction') return { jsonrpc: '2.0', id, result: await node.read(method, params) };
    const raw = z
      .string()
      .regex(/^0x([0-9a-f]{2})+$/i)
      .safeParse(params[0]);
    if (!raw.success) return failure(id, -32602, 'invalid params: a signed transaction in hex');
    return { jsonrpc: '2.0', id, result: await node.sendRaw(raw.data.toLowerCase()) };
  } catch (error) {
    if (error instanceof RpcError) return failure(id, error.code, error.message, error.data);
    return failure(id, -32603, 'internal error');
  }
}

const answer = (value: unknown): ServiceAnswer => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});

/** `prefix` such as `rpc/eth`. */
export const createRpcService = (prefix: string, node: EvmChain): Service => ({
  prefix,
  async handle({ method, body }) {
    if (method !== 'POST') return { status: 405, headers: { allow: 'POST' }, body: 'POST only' };
    let request: unknown;
    try {
      request = JSON.parse(body);
    } catch {
      return answer(failure(null, -32700, 'parse error'));
    }
    if (!Array.isArray(request)) return answer(await call(node, request));
    if (request.length === 0 || request.length > BATCH_LIMIT)
      return answer(failure(null, -32600, `a batch has 1 to ${BATCH_LIMIT} calls`));
    return answer(await Promise.all(request.map((one) => call(node, one))));
  },
});
