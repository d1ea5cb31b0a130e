/**
 * Implements the node's methods that wallets and watchers use. Source: polkadot-sdk substrate/client/rpc-api,
 * polkadot.js rpc docs.
 */
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { u8, u32, u128 } from 'scale-ts';
import { decodeSs58 } from '../../chains/ss58.ts';
import {
  DOT_DECIMALS,
  feeOf,
  SPEC_NAME,
  SPEC_VERSION,
  SS58_PREFIX,
  START_HEIGHT,
  TRANSACTION_VERSION,
} from './asset-hub.ts';
import { SubstrateRefused } from './refusals.ts';
import { readKey } from './storage-keys.ts';
import type { SubstrateChain } from './substrate-chain.ts';

export type RpcContext = { chain: SubstrateChain; broadcast(wire: Uint8Array): string };
type Method = (context: RpcContext, params: readonly unknown[]) => unknown;

const invalidParams = (what: string): SubstrateRefused =>
  new SubstrateRefused(-32602, 'Invalid params', `invalid value: ${what}`);
const isGiven = (param: unknown): boolean => param !== undefined && param !== null;
const hex = (bytes: Uint8Array): string => `0x${bytesToHex(bytes)}`;

function textParam(param: unknown): string {
  if (typeof param === 'string') return param;
  throw invalidParams('expected a string');
}

function bytesParam(param: unknown): Uint8Array {
  const text = textParam(param);
  if (/^0x([0-9a-f]{2})*$/i.test(text)) return hexToBytes(text.slice(2));
  throw invalidParams('expected a (both 0x-prefixed or not) hex string');
}

/** The number of the block with this hash; without a hash the best block's. Undefined for unknown hashes. */
function blockParam({ chain }: RpcContext, param: unknown): number | undefined {
  if (!isGiven(param)) return chain.height();
  const bytes = bytesParam(param);
  if (bytes.length !== 32) throw invalidParams('expected a hash of 32 bytes');
  return chain.numberOf(bytesToHex(bytes));
}

/** The block of a state query. @throws {SubstrateRefused} 4003, as nodes answer. */
function stateAt(context: RpcContext, param: unknown): number {
  const number = blockParam(context, param);
  if (number === undefined)
    throw new SubstrateRefused(4003, `Client error: UnknownBlock: Header was not found in the database: ${param}`);
  return number;
}

function headerOf({ chain }: RpcContext, number: number) {
  const rootOf = (what: string): string => `0x${chain.blockHash(number).slice(0, 62)}${what}`;
  return {
    parentHash: `0x${number === 0 ? '0'.repeat(64) : chain.blockHash(number === START_HEIGHT ? 0 : number - 1)}`,
    number: `0x${number.toString(16)}`,
    stateRoot: rootOf('01'),
    extrinsicsRoot: rootOf('02'),
    digest: { logs: [] },
  };
}

function extrinsicsOf({ chain }: RpcContext, number: number): string[] {
  if (number === 0) return [];
  const signed = chain.history.get(number)?.extrinsics.map((one) => one.hex) ?? [];
  return [chain.inherentOf(number), ...signed];
}

const blockOf: Method = (context, [hash]) => {
  const number = blockParam(context, hash);
  if (number === undefined) return null;
  const block = { header: headerOf(context, number), extrinsics: extrinsicsOf(context, number) };
  return { block, justifications: null };
};

function hashAt({ chain }: RpcContext, param: unknown): string | null {
  const number = typeof param === 'string' ? Number(param) : param;
  if (typeof number !== 'number' || !Number.isInteger(number) || number < 0) throw invalidParams('expected a number');
  const isThere = number === 0 || (number >= START_HEIGHT && number <= chain.height());
  return isThere ? `0x${chain.blockHash(number)}` : null;
}

/**
 * AccountInfo: nonce, consumers, providers, sufficients, free, reserved, frozen, flags. Source: frame-system,
 * pallet-balances types.
 */
