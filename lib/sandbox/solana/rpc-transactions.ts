/** Answers RPC methods about blocks and transactions, and accepts new transactions, in Solana's shapes. */
import { base58, base64 } from '@scure/base';
import { z } from 'zod';
import { feeOfMessage } from './fees.ts';
import { readMessage } from './read-transaction.ts';
import { accountJson } from './rpc-accounts.ts';
import {
  API_VERSION,
  addressSchema,
  type Commitment,
  commitmentOf,
  commitmentSchema,
  configSchema,
  FEATURE_SET,
  inContext,
  invalidParams,
  isSettled,
  readParams,
  slotAt,
} from './rpc-json.ts';
import { BLOCKHASH_SLOTS, readForNode, type SolanaChain, SolanaRefused } from './solana-chain.ts';
import { memoOf, statusJson, transactionAnswer, versionOf } from './tx-json.ts';
import { EPOCH_SLOTS } from './virtual-machine.ts';

/** What the methods need: the chain, and a broadcast that saves before it answers. */
export type RpcContext = {
  chain: SolanaChain;
  settle(): void;
  broadcast(wire: Uint8Array, preflight?: number | false): string;
};
type Method = (context: RpcContext, params: unknown) => unknown;

/** The slots for which a node knows a status without searching its history. */
const STATUS_SLOTS = 300;

const plain = z
  .array(z.unknown())
  .max(0)
  .or(z.tuple([configSchema]));
const commitmentIn = (params: unknown): Commitment => {
  const [config] = readParams(plain, params);
  return z.object({ commitment: commitmentSchema }).catch({ commitment: 'finalized' }).parse(config).commitment;
};

const getLatestBlockhash: Method = ({ chain }, params) => {
  const commitment = commitmentIn(params);
  const slot = slotAt(chain, commitment);
  return inContext(
    chain,
    { commitment },
    { blockhash: chain.giveBlockhash(slot), lastValidBlockHeight: chain.lastValidHeight(slot) },
  );
};

const isBlockhashValid: Method = ({ chain }, params) => {
  const [hash, config] = readParams(z.tuple([addressSchema, configSchema.optional()]), params);
  return inContext(chain, config ?? { commitment: 'finalized' }, chain.slotOfBlockhash(hash) !== undefined);
};

const getEpochInfo: Method = ({ chain }, params) => {
  const slot = slotAt(chain, commitmentIn(params));
  return {
    absoluteSlot: slot,
    blockHeight: chain.blockHeight(slot),
    epoch: Math.floor(slot / EPOCH_SLOTS),
    slotIndex: slot % EPOCH_SLOTS,
    slotsInEpoch: EPOCH_SLOTS,
    transactionCount: null,
  };
};

const getFeeForMessage: Method = ({ chain }, params) => {
  const [text, config] = readParams(z.tuple([z.string(), configSchema.optional()]), params);
  let message: ReturnType<typeof readMessage>;
  try {
    message = readMessage(base64.decode(text));
  } catch (error) {
    throw invalidParams(`failed to deserialize solana_message::versioned::VersionedMessage: ${error}`);
  }
  const value = chain.slotOfBlockhash(message.blockhash) === undefined ? null : feeOfMessage(message);
  return inContext(chain, config ?? { commitment: 'finalized' }, value);
};

const getRecentPrioritizationFees: Method = ({ chain }) => {
  const slot = chain.slot();
  return Array.from({ length: BLOCKHASH_SLOTS }, (_, index) => ({
    prioritizationFee: 0,
    slot: slot - BLOCKHASH_SLOTS + 1 + index,
  }));
};

/** @throws {SolanaRefused} -32602 */
function decodeWire(text: string, encoding: 'base58' | 'base64'): Uint8Array {
  try {
    return encoding === 'base64' ? base64.decode(text) : base58.decode(text);
  } catch (error) {
    throw invalidParams(`invalid ${encoding} encoding: ${error instanceof Error ? error.message : error}`);
  }
}

const wireEncoding = z.enum(['base58', 'base64']).default('base58');
const sendSchema = z.object({
  encoding: wireEncoding,
  skipPreflight: z.boolean().default(false),
  preflightCommitment: commitmentSchema,
  maxRetries: z.number().int().optional(),
  minContextSlot: z.number().int().optional(),
});

const sendTransaction: Method = ({ chain, broadcast }, params) => {
  const [text, config] = readParams(z.tuple([z.string(), sendSchema.nullish()]), params);
  const { encoding, skipPreflight, preflightCommitment } = config ?? sendSchema.parse({});
  // A blockhash that is newer than the state it is checked against is unknown there.
  return broadcast(decodeWire(text, encoding), skipPreflight ? false : slotAt(chain, preflightCommitment));
};

const simulateSchema = z.object({
  encoding: wireEncoding,
  sigVerify: z.boolean().default(false),
  replaceRecentBlockhash: z.boolean().default(false),
  innerInstructions: z.boolean().default(false),
  commitment: commitmentSchema,
  minContextSlot: z.number().int().optional(),
  accounts: z
    .object({ addresses: z.array(addressSchema), encoding: z.enum(['base64', 'jsonParsed']).default('base64') })
    .nullish(),
});

