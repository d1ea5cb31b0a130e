/** What a Solana transaction does not say by itself, and the chain does: what its lookup tables hold, what its mints are. */
import type { LookupTables } from './transaction.ts';

export type SolanaMint = { decimals: number; tokenProgram: string };
/** Mints by address; those that are none, or of another program, are not there. */
export type SolanaFacts = { tables: LookupTables; mints: Readonly<Record<string, SolanaMint>> };

export const NO_FACTS: SolanaFacts = { tables: {}, mints: {} };
