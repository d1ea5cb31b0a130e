/**
 * Talks to a Cosmos chain over its REST gateway: a thing that does not exist is `undefined`, and a refused transaction
 * carries its reason.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { base64 } from '@scure/base';
import { z } from 'zod';
import type { ChainId } from '../domain/chain-id.ts';
import { BroadcastRefused, type CosmosClient, type CosmosTxResult, type Options } from './chain-clients.ts';
import { type ChainHttp, isJson, isServiceAnswer, unavailable } from './chain-http.ts';
import type { Answer } from './failover.ts';

const BROADCAST_DEADLINE_MS = 20_000;
/** ErrTxInMempoolCache of cosmos-sdk types/errors. */
const IN_MEMPOOL_CACHE = 19;
const ALREADY_KNOWN = /already exists in cache|tx already (?:exists )?in mempool|txs? is already in mempool/i;
/** NOT_FOUND among the gRPC codes, which the gateway puts into the body. */
const NOT_FOUND = 5;

const integer = z.union([z.string().regex(/^\d+$/), z.number().int().nonnegative()]).transform(String);
const baseAccount = z.object({ account_number: integer.default('0'), sequence: integer.default('0') });
/** A `BaseAccount`, or a vesting or module account that wraps one. */
const accountSchema = z.object({
  account: z.looseObject({
    account_number: integer.optional(),
    sequence: integer.optional(),
    base_account: baseAccount.optional(),
    base_vesting_account: z.object({ base_account: baseAccount }).optional(),
  }),
});
const balancesSchema = z.object({ balances: z.array(z.object({ denom: z.string(), amount: integer })) });
const txSchema = z.object({
  tx: z
    .object({
      body: z.object({
        messages: z.array(z.record(z.string(), z.unknown())).default([]),
        memo: z.string().default(''),
      }),
    })
    .nullish(),
  tx_response: z.object({
    txhash: z.string(),
    height: integer.default('0'),
    code: z.number().default(0),
    raw_log: z.string().default(''),
    timestamp: z.string().nullish(),
  }),
});
const blockSchema = z.object({ block: z.object({ header: z.object({ height: integer }) }) });
const broadcastSchema = z.object({
  tx_response: z.object({
    txhash: z.string(),
    code: z.number().default(0),
    codespace: z.string().default(''),
    raw_log: z.string().default(''),
  }),
});
const faultSchema = z.object({ code: z.number().optional(), message: z.string() });

function toResult(raw: unknown): CosmosTxResult {
  const { tx, tx_response: response } = txSchema.parse(raw);
  const time = response.timestamp ? Date.parse(response.timestamp) : Number.NaN;
  return {
    hash: response.txhash.toUpperCase(),
    height: Number(response.height),
    code: response.code,
    rawLog: response.raw_log,
    ...(Number.isNaN(time) ? {} : { time: Math.floor(time / 1000) }),
    ...(tx ? { memo: tx.body.memo } : {}),
    messages: tx?.body.messages ?? [],
  };
}

const faultOf = (text: string) => {
  if (!isJson(text)) return undefined;
  const parsed = faultSchema.safeParse(JSON.parse(text));
  return parsed.success ? parsed.data : undefined;
};

const isMissing = (answer: Answer): boolean =>
  answer.status === 404 ||
  faultOf(answer.text)?.code === NOT_FOUND ||
  /\bnot found\b/i.test(faultOf(answer.text)?.message ?? '');

/**
 * A failing gateway answers HTML, so only JSON says something about the chain. Some gateways answer "not found" with a
 * 500.
 */
const acceptJson = (answer: Answer): boolean =>
  isJson(answer.text) && (isServiceAnswer(answer) || (answer.status >= 500 && isMissing(answer)));
const acceptBroadcast = (answer: Answer): boolean =>
  isJson(answer.text) && (isServiceAnswer(answer) || ALREADY_KNOWN.test(answer.text));

/** Uses the paths of cosmos-sdk's REST gateway (auth, bank, tx and tendermint services). */
export function createCosmosClient(chain: ChainId, http: ChainHttp): CosmosClient {
  async function read<T>(path: string, to: (raw: unknown) => T, options?: Options): Promise<T | undefined> {
    const answer = await http.ask({ path, accept: acceptJson }, options);
    if (answer.status !== 200 && isMissing(answer)) return undefined;
    if (answer.status !== 200) throw unavailable(chain, `answered ${answer.status}`);
    try {
      return to(JSON.parse(answer.text));
    } catch (error) {
      throw unavailable(chain, 'answered with something else', error);
    }
  }

  const client: CosmosClient = {
    kind: 'cosmos',
    chain,
    account: (address, options) =>
      read(
        `/cosmos/auth/v1beta1/accounts/${encodeURIComponent(address)}`,
        (raw) => {
          const { account } = accountSchema.parse(raw);
          const base = account.base_vesting_account?.base_account ?? account.base_account ?? account;
          return { accountNumber: base.account_number ?? '0', sequence: base.sequence ?? '0' };
        },
        options,
      ),
    async balances(address, options) {
      const path = `/cosmos/bank/v1beta1/balances/${encodeURIComponent(address)}?pagination.limit=1000`;
      const found = await read(path, (raw) => balancesSchema.parse(raw).balances, options);
      return (found ?? []).map(({ denom, amount }) => ({ denom, amount: BigInt(amount) }));
    },
    transaction: (hash, options) => read(`/cosmos/tx/v1beta1/txs/${encodeURIComponent(hash)}`, toResult, options),
    async latestHeight(options) {
      const path = '/cosmos/base/tendermint/v1beta1/blocks/latest';
      const height = await read(path, (raw) => Number(blockSchema.parse(raw).block.header.height), options);
      if (height === undefined) throw unavailable(chain, 'knows no height');
      return height;
    },
    async broadcast(txBytes, options) {
      const hash = bytesToHex(sha256(base64.decode(txBytes))).toUpperCase();
      const answer = await http.ask(
        {
          path: '/cosmos/tx/v1beta1/txs',
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ tx_bytes: txBytes, mode: 'BROADCAST_MODE_SYNC' }),
          accept: acceptBroadcast,
        },
        { ...options, deadlineMs: BROADCAST_DEADLINE_MS },
      );
      if (ALREADY_KNOWN.test(answer.text)) return hash;
      if (answer.status >= 500) throw unavailable(chain, `answered ${answer.status}`);
      const parsed = broadcastSchema.safeParse(JSON.parse(answer.text));
      const result = parsed.success ? parsed.data.tx_response : undefined;
      if (result && (result.code === 0 || (result.code === IN_MEMPOOL_CACHE && result.codespace === 'sdk')))
        return hash;
      if (answer.uncertain && (await client.transaction(hash, options))) return hash;
      throw new BroadcastRefused((result?.raw_log || faultOf(answer.text)?.message) ?? 'no reason given');
    },
  };
  return client;
}
