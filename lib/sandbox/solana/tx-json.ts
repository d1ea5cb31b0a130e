/** Builds the answer of `getTransaction` for an executed transaction. */
import { base58, base64 } from '@scure/base';
import { MEMO_PROGRAM, TOKEN_PROGRAM } from './addresses.ts';
import { tokenAmount } from './rpc-accounts.ts';
import { isWritable, type PartInstruction, readTransaction, type TransactionParts } from './transaction-parts.ts';
import type { TokenBalance, TxRecord } from './tx-record.ts';

export type TxEncoding = 'json' | 'jsonParsed' | 'base64' | 'base58';

const partsOf = (record: TxRecord): TransactionParts => readTransaction(base64.decode(record.wire));

const statusOf = (record: TxRecord) => (record.err === undefined ? { Ok: null } : { Err: record.err });

const tokenBalance = ({ accountIndex, mint, owner, amount, decimals, program }: TokenBalance) => ({
  accountIndex,
  mint,
  owner,
  programId: program ?? TOKEN_PROGRAM,
  uiTokenAmount: tokenAmount(amount, decimals),
});

/** With accounts and program by address instead of by index. */
const byName = (
  keys: readonly string[],
  instruction: { programIdIndex: number; accounts: readonly number[]; data: string; stackHeight: number | null },
) => ({
  accounts: instruction.accounts.map((index) => keys[index]),
  data: instruction.data,
  programId: keys[instruction.programIdIndex],
  stackHeight: instruction.stackHeight,
});

const outer = ({ programIndex, accounts, data }: PartInstruction) => ({
  accounts,
  data: base58.encode(data),
  programIdIndex: programIndex,
  stackHeight: 1,
});

function messageJson(record: TxRecord, parts: TransactionParts, encoding: TxEncoding) {
  const instructions = parts.instructions.map(outer);
  const tables = parts.lookups.map((lookup) => ({
    accountKey: lookup.table,
    readonlyIndexes: lookup.readonly,
    writableIndexes: lookup.writable,
  }));
  const lookups = parts.version === 0 ? { addressTableLookups: tables } : {};
  if (encoding === 'jsonParsed')
    return {
      accountKeys: record.keys.map((pubkey, index) => ({
        pubkey,
        signer: index < parts.header.signers,
        source: index < parts.staticKeys.length ? 'transaction' : 'lookupTable',
        writable: isWritable(parts, index),
      })),
      ...lookups,
      instructions: instructions.map((each) => byName(record.keys, each)),
      recentBlockhash: parts.blockhash,
    };
  return {
    accountKeys: parts.staticKeys,
    ...lookups,
    header: {
      numReadonlySignedAccounts: parts.header.readonlySigners,
      numReadonlyUnsignedAccounts: parts.header.readonlyOthers,
      numRequiredSignatures: parts.header.signers,
    },
    instructions,
    recentBlockhash: parts.blockhash,
  };
}

function transactionJson(record: TxRecord, parts: TransactionParts, encoding: TxEncoding): unknown {
  if (encoding === 'base64') return [record.wire, 'base64'];
  if (encoding === 'base58') return [base58.encode(parts.wire), 'base58'];
  return { message: messageJson(record, parts, encoding), signatures: parts.signatures };
}

const metaJson = (record: TxRecord, encoding: TxEncoding) => ({
  computeUnitsConsumed: record.units,
  err: record.err ?? null,
  fee: record.feeLamports,
  innerInstructions: record.inner.map(({ index, instructions }) => ({
    index,
    instructions: encoding === 'jsonParsed' ? instructions.map((each) => byName(record.keys, each)) : instructions,
  })),
  ...(encoding === 'jsonParsed' ? {} : { loadedAddresses: record.loaded }),
  logMessages: record.logs,
  postBalances: record.postBalances,
  postTokenBalances: record.postTokens.map(tokenBalance),
  preBalances: record.preBalances,
  preTokenBalances: record.preTokens.map(tokenBalance),
  ...(record.returnData
    ? { returnData: { data: [record.returnData.data, 'base64'], programId: record.returnData.programId } }
    : {}),
  rewards: [],
  status: statusOf(record),
});

/** `versioned`: the caller accepts version 0. */
export function transactionAnswer(record: TxRecord, encoding: TxEncoding, versioned: boolean) {
  const parts = partsOf(record);
  return {
    blockTime: record.blockTime,
    meta: metaJson(record, encoding),
    slot: record.slot,
    transaction: transactionJson(record, parts, encoding),
    ...(versioned ? { version: parts.version } : {}),
  };
}

export const versionOf = (record: TxRecord): 'legacy' | 0 => partsOf(record).version;

/** `[length] text` for each memo; null without any. */
export function memoOf(record: TxRecord): string | null {
  const memos = partsOf(record).instructions.flatMap(({ programIndex, data }) =>
    record.keys[programIndex] === MEMO_PROGRAM ? [`[${data.length}] ${new TextDecoder().decode(data)}`] : [],
  );
  return memos.length === 0 ? null : memos.join('; ');
}

export const statusJson = statusOf;
