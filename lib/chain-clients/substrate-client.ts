/**
 * Talks JSON-RPC to an Asset Hub node: a thing that does not exist is `undefined`, and a refused extrinsic carries its
 * reason in plain English.
 */
import { hexToBytes } from '@noble/hashes/utils.js';
import { z } from 'zod';
import { bytesOfHex } from '../chains/scale-reader.ts';
import { decodeSs58, encodeSs58 } from '../chains/ss58.ts';
import type { ChainId } from '../domain/chain-id.ts';
import {
  BroadcastRefused,
  isRpcError,
  type Options,
  type SubstrateClient,
  type SubstrateExtrinsic,
} from './chain-clients.ts';
import { type ChainHttp, unavailable } from './chain-http.ts';
import type { RpcResponse } from './json-rpc.ts';
import { readExtrinsic, timeSetBy } from './substrate-calls.ts';
import { type ExtrinsicOutcome, outcomeOf } from './substrate-events.ts';
import { createSubstrateRpc, type SubstrateRpc } from './substrate-rpc.ts';
import { createExtrinsicSearch, extrinsicHash } from './substrate-search.ts';
import { accountKey, assetAccountKey, assetBalanceOf, EVENTS_KEY, spendableOf } from './substrate-storage.ts';

const BROADCAST_DEADLINE_MS = 20_000;
/** Codes of author/error.rs: bad format, verification, invalid, unknown validity, banned, too low priority, cycle. */
const REFUSALS = new Set([1001, 1002, 1010, 1011, 1012, 1014, 1015]);
const ALREADY_IMPORTED = 1013;

const hexBytes = z.string().transform((text, context) => {
  const bytes = bytesOfHex(text);
  if (bytes) return bytes;
  context.addIssue({ code: 'custom', message: 'no hex' });
  return z.NEVER;
});
const headerAnswer = z.object({ number: z.string().regex(/^0x[0-9a-f]+$/i) }).transform(({ number }) => Number(number));
const blockAnswer = z.object({ block: z.object({ extrinsics: z.array(hexBytes) }) }).nullable();
const hashAnswer = z.string().regex(/^0x[0-9a-f]{64}$/i);

function refusalOf({ message, data }: NonNullable<RpcResponse['error']>): BroadcastRefused {
  const text = typeof data === 'string' && data !== '' ? data : message;
  if (/pay some fees/i.test(text)) return new BroadcastRefused(text, { fault: 'insufficientFunds' });
  if (/ancient birth|outdated/i.test(text)) return new BroadcastRefused(text, { fault: 'expired' });
  return new BroadcastRefused(text || 'no reason given');
}

/** The reads of the chain's blocks and state. Methods of polkadot.js.org/docs/substrate/rpc. */
function createReads({ read }: SubstrateRpc) {
  const storage = (key: string, params: unknown[], options?: Options) =>
    read('state_getStorage', [key, ...params], hexBytes.nullable(), options);
  const blockHash = (block: number, options?: Options) =>
    read('chain_getBlockHash', [block], hashAnswer.nullable(), options);
  const blockNumber = (options?: Options) => read('chain_getHeader', [], headerAnswer, options);
  async function finalizedNumber(options?: Options): Promise<number> {
    const head = await read('chain_getFinalizedHead', [], hashAnswer, options);
    return read('chain_getHeader', [head], headerAnswer, options);
  }
  async function block(number: number, options?: Options) {
    const hash = await blockHash(number, options);
    const found = hash === null ? null : await read('chain_getBlock', [hash], blockAnswer, options);
    return hash === null || found === null ? undefined : { hash, extrinsics: found.block.extrinsics };
  }
  async function isWaiting(hash: string, options?: Options): Promise<boolean> {
    try {
      const pool = await read('author_pendingExtrinsics', [], z.array(hexBytes), options);
      return pool.some((bytes) => extrinsicHash(bytes) === hash);
    } catch (error) {
      // Many public nodes do not expose their pool.
      if (isRpcError(error)) return false;
      throw error;
    }
  }
  return { storage, blockNumber, finalizedNumber, block, isWaiting };
}

