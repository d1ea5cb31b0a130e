/**
 * Talks JSON-RPC to an EVM node: a refusal of the node is passed on as it is, a failure of the node becomes
 * `ChainUnavailable`.
 */
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { z } from 'zod';
import type { ChainId } from '../domain/chain-id.ts';
import { type EvmClient, type EvmReceipt, type EvmTransaction, type Options, RpcError } from './chain-clients.ts';
import { type ChainHttp, unavailable } from './chain-http.ts';
import { createJsonRpc, resultOf } from './json-rpc.ts';

const BROADCAST_DEADLINE_MS = 20_000;
/** Errors of this node and not of the request: "limit exceeded" of EIP-1474. */
const NODE_FAULTS = new Set([-32005]);
/** How geth, erigon, anvil, nethermind, besu and reth say that they already have the same bytes. */
const ALREADY_KNOWN =
  /already known|alreadyknown|already imported|known transaction|already in mempool|already exists/i;

const quantity = z.string().regex(/^0x[0-9a-f]+$/i);
const hex = z.string().regex(/^0x[0-9a-f]*$/i);
const receiptSchema = z.object({
  transactionHash: hex,
  status: quantity.optional(),
  blockNumber: quantity,
  from: hex,
  to: hex.nullish(),
  logs: z.array(z.object({ address: hex, topics: z.array(hex), data: hex })),
  gasUsed: quantity,
  effectiveGasPrice: quantity.nullish(),
});
const transactionSchema = z.object({
  hash: hex,
  from: hex,
  to: hex.nullish(),
  nonce: quantity,
  value: quantity,
  input: hex,
  blockNumber: quantity.nullish(),
});

function toReceipt(raw: unknown): EvmReceipt {
  const r = receiptSchema.parse(raw);
  return {
    hash: r.transactionHash.toLowerCase(),
    status: r.status !== undefined && BigInt(r.status) === 0n ? 'reverted' : 'success',
    blockNumber: Number(r.blockNumber),
    from: r.from.toLowerCase(),
    to: r.to?.toLowerCase() ?? null,
    logs: r.logs,
    gasUsed: BigInt(r.gasUsed),
    effectiveGasPrice: BigInt(r.effectiveGasPrice ?? '0x0'),
  };
}

function toTransaction(raw: unknown): EvmTransaction {
  const t = transactionSchema.parse(raw);
  return {
    hash: t.hash.toLowerCase(),
    from: t.from.toLowerCase(),
    to: t.to?.toLowerCase() ?? null,
    nonce: Number(t.nonce),
    value: BigInt(t.value),
    input: t.input,
    ...(t.blockNumber ? { blockNumber: Number(t.blockNumber) } : {}),
  };
}

/** Addresses in results are lower case. */
export function createEvmClient(chain: ChainId, http: ChainHttp): EvmClient {
  const { ask } = createJsonRpc(chain, http, NODE_FAULTS);

  /** A value that violates the schema is the node's fault, not the caller's. */
  async function read<T>(method: string, params: unknown[], to: (raw: unknown) => T, options?: Options): Promise<T> {
    const raw = await rpc(method, params, options);
    try {
      return to(raw);
    } catch (error) {
      throw unavailable(chain, `answered ${method} with something else`, error);
    }
  }

  async function send(params: unknown[], options?: Options): Promise<unknown> {
    const { error, result, uncertain } = await ask('eth_sendRawTransaction', params, {
      ...options,
      deadlineMs: BROADCAST_DEADLINE_MS,
    });
    if (!error) return result;
    const raw = hex.safeParse(params[0]);
    const refusal = new RpcError(error.code, error.message, error.data);
    if (!raw.success || raw.data.length % 2 !== 0) throw refusal;
    const hash = `0x${bytesToHex(keccak_256(hexToBytes(raw.data.slice(2))))}`;
    if (ALREADY_KNOWN.test(error.message)) return hash;
    if (uncertain && (await client.transaction(hash, options))) return hash;
    throw refusal;
  }

  async function rpc(method: string, params: unknown[], options?: Options): Promise<unknown> {
    if (method === 'eth_sendRawTransaction') return send(params, options);
    return resultOf(await ask(method, params, options));
  }

  const toNumber = (raw: unknown) => Number(quantity.parse(raw));
  const client: EvmClient = {
    kind: 'evm',
    chain,
    rpc,
    receipt: (hash, options) =>
      read('eth_getTransactionReceipt', [hash], (raw) => (raw ? toReceipt(raw) : undefined), options),
    transaction: (hash, options) =>
      read('eth_getTransactionByHash', [hash], (raw) => (raw ? toTransaction(raw) : undefined), options),
    blockNumber: (options) => read('eth_blockNumber', [], toNumber, options),
    blockTime: (blockNumber, options) =>
      read(
        'eth_getBlockByNumber',
        [`0x${blockNumber.toString(16)}`, false],
        (raw) => (raw ? Number(z.object({ timestamp: quantity }).parse(raw).timestamp) : undefined),
        options,
      ),
    call: (to, data, options) => read('eth_call', [{ to, data }, 'latest'], (raw) => hex.parse(raw), options),
    codeAt: (address, options) => read('eth_getCode', [address, 'latest'], (raw) => hex.parse(raw), options),
    transactionCount: (address, options) => read('eth_getTransactionCount', [address, 'latest'], toNumber, options),
  };
  return client;
}