const NEW_LOGIC = 1n << 127n;
function accountInfo(chain: SubstrateChain, account: string): string | null {
  const { nonce, free, assets } = chain.accounts.get(account);
  const sufficients = Object.keys(assets).length;
  if (free === 0n && sufficients === 0) return null;
  const counts = [nonce, 0, free > 0n ? 1 : 0, sufficients].map((count) => u32.enc(count));
  return hex(concatBytes(...counts, ...[free, 0n, 0n, NEW_LOGIC].map((amount) => u128.enc(amount))));
}

/** AssetAccount: balance, status liquid, kept alive by sufficiency. */
function assetAccount(chain: SubstrateChain, account: string, assetId: number): string | null {
  const held = chain.accounts.get(account).assets[assetId];
  return held === undefined ? null : hex(concatBytes(u128.enc(held), u8.enc(0), u8.enc(1)));
}

function storage(context: RpcContext, key: string, at: number): string | null {
  const { chain } = context;
  const asked = readKey(key.toLowerCase());
  if (!asked) return null;
  if (asked.of === 'events') return chain.eventsOf(at);
  if (asked.of === 'number') return hex(u32.enc(at));
  if (asked.of === 'now') return chain.nowValue(at) ?? null;
  // Only the newest balances are kept; they hold for every block since the last one with transactions.
  if (at < (chain.history.last()?.number ?? 0))
    throw new SubstrateRefused(
      4003,
      `Client error: UnknownBlock: State already discarded for 0x${chain.blockHash(at)}`,
    );
  if (asked.of === 'account') return accountInfo(chain, asked.account);
  return assetAccount(chain, asked.account, asked.assetId);
}

const RUNTIME_VERSION = {
  specName: SPEC_NAME,
  implName: SPEC_NAME,
  authoringVersion: 1,
  specVersion: SPEC_VERSION,
  implVersion: 0,
  apis: [],
  transactionVersion: TRANSACTION_VERSION,
  systemVersion: 1,
  stateVersion: 1,
};

function accountParam(param: unknown): string {
  const decoded = decodeSs58(textParam(param));
  if (decoded) return bytesToHex(decoded.account);
  throw invalidParams('expected an SS58 address');
}

export const rpcMethods: Readonly<Record<string, Method>> = {
  system_chain: () => 'Portage Sandbox Asset Hub',
  system_name: () => 'Polkadot parachain',
  system_version: () => '1.20.2-sandbox',
  system_chainType: () => 'Local',
  system_properties: () => ({ ss58Format: SS58_PREFIX, tokenDecimals: DOT_DECIMALS, tokenSymbol: 'DOT' }),
  system_health: () => ({ peers: 1, isSyncing: false, shouldHavePeers: false }),
  system_accountNextIndex: ({ chain }, [address]) => chain.nextNonce(accountParam(address)),
  rpc_methods: () => ({ methods: Object.keys(rpcMethods).sort() }),
  chain_getHeader: (context, [hash]) => {
    const number = blockParam(context, hash);
    return number === undefined ? null : headerOf(context, number);
  },
  chain_getBlock: blockOf,
  chain_getBlockHash: (context, [number]) => {
    if (!isGiven(number)) return `0x${context.chain.blockHash(context.chain.height())}`;
    return Array.isArray(number) ? number.map((one) => hashAt(context, one)) : hashAt(context, number);
  },
  chain_getFinalizedHead: ({ chain }) => `0x${chain.blockHash(chain.finalized())}`,
  state_getRuntimeVersion: () => RUNTIME_VERSION,
  state_getStorage: (context, [key, hash]) => storage(context, textParam(key), stateAt(context, hash)),
  state_queryStorageAt: (context, [keys, hash]) => {
    if (!Array.isArray(keys)) throw invalidParams('expected a list of keys');
    const at = stateAt(context, hash);
    const changes = keys.map((key) => [key, storage(context, textParam(key), at)]);
    return [{ block: `0x${context.chain.blockHash(at)}`, changes }];
  },
  author_submitExtrinsic: ({ broadcast }, [wire]) => broadcast(bytesParam(wire)),
  author_pendingExtrinsics: ({ chain }) => chain.pool().map(({ bytes }) => hex(bytes)),
  payment_queryInfo: (_context, [wire]) => ({
    weight: { ref_time: 210_000_000, proof_size: 3593 },
    class: 'normal',
    partialFee: String(feeOf(bytesParam(wire).length)),
  }),
};
