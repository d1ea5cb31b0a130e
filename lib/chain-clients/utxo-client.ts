/** Talks Esplora to a Bitcoin-family chain: values stay exact, and a thing that does not exist is `undefined`. */
import { z } from 'zod';
import type { ChainId } from '../domain/chain-id.ts';
import { BroadcastRefused, type Options, type Utxo, type UtxoClient, type UtxoTx } from './chain-clients.ts';
import { type ChainHttp, isJson, isServiceAnswer, unavailable } from './chain-http.ts';
import type { Answer } from './failover.ts';
import { utxoTxid } from './utxo-txid.ts';

const BROADCAST_DEADLINE_MS = 20_000;
/** How Bitcoin Core and its relatives say that the same transaction is already in the mempool or in a block. */
const ALREADY_KNOWN =
  /already in (?:block ?chain|mempool|utxo set)|txn-already-(?:in-mempool|known)|already known|outputs already in utxo/i;

const TXID = /^[0-9a-f]{64}$/i;
const value = z.union([z.string().regex(/^\d+$/), z.number().int().nonnegative()]).transform((raw) => BigInt(raw));
const status = z
  .object({ confirmed: z.boolean(), block_height: z.number().nullish(), block_time: z.number().nullish() })
  .default({ confirmed: false });
const utxosSchema = z.array(z.object({ txid: z.string(), vout: z.number(), value, status }));
const sums = z.object({ funded_txo_sum: value, spent_txo_sum: value });
const addressSchema = z.object({ chain_stats: sums, mempool_stats: sums });
const txSchema = z.object({
  txid: z.string(),
  vin: z.array(
    z.object({
      txid: z.string().default(''),
      vout: z.number().default(0),
      prevout: z.object({ scriptpubkey_address: z.string().nullish(), value }).nullish(),
    }),
  ),
  vout: z.array(z.object({ scriptpubkey: z.string(), scriptpubkey_address: z.string().nullish(), value })),
  fee: value.nullish(),
  status,
});
/** Maps blocks to wait to base units per virtual byte, with fractions. */
const feesSchema = z.record(z.string(), z.number().positive());
const outspendSchema = z.object({ spent: z.boolean(), txid: z.string().nullish() });

/** Quotes the amounts before `JSON.parse` can round them, because Dogecoin balances exceed 2^53 base units. */
export const parseExact = (text: string): unknown =>
  JSON.parse(text.replace(/"(value|fee|funded_txo_sum|spent_txo_sum)"\s*:\s*(\d+)/g, '"$1":"$2"'));

function toTx(raw: unknown): UtxoTx {
  const tx = txSchema.parse(raw);
  return {
    txid: tx.txid,
    vin: tx.vin.map((input) => ({
      txid: input.txid,
      vout: input.vout,
      ...(input.prevout?.scriptpubkey_address ? { address: input.prevout.scriptpubkey_address } : {}),
      ...(input.prevout ? { value: input.prevout.value } : {}),
    })),
    vout: tx.vout.map((output) => ({
      value: output.value,
      scriptHex: output.scriptpubkey,
      ...(output.scriptpubkey_address ? { address: output.scriptpubkey_address } : {}),
    })),
    ...(tx.fee !== undefined && tx.fee !== null ? { fee: tx.fee } : {}),
    ...(tx.status.confirmed && tx.status.block_height ? { blockHeight: tx.status.block_height } : {}),
    ...(tx.status.confirmed && tx.status.block_time ? { blockTime: tx.status.block_time } : {}),
  };
}

const toUtxo = (raw: z.output<typeof utxosSchema>[number]): Utxo => ({
  txid: raw.txid,
  vout: raw.vout,
  value: raw.value,
  confirmed: raw.status.confirmed,
});

const acceptJson = (answer: Answer): boolean =>
  isServiceAnswer(answer) && (answer.status !== 200 || isJson(answer.text));