const simulateTransaction: Method = ({ chain }, params) => {
  const [text, given] = readParams(z.tuple([z.string(), simulateSchema.nullish()]), params);
  const config = given ?? simulateSchema.parse({});
  if (config.sigVerify && config.replaceRecentBlockhash)
    throw invalidParams('sigVerify may not be used with replaceRecentBlockhash');
  const tx = readForNode(decodeWire(text, config.encoding));
  const slot = slotAt(chain, config.commitment);
  const blockhash = config.replaceRecentBlockhash ? {} : { blockhashUpTo: slot };
  const { outcome, accounts } = chain.simulate(tx, { verify: config.sigVerify, ...blockhash });
  if (outcome.err === 'SignatureFailure') throw new SolanaRefused(-32003, 'Transaction signature verification failure');
  const replacement = { blockhash: chain.blockhash(slot), lastValidBlockHeight: chain.lastValidHeight(slot) };
  const after = config.accounts?.addresses.map((address) => {
    const state = accounts.get(address) ?? chain.account(address);
    return state && outcome.err === undefined ? accountJson(chain, state, config.accounts?.encoding) : null;
  });
  return inContext(chain, config, {
    accounts: after ?? null,
    err: outcome.err ?? null,
    innerInstructions: config.innerInstructions ? outcome.inner : null,
    logs: outcome.logs,
    replacementBlockhash: config.replaceRecentBlockhash ? replacement : null,
    returnData: outcome.returnData
      ? { data: [base64.encode(outcome.returnData.data), 'base64'], programId: outcome.returnData.programId }
      : null,
    unitsConsumed: outcome.units,
  });
};

const signatureSchema = z.string().refine(
  (text) => {
    try {
      return base58.decode(text).length === 64;
    } catch {
      return false;
    }
  },
  { error: 'Invalid param: WrongSize' },
);

const getSignatureStatuses: Method = ({ chain }, params) => {
  const config = z.object({ searchTransactionHistory: z.boolean().default(false) }).nullish();
  const [signatures, given] = readParams(
    z.tuple([z.array(signatureSchema), config]).or(z.tuple([z.array(signatureSchema)])),
    params,
  );
  if (signatures.length > 256) throw invalidParams('Too many inputs provided; max 256');
  const now = chain.slot();
  const value = signatures.map((signature) => {
    const record = chain.history.get(signature);
    const since = record ? now - record.slot : 0;
    if (!record || (since > STATUS_SLOTS && !given?.searchTransactionHistory)) return null;
    const confirmationStatus = commitmentOf(since);
    return {
      confirmationStatus,
      confirmations: confirmationStatus === 'finalized' ? null : since,
      err: record.err ?? null,
      slot: record.slot,
      status: statusJson(record),
    };
  });
  return inContext(chain, { commitment: 'processed' }, value);
};

const txEncoding = z.enum(['json', 'jsonParsed', 'base64', 'base58']);
const getTransactionSchema = z.object({
  encoding: txEncoding.default('json'),
  commitment: commitmentSchema,
  maxSupportedTransactionVersion: z.number().int().optional(),
});

function refuseProcessed(commitment: Commitment): void {
  if (commitment === 'processed') throw invalidParams('Method does not support commitment below `confirmed`');
}

const getTransaction: Method = ({ chain }, params) => {
  const [signature, given] = readParams(
    z.tuple([signatureSchema, z.union([txEncoding, getTransactionSchema]).nullish()]).or(z.tuple([signatureSchema])),
    params,
  );
  const config =
    typeof given === 'object' && given !== null ? given : getTransactionSchema.parse({ encoding: given ?? undefined });
  refuseProcessed(config.commitment);
  const record = chain.history.get(signature);
  if (!record || !isSettled(chain.slot() - record.slot, config.commitment)) return null;
  const version = versionOf(record);
  const { maxSupportedTransactionVersion: reads } = config;
  if (version === 0 && reads === undefined)
    throw new SolanaRefused(
      -32015,
      'Transaction version (0) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": 0',
    );
  return transactionAnswer(record, config.encoding, reads !== undefined);
};

const historySchema = z.object({
  limit: z.number().int().min(1).max(1000).default(1000),
  before: signatureSchema.nullish(),
  until: signatureSchema.nullish(),
  commitment: commitmentSchema,
});

const getSignaturesForAddress: Method = ({ chain }, params) => {
  const [address, given] = readParams(
    z.tuple([addressSchema, historySchema.nullish()]).or(z.tuple([addressSchema])),
    params,
  );
  const config = given ?? historySchema.parse({});
  refuseProcessed(config.commitment);
  const now = chain.slot();
  const newest = chain.history
    .of(address)
    .filter((record) => isSettled(now - record.slot, config.commitment))
    .toReversed();
  const slotOf = (signature: string | null | undefined): number | undefined =>
    signature ? chain.history.get(signature)?.slot : undefined;
  const before = slotOf(config.before) ?? Number.POSITIVE_INFINITY;
  const until = slotOf(config.until) ?? Number.NEGATIVE_INFINITY;
  return newest
    .filter(({ slot }) => slot < before && slot > until)
    .slice(0, config.limit)
    .map((record) => ({
      blockTime: record.blockTime,
      confirmationStatus: commitmentOf(now - record.slot),
      err: record.err ?? null,
      memo: memoOf(record),
      signature: record.signature,
      slot: record.slot,
    }));
};

export const transactionMethods: Record<string, Method> = {
  getHealth: () => 'ok',
  getVersion: () => ({ 'feature-set': FEATURE_SET, 'solana-core': API_VERSION }),
  getGenesisHash: ({ chain }) => chain.blockhash(0),
  getSlot: ({ chain }, params) => slotAt(chain, commitmentIn(params)),
  getBlockTime: ({ chain }, params) => chain.blockTime(readParams(z.tuple([z.number().int()]), params)[0]),
  getBlockHeight: ({ chain }, params) => chain.blockHeight(slotAt(chain, commitmentIn(params))),
  getEpochInfo,
  getLatestBlockhash,
  isBlockhashValid,
  getFeeForMessage,
  getRecentPrioritizationFees,
  simulateTransaction,
  sendTransaction,
  getSignatureStatuses,
  getTransaction,
  getSignaturesForAddress,
};
