/**
 * Reads a whole Solana transaction that Garden made, and finds everything in it that is not the payment of one order:
 * nothing that moves money elsewhere, costs more than is said or wants another's signature passes.
 */

import { base64 } from '@scure/base';
import {
  getCompiledTransactionMessageDecoder,
  getCompiledTransactionMessageEncoder,
  getTransactionDecoder,
} from '@solana/kit';
import { bytesOfHex } from '../chainflip/byte-reader.ts';
import { readInstruction, type SolanaInstruction } from '../solana-instructions.ts';
import { readSolanaInitiate, type SolanaInitiate } from './solana-initiate.ts';

export type SolanaTransactionParts = {
  /** base64 of the transaction as a wallet takes it. */
  base64: string;
  /** Who has to sign, the fee payer first. */
  signers: readonly string[];
  instructions: readonly SolanaInstruction[];
  /** Blockhash by which it lives. */
  lifetime: string;
};

/** Garden writes hex in some answers and base64 in others; hex is never valid text of the other kind for a transaction. */
export function transactionBytes(text: string): Uint8Array | undefined {
  try {
    return /^(0x)?([0-9a-f]{2})+$/i.test(text) ? bytesOfHex(text) : base64.decode(text);
  } catch {
    return undefined;
  }
}

/** Undefined for what is no transaction, or names accounts that only the chain knows (lookup tables). Never throws. */
export function readSolanaTransaction(text: string): SolanaTransactionParts | undefined {
  const bytes = transactionBytes(text);
  if (!bytes) return undefined;
  try {
    const { messageBytes, signatures } = getTransactionDecoder().decode(bytes);
    const message = getCompiledTransactionMessageDecoder().decode(Uint8Array.from(messageBytes));
    if (message.version !== 'legacy' && message.version !== 0) return undefined;
    // What stands behind a message's end is signed as well, and read by nobody here.
    const again = getCompiledTransactionMessageEncoder().encode(message);
    if (again.length !== messageBytes.length || again.some((byte, index) => byte !== messageBytes[index]))
      return undefined;
    if ('addressTableLookups' in message && (message.addressTableLookups?.length ?? 0) > 0) return undefined;
    const accounts: readonly string[] = message.staticAccounts;
    const at = (index: number): string => {
      const account = accounts[index];
      if (account === undefined) throw new RangeError('an account is missing');
      return account;
    };
    const signers = accounts.slice(0, message.header.numSignerAccounts);
    if (Object.keys(signatures).length !== signers.length) return undefined;
    return {
      base64: base64.encode(bytes),
      signers,
      instructions: message.instructions.map(({ programAddressIndex, accountIndices, data }) => ({
        programId: at(programAddressIndex),
        accounts: (accountIndices ?? []).map(at),
        data: Uint8Array.from(data ?? []),
      })),
      lifetime: message.lifetimeToken,
    };
  } catch {
    return undefined;
  }
}

export type SolanaOrder = {
  owner: string;
  /** Program of the order's asset. */
  programId: string;
  redeemer: string;
  secretHash: string;
  amount: bigint;
  timelock: bigint;
  /** Undefined for the native coin. */
  mint?: string;
};

/** What a transaction may cost beyond its signature, in lamports. */
const MAX_PRIORITY_LAMPORTS = 10_000_000n;
const DEFAULT_UNITS = 200_000n;
const MAX_UNITS = 1_400_000n;

const priorityFee = (instructions: readonly SolanaInstruction[]): bigint => {
  const read = instructions.map(readInstruction);
  const price = read.find((one) => one.kind === 'computePrice')?.microLamports ?? 0n;
  const limit = read.find((one) => one.kind === 'computeLimit')?.units;
  const units = limit === undefined ? DEFAULT_UNITS * BigInt(instructions.length) : BigInt(limit);
  return (price * (units < MAX_UNITS ? units : MAX_UNITS)) / 1_000_000n;
};

const sameHash = (a: string, b: string): boolean =>
  a.toLowerCase().replace(/^0x/, '') === b.toLowerCase().replace(/^0x/, '');

function initiateFault(initiate: SolanaInitiate, order: SolanaOrder): string | undefined {
  if (initiate.amount !== order.amount) return 'it locks another amount';
  if (initiate.redeemer !== order.redeemer) return 'it locks the money for somebody else';
  if (!sameHash(initiate.secretHash, order.secretHash)) return 'it locks the money under another hash';
  if (initiate.expiresInSlots !== order.timelock) return 'its time lock is another';
  if (initiate.initiator !== order.owner || initiate.sponsor !== order.owner) return 'it wants another’s signature';
  if ((order.mint === undefined) !== (initiate.kind === 'native') || initiate.mint !== order.mint)
    return 'it locks another asset';
  return undefined;
}

/** Opening the sender's own token account moves nothing but its rent; everything else of those programs is refused. */
function isHarmless(instruction: SolanaInstruction, { owner, mint }: SolanaOrder): boolean {
  const read = readInstruction(instruction);
  if (read.kind === 'computeLimit' || read.kind === 'computePrice') return true;
  return read.kind === 'createTokenAccount' && read.payer === owner && read.owner === owner && read.mint === mint;
}

/** Why the transaction is not the payment of this order and nothing else, as a clause; undefined where it is. */
export function solanaOrderFault(parts: SolanaTransactionParts, order: SolanaOrder): string | undefined {
  if (parts.signers.length !== 1 || parts.signers[0] !== order.owner) return 'it wants another’s signature';
  const own = parts.instructions.filter(({ programId }) => programId === order.programId);
  const [only] = own;
  if (!only || own.length > 1) return 'it does not call the order’s program exactly once';
  const initiate = readSolanaInitiate(only);
  if (!initiate) return 'what it tells the order’s program cannot be read';
  const fault = initiateFault(initiate, order);
  if (fault !== undefined) return fault;
  const other = parts.instructions.find((one) => one !== only && !isHarmless(one, order));
  if (other) return `it also calls ${other.programId}, in a way that is not part of the payment`;
  if (priorityFee(parts.instructions) > MAX_PRIORITY_LAMPORTS) return 'its priority fee is beyond reason';
  return undefined;
}
