/**
 * Reads the instruction that locks money in one of Garden's programs on Solana: amount, redeemer, hash and time.
 * Source: Garden's programs solana_native_swaps and solana_spl_swaps (Anchor; IDLs published with catalogfi/garden.js
 * packages/core/src/lib/solana/idl).
 */
import { base58 } from '@scure/base';
import { ByteReader, DecodeError } from '../byte-reader.ts';
import type { SolanaInstruction } from '../solana/instructions.ts';

export type SolanaInitiate = {
  programId: string;
  kind: 'native' | 'token';
  /** Base units: lamports, or the token's own. */
  amount: bigint;
  /** Slots until the money can be refunded; anyone may send the refund, it pays the initiator. */
  expiresInSlots: bigint;
  redeemer: string;
  /** sha256 of the secret, 64 lower-case hex digits. */
  secretHash: string;
  /** The owner of the locked money: signs. */
  initiator: string;
  /** Pays the rent of the order's account and gets it back at the end; the initiator when none is named. */
  sponsor: string;
  /** The account that stores the order (and, for the native coin, the money). */
  orderAccount: string;
  mint?: string;
  /** The initiator's token account that is debited. */
  fromTokenAccount?: string;
};

/** First 8 bytes of sha256("global:initiate"). */
const INITIATE = '053f7b71994b940e';

/**
 * `amountFirst`: (amount, slots, redeemer, hash) as in the first program; otherwise (slots, redeemer, hash, amount).
 */
type Form = { kind: SolanaInitiate['kind']; amountFirst: boolean; initiator: number; sponsor: number; order: number };

/** The form, by the number of accounts. */
const FORMS: Readonly<Record<number, Form>> = {
  /** order account, initiator, system program */
  3: { kind: 'native', amountFirst: true, order: 0, initiator: 1, sponsor: 1 },
  /** order account, initiator, sponsor, system program */
  4: { kind: 'native', amountFirst: false, order: 0, initiator: 1, sponsor: 2 },
  /** program's identity, order account, token vault, initiator, its token account, mint, sponsor, token and system program */
  9: { kind: 'token', amountFirst: false, order: 1, initiator: 3, sponsor: 6 },
};
const TOKEN_ACCOUNT = 4;
const MINT = 5;

function readData(data: Uint8Array, { amountFirst }: Form) {
  const reader = new ByteReader(data);
  if (reader.hex(8) !== INITIATE) throw new DecodeError('it does not lock money');
  const first = amountFirst ? reader.big(8) : undefined;
  const expiresInSlots = reader.big(8);
  const redeemer = base58.encode(reader.bytes(32));
  const secretHash = reader.hex(32);
  const amount = first ?? reader.big(8);
  // Newer programs take log data at the end, with a byte that says whether there is any.
  if (data.length > 88) reader.option(() => reader.bytes(reader.int(4)));
  reader.end();
  return { amount, expiresInSlots, redeemer, secretHash };
}

/** Undefined when any byte differs from such an instruction. Never throws. */
export function readSolanaInitiate({ programId, accounts, data }: SolanaInstruction): SolanaInitiate | undefined {
  const form = Object.hasOwn(FORMS, accounts.length) ? FORMS[accounts.length] : undefined;
  if (!form) return undefined;
  const [orderAccount, initiator, sponsor] = [form.order, form.initiator, form.sponsor].map((index) => accounts[index]);
  if (orderAccount === undefined || initiator === undefined || sponsor === undefined) return undefined;
  const [fromTokenAccount, mint] = form.kind === 'token' ? [accounts[TOKEN_ACCOUNT], accounts[MINT]] : [];
  try {
    return {
      programId,
      kind: form.kind,
      ...readData(data, form),
      initiator,
      sponsor,
      orderAccount,
      ...(mint === undefined ? {} : { mint }),
      ...(fromTokenAccount === undefined ? {} : { fromTokenAccount }),
    };
  } catch (error) {
    if (error instanceof DecodeError) return undefined;
    throw error;
  }
}
