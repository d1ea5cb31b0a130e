/** A JSON-RPC node for the page's wallet code: reading and sending only, one call or a short list of them. */
import { RPC_BATCH_LIMIT, type RpcCall, rpcCallSchema } from '../api/gateway.ts';
import { type EvmClient, isRpcError, type SolanaClient } from '../chain-clients/chain-clients.ts';
import { clientOfKind, fault, type GatewayDeps, withoutUrls } from './chain-of-path.ts';

const EVM_METHODS = new Set([
  'eth_blockNumber',
  'eth_call',
  'eth_chainId',
  'eth_estimateGas',
  'eth_feeHistory',
  'eth_gasPrice',
  'eth_getBalance',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getCode',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
  'eth_maxPriorityFeePerGas',
  'eth_sendRawTransaction',
  'net_version',
]);
/** Reading only: signed transactions go through `broadcast`, which reports a refusal as one. */
const SOLANA_METHODS = new Set([
  'getAccountInfo',
  'getBalance',
  'getBlockHeight',
  'getEpochInfo',
  'getFeeForMessage',
  'getGenesisHash',
  'getLatestBlockhash',
  'getMinimumBalanceForRentExemption',
  'getMultipleAccounts',
  'getRecentPrioritizationFees',
  'getSignatureStatuses',
  'getSlot',
  'getTokenAccountBalance',
  'getTokenAccountsByOwner',
  'getTokenSupply',
  'getTransaction',
  'getVersion',
  'isBlockhashValid',
  'simulateTransaction',
]);
const METHODS = { evm: EVM_METHODS, solana: SOLANA_METHODS } as const;

/** JSON-RPC 2.0 specification, "Error object". */
const METHOD_NOT_FOUND = -32601;
const INVALID_REQUEST = -32600;
/** EIP-1474: resource unavailable. */
const UNAVAILABLE = -32002;

type RpcAnswer =
  | { jsonrpc: '2.0'; id: RpcCall['id']; result: unknown }
  | { jsonrpc: '2.0'; id: RpcCall['id']; error: { code: number; message: string; data?: unknown } };

const failed = (id: RpcCall['id'], code: number, message: string, data?: unknown): RpcAnswer => ({
  jsonrpc: '2.0',
  id,
  error: { code, message, ...(data === undefined ? {} : { data }) },
});

async function answerOne(client: EvmClient | SolanaClient, raw: unknown, signal: AbortSignal): Promise<RpcAnswer> {
  const parsed = rpcCallSchema.safeParse(raw);
  if (!parsed.success) return failed(null, INVALID_REQUEST, 'This is not a JSON-RPC 2.0 call.');
  const { id, method, params } = parsed.data;
  if (!METHODS[client.kind].has(method)) return failed(id, METHOD_NOT_FOUND, `${method} is not offered here.`);
  try {
    return { jsonrpc: '2.0', id, result: (await client.rpc(method, params, { signal })) ?? null };
  } catch (error) {
    if (isRpcError(error)) return failed(id, error.code, withoutUrls(error.message), error.data);
    if (error instanceof Error && error.name === 'ChainUnavailable') return failed(id, UNAVAILABLE, error.message);
    throw error;
  }
}

/** The answers in the order of the calls. @throws {Problem} 400 for an empty or too long list. */
export async function answerRpc(
  deps: GatewayDeps,
  { chain, body, signal }: { chain: string; body: unknown; signal: AbortSignal },
): Promise<RpcAnswer | RpcAnswer[]> {
  const client = clientOfKind(deps, chain, ['evm', 'solana']);
  if (!Array.isArray(body)) return answerOne(client, body, signal);
  if (body.length === 0 || body.length > RPC_BATCH_LIMIT)
    throw fault('body', `A list of calls has 1 to ${RPC_BATCH_LIMIT} of them.`, 'out_of_range');
  return Promise.all(body.map((call) => answerOne(client, call, signal)));
}
