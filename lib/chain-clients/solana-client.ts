/**
 * Talks JSON-RPC to a Solana node: a thing that does not exist is `undefined`, and a refused transaction carries its
 * reason in plain English.
 */
import { base58, base64 } from '@scure/base';
import { z } from 'zod';
import type { ChainId } from '../domain/chain-id.ts';
import { BroadcastRefused, type Options, type SolanaClient } from './chain-clients.ts';
import { type ChainHttp, unavailable } from './chain-http.ts';
import { parseExactJson } from './exact-json.ts';
import { createJsonRpc, type RpcResponse, readValue, resultOf } from './json-rpc.ts';
import { solanaReason } from './solana-reason.ts';
import {
  balanceAnswer,
  blockhashAnswer,
  heightAnswer,
  statusesAnswer,
  tokenAccountsAnswer,
  toStatus,
  toTransaction,
  transactionAnswer,
} from './solana-shapes.ts';

const BROADCAST_DEADLINE_MS = 20_000;
/**
 * Errors of this node and not of the request: it is behind, or lacks history. Source: solana-rpc-client-api
 * custom_error.rs.
 */
const NODE_FAULTS = new Set([-32004, -32005, -32011, -32014, -32016]);
const PREFLIGHT_FAILED = -32002;
/** A signature is wrong, or the transaction is unreadable or of an unknown version, or parameters are invalid. */
const REFUSALS = new Set([PREFLIGHT_FAILED, -32003, -32006, -32013, -32015, -32602]);
const ALREADY_PROCESSED = /already been processed|AlreadyProcessed/i;

/** One or two seconds old, and hardly ever reversed. */
const COMMITMENT = { commitment: 'confirmed' };

const preflightSchema = z.object({ err: z.unknown().optional(), logs: z.array(z.string()).nullish() });

/** The first signature of a signed transaction, which identifies it; undefined where there is none. */
export function signatureOf(transaction: string): string | undefined {
  try {
    const bytes = base64.decode(transaction);
    // The number of signatures is a compact length, which takes one byte below 128.
    return bytes.length > 65 && (bytes[0] ?? 0) > 0 && (bytes[0] ?? 0) < 128
      ? base58.encode(bytes.slice(1, 65))
      : undefined;
  } catch {
    return undefined;
  }
}

function refusalOf(error: NonNullable<RpcResponse['error']>): BroadcastRefused {
  const preflight = preflightSchema.safeParse(error.data);
  const reason = preflight.success ? solanaReason(preflight.data.err, preflight.data.logs ?? []) : undefined;
  if (reason) return new BroadcastRefused(reason.text, reason.fault ? { fault: reason.fault } : {});
  const isExpired = /blockhash not found/i.test(error.message);
  return new BroadcastRefused(error.message || 'no reason given', isExpired ? { fault: 'expired' } : {});
}

/** Methods of https://solana.com/docs/rpc/http. */
export function createSolanaClient(chain: ChainId, http: ChainHttp): SolanaClient {
  const { ask } = createJsonRpc(chain, http, NODE_FAULTS, 'is behind');
  async function read<S extends z.ZodType>(method: string, params: unknown[], schema: S, options?: Options) {
    const value = resultOf(await ask(method, params, { ...options, parse: parseExactJson }));
    return readValue(chain, { method, value }, schema);
  }

  const client: SolanaClient = {
    kind: 'solana',
    chain,
    rpc: async (method, params, options) => resultOf(await ask(method, params, options)),
    balance: async (address, options) =>
      (await read('getBalance', [address, COMMITMENT], balanceAnswer, options)).value,
    async tokenBalance(owner, mint, options) {
      const params = [owner, { mint }, { encoding: 'jsonParsed', ...COMMITMENT }];
      const { value } = await read('getTokenAccountsByOwner', params, tokenAccountsAnswer, options);
      return value.reduce((sum, { account }) => sum + account.data, 0n);
    },
    latestBlockhash: async (options) =>
      (await read('getLatestBlockhash', [COMMITMENT], blockhashAnswer, options)).value,
    blockHeight: (options) => read('getBlockHeight', [COMMITMENT], heightAnswer, options),
    async status(signature, options) {
      const params = [[signature], { searchTransactionHistory: true }];
      const [found] = (await read('getSignatureStatuses', params, statusesAnswer, options)).value;
      return found ? toStatus(found) : undefined;
    },
    async transaction(signature, options) {
      const config = { encoding: 'json', maxSupportedTransactionVersion: 0, ...COMMITMENT };
      const found = await read('getTransaction', [signature, config], transactionAnswer, options);
      return found ? toTransaction(found) : undefined;
    },
    async broadcast(transaction, options) {
      const config = { encoding: 'base64', preflightCommitment: COMMITMENT.commitment };
      const sent = await ask('sendTransaction', [transaction, config], {
        ...options,
        deadlineMs: BROADCAST_DEADLINE_MS,
      });
      const { error, result } = sent;
      const signature = signatureOf(transaction);
      if (!error) return z.string().safeParse(result).data ?? signature ?? '';
      const isKnown = ALREADY_PROCESSED.test(`${error.message} ${JSON.stringify(error.data ?? null)}`);
      if (signature && (isKnown || (sent.uncertain && (await client.status(signature, options))))) return signature;
      if (!REFUSALS.has(error.code)) throw unavailable(chain, `answered with error ${error.code}`);
      const refusal = refusalOf(error);
      // A service that lags behind does not know a fresh blockhash, while the one asked before may have sent the
      // payment.
      if (sent.uncertain && refusal.fault === 'expired') throw unavailable(chain, 'may have taken the transaction');
      throw refusal;
    },
  };
  return client;
}
