/**
 * Serves one chain's Esplora paths as Blockstream's server does, with the same statuses, content types and error texts.
 */
import type { Chain } from '../../chains/chain.ts';
import type { Service, ServiceAnswer } from '../ledger.ts';
import { TransactionRefused } from './accept-transaction.ts';
import {
  addressJson,
  type EsploraContext,
  feeEstimatesJson,
  historyJson,
  outspendJson,
  statusJson,
  transactionJson,
  utxosJson,
} from './esplora-shapes.ts';
import { scriptOfAddress } from './scripts.ts';

export type EsploraOptions = {
  chain: Chain;
  context: EsploraContext;
  feePerVbyte: bigint;
  /** Takes a raw transaction in hex and returns its txid. @throws {TransactionRefused} */
  broadcast(rawHex: string): string;
};

const text = (body: string, status = 200): ServiceAnswer => ({
  status,
  headers: { 'content-type': 'text/plain' },
  body,
});
const json = (value: unknown): ServiceAnswer => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});

const HASH = /^[0-9a-f]{64}$/i;

function transaction(txid: string, rest: readonly string[], { context }: EsploraOptions): ServiceAnswer | undefined {
  if (!HASH.test(txid)) return text('Invalid hex string', 400);
  const wanted = txid.toLowerCase();
  const record = context.chain.get(wanted);
  const [what, vout] = rest;
  if (what === 'status' && rest.length === 1) return json(statusJson(record, context));
  if (what === 'outspend' && rest.length === 2) {
    if (!/^\d{1,9}$/.test(vout ?? '')) return text('Invalid number', 400);
    return json(outspendJson(wanted, Number(vout), context));
  }
  if (rest.length > 1) return undefined;
  if (!record) return text('Transaction not found', 404);
  if (what === undefined) return json(transactionJson(record, context));
  if (what === 'hex') return text(record.rawHex);
  if (what === 'outspends')
    return json(record.tx.outputs.map((_output, index) => outspendJson(wanted, index, context)));
  return undefined;
}

function address(
  given: string,
  rest: readonly string[],
  { chain, context }: EsploraOptions,
): ServiceAnswer | undefined {
  const script = scriptOfAddress(given, chain);
  if (!script) return text(`Invalid ${chain.name} address`, 400);
  const [what, which, lastSeen] = rest;
  if (what === undefined) return json(addressJson(given, script, context));
  if (what === 'utxo' && rest.length === 1) return json(utxosJson(script, context));
  if (what !== 'txs' || rest.length > 3) return undefined;
  if (which === undefined) return json(historyJson(script, 'all', undefined, context));
  if (which === 'chain' || (which === 'mempool' && lastSeen === undefined))
    return json(historyJson(script, which, lastSeen?.toLowerCase(), context));
  return undefined;
}

function broadcast(body: string, options: EsploraOptions): ServiceAnswer {
  try {
    return text(options.broadcast(body));
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
    return text(`sendrawtransaction RPC error: ${JSON.stringify({ code: error.code, message: error.message })}`, 400);
  }
}

function route(
  method: string,
  segments: readonly string[],
  body: string,
  options: EsploraOptions,
): ServiceAnswer | undefined {
  const [first, second, third] = segments;
  if (method === 'POST') return first === 'tx' && segments.length === 1 ? broadcast(body, options) : undefined;
  if (method !== 'GET') return undefined;
  const { context, feePerVbyte } = options;
  if (first === 'tx' && second !== undefined) return transaction(second, segments.slice(2), options);
  if (first === 'address' && second !== undefined) return address(second, segments.slice(2), options);
  if (first === 'fee-estimates' && segments.length === 1) return json(feeEstimatesJson(feePerVbyte));
  if (first === 'blocks' && second === 'tip' && third === 'height') return text(String(context.height()));
  if (first === 'blocks' && second === 'tip' && third === 'hash') return text(context.blockHash(context.height()));
  if (first === 'mempool' && second === 'txids') return json(context.chain.mempool().map((record) => record.txid));
  return undefined;
}

/** The service below `/esplora/<chain>`. */
export const createEsploraService = (options: EsploraOptions): Service => ({
  prefix: `esplora/${options.chain.id.toLowerCase()}`,
  handle: async ({ method, path, body }) => {
    let segments: string[];
    try {
      segments = path.split('/').filter(Boolean).map(decodeURIComponent);
    } catch {
      return text('Invalid path', 400);
    }
    return route(method, segments, body, options) ?? text('endpoint does not exist', 404);
  },
});
