/**
 * Creates the initial accounts of the emulated Jupiter: its program, filled pools, shared accounts and lookup tables,
 * the same in every world.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { keyBytes, LOOKUP_TABLE_PROGRAM, u64Bytes } from './addresses.ts';
import {
  FALSE_TABLE,
  KINDS,
  type LookupTable,
  POOLS,
  type PoolAccount,
  type PoolSide,
  PROGRAM_AUTHORITY,
  passageOf,
  ROUTER_PROGRAM,
  TABLES,
} from './jupiter-accounts.ts';
import { type LocalMint, MINTS, WRAPPED_SOL_MINT } from './mints.ts';
import { jupiterSwapElf } from './programs.ts';
import { mintData, tokenAccountData } from './token-data.ts';
import type { VirtualMachine } from './virtual-machine.ts';

const NEVER = 2n ** 64n - 1n;

/** The base units of a mint that are worth `usd` dollars at `price`. */
export const unitsWorth = ({ decimals }: LocalMint, usd: number, price: number): bigint =>
  (BigInt(Math.round((usd / price) * 1_000_000)) * 10n ** BigInt(decimals)) / 1_000_000n;

export const startReserve = (pool: PoolAccount, side: PoolSide): bigint => unitsWorth(side, pool.depthUsd, side.usd);

/**
 * A lookup table without an authority, which cannot be changed. Source: solana-address-lookup-table-interface
 * `state.rs`.
 */
const tableData = ({ entries }: LookupTable): Uint8Array =>
  concatBytes(Uint8Array.of(1, 0, 0, 0), u64Bytes(NEVER), new Uint8Array(8 + 1 + 33 + 2), ...entries.map(keyBytes));

const poolData = (pool: PoolAccount, maker: string): Uint8Array =>
  concatBytes(
    sha256(utf8ToBytes('account:Pool')).slice(0, 8),
    keyBytes(pool.a.vault),
    keyBytes(pool.b.vault),
    keyBytes(pool.a.mint),
    keyBytes(pool.b.mint),
    keyBytes(maker),
    u64Bytes(BigInt(pool.feeBps)).slice(0, 2),
    Uint8Array.of(KINDS[pool.kind].index, pool.bump, pool.number),
  );

/** @param purse mints every token except wrapped SOL, and is the pools' maker. */
export function putJupiter(machine: VirtualMachine, purse: string): void {
  const put = (address: string, owner: string, data: Uint8Array, more = 0n): void => {
    const lamports = machine.rentExempt(data.length) + more;
    machine.put(address, { lamports, owner, executable: false, data });
  };
  const putTokens = (address: string, { mint, program }: LocalMint, owner: string, amount: bigint): void => {
    const isWrapped = mint === WRAPPED_SOL_MINT;
    const account = { mint, owner, program, amount };
    const rent = machine.rentExempt(tokenAccountData(account).length);
    const data = tokenAccountData(isWrapped ? { ...account, rentReserve: rent } : account);
    put(address, program, data, isWrapped ? amount : 0n);
  };
  machine.addProgram(ROUTER_PROGRAM, jupiterSwapElf);
  for (const mint of MINTS) {
    const sides = POOLS.flatMap((pool) => [pool.a, pool.b].map((side) => ({ pool, side })));
    const supply = sides
      .filter(({ side }) => side.mint === mint.mint)
      .reduce((sum, { pool, side }) => sum + startReserve(pool, side), 0n);
    const wrapped = { ...mint, supply: 0n };
    const minted = { ...mint, supply, authority: purse };
    put(mint.mint, mint.program, mintData(mint.mint === WRAPPED_SOL_MINT ? wrapped : minted));
    putTokens(passageOf(mint), mint, PROGRAM_AUTHORITY, 0n);
  }
  for (const pool of POOLS) {
    put(pool.address, ROUTER_PROGRAM, poolData(pool, purse));
    for (const side of [pool.a, pool.b]) putTokens(side.vault, side, pool.address, startReserve(pool, side));
  }
  for (const table of [...TABLES, FALSE_TABLE]) put(table.address, LOOKUP_TABLE_PROGRAM, tableData(table));
}
