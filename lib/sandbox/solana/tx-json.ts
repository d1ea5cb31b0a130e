/** Builds the answer of `getTransaction` for an executed transaction. */
import { base58, base64 } from '@scure/base';
import { MEMO_PROGRAM, TOKEN_PROGRAM } from './addresses.ts';
import { type CompiledInstruction, type DecodedTransaction, isWritable, readTransaction } from './read-transaction.ts';
import { tokenAmount } from './rpc-accounts.ts';
import type { TokenBalance, TxRecord } from './tx-record.ts';

export type TxEncoding = 'json' | 'jsonParsed' | 'base64' | 'base58';

const decodedOf = (record: TxRecord): DecodedTransaction => readTransaction(base64.decode(record.wire));

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

const outer = ({ programIndex, accounts, data }: CompiledInstruction) => ({
  accounts,
  data: base58.encode(data),
  programIdIndex: programIndex,
  stackHeight: 1,
});

function messageJson(record: TxRecord, tx: DecodedTransaction, encoding: TxEncoding) {
  const instructions = tx.instructions.map(outer);
  const tables = tx.lookups.map((lookup) => ({
    accountKey: lookup.table,
    readonlyIndexes: lookup.readonly,
    writableIndexes: lookup.writable,
  }));
  const lookups = tx.version === 0 ? { addressTableLookups: tables } : {};
  if (encoding === 'jsonParsed')
    return {
      accountKeys: record.keys.map((pubkey, index) => ({
        pubkey,
        signer: index < tx.header.signers,
        source: index < tx.staticKeys.length ? 'transaction' : 'lookupTable',
        writable: isWritable(tx, index),
      })),
      ...lookups,
      instructions: instructions.map((each) => byName(record.keys, each)),
      recentBlockhash: tx.blockhash,
    };
  return {
    accountKeys: tx.staticKeys,
    ...lookups,
    header: {
      numReadonlySignedAccounts: tx.header.readonlySigners,
      numReadonlyUnsignedAccounts: tx.header.readonlyOthers,
      numRequiredSignatures: tx.header.signers,
    },
    instructions,
    recentBlockhash: tx.blockhash,
  };
}

function transactionJson(record: TxRecord, tx: DecodedTransaction, encoding: TxEncoding): unknown {
  if (encoding === 'base64') return [record.wire, 'base64'];
  if (encoding === 'base58') return [base58.encode(tx.wire), 'base58'];
  return { message: messageJson(record, tx, encoding), signatures: tx.signatures };
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
  const tx = decodedOf(record);
  return {
    blockTime: record.blockTime,
    meta: metaJson(record, encoding),
    slot: record.slot,
    transaction: transactionJson(record, tx, encoding),
    ...(versioned ? { version: tx.version } : {}),
  };
}

export const versionOf = (record: TxRecord): 'legacy' | 0 => decodedOf(record).version;

/** `[length] text` for each memo; null without any. */
export function memoOf(record: TxRecord): string | null {
  const memos = decodedOf(record).instructions.flatMap(({ programIndex, data }) =>
    record.keys[programIndex] === MEMO_PROGRAM ? [`[${data.length}] ${new TextDecoder().decode(data)}`] : [],
  );
  return memos.length === 0 ? null : memos.join('; ');
}

export const statusJson = statusOf;
