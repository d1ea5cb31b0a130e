/** Defines the facts that a Solana transaction does not contain and the chain has: its lookup tables and mints. */
import type { LookupTables } from './transaction.ts';

export type SolanaMint = { decimals: number; tokenProgram: string };
/** Mints by address; other accounts, and mints of another program, are left out. */
export type SolanaFacts = { tables: LookupTables; mints: Readonly<Record<string, SolanaMint>> };

export const NO_FACTS: SolanaFacts = { tables: {}, mints: {} };
