/**
 * Defines the accounts of the emulated Jupiter: its router at the real address, pools, shared accounts and lookup
 * tables.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import {
  ATA_PROGRAM,
  findProgramAddress,
  keyBytes,
  LOOKUP_TABLE_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
  tokenAccountOf,
} from './addresses.ts';
import { USDC_MINT, USDT_MINT } from './chainflip-accounts.ts';
import {
  BONK_MINT,
  CBBTC_MINT,
  JITOSOL_MINT,
  JUP_MINT,
  type LocalMint,
  MINTS,
  mintNamed,
  PYUSD_MINT,
  WRAPPED_SOL_MINT,
} from './mints.ts';

export const ROUTER_PROGRAM = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4';
export const EVENT_AUTHORITY = findProgramAddress(ROUTER_PROGRAM, [utf8ToBytes('__event_authority')]).address;
/** Which of the program's authorities the money passes through. */
export const AUTHORITY_ID = 0;
export const PROGRAM_AUTHORITY = findProgramAddress(ROUTER_PROGRAM, [
  utf8ToBytes('authority'),
  Uint8Array.of(AUTHORITY_ID),
]).address;

/** The kind of pool: its index in the router's enumeration, and the exchange's name and program. */
export const KINDS = {
  orca: { index: 3, label: 'Orca V2', program: '9W959DqEETiGZocYWCQPaJ6sBmUzgfxXfqGeTEdp3aQP' },
  raydium: { index: 7, label: 'Raydium', program: '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8' },
} as const;
export type PoolKind = keyof typeof KINDS;

export type PoolSide = LocalMint & { vault: string };
export type PoolAccount = {
  address: string;
  bump: number;
  number: number;
  kind: PoolKind;
  feeBps: number;
  /** The initial value of each side, in dollars. */
  depthUsd: number;
  a: PoolSide;
  b: PoolSide;
};

function sideOf(mint: string, pool: string): PoolSide {
  const known = mintNamed(mint);
  if (known === undefined) throw new Error(`no mint ${mint}`);
  return { ...known, vault: tokenAccountOf(pool, mint, known.program) };
}

function pool(mints: readonly [string, string], kind: PoolKind, feeBps: number, depthUsd: number): PoolAccount {
  const number = kind === 'orca' ? 1 : 0;
  const [a, b] = mints;
  const { address, bump } = findProgramAddress(ROUTER_PROGRAM, [
    utf8ToBytes('pool'),
    keyBytes(a),
    keyBytes(b),
    Uint8Array.of(number),
  ]);
  return { address, bump, number, kind, feeBps, depthUsd, a: sideOf(a, address), b: sideOf(b, address) };
}

export const POOLS: readonly PoolAccount[] = [
  pool([WRAPPED_SOL_MINT, USDC_MINT], 'raydium', 4, 4_000_000),
  pool([WRAPPED_SOL_MINT, USDC_MINT], 'orca', 5, 2_500_000),
  pool([WRAPPED_SOL_MINT, USDT_MINT], 'raydium', 5, 1_500_000),
  pool([USDC_MINT, USDT_MINT], 'orca', 1, 5_000_000),
  pool([USDC_MINT, PYUSD_MINT], 'orca', 1, 2_000_000),
  pool([USDC_MINT, CBBTC_MINT], 'raydium', 5, 2_000_000),
  pool([WRAPPED_SOL_MINT, JUP_MINT], 'raydium', 25, 600_000),
  pool([USDC_MINT, JUP_MINT], 'orca', 25, 300_000),
  pool([WRAPPED_SOL_MINT, BONK_MINT], 'raydium', 25, 500_000),
  pool([JITOSOL_MINT, WRAPPED_SOL_MINT], 'orca', 2, 3_000_000),
];

/** The program's own account of a mint, through which every swap passes and in which nothing remains. */
export const passageOf = ({ mint, program }: Pick<LocalMint, 'mint' | 'program'>): string =>
  tokenAccountOf(PROGRAM_AUTHORITY, mint, program);

const tableNamed = (name: string): string =>
  findProgramAddress(LOOKUP_TABLE_PROGRAM, [sha256(utf8ToBytes(`Portage sandbox: ${name}`))]).address;

export type LookupTable = { address: string; entries: readonly string[] };

/** The first holds programs, mints and what every swap refers to; the second pools and their vaults. */
export const TABLES: readonly [LookupTable, LookupTable] = [
  {
    address: tableNamed('common accounts'),
    entries: [
      SYSTEM_PROGRAM,
      TOKEN_PROGRAM,
      TOKEN_2022_PROGRAM,
      ATA_PROGRAM,
      ROUTER_PROGRAM,
      EVENT_AUTHORITY,
      PROGRAM_AUTHORITY,
      ...MINTS.map(({ mint }) => mint),
      ...MINTS.map(passageOf),
    ],
  },
  {
    address: tableNamed('pools'),
    entries: POOLS.flatMap(({ address, a, b }) => [address, a.vault, b.vault]),
  },
];

/** A wallet whose key is unknown to everyone, which tampered answers pay. */
export const ATTACKER = base58.encode(sha256(utf8ToBytes('Portage sandbox: an attacker')));

/** A table on the chain with the attacker's account of every mint; tampered answers claim other entries for it. */
export const FALSE_TABLE: LookupTable = {
  address: tableNamed('false accounts'),
  entries: MINTS.map(({ mint, program }) => tokenAccountOf(ATTACKER, mint, program)),
};
