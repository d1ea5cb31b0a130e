/** Parses a Solana node's answers, tolerantly and only the fields that are used. Source: solana.com/docs/rpc. */
import { base64 } from '@scure/base';
import { z } from 'zod';
import type { SolanaStatus, SolanaTransaction } from './chain-clients.ts';
import { solanaReason } from './solana-reason.ts';

/** Integers that a double cannot hold arrive as digits, see `parseExactJson`. */
const units = z.union([z.number().int().nonnegative(), z.string().regex(/^\d+$/)]).transform((raw) => BigInt(raw));
const small = units.transform(Number);
const withContext = <T extends z.ZodType>(value: T) => z.object({ value });

export const balanceAnswer = withContext(units);
export const blockhashAnswer = withContext(z.object({ blockhash: z.string(), lastValidBlockHeight: small }));
export const heightAnswer = small;
export const blockTimeAnswer = small.nullable();

const level = z.enum(['processed', 'confirmed', 'finalized']);
const statusSchema = z.object({
  slot: small,
  confirmations: small.nullish(),
  err: z.unknown().optional(),
  confirmationStatus: level.nullish().catch(undefined),
});
export const statusesAnswer = withContext(z.array(statusSchema.nullable()));

export function toStatus(raw: z.output<typeof statusSchema>): SolanaStatus {
  const confirmations = raw.confirmations ?? null;
  const failed = solanaReason(raw.err)?.text;
  return {
    slot: raw.slot,
    confirmations,
    level: raw.confirmationStatus ?? (confirmations === null ? 'finalized' : 'processed'),
    ...(failed === undefined ? {} : { failed }),
  };
}

const parsedAmount = z.object({
  parsed: z.object({ info: z.object({ tokenAmount: z.object({ amount: units }) }) }),
});
/** The layout of an SPL token account: mint, owner, then the amount as u64 at byte 64. */
const AMOUNT_AT = 64;
const isLongEnough = (data: string): boolean => data.length >= Math.ceil((AMOUNT_AT + 8) / 3) * 4;
const rawAccount = z.tuple([z.base64().refine(isLongEnough), z.string()]);

const tokenAmount = z.union([
  parsedAmount.transform(({ parsed }) => parsed.info.tokenAmount.amount),
  rawAccount.transform(([data]) => {
    const bytes = base64.decode(data);
    return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getBigUint64(AMOUNT_AT, true);
  }),
]);
export const tokenAccountsAnswer = withContext(z.array(z.object({ account: z.object({ data: tokenAmount }) })));

const instruction = z.object({ programIdIndex: z.number(), accounts: z.array(z.number()), data: z.string() });
const tokenBalance = z.object({
  accountIndex: z.number(),
  mint: z.string(),
  owner: z.string().nullish(),
  uiTokenAmount: z.object({ amount: units }),
});
const listOf = <T extends z.ZodType>(item: T) =>
  z
    .array(item)
    .nullish()
    .transform((list) => list ?? []);
/** With the encoding `json` an account is its address; with `jsonParsed` it is an object that holds it. */
const accountKey = z.union([z.string(), z.object({ pubkey: z.string() }).transform(({ pubkey }) => pubkey)]);

export const transactionAnswer = z
  .object({
    slot: small,
    blockTime: small.nullish(),
    transaction: z.object({
      signatures: z.array(z.string()).min(1),
      message: z.object({ accountKeys: z.array(accountKey), instructions: z.array(instruction) }),
    }),
    meta: z.object({
      err: z.unknown().optional(),
      fee: units,
      preBalances: z.array(units),
      postBalances: z.array(units),
      preTokenBalances: listOf(tokenBalance),
      postTokenBalances: listOf(tokenBalance),
      innerInstructions: listOf(z.object({ index: z.number(), instructions: z.array(instruction) })),
      logMessages: listOf(z.string()),
      loadedAddresses: z.object({ writable: z.array(z.string()), readonly: z.array(z.string()) }).nullish(),
    }),
  })
  .nullable();
type RawTransaction = NonNullable<z.output<typeof transactionAnswer>>;

function tokenChangesOf({ meta }: RawTransaction, accounts: readonly string[]): SolanaTransaction['tokenChanges'] {
  const indexes = new Set(
    [...meta.preTokenBalances, ...meta.postTokenBalances].map(({ accountIndex }) => accountIndex),
  );
  return [...indexes].flatMap((index) => {
    const before = meta.preTokenBalances.find(({ accountIndex }) => accountIndex === index);
    const after = meta.postTokenBalances.find(({ accountIndex }) => accountIndex === index);
    const [known, account] = [after ?? before, accounts[index]];
    if (!known || account === undefined) return [];
    return [
      {
        account,
        mint: known.mint,
        ...(known.owner ? { owner: known.owner } : {}),
        before: before?.uiTokenAmount.amount ?? 0n,
        after: after?.uiTokenAmount.amount ?? 0n,
      },
    ];
  });
}

export function toTransaction(raw: RawTransaction): SolanaTransaction {
  const { meta, transaction, slot, blockTime } = raw;
  const { message, signatures } = transaction;
  const loaded = meta.loadedAddresses;
  const accounts = [...message.accountKeys, ...(loaded?.writable ?? []), ...(loaded?.readonly ?? [])];
  const named = (index: number) => accounts[index] ?? '';
  const all = message.instructions.flatMap((outer, index) => [
    outer,
    ...meta.innerInstructions.filter((inner) => inner.index === index).flatMap((inner) => inner.instructions),
  ]);
  const failed = solanaReason(meta.err, meta.logMessages)?.text;
  return {
    signature: signatures[0] ?? '',
    slot,
    ...(blockTime === undefined || blockTime === null ? {} : { blockTime }),
    feeLamports: meta.fee,
    ...(failed === undefined ? {} : { failed }),
    accounts,
    preBalances: meta.preBalances,
    postBalances: meta.postBalances,
    tokenChanges: tokenChangesOf(raw, accounts),
    instructions: all.map(({ programIdIndex, accounts: indexes, data }) => ({
      programId: named(programIdIndex),
      accounts: indexes.map(named),
      data,
    })),
    logs: meta.logMessages,
  };
}
