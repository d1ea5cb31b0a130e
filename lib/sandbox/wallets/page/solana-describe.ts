/** Describes a Solana transaction, instruction by instruction; an unknown one is shown as it is. */
import { base58 } from '@scure/base';
import { chainOf } from '../../../chains/chains.ts';
import { fromBaseUnits } from '../../../domain/amount.ts';
import { decodeSolanaInstruction } from '../../chainflip/vault-swap-encoding.ts';
import { ATA_PROGRAM, COMPUTE_BUDGET_PROGRAM, SYSTEM_PROGRAM, TOKEN_PROGRAM } from '../../solana/addresses.ts';
import { SWAP_ENDPOINT_PROGRAM, TOKEN_DECIMALS, USDC_MINT, USDT_MINT } from '../../solana/chainflip-accounts.ts';
import type { DecodedTransaction } from '../../solana/read-transaction.ts';
import { coins } from './amounts.ts';
import type { Fact } from './confirm.ts';

const CHAIN = 'SOL';
const SYMBOLS: Readonly<Record<string, string>> = { [USDC_MINT]: 'USDC', [USDT_MINT]: 'USDT' };

function amount(baseUnits: bigint, mint: string | undefined): string {
  if (mint === undefined) return coins(CHAIN, baseUnits);
  const symbol = SYMBOLS[mint];
  return symbol ? `${fromBaseUnits(baseUnits, TOKEN_DECIMALS)} ${symbol}` : `${baseUnits} units of ${mint}`;
}

type Call = { programId: string; accounts: readonly string[]; data: Uint8Array };

const viewOf = (data: Uint8Array): DataView => new DataView(data.buffer, data.byteOffset, data.byteLength);

/** What cannot be read is shown as a call of its program. */
function swapFacts({ programId, accounts, data }: Call): Fact[] | undefined {
  try {
    const { src, dst, destination, amount: sold, parameters } = decodeSolanaInstruction(data, accounts);
    return [
      ['Swap', `${amount(sold, src.token)} through program ${programId}`],
      ['Pays', `${dst.asset} on ${dst.chain} to ${destination}`],
      ['Refunds to', base58.encode(parameters.refundAddress)],
    ];
  } catch {
    return undefined;
  }
}

/** Source: Solana SystemInstruction::Transfer. */
function systemFacts({ accounts: [, to], data }: Call): Fact[] | undefined {
  if (data.length !== 12 || data[0] !== 2 || to === undefined) return undefined;
  return [['Sends', `${amount(viewOf(data).getBigUint64(4, true), undefined)} to ${to}`]];
}

/** Source: SPL Token TokenInstruction::Transfer (3) and TransferChecked (12), which names the mint. */
function tokenFacts({ accounts: [, second, third], data }: Call): Fact[] | undefined {
  if (data.length < 9 || (data[0] !== 3 && data[0] !== 12)) return undefined;
  const [mint, to] = data[0] === 12 ? [second ?? 'a token', third] : ['a token', second];
  return to === undefined
    ? undefined
    : [['Sends', `${amount(viewOf(data).getBigUint64(1, true), mint)} to token account ${to}`]];
}

/** Source: SPL AssociatedTokenAccountInstruction::Create and CreateIdempotent. */
function openingFacts({ accounts: [, , owner, mint], data }: Call): Fact[] | undefined {
  if ((data[0] ?? 0) > 1 || owner === undefined || mint === undefined) return undefined;
  return [['Opens', `a ${SYMBOLS[mint] ?? mint} account of ${owner}`]];
}

/** Source: Solana ComputeBudgetInstruction. */
function budgetFacts({ data }: Call): Fact[] | undefined {
  if (data[0] === 2 && data.length === 5) return [['Compute units', `at most ${viewOf(data).getUint32(1, true)}`]];
  return data[0] === 3 && data.length === 9
    ? [['Priority', `${viewOf(data).getBigUint64(1, true)} millionths of a lamport a unit`]]
    : undefined;
}

/** Jupiter's program and its forms of a swap. Source: the IDL account of the program; sha256("global:<name>"). */
const JUPITER = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4';
const V2_FORMS: Readonly<Record<string, number>> = { bb64facc31c4af14: 8, d19853937cfed8e9: 9 };
const V1_FORMS = new Set(['e517cb977ae3ad2a', 'c1209b3341d69c81']);
/** in u64, out u64, slippage u16, fee u8. */
const V1_TAIL = 19;

/** Amounts in base units from the instruction. */
function jupiterFacts(data: Uint8Array): Fact[] | undefined {
  const form = Array.from(data.subarray(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('');
  const start = V2_FORMS[form] ?? (V1_FORMS.has(form) ? data.length - V1_TAIL : undefined);
  if (start === undefined || data.length < start + V1_TAIL) return undefined;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const sold = view.getBigUint64(start, true);
  const quoted = view.getBigUint64(start + 8, true);
  const slippage = view.getUint16(start + 16, true);
  return [['Swaps', `${sold} base units for about ${quoted}, at most ${slippage / 100} % less, through Jupiter`]];
}

const READERS: Readonly<Record<string, (call: Call) => Fact[] | undefined>> = {
  [SYSTEM_PROGRAM]: systemFacts,
  [TOKEN_PROGRAM]: tokenFacts,
  [ATA_PROGRAM]: openingFacts,
  [COMPUTE_BUDGET_PROGRAM]: budgetFacts,
  [SWAP_ENDPOINT_PROGRAM]: swapFacts,
  [JUPITER]: ({ data }) => jupiterFacts(data),
};

const factsOf = (call: Call): Fact[] =>
  (Object.hasOwn(READERS, call.programId) ? READERS[call.programId]?.(call) : undefined) ?? [
    ['Calls', `program ${call.programId}`],
  ];

/** Where addresses begin in the account of a lookup table. Source: solana address-lookup-table program, state.rs. */
const TABLE_HEADER_BYTES = 56;
const KEY_BYTES = 32;

/** `data`: the account of the table. */
const entryOf = (data: Uint8Array | undefined, index: number): string | undefined => {
  const at = TABLE_HEADER_BYTES + index * KEY_BYTES;
  return data && data.length >= at + KEY_BYTES ? base58.encode(data.slice(at, at + KEY_BYTES)) : undefined;
};

/**
 * @param tables data of the transaction's lookup tables, by address; entries that they lack are named by their index.
 */
export function transactionFacts(tx: DecodedTransaction, tables: Readonly<Record<string, Uint8Array>> = {}): Fact[] {
  const lookedUp = (['writable', 'readonly'] as const).flatMap((role) =>
    tx.lookups.flatMap((lookup) =>
      lookup[role].map((index) => entryOf(tables[lookup.table], index) ?? `${lookup.table}[${index}]`),
    ),
  );
  const everyone = [...tx.staticKeys, ...lookedUp];
  const named = (index: number): string => everyone[index] ?? `account ${index}`;
  return [
    ['Network', `${chainOf(CHAIN).name} (local)`],
    ...tx.instructions.flatMap(({ programIndex, accounts, data }) =>
      factsOf({ programId: named(programIndex), accounts: accounts.map(named), data }),
    ),
    ['Fee paid by', named(0)],
  ];
}
