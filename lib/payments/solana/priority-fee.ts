/**
 * Computes what a Solana transaction offers on top of the fee for its signatures. Source: Solana runtime, compute
 * budget.
 */
import type { ReadInstruction } from './instructions.ts';

/** The compute units of each instruction when the transaction names no limit, and the maximum of all. */
const UNITS_AN_INSTRUCTION = 200_000;
export const MAX_COMPUTE_UNITS = 1_400_000;
/** Prices are in millionths of a lamport for each unit. */
const MICRO = 1_000_000n;

type Limit = Extract<ReadInstruction, { kind: 'computeLimit' }>;
type Price = Extract<ReadInstruction, { kind: 'computePrice' }>;

/** Whole lamports, rounded up as the chain does. @param reads all instructions of the transaction. */
export function priorityLamports(reads: readonly (Limit | Price | { kind: string })[]): bigint {
  const limit = reads.find((read): read is Limit => read.kind === 'computeLimit');
  const price = reads.find((read): read is Price => read.kind === 'computePrice');
  const units = Math.min(limit?.units ?? UNITS_AN_INSTRUCTION * reads.length, MAX_COMPUTE_UNITS);
  return ((price?.microLamports ?? 0n) * BigInt(units) + MICRO - 1n) / MICRO;
}

/** Fee for one signature. Source: solana.com/docs/core/fees. */
const SIGNATURE_LAMPORTS = 5000n;

/** Everything that the network takes. @param signers the number of signatures. */
export const networkLamports = (signers: number, reads: Parameters<typeof priorityLamports>[0]): bigint =>
  SIGNATURE_LAMPORTS * BigInt(signers) + priorityLamports(reads);
