/** Reads accounts of Solana for a swap: mints, token accounts and lookup tables, as the chain itself has them. */
import { base58, base64 } from '@scure/base';
import { z } from 'zod';
import { ChainUnavailable, type Options, type SolanaClient } from '../../chain-clients/chain-clients.ts';
import { SOLANA_PROGRAMS } from '../../payments/solana/instructions.ts';
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAMS } from '../../payments/solana/token-account.ts';
import { LOOKUP_TABLE_PROGRAM, type LookupTables, readLookupTable } from '../../payments/solana/transaction.ts';

export type ChainAccount = { owner: string; data: Uint8Array };

const accountsSchema = z.object({
  value: z.array(z.object({ owner: z.string(), data: z.tuple([z.base64(), z.string()]) }).nullable()),
});

/** Source: solana.com/docs/rpc/http/getmultipleaccounts. */
const MOST_AT_ONCE = 100;

/** By address; missing accounts are left out. @throws what the chain's client throws. */
export async function chainAccounts(
  client: SolanaClient,
  addresses: readonly string[],
  options: Options,
): Promise<Map<string, ChainAccount>> {
  const asked = [...new Set(addresses)].slice(0, MOST_AT_ONCE);
  if (asked.length === 0) return new Map();
  const config = { encoding: 'base64', commitment: 'confirmed' };
  const parsed = accountsSchema.safeParse(await client.rpc('getMultipleAccounts', [asked, config], options));
  if (!parsed.success || parsed.data.value.length !== asked.length)
    throw new ChainUnavailable('Solana’s node answered about accounts in a way that cannot be read.');
  return new Map(
    asked.flatMap((address, index) => {
      const found = parsed.data.value[index];
      return found ? [[address, { owner: found.owner, data: base64.decode(found.data[0]) }] as const] : [];
    }),
  );
}

/** The tables as the chain has them; one that is not there is left out. */
export function tablesOf(accounts: ReadonlyMap<string, ChainAccount>, addresses: readonly string[]): LookupTables {
  return Object.fromEntries(
    addresses.flatMap((address) => {
      const account = accounts.get(address);
      return account?.owner === LOOKUP_TABLE_PROGRAM ? [[address, readLookupTable(account.data)] as const] : [];
    }),
  );
}

/** Facts of the mint's own account. `transferFee`: the fee of each transfer, taken off the received amount. */
export type MintFacts = {
  tokenProgram: string;
  decimals: number;
  transferFee?: { bps: number; maxBaseUnits: bigint };
  /** Size of a token account of this mint, bytes. */
  accountBytes: number;
};

/** Source: SPL Token state.rs; token-2022 extension/mod.rs: the kind of account at byte 165, then type, length, value. */
const MINT_BYTES = 82;
const DECIMALS_AT = 44;
const TOKEN_ACCOUNT_BYTES = 165;
const EXTENSIONS_AT = 166;
/** Of an associated account with the second program: the kind and the extension for an owner that cannot change. */
const TOKEN_2022_ACCOUNT_BYTES = 170;
/** Extensions of a mint, and the bytes that each adds to its token accounts. */
const TRANSFER_FEE_CONFIG = 1;
const ACCOUNT_EXTENSION_BYTES: Readonly<Record<number, number>> = { 1: 12, 9: 4, 14: 5, 26: 4 };

function extensionsOf(data: Uint8Array): { type: number; value: Uint8Array }[] {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const found: { type: number; value: Uint8Array }[] = [];
  let at = EXTENSIONS_AT;
  while (at + 4 <= data.length) {
    const [type, length] = [view.getUint16(at, true), view.getUint16(at + 2, true)];
    if (type === 0 || at + 4 + length > data.length) break;
    found.push({ type, value: data.slice(at + 4, at + 4 + length) });
    at += 4 + length;
  }
  return found;
}

/** Two authorities, what is withheld, then the older and the newer fee: epoch u64, most u64, basis points u16. */
function transferFeeOf(value: Uint8Array): MintFacts['transferFee'] {
  if (value.length < 108) return undefined;
  const view = new DataView(value.buffer, value.byteOffset, value.byteLength);
  const fees = [72, 90].map((at) => ({
    maxBaseUnits: view.getBigUint64(at + 8, true),
    bps: view.getUint16(at + 16, true),
  }));
  // The epoch decides which of the two applies; the dearer one is used.
  const [dearer] = fees.sort((a, b) => b.bps - a.bps);
  return dearer && dearer.bps > 0 ? dearer : undefined;
}

/** Undefined where the account is not a mint. */
export function readMint({ owner, data }: ChainAccount): MintFacts | undefined {
  if (!TOKEN_PROGRAMS.includes(owner) || data.length < MINT_BYTES) return undefined;
  const decimals = data[DECIMALS_AT] ?? 0;
  if (owner === SOLANA_PROGRAMS.token)
    return data.length === MINT_BYTES
      ? { tokenProgram: owner, decimals, accountBytes: TOKEN_ACCOUNT_BYTES }
      : undefined;
  const isMint = data.length === MINT_BYTES || data[TOKEN_ACCOUNT_BYTES] === 1;
  if (!isMint) return undefined;
  const extensions = extensionsOf(data);
  const fee = extensions.find(({ type }) => type === TRANSFER_FEE_CONFIG);
  const transferFee = fee && transferFeeOf(fee.value);
  return {
    tokenProgram: TOKEN_2022_PROGRAM,
    decimals,
    accountBytes: extensions.reduce(
      (sum, { type }) => sum + (ACCOUNT_EXTENSION_BYTES[type] ?? 0),
      TOKEN_2022_ACCOUNT_BYTES,
    ),
    ...(transferFee ? { transferFee } : {}),
  };
}

/** What an account must hold to stay. Source: solana rent.rs, (128 + bytes) · 6960. */
export const rentLamports = (bytes: number): bigint => BigInt(128 + bytes) * 6960n;
export const TOKEN_ACCOUNT_RENT_LAMPORTS = rentLamports(TOKEN_ACCOUNT_BYTES);

/** Base units on a token account of that mint; undefined for another kind of account. */
export function tokenAmountOf({ owner, data }: ChainAccount, mint: string): bigint | undefined {
  if (!TOKEN_PROGRAMS.includes(owner) || data.length < TOKEN_ACCOUNT_BYTES) return undefined;
  if (base58.encode(data.slice(0, 32)) !== mint) return undefined;
  return new DataView(data.buffer, data.byteOffset, data.byteLength).getBigUint64(64, true);
}
