/** Says what a Solana transaction does, instruction by instruction; what cannot be told is shown as it stands. */
import { base58 } from '@scure/base';
import { chainOf } from '../../../chains/chains.ts';
import { fromBaseUnits } from '../../../domain/amount.ts';
import { addressText, vaultDestination } from '../../../payments/chainflip/destination.ts';
import type { SolanaVaultSwap } from '../../../payments/chainflip/solana-call.ts';
import { orderOfCall } from '../../../payments/chainflip/vault-order.ts';
import { type ReadInstruction, readInstruction } from '../../../payments/solana/instructions.ts';
import { TOKEN_DECIMALS, USDC_MINT, USDT_MINT } from '../../solana/chainflip-accounts.ts';
import type { TransactionParts } from '../../solana/transaction-parts.ts';
import { coins } from './amounts.ts';
import type { Fact } from './confirm.ts';

const CHAIN = 'SOL';
const SYMBOLS: Readonly<Record<string, string>> = { [USDC_MINT]: 'USDC', [USDT_MINT]: 'USDT' };

function amount(baseUnits: bigint, mint: string | undefined): string {
  if (mint === undefined) return coins(CHAIN, baseUnits);
  const symbol = SYMBOLS[mint];
  return symbol ? `${fromBaseUnits(baseUnits, TOKEN_DECIMALS)} ${symbol}` : `${baseUnits} units of ${mint}`;
}

/** Whom it pays back; what cannot be read is shown as it stands. */
function refundTo(swap: SolanaVaultSwap): string {
  try {
    const { refundAddress = '' } = orderOfCall(swap, swap.amount, 32);
    return addressText('Solana', refundAddress) ?? refundAddress;
  } catch (error) {
    return error instanceof Error ? `nobody that can be told: ${error.message}` : 'nobody that can be told';
  }
}

function swapFacts(swap: SolanaVaultSwap): Fact[] {
  const destination = vaultDestination(swap);
  return [
    ['Swap', `${amount(swap.amount, swap.mint)} through program ${swap.programId}`],
    [
      'Pays',
      destination
        ? `${destination.asset} to ${destination.address}`
        : `token ${swap.dstToken} of chain ${swap.dstChain} to ${swap.dstAddress}`,
    ],
    ['Refunds to', refundTo(swap)],
  ];
}

function factsOf(read: ReadInstruction): Fact[] {
  switch (read.kind) {
    case 'transfer':
      return [['Sends', `${amount(read.baseUnits, undefined)} to ${read.to}`]];
    case 'tokenTransfer':
      return [['Sends', `${amount(read.baseUnits, read.mint ?? 'a token')} to token account ${read.destination}`]];
    case 'createTokenAccount':
      return [['Opens', `a ${SYMBOLS[read.mint] ?? read.mint} account of ${read.owner}`]];
    case 'vaultSwap':
      return swapFacts(read.swap);
    case 'computeLimit':
      return [['Compute units', `at most ${read.units}`]];
    case 'computePrice':
      return [['Priority', `${read.microLamports} millionths of a lamport a unit`]];
    case 'unknown':
      return [['Calls', `program ${read.programId}`]];
  }
}

/** Jupiter's program and its forms of a swap. Source: the IDL account of the program; sha256("global:<name>"). */
const JUPITER = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4';
const V2_FORMS: Readonly<Record<string, number>> = { bb64facc31c4af14: 8, d19853937cfed8e9: 9 };
const V1_FORMS = new Set(['e517cb977ae3ad2a', 'c1209b3341d69c81']);
/** in u64, out u64, slippage u16, fee u8. */
const V1_TAIL = 19;

/** Amounts in base units as the program is told them. */
function jupiterFacts(data: Uint8Array): Fact[] {
  const form = Array.from(data.subarray(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('');
  const start = V2_FORMS[form] ?? (V1_FORMS.has(form) ? data.length - V1_TAIL : undefined);
  if (start === undefined || data.length < start + V1_TAIL) return [['Calls', `program ${JUPITER}`]];
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const sold = view.getBigUint64(start, true);
  const quoted = view.getBigUint64(start + 8, true);
  const slippage = view.getUint16(start + 16, true);
  return [['Swaps', `${sold} base units for about ${quoted}, at most ${slippage / 100} % less, through Jupiter`]];
}

/** Where addresses begin in the account of a lookup table. Source: solana address-lookup-table program, state.rs. */
const TABLE_HEADER_BYTES = 56;
const KEY_BYTES = 32;

/** `data`: the account of the table. */
const entryOf = (data: Uint8Array | undefined, index: number): string | undefined => {
  const at = TABLE_HEADER_BYTES + index * KEY_BYTES;
  return data && data.length >= at + KEY_BYTES ? base58.encode(data.slice(at, at + KEY_BYTES)) : undefined;
};

/** @param tables data of the transaction's lookup tables, by address; what they do not tell is named by its place. */
export function transactionFacts(parts: TransactionParts, tables: Readonly<Record<string, Uint8Array>> = {}): Fact[] {
  const lookedUp = (['writable', 'readonly'] as const).flatMap((role) =>
    parts.lookups.flatMap((lookup) =>
      lookup[role].map((index) => entryOf(tables[lookup.table], index) ?? `${lookup.table}[${index}]`),
    ),
  );
  const everyone = [...parts.staticKeys, ...lookedUp];
  const named = (index: number): string => everyone[index] ?? `account ${index}`;
  return [
    ['Network', `${chainOf(CHAIN).name} (local)`],
    ...parts.instructions.flatMap(({ programIndex, accounts, data }) => {
      const programId = named(programIndex);
      if (programId === JUPITER) return jupiterFacts(data);
      return factsOf(readInstruction({ programId, accounts: accounts.map(named), data }));
    }),
    ['Fee paid by', named(0)],
  ];
}
