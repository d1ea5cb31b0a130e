/** A payment of a Garden order on Solana locks what is sold by one instruction of the reviewed program, and nothing else. */
import { chainOf } from '../../chains/chains.ts';
import { toBaseUnits } from '../../domain/amount.ts';
import { assetOf } from '../../domain/asset.ts';
import { readSolanaInitiate, type SolanaInitiate } from '../../payments/garden/solana-initiate.ts';
import { besideFault } from '../../payments/garden/solana-transaction.ts';
import type { PayableRoute } from '../../payments/payable-route.ts';
import type { SolanaInstruction } from '../../payments/solana/instructions.ts';
import type { SolanaFacts } from '../solana/solana-facts.ts';

/** Longest time for which money may be locked: 14 days of slots of 400 ms. */
const LONGEST_LOCK_SLOTS = (14n * 86_400n * 10n) / 4n;

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

/** A clause of the chain's rules as the sentence that a person reads. */
const sentence = (clause: string): string => `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`;

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
  if (!lock || !only) return 'It does not lock the money of one order.';
  const fault = lockFault(lock, route, facts);
  if (fault) return fault;
  const payer = { owner: lock.initiator, ...(lock.mint === undefined ? {} : { mint: lock.mint }) };
  const beside = besideFault(instructions, only, payer);
  return beside && sentence(beside);
}
