/** Defines the record of an executed transaction: enough for every answer about it, in plain JSON. */
import { base58, base64 } from '@scure/base';
import { z } from 'zod';
import { LOOKUP_TABLE_PROGRAM, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from './addresses.ts';
import type { DecodedTransaction } from './read-transaction.ts';
import { type SwapEvent, swapEventSchema } from './swap-event.ts';
import type { TransactionError } from './transaction-error.ts';
import type { AccountState, Outcome } from './virtual-machine.ts';

const tokenBalanceSchema = z.object({
  accountIndex: z.number().int(),
  mint: z.string(),
  owner: z.string(),
  amount: z.bigint(),
  decimals: z.number().int(),
  /** Absent for the classic token program. */
  program: z.string().optional(),
});
export type TokenBalance = z.infer<typeof tokenBalanceSchema>;

const errorSchema = z.union([z.string(), z.record(z.string(), z.unknown())]) satisfies z.ZodType<TransactionError>;

export const recordSchema = z.object({
  signature: z.string(),
  slot: z.number().int(),
  /** Unix seconds. */
  blockTime: z.number().int(),
  /** Base64. */
  wire: z.string(),
  err: errorSchema.optional(),
  feeLamports: z.bigint(),
  /** Static accounts, then those of lookup tables: first the writable, then the read-only ones. */
  keys: z.array(z.string()),
  loaded: z.object({ writable: z.array(z.string()), readonly: z.array(z.string()) }),
  preBalances: z.array(z.bigint()),
  postBalances: z.array(z.bigint()),
  preTokens: z.array(tokenBalanceSchema),
  postTokens: z.array(tokenBalanceSchema),
  inner: z.array(
    z.object({
      index: z.number().int(),
      instructions: z.array(
        z.object({
          programIdIndex: z.number().int(),
          accounts: z.array(z.number().int()),
          data: z.string(),
          stackHeight: z.number().int(),
        }),
      ),
    }),
  ),
  logs: z.array(z.string()),
  units: z.bigint(),
  returnData: z.object({ programId: z.string(), data: z.string() }).optional(),
  /** The swaps that Chainflip's program recorded in it. */
  swaps: z.array(swapEventSchema),
});
export type TxRecord = z.infer<typeof recordSchema>;

export type ReadAccount = (address: string) => AccountState | undefined;

/** The number of bytes before the first address of a lookup table. */
const TABLE_HEADER = 56;

/** All accounts of a transaction. A missing table or entry is left out, which makes the transaction fail. */
export function allKeys(
  keys: Pick<DecodedTransaction, 'staticKeys' | 'lookups'>,
  read: ReadAccount,
): Pick<TxRecord, 'keys' | 'loaded'> {
  const entries = (table: string, indexes: readonly number[]): string[] => {
    const state = read(table);
    if (state?.owner !== LOOKUP_TABLE_PROGRAM) return [];
    return indexes.flatMap((index) => {
      const bytes = state.data.subarray(TABLE_HEADER + index * 32, TABLE_HEADER + (index + 1) * 32);
      return bytes.length === 32 ? [base58.encode(bytes)] : [];
    });
  };
  const writable = keys.lookups.flatMap((lookup) => entries(lookup.table, lookup.writable));
  const readonly = keys.lookups.flatMap((lookup) => entries(lookup.table, lookup.readonly));
  return { keys: [...keys.staticKeys, ...writable, ...readonly], loaded: { writable, readonly } };
}

/** The lengths of a token account and of a mint. Source: spl-token `state.rs`. */
export const TOKEN_ACCOUNT_BYTES = 165;
export const MINT_BYTES = 82;

/** Token-2022 stores extensions after the classic layout, following a byte with the kind of account. */
const KIND_MINT = 1;
const KIND_ACCOUNT = 2;

/** Whether data has the classic program's layout of this length, or token-2022's of this kind. */
function isLaidOut({ owner, data }: AccountState, length: number, kind: number): boolean {
  if (owner === TOKEN_PROGRAM) return data.length === length;
  return owner === TOKEN_2022_PROGRAM && (data.length === length || data[TOKEN_ACCOUNT_BYTES] === kind);
}

export type TokenAccount = { mint: string; owner: string; amount: bigint };

/** The content of a token account; undefined for any other account. */
export function tokenAccountIn(state: AccountState | undefined): TokenAccount | undefined {
  if (state === undefined || !isLaidOut(state, TOKEN_ACCOUNT_BYTES, KIND_ACCOUNT)) return undefined;
  const view = new DataView(state.data.buffer, state.data.byteOffset);
  return {
    mint: base58.encode(state.data.subarray(0, 32)),
    owner: base58.encode(state.data.subarray(32, 64)),
    amount: view.getBigUint64(64, true),
  };
}

/** The decimals and supply of a mint; undefined for any other account. */
export function mintIn(state: AccountState | undefined): { decimals: number; supply: bigint } | undefined {
  if (state === undefined || !isLaidOut(state, MINT_BYTES, KIND_MINT)) return undefined;
  const view = new DataView(state.data.buffer, state.data.byteOffset);
  return { supply: view.getBigUint64(36, true), decimals: state.data[44] ?? 0 };
}

export type Balances = { lamports: bigint[]; tokens: TokenBalance[] };

export function balancesOf(keys: readonly string[], read: ReadAccount): Balances {
  const states = keys.map((address) => read(address));
  const tokens = states.flatMap((state, accountIndex) => {
    const held = tokenAccountIn(state);
    const mint = held && mintIn(read(held.mint));
    const program = state?.owner === TOKEN_2022_PROGRAM ? { program: TOKEN_2022_PROGRAM } : {};
    return held && mint ? [{ accountIndex, ...held, decimals: mint.decimals, ...program }] : [];
  });
  return { lamports: states.map((state) => state?.lamports ?? 0n), tokens };
}

const sum = (values: readonly bigint[]): bigint => values.reduce((total, value) => total + value, 0n);

/** The fee of a transaction, from its change of balances: lamports go nowhere else. */
export const feeOf = (before: Balances, after: Balances): bigint => sum(before.lamports) - sum(after.lamports);

export type Landing = {
  tx: DecodedTransaction;
  slot: number;
  blockTime: number;
  accounts: Pick<TxRecord, 'keys' | 'loaded'>;
  before: Balances;
  after: Balances;
  outcome: Outcome;
  swaps: SwapEvent[];
};

export const recordOf = ({ tx, slot, blockTime, accounts, before, after, outcome, swaps }: Landing): TxRecord => ({
  signature: tx.signature,
  slot,
  blockTime,
  wire: base64.encode(tx.wire),
  ...(outcome.err === undefined ? {} : { err: outcome.err }),
  feeLamports: feeOf(before, after),
  ...accounts,
  preBalances: before.lamports,
  postBalances: after.lamports,
  preTokens: before.tokens,
  postTokens: after.tokens,
  inner: outcome.inner,
  logs: outcome.logs,
  units: outcome.units,
  ...(outcome.returnData
    ? { returnData: { programId: outcome.returnData.programId, data: base64.encode(outcome.returnData.data) } }
    : {}),
  swaps,
});
