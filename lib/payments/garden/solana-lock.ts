/** States what the payment of a Garden order on Solana must lock, and what else its transaction may contain. */
import { readInstruction, type SolanaInstruction } from '../solana/instructions.ts';
import { priorityLamports } from '../solana/priority-fee.ts';
import type { SolanaInitiate } from './solana-initiate.ts';

/** The lock. Terms that are missing are compared with what is right for every order. */
export type LockTerms = {
  owner: string;
  /** Undefined: the required base units are unknown. */
  amount: bigint | undefined;
  /** Undefined for the native coin. */
  mint?: string;
  redeemer?: string;
  secretHash?: string;
  timelock?: bigint;
};

export type LockPoint = 'asset' | 'amount' | 'initiator' | 'sponsor' | 'redeemer' | 'secretHash' | 'timelock';
/** `clause`: why it is not the payment, when it does not agree. */
type LockCheck = { point: LockPoint; agrees: boolean; clause: string };

/** What a payment may cost beyond its signature, in lamports. */
const MAX_PRIORITY_LAMPORTS = 10_000_000n;

/** Longest time for which money may be locked: 14 days of slots of 400 ms. */
const LONGEST_LOCK_SLOTS = (14n * 86_400n * 10n) / 4n;

const sameHash = (a: string, b: string): boolean =>
  a.toLowerCase().replace(/^0x/, '') === b.toLowerCase().replace(/^0x/, '');

const redeemerCheck = ({ redeemer }: SolanaInitiate, terms: LockTerms): Omit<LockCheck, 'point'> =>
  terms.redeemer === undefined
    ? { agrees: redeemer !== terms.owner, clause: 'it names nobody who could take the money and pay you' }
    : { agrees: redeemer === terms.redeemer, clause: 'it locks the money for somebody else' };

const timelockCheck = ({ expiresInSlots }: SolanaInitiate, { timelock }: LockTerms): Omit<LockCheck, 'point'> =>
  timelock === undefined
    ? {
        agrees: expiresInSlots > 0n && expiresInSlots <= LONGEST_LOCK_SLOTS,
        clause: 'it locks the money for a time that is not right',
      }
    : { agrees: expiresInSlots === timelock, clause: 'its time lock is another' };

export const lockChecks = (lock: SolanaInitiate, terms: LockTerms): LockCheck[] => [
  {
    point: 'asset',
    agrees: lock.mint === terms.mint && (lock.kind === 'native') === (terms.mint === undefined),
    clause: 'it locks another asset',
  },
  { point: 'amount', agrees: lock.amount === terms.amount, clause: 'it locks another amount' },
  { point: 'initiator', agrees: lock.initiator === terms.owner, clause: 'it locks the money of another account' },
  { point: 'sponsor', agrees: lock.sponsor === terms.owner, clause: 'its rent would be returned to another account' },
  { point: 'redeemer', ...redeemerCheck(lock, terms) },
  {
    point: 'secretHash',
    agrees: terms.secretHash === undefined || sameHash(lock.secretHash, terms.secretHash),
    clause: 'it locks the money under another hash',
  },
  { point: 'timelock', ...timelockCheck(lock, terms) },
];

type Payer = Pick<LockTerms, 'owner' | 'mint'>;

/** Opening the sender's own token account moves nothing but its rent; every other call of those programs is refused. */
function isHarmless(instruction: SolanaInstruction, { owner, mint }: Payer): boolean {
  const read = readInstruction(instruction);
  if (read.kind === 'computeLimit' || read.kind === 'computePrice') return true;
  return read.kind === 'createTokenAccount' && read.payer === owner && read.owner === owner && read.mint === mint;
}

/**
 * Why an instruction beside the lock does not belong to its payment. `programId` of the called program; undefined for
 * the fee.
 */
export function besideFaults(
  instructions: readonly SolanaInstruction[],
  lock: SolanaInstruction | undefined,
  payer: Payer,
): { clause: string; programId?: string }[] {
  const others = instructions.filter((one) => one !== lock && !isHarmless(one, payer));
  const isDear = priorityLamports(instructions.map(readInstruction)) > MAX_PRIORITY_LAMPORTS;
  return [
    ...others.map(({ programId }) => ({
      programId,
      clause: `it also calls ${programId}, in a way that is not part of the payment`,
    })),
    ...(isDear ? [{ clause: 'its priority fee is beyond reason' }] : []),
  ];
}