const acceptText = (pattern: RegExp) => (answer: Answer) =>
  isServiceAnswer(answer) && (answer.status !== 200 || pattern.test(answer.text.trim()));

/** Extracts the node's reason from `sendrawtransaction RPC error: {"code":-26,"message":"dust"}`. */
const refusalOf = (text: string): string =>
  /"message"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(text)?.[1] ?? (text.trim().slice(0, 300) || 'no reason given');

/** Paths of https://github.com/Blockstream/esplora/blob/master/API.md. */
export function createUtxoClient(chain: ChainId, http: ChainHttp): UtxoClient {
  const path = (segment: string) => encodeURIComponent(segment).replaceAll('%3A', ':');

  async function read<T>(url: string, to: (raw: unknown) => T, options?: Options): Promise<T | undefined> {
    const answer = await http.ask({ path: url, accept: acceptJson }, options);
    if (answer.status === 404) return undefined;
    if (answer.status !== 200) throw unavailable(chain, `answered ${answer.status}`);
    try {
      return to(parseExact(answer.text));
    } catch (error) {
      throw unavailable(chain, 'answered with something else', error);
    }
  }

  async function readText(url: string, pattern: RegExp, options?: Options): Promise<string | undefined> {
    const answer = await http.ask({ path: url, accept: acceptText(pattern) }, options);
    if (answer.status === 404) return undefined;
    if (answer.status !== 200 || !pattern.test(answer.text.trim()))
      throw unavailable(chain, `answered ${answer.status}`);
    return answer.text.trim();
  }

  const client: UtxoClient = {
    kind: 'utxo',
    chain,
    utxos: async (address, options) =>
      (await read(`/address/${path(address)}/utxo`, (raw) => utxosSchema.parse(raw).map(toUtxo), options)) ?? [],
    async balance(address, options) {
      const stats = await read(`/address/${path(address)}`, (raw) => addressSchema.parse(raw), options);
      if (!stats) return 0n;
      return [stats.chain_stats, stats.mempool_stats].reduce(
        (sum, funding) => sum + funding.funded_txo_sum - funding.spent_txo_sum,
        0n,
      );
    },
    transaction: (txid, options) => read(`/tx/${path(txid)}`, toTx, options),
    transactionHex: (txid, options) => readText(`/tx/${path(txid)}/hex`, /^[0-9a-f]+$/i, options),
    async tipHeight(options) {
      const height = await readText('/blocks/tip/height', /^\d+$/, options);
      if (height === undefined) throw unavailable(chain, 'knows no height');
      return Number(height);
    },
    async feeRate(options) {
      const fees = await read('/fee-estimates', (raw) => feesSchema.parse(raw), options);
      const rate = fees?.['2'] ?? fees?.['3'] ?? fees?.['1'];
      return rate === undefined ? undefined : BigInt(Math.ceil(rate));
    },
    async outspend(txid, vout, options) {
      const spend = await read(`/tx/${path(txid)}/outspend/${vout}`, (raw) => outspendSchema.parse(raw), options);
      return { spent: spend?.spent ?? false, ...(spend?.txid ? { txid: spend.txid } : {}) };
    },
    async broadcast(rawHex, options) {
      const answer = await http.ask(
        { path: '/tx', method: 'POST', headers: { 'content-type': 'text/plain' }, body: rawHex },
        { ...options, deadlineMs: BROADCAST_DEADLINE_MS },
      );
      const text = answer.text.trim();
      if (answer.status === 200 && TXID.test(text)) return text.toLowerCase();
      if (answer.status === 200 || answer.status >= 500) throw unavailable(chain, `answered ${answer.status}`);
      const txid = utxoTxid(rawHex);
      if (txid && ALREADY_KNOWN.test(text)) return txid;
      if (txid && answer.uncertain && (await client.transaction(txid, options))) return txid;
      throw new BroadcastRefused(refusalOf(text));
    },
  };
  return client;
}
