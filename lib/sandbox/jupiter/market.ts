/**
 * Implements the emulated Jupiter's market: reads pools from the chain, and lets their maker restore prices over time.
 */
import { concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import type { Instruction } from '@solana/kit';
import { tokenAccountOf, u64Bytes } from '../solana/addresses.ts';
import { createTokenAccount, instruction, mintInto, syncNative, transferSol } from '../solana/compose.ts';
import { POOLS, type PoolAccount, type PoolSide, ROUTER_PROGRAM } from '../solana/jupiter-accounts.ts';
import { type LocalMint, MINTS, mintNamed, WRAPPED_SOL_MINT } from '../solana/mints.ts';
import type { SolanaLedger } from '../solana/solana-ledger.ts';
import { tokenAccountIn } from '../solana/tx-record.ts';

/** The scale of prices: dollars per whole coin times this. */
export const PRICE_SCALE = 1_000_000_000_000n;
const MILLION = 1_000_000n;
/** The share of the gap to its price that a pool closes at once, and the gap that counts as closed. */
const RETURN_PPM = 400_000n;
const NEAR_PPM = 200n;

/** The wide market's prices by mint: dollars per whole coin times `PRICE_SCALE`. */
export type Market = { prices: Record<string, bigint> };

export const seedMarket = (): Market => ({
  prices: Object.fromEntries(
    MINTS.map(({ mint, usd }) => [mint, BigInt(Math.round(usd * 100_000_000)) * (PRICE_SCALE / 100_000_000n)]),
  ),
});

export const priceOf = (market: Market, mint: string): bigint => market.prices[mint] ?? 0n;

/** The base units of a mint for so many millionths of a dollar. */
const unitsFor = (market: Market, { mint, decimals }: LocalMint, microUsd: bigint): bigint =>
  (microUsd * 10n ** BigInt(decimals) * PRICE_SCALE) / (MILLION * priceOf(market, mint));

/** The value of base units of a mint, in millionths of a dollar. */
export const microUsdOf = (market: Market, mint: string, units: bigint): bigint =>
  (units * priceOf(market, mint) * MILLION) / (PRICE_SCALE * 10n ** BigInt(mintNamed(mint)?.decimals ?? 0));

export type Pool = { account: PoolAccount; a: bigint; b: bigint };

export function readPools(ledger: Pick<SolanaLedger, 'node'>): Pool[] {
  const held = (side: PoolSide): bigint => tokenAccountIn(ledger.node.account(side.vault))?.amount ?? 0n;
  return POOLS.map((account) => ({ account, a: held(account.a), b: held(account.b) }));
}

/** A pool's output for `amount` of its side A (`forth`) or B, rounded down twice like its program does. */
export function outputOf({ account, a, b }: Pool, forth: boolean, amount: bigint): bigint {
  const [from, to] = forth ? [a, b] : [b, a];
  const net = (amount * BigInt(10_000 - account.feeBps)) / 10_000n;
  return from === 0n ? 0n : (to * net) / (from + net);
}

/** The first 8 bytes of sha256("global:maker_withdraw"). */
const MAKER_WITHDRAW = 'f2fa5403aebdc22b';

/** The instructions that change a vault's content by `change`. */
function adjustment(purse: string, pool: PoolAccount, side: PoolSide, change: bigint): Instruction[] {
  const own = tokenAccountOf(purse, side.mint, side.program);
  if (change > 0n)
    return side.mint === WRAPPED_SOL_MINT
      ? [transferSol(purse, side.vault, change), syncNative(side.vault)]
      : [mintInto(purse, side.vault, side.mint, change, side.program)];
  if (change === 0n) return [];
  const accounts = [
    [pool.address, ''],
    [purse, 's'],
    [side.vault, 'w'],
    [own, 'w'],
    [side.mint, ''],
    [side.program, ''],
  ] as const;
  return [
    createTokenAccount(purse, purse, side.mint, side.program),
    instruction(ROUTER_PROGRAM, accounts, concatBytes(hexToBytes(MAKER_WITHDRAW), u64Bytes(-change))),
  ];
}

function setReserves(ledger: SolanaLedger, { account, a, b }: Pool, wanted: { a: bigint; b: bigint }): void {
  const steps = [
    ...adjustment(ledger.purse, account, account.a, wanted.a - a),
    ...adjustment(ledger.purse, account, account.b, wanted.b - b),
  ];
  if (steps.length > 0) ledger.act(steps);
}

const wantedReserves = (market: Market, { depthUsd, a, b }: PoolAccount): { a: bigint; b: bigint } => {
  const microUsd = BigInt(depthUsd) * MILLION;
  return { a: unitsFor(market, a, microUsd), b: unitsFor(market, b, microUsd) };
};

/** Moves every pool part of the way to the wide market's price; pools already there stay unchanged. */
export function settleMarket(ledger: SolanaLedger, market: Market): void {
  const towards = (now: bigint, wanted: bigint): bigint => {
    const apart = wanted - now;
    const size = apart < 0n ? -apart : apart;
    return size * MILLION <= wanted * NEAR_PPM ? wanted : now + (apart * RETURN_PPM) / MILLION;
  };
  for (const pool of readPools(ledger)) {
    const wanted = wantedReserves(market, pool.account);
    const isThere = (now: bigint, there: bigint): boolean =>
      (now > there ? now - there : there - now) * MILLION <= (there * NEAR_PPM) / 10n;
    if (isThere(pool.a, wanted.a) && isThere(pool.b, wanted.b)) continue;
    setReserves(ledger, pool, { a: towards(pool.a, wanted.a), b: towards(pool.b, wanted.b) });
  }
}

const root = (value: bigint): bigint => {
  if (value < 2n) return value;
  let guess = BigInt(Math.floor(Math.sqrt(Number(value))));
  for (let round = 0; round < 64; round += 1) {
    const next = (guess + value / guess) / 2n;
    if (next === guess || next === guess + 1n) break;
    guess = next;
  }
  return guess;
};

/**
 * Raises (or, below zero, lowers) a coin's price by a percentage in every pool that has it; the pools return over time.
 */
export function pushPools(ledger: SolanaLedger, mint: string, percent: number): void {
  const factor = MILLION + BigInt(Math.round(percent * 10_000));
  if (factor <= 0n) throw new RangeError('percent: more than -100');
  const less = root(factor * MILLION);
  for (const pool of readPools(ledger)) {
    const isA = pool.account.a.mint === mint;
    if (!isA && pool.account.b.mint !== mint) continue;
    const scarcer = (amount: bigint): bigint => (amount * MILLION) / less;
    const fuller = (amount: bigint): bigint => (amount * less) / MILLION;
    setReserves(ledger, pool, {
      a: isA ? scarcer(pool.a) : fuller(pool.a),
      b: isA ? fuller(pool.b) : scarcer(pool.b),
    });
  }
}

/** Moves the wide market's price of a coin permanently, and its pools with it. */
export function movePrice(ledger: SolanaLedger, market: Market, mint: string, percent: number): bigint {
  const factor = MILLION + BigInt(Math.round(percent * 10_000));
  if (factor <= 0n) throw new RangeError('percent: more than -100');
  market.prices[mint] = (priceOf(market, mint) * factor) / MILLION;
  pushPools(ledger, mint, percent);
  return priceOf(market, mint);
}
