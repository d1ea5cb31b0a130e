/** A payment of a Garden order on Solana locks what is sold by one instruction of the reviewed program, and nothing else. */
import { chainOf } from '../../chains/chains.ts';
import { readSolanaInitiate, type SolanaInitiate } from '../../chains/garden/solana-initiate.ts';
import { readInstruction, type SolanaInstruction } from '../../chains/solana-instructions.ts';
import { toBaseUnits } from '../../domain/amount.ts';
import { assetOf } from '../../domain/asset.ts';
import type { SolanaFacts } from '../solana/solana-facts.ts';
import type { PayableRoute } from '../wallet-types.ts';

/** Longest time for which money may be locked: 14 days of slots of 400 ms. */
const LONGEST_LOCK_SLOTS = (14n * 86_400n * 10n) / 4n;
const MICRO = 1_000_000n;
const UNITS_AN_INSTRUCTION = 200_000;
const MAX_UNITS = 1_400_000;
const MAX_PRIORITY_LAMPORTS = 10_000_000n;

function lockFault(lock: SolanaInitiate, route: PayableRoute, { mints }: SolanaFacts): string | undefined {
  const sold = assetOf(route.sellAsset);
  const mint = sold.kind === 'token' ? sold.address : undefined;
  const decimals = mint === undefined ? chainOf('SOL').native.decimals : mints[mint]?.decimals;
  if (lock.mint !== mint || (lock.kind === 'native') !== (mint === undefined)) return 'It locks another asset.';
  if (decimals === undefined || lock.amount !== toBaseUnits(route.sellAmount, decimals, 'exact'))
    return 'It locks another amount.';
  if (lock.initiator !== route.sourceAddress) return 'It locks the money of another account.';
  if (lock.sponsor !== route.sourceAddress) return 'Its rent would be returned to another account.';
  if (lock.redeemer === route.sourceAddress) return 'It names nobody who could take the money and pay you.';
  if (lock.expiresInSlots <= 0n || lock.expiresInSlots > LONGEST_LOCK_SLOTS)
    return 'It locks the money for a time that is not right.';
  return undefined;
}

function restFault(rest: readonly SolanaInstruction[], route: PayableRoute): string | undefined {
  const sold = assetOf(route.sellAsset);
  const reads = rest.map(readInstruction);
  const foreign = reads.findIndex(
    (read) =>
      read.kind !== 'computeLimit' &&
      read.kind !== 'computePrice' &&
      !(
        read.kind === 'createTokenAccount' &&
        sold.kind === 'token' &&
        read.payer === route.sourceAddress &&
        read.owner === route.sourceAddress &&
        read.mint === sold.address
      ),
  );
  if (foreign >= 0) return `It does something that is no part of the payment (program ${rest[foreign]?.programId}).`;
  const price = reads.find((read) => read.kind === 'computePrice')?.microLamports ?? 0n;
  const limit = reads.find((read) => read.kind === 'computeLimit')?.units;
  const units = Math.min(limit ?? UNITS_AN_INSTRUCTION * (rest.length + 1), MAX_UNITS);
  return (price * BigInt(units)) / MICRO > MAX_PRIORITY_LAMPORTS ? 'The network fee is out of bounds.' : undefined;
}

/** Why the transaction is not the route's, a sentence; undefined where it is. `instructions` with all accounts resolved. */
export function solanaOrderFault(
  instructions: readonly SolanaInstruction[],
  route: PayableRoute,
  facts: SolanaFacts,
): string | undefined {
  if (!route.meta.orderId || !route.targetAddress) return 'The route names no order or no program.';
  const locks = instructions.filter(({ programId }) => programId === route.targetAddress);
  const [only] = locks;
  const lock = locks.length === 1 && only ? readSolanaInitiate(only) : undefined;
  if (!lock) return 'It does not lock the money of one order.';
  return (
    lockFault(lock, route, facts) ??
    restFault(
      instructions.filter((one) => one !== only),
      route,
    )
  );
}
