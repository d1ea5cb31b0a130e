/** Reads a whole transaction of Jupiter's and names every instruction of it. */
import { fromBaseUnits } from '../../domain/amount.ts';
import type { ReadInstruction } from '../solana/instructions.ts';
import { priorityLamports } from '../solana/priority-fee.ts';
import { WRAPPED_SOL_MINT } from '../solana/token-account.ts';
import { type ReadTokenUpkeep, readWithUpkeep } from '../solana/token-instructions.ts';
import {
  type LookupTables,
  type ReadSolanaInstruction,
  type ReadSolanaTransaction,
  readSolanaTransaction,
} from '../solana/transaction.ts';
import { decodeJupiterSwap, enforcedMinimum, type JupiterSwap } from './decode-swap.ts';
import { JUPITER_PROGRAM, solanaProgramName } from './programs.ts';

export type JupiterRead = ReadInstruction | ReadTokenUpkeep | { kind: 'jupiterSwap'; swap: JupiterSwap };

export type JupiterStep = {
  programId: string;
  /** The name of the program; its address when it is unknown. */
  name: string;
  /** A sentence. */
  sentence: string;
  read: JupiterRead;
  instruction: ReadSolanaInstruction;
};

export type JupiterTransaction = Omit<ReadSolanaTransaction, 'instructions'> & {
  steps: JupiterStep[];
  /** The one swap; undefined when there is none, or more than one. */
  swap: JupiterSwap | undefined;
  /** Lamports that the transaction offers on top of the fee for its signature. */
  priorityLamports: bigint;
};

/** Symbol and decimals of a mint, when the caller knows them. */
export type NamedMints = Readonly<Record<string, { symbol: string; decimals: number }>>;

const SOL_DECIMALS = 9;

function readOne(instruction: ReadSolanaInstruction): JupiterRead {
  if (instruction.programId !== JUPITER_PROGRAM) return readWithUpkeep(instruction);
  try {
    return { kind: 'jupiterSwap', swap: decodeJupiterSwap(instruction) };
  } catch {
    return { kind: 'unknown', programId: instruction.programId };
  }
}

const sol = (lamports: bigint): string => `${fromBaseUnits(lamports, SOL_DECIMALS)} SOL`;

function amountOf(baseUnits: bigint, mint: string | undefined, mints: NamedMints): string {
  const known = mint !== undefined && Object.hasOwn(mints, mint) ? mints[mint] : undefined;
  if (known) return `${fromBaseUnits(baseUnits, known.decimals)} ${known.symbol}`;
  if (mint === WRAPPED_SOL_MINT) return sol(baseUnits);
  return `${baseUnits} base units of ${mint === undefined ? 'the token' : `the token ${mint}`}`;
}

function swapText(swap: JupiterSwap, mints: NamedMints): string {
  const { amount, sourceMint, destinationMint, destination, platformFeeBps } = swap;
  const fee = platformFeeBps > 0 ? ` A fee of ${platformFeeBps / 100} % is taken.` : '';
  if (swap.exactOut)
    return `Buys exactly ${amountOf(amount, destinationMint, mints)} into ${destination}, for ${swap.quoted} base units and up to ${swap.slippageBps / 100} % more.${fee}`;
  const least = amountOf(enforcedMinimum(swap), destinationMint, mints);
  return `Swaps ${amountOf(amount, sourceMint, mints)} from ${swap.source} for at least ${least} into ${destination}.${fee}`;
}

function stepText(read: JupiterRead, mints: NamedMints): string {
  switch (read.kind) {
    case 'jupiterSwap':
      return swapText(read.swap, mints);
    case 'transfer':
      return `Moves ${sol(read.baseUnits)} from ${read.from} to ${read.to}.`;
    case 'tokenTransfer':
      return `Moves ${amountOf(read.baseUnits, read.mint, mints)} from ${read.source} to ${read.destination}.`;
    case 'createTokenAccount':
      return `Opens the account of ${read.owner} for the token ${read.mint}${read.idempotent ? ' if it is not there yet' : ''}; ${read.payer} pays its rent.`;
    case 'syncNative':
      return `Counts the SOL on ${read.account} as wrapped SOL.`;
    case 'closeAccount':
      return `Closes ${read.account}; the SOL and the rent on it go to ${read.destination}.`;
    case 'computeLimit':
      return `Lets the transaction use up to ${read.units} compute units.`;
    case 'computePrice':
      return `Offers ${read.microLamports} millionths of a lamport for each compute unit as priority fee.`;
    case 'vaultSwap':
      return 'Calls the swap program of Chainflip.';
    case 'unknown':
      return `Calls ${solanaProgramName(read.programId)} in a way that Portage does not know.`;
  }
}

/**
 * @param transaction base64 or bytes. @param tables of the chain's own; accounts from others are named
 * `table[index]`. @throws {Error} unless all of the transaction's bytes are readable. The effect of an instruction
 * may be unknown.
 */
export function readJupiterTransaction(
  transaction: string | Uint8Array,
  tables: LookupTables = {},
  mints: NamedMints = {},
): JupiterTransaction {
  const { instructions, ...rest } = readSolanaTransaction(transaction, tables);
  const steps = instructions.map((instruction): JupiterStep => {
    const read = readOne(instruction);
    const { programId } = instruction;
    return { programId, name: solanaProgramName(programId), sentence: stepText(read, mints), read, instruction };
  });
  const reads = steps.map(({ read }) => read);
  const swaps = reads.flatMap((read) => (read.kind === 'jupiterSwap' ? [read.swap] : []));
  return {
    ...rest,
    steps,
    swap: swaps.length === 1 ? swaps[0] : undefined,
    priorityLamports: priorityLamports(reads),
  };
}
