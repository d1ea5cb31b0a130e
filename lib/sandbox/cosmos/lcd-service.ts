/** Serves one chain's REST paths as the Cosmos SDK's gateway does: the same JSON, statuses and gRPC error bodies. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base64 } from '@scure/base';
import { z } from 'zod';
import type { Service, ServiceAnswer } from '../ledger.ts';
import type { CosmosChain, TxResult } from './cosmos-chain.ts';
import { TxRefused, txBytesOf, txJson } from './decode-tx.ts';

export type LcdOptions = {
  /** The first two segments of the path: `lcd/thor`. */
  prefix: string;
  chain: CosmosChain;
  height(): number;
  nowMs(): number;
  /** Takes TxRaw bytes and returns their hash. @throws {TxRefused} */
  broadcast(bytes: Uint8Array): string;
};

const json = (value: unknown, status = 200): ServiceAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});
/** gRPC codes: 3 invalid argument, 5 not found, 12 not implemented. */
const grpcError = (code: 3 | 5 | 12, message: string): ServiceAnswer =>
  json({ code, message, details: [] }, { 3: 400, 5: 404, 12: 501 }[code]);

const isoTime = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');

function accountAnswer(address: string, { chain }: LcdOptions): ServiceAnswer {
  const id = chain.names.account(address);
  if (!id) return grpcError(3, `decoding bech32 failed: invalid address ${address}`);
  const account = chain.bank.account(id);
  if (!account) return grpcError(5, `account ${address} not found`);
  const key = account.publicKey;
  return json({
    account: {
      '@type': '/cosmos.auth.v1beta1.BaseAccount',
      address: chain.names.address(id),
      pub_key: key ? { '@type': '/cosmos.crypto.secp256k1.PubKey', key: base64.encode(hexToBytes(key)) } : null,
      account_number: String(account.number),
      sequence: account.sequence.toString(),
    },
  });
}

function balancesAnswer(address: string, denom: string | null | undefined, { chain }: LcdOptions): ServiceAnswer {
  const id = chain.names.account(address);
  if (!id) return grpcError(3, `invalid address: decoding bech32 failed: ${address}`);
  if (denom === null || denom === '') return grpcError(3, 'invalid denom');
  if (denom !== undefined) return json({ balance: { denom, amount: chain.bank.balance(id, denom).toString() } });
  const balances = [...(chain.bank.account(id)?.balances ?? [])]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([each, amount]) => ({ denom: each, amount: amount.toString() }));
  return json({ balances, pagination: { next_key: null, total: String(balances.length) } });
}

const txResponse = (fields: Record<string, unknown>) => ({
  height: '0',
  txhash: '',
  codespace: '',
  code: 0,
  data: '',
  raw_log: '',
  logs: [],
  info: '',
  gas_wanted: '0',
  gas_used: '0',
  tx: null,
  timestamp: '',
  events: [],
  ...fields,
});

function txAnswer(hash: string, { chain }: LcdOptions): ServiceAnswer {
  if (!/^[0-9a-f]{64}$/i.test(hash)) return grpcError(3, `invalid hash ${hash.slice(0, 80)}`);
  const result = chain.result(hash.toUpperCase());
  if (!result) return grpcError(5, `tx not found: ${hash}`);
  return json(foundTx(result));
}

function foundTx({ tx, height, timeSeconds, code, codespace, rawLog }: TxResult) {
  const printed = txJson(tx);
  const response = txResponse({
    height: String(height),
    txhash: tx.hash,
    codespace,
    code,
    raw_log: rawLog,
    gas_wanted: tx.fee.gas.toString(),
    gas_used: tx.fee.gas.toString(),
    tx: { '@type': '/cosmos.tx.v1beta1.Tx', ...printed },
    timestamp: isoTime(timeSeconds),
  });
  return { tx: printed, tx_response: response };
}

const broadcastSchema = z.object({ tx_bytes: z.string(), mode: z.string().optional() });

function broadcastAnswer(body: string, options: LcdOptions): ServiceAnswer {
  let bytes: Uint8Array;
  try {
    bytes = txBytesOf(broadcastSchema.parse(JSON.parse(body)).tx_bytes);
  } catch (error) {
    return grpcError(3, error instanceof SyntaxError ? error.message : 'tx_bytes is missing');
  }
  if (bytes.length === 0) return grpcError(3, 'invalid empty tx');
  try {
    return json({ tx_response: txResponse({ txhash: options.broadcast(bytes) }) });
  } catch (error) {
    if (!(error instanceof TxRefused)) throw error;
    const { code, codespace, message } = error;
    const txhash = bytesToHex(sha256(bytes)).toUpperCase();
    return json({ tx_response: txResponse({ txhash, code, codespace, raw_log: message }) });
  }
}

function latestBlock({ chain, height, nowMs }: LcdOptions) {
  const hash = base64.encode(sha256(utf8ToBytes(`${chain.chainId}/${height()}`)));
  const header = {
    version: { block: '11', app: '0' },
    chain_id: chain.chainId,
    height: String(height()),
    time: new Date(nowMs()).toISOString(),
  };
  const block = { header, data: { txs: [] }, evidence: { evidence: [] }, last_commit: null };
  return { block_id: { hash, part_set_header: { total: 1, hash } }, block, sdk_block: block };
}

const nodeInfo = ({ chain }: LcdOptions) => ({
  default_node_info: { network: chain.chainId, version: '0.38.17', moniker: 'sandbox', channels: '', other: {} },
  application_version: { name: chain.rules.network ?? 'gaia', app_name: 'sandbox', version: 'sandbox' },
});

function route(segments: readonly string[], query: URLSearchParams, options: LcdOptions): ServiceAnswer | undefined {
  const path = segments.slice(0, 4).join('/');
  const [id, what] = segments.slice(4);
  if (path === 'cosmos/auth/v1beta1/accounts' && id !== undefined && segments.length === 5)
    return accountAnswer(id, options);
  if (path === 'cosmos/bank/v1beta1/balances' && id !== undefined) {
    if (segments.length === 5) return balancesAnswer(id, undefined, options);
    if (what === 'by_denom' && segments.length === 6) return balancesAnswer(id, query.get('denom'), options);
  }
  if (path === 'cosmos/tx/v1beta1/txs' && id !== undefined && segments.length === 5) return txAnswer(id, options);
  const whole = segments.join('/');
  if (whole === 'cosmos/base/tendermint/v1beta1/blocks/latest') return json(latestBlock(options));
  if (whole === 'cosmos/base/tendermint/v1beta1/node_info') return json(nodeInfo(options));
  return undefined;
}

/** The service below `/lcd/<chain>`. */
export const createLcdService = (options: LcdOptions): Service => ({
  prefix: options.prefix,
  handle: async ({ method, path, query, body }) => {
    let segments: string[];
    try {
      segments = path.split('/').filter(Boolean).map(decodeURIComponent);
    } catch {
      return grpcError(3, 'invalid path');
    }
    if (method === 'POST' && segments.join('/') === 'cosmos/tx/v1beta1/txs') return broadcastAnswer(body, options);
    return (method === 'GET' ? route(segments, query, options) : undefined) ?? grpcError(12, 'Not Implemented');
  },
});