type InBlock = { id: string; number: number; finalized: number; extrinsics: Uint8Array[]; bytes: Uint8Array };

function toExtrinsic(found: InBlock, outcome: ExtrinsicOutcome, ss58Prefix: number): SubstrateExtrinsic {
  const addressOf = (account: string): string => encodeSs58(hexToBytes(account), ss58Prefix);
  const asked = readExtrinsic(found.bytes);
  const time = found.extrinsics.map(timeSetBy).find((set) => set !== undefined);
  const transfers = outcome.failed === undefined ? outcome.transfers : asked.transfers;
  return {
    id: found.id,
    blockNumber: found.number,
    finalized: found.number <= found.finalized,
    ...(time === undefined ? {} : { blockTime: Math.floor(time / 1000) }),
    ...(outcome.failed === undefined ? {} : { failed: outcome.failed }),
    ...(asked.from === undefined ? {} : { from: addressOf(asked.from) }),
    transfers: transfers.flatMap(({ to, assetId, baseUnits }) =>
      baseUnits === undefined ? [] : [{ to: addressOf(to), ...(assetId === undefined ? {} : { assetId }), baseUnits }],
    ),
  };
}

/** @param ss58Prefix prefix of the addresses in results. */
export function createSubstrateClient(chain: ChainId, http: ChainHttp, ss58Prefix: number): SubstrateClient {
  const rpc = createSubstrateRpc(chain, http);
  const { storage, blockNumber, finalizedNumber, block, isWaiting } = createReads(rpc);
  const search = createExtrinsicSearch({
    extrinsicsOf: async (number, options) => (await block(number, options))?.extrinsics,
    async heights(options) {
      const [best, finalized] = await Promise.all([blockNumber(options), finalizedNumber(options)]);
      return { best, finalized };
    },
  });

  const client: SubstrateClient = {
    kind: 'substrate',
    chain,
    rpc: rpc.call,
    blockNumber,
    async balance(address, assetId, options) {
      const account = decodeSs58(address)?.account;
      if (!account) return 0n;
      const key = assetId === undefined ? accountKey(account) : assetAccountKey(assetId, account);
      const found = await storage(key, [], options);
      if (!found) return 0n;
      return assetId === undefined ? spendableOf(found) : assetBalanceOf(found);
    },
    async extrinsic(id, options) {
      const [, number, index] = /^(\d{1,12})-(\d{1,6})$/.exec(id) ?? [];
      const found = number === undefined ? undefined : await block(Number(number), options);
      const bytes = found?.extrinsics[Number(index)];
      if (!found || !bytes) return undefined;
      const [events, finalized] = await Promise.all([
        storage(EVENTS_KEY, [found.hash], options),
        finalizedNumber(options),
      ]);
      const outcome = events ? outcomeOf(events, Number(index)) : undefined;
      if (!outcome) throw unavailable(chain, `does not tell how extrinsic ${id} ended`);
      const { extrinsics } = found;
      return toExtrinsic({ id, number: Number(number), finalized, extrinsics, bytes }, outcome, ss58Prefix);
    },
    async find(hash, options) {
      const id = await search(hash.toLowerCase(), options);
      if (id !== undefined) return { id };
      return (await isWaiting(hash.toLowerCase(), options)) ? {} : undefined;
    },
    async broadcast(hex, options) {
      const wire = `0x${hex.replace(/^0x/i, '')}`;
      const bytes = bytesOfHex(wire);
      if (!bytes) throw new BroadcastRefused('This is not an extrinsic in hex.');
      const hash = extrinsicHash(bytes);
      const sent = await rpc.ask('author_submitExtrinsic', [wire], { ...options, deadlineMs: BROADCAST_DEADLINE_MS });
      if (!sent.error) return hashAnswer.safeParse(sent.result).data ?? hash;
      if (sent.error.code === ALREADY_IMPORTED) return hash;
      // Another node may have accepted the extrinsic before; this one then calls it outdated.
      if (sent.uncertain && (await client.find(hash, options))) return hash;
      if (!REFUSALS.has(sent.error.code)) throw unavailable(chain, `answered with error ${sent.error.code}`);
      throw refusalOf(sent.error);
    },
  };
  return client;
}
