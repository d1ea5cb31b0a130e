/**
 * Finds the route with the greatest output over the emulated pools, with the exact numbers that the on-chain program
 * will compute.
 */
import { KINDS } from '../solana/jupiter-accounts.ts';
import { outputOf, type Pool } from './market.ts';

export type RouteStep = {
  pool: Pool;
  /** From side A to side B. */
  forth: boolean;
  inputMint: string;
  outputMint: string;
  /** The index of a token in the plan; 0 is the input. */
  inputIndex: number;
  outputIndex: number;
  /** This step's share of its input token; the shares of one token add up to 10000. */
  bps: number;
  inAmount: bigint;
  outAmount: bigint;
};

export type Route = {
  steps: RouteStep[];
  /** The output before any platform fee. */
  outAmount: bigint;
  /** The output at the pools' present prices if they were infinitely deep; their fees are deducted. */
  endlessOut: number;
  hops: number;
};

export type RouteOptions = {
  /** Whether the exchange with this label may be used. */
  allowed: (label: string) => boolean;
  mostHops: number;
  maxAccounts: number;
};

const WHOLE = 10_000n;
const SHARE_STEP_BPS = 500;
/** The accounts of a swap instruction: a fixed number, and more for each step. */
const FIXED_ACCOUNTS = 13;
const STEP_ACCOUNTS = 8;
export const accountsOf = (steps: number): number => FIXED_ACCOUNTS + STEP_ACCOUNTS * steps;

type Hop = { pool: Pool; forth: boolean; bps: number; inAmount: bigint; outAmount: bigint };

/** The amounts as the program splits them: each share rounded down, the rest to the last. */
function fill(legs: readonly { pool: Pool; forth: boolean; bps: number }[], total: bigint): Hop[] {
  let used = 0n;
  return legs.map((leg, index) => {
    const inAmount = index === legs.length - 1 ? total - used : (total * BigInt(leg.bps)) / WHOLE;
    used += inAmount;
    return { ...leg, inAmount, outAmount: outputOf(leg.pool, leg.forth, inAmount) };
  });
}

const outOf = (hops: readonly Hop[]): bigint => hops.reduce((sum, { outAmount }) => sum + outAmount, 0n);

/** The best way through pools of one pair: one of them, or a split between two. */
function bestHop(pools: readonly Pool[], from: string, amount: bigint, maySplit: boolean): Hop[] {
  const sides = pools.map((pool) => ({ pool, forth: pool.account.a.mint === from }));
  const candidates = sides.map((side) => fill([{ ...side, bps: 10_000 }], amount));
  const [one, two] = sides;
  if (maySplit && one && two)
    for (let bps = SHARE_STEP_BPS; bps < 10_000; bps += SHARE_STEP_BPS)
      candidates.push(
        fill(
          [
            { ...one, bps },
            { ...two, bps: 10_000 - bps },
          ],
          amount,
        ),
      );
  const isWhole = (hops: readonly Hop[]): boolean => hops.every(({ inAmount }) => inAmount > 0n);
  return candidates
    .filter(isWhole)
    .reduce<Hop[]>((best, next) => (best.length > 0 && outOf(best) >= outOf(next) ? best : next), []);
}

const endless = ({ pool, forth, bps }: Hop): number => {
  const [from, to] = forth ? [pool.a, pool.b] : [pool.b, pool.a];
  return (bps / 10_000) * (Number(to) / Number(from)) * (1 - pool.account.feeBps / 10_000);
};

function along(path: readonly string[], pools: readonly Pool[], amount: bigint, maySplit: boolean): Route | undefined {
  const steps: RouteStep[] = [];
  let total = amount;
  let endlessOut = Number(amount);
  for (const [index, inputMint] of path.slice(0, -1).entries()) {
    const outputMint = path[index + 1] ?? '';
    const between = pools.filter(({ account: { a, b } }) =>
      [a.mint, b.mint].every((mint) => mint === inputMint || mint === outputMint),
    );
    const hops = bestHop(between, inputMint, total, maySplit);
    if (hops.length === 0) return undefined;
    endlessOut *= hops.reduce((sum, hop) => sum + endless(hop), 0);
    total = outOf(hops);
    const mints = { inputMint, outputMint, inputIndex: index, outputIndex: index + 1 };
    steps.push(...hops.map((hop) => ({ ...hop, ...mints })));
  }
  return { steps, outAmount: total, endlessOut, hops: path.length - 1 };
}

function pathsOf(pools: readonly Pool[], from: string, to: string, mostHops: number): string[][] {
  const found: string[][] = [];
  const walk = (path: readonly string[]): void => {
    const here = path.at(-1) ?? '';
    if (here === to) {
      found.push([...path]);
      return;
    }
    if (path.length > mostHops) return;
    const next = new Set(
      pools.flatMap(({ account: { a, b } }) => (a.mint === here ? [b.mint] : b.mint === here ? [a.mint] : [])),
    );
    for (const mint of next) if (!path.includes(mint)) walk([...path, mint]);
  };
  walk([from]);
  return found;
}

/** Undefined if no pools lead from one mint to the other within the options. */
export function findRoute(
  pools: readonly Pool[],
  swap: { inputMint: string; outputMint: string; amount: bigint },
  options: RouteOptions,
): Route | undefined {
  const usable = pools.filter(({ account }) => options.allowed(KINDS[account.kind].label));
  const routes = pathsOf(usable, swap.inputMint, swap.outputMint, options.mostHops).flatMap((path) =>
    [true, false].flatMap((maySplit) => along(path, usable, swap.amount, maySplit) ?? []),
  );
  return routes
    .filter(({ steps }) => accountsOf(steps.length) <= options.maxAccounts)
    .reduce<Route | undefined>((best, next) => (best && best.outAmount >= next.outAmount ? best : next), undefined);
}
