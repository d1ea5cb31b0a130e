/** Composes and signs Solana transactions, also for tests that pay as the sandbox's wallet. */
import { ed25519 } from '@noble/curves/ed25519.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58, base64 } from '@scure/base';
import {
  address,
  appendTransactionMessageInstructions,
  blockhash as asBlockhash,
  type Blockhash,
  compileTransaction,
  createTransactionMessage,
  getTransactionDecoder,
  getTransactionEncoder,
  type Instruction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  signatureBytes,
} from '@solana/kit';
import { ATA_PROGRAM, MEMO_PROGRAM, SYSTEM_PROGRAM, TOKEN_PROGRAM, tokenAccountOf, u64Bytes } from './addresses.ts';

export type Signer = { privateKey: Uint8Array; address: string };

/** @param privateKey the 32 bytes that Solana calls a key pair's seed. */
export const signerOf = (privateKey: Uint8Array): Signer => ({
  privateKey,
  address: base58.encode(ed25519.getPublicKey(privateKey)),
});

/** `w` writable, `s` signer. */
type Role = '' | 'w' | 's' | 'ws';
const ROLE: Record<Role, 0 | 1 | 2 | 3> = { '': 0, w: 1, s: 2, ws: 3 };

export const instruction = (
  program: string,
  accounts: readonly (readonly [string, Role])[],
  data: Uint8Array,
): Instruction => ({
  programAddress: address(program),
  accounts: accounts.map(([key, role]) => ({ address: address(key), role: ROLE[role] })),
  data,
});

/** An unsigned transaction of version 0, as wire bytes. */
export function composeTransaction(payer: string, blockhash: string, instructions: readonly Instruction[]): Uint8Array {
  const lifetime: Blockhash = asBlockhash(blockhash);
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (empty) => setTransactionMessageFeePayer(address(payer), empty),
    (paid) => setTransactionMessageLifetimeUsingBlockhash({ blockhash: lifetime, lastValidBlockHeight: 0n }, paid),
    (timed) => appendTransactionMessageInstructions(instructions, timed),
  );
  return Uint8Array.from(getTransactionEncoder().encode(compileTransaction(message)));
}

/** Adds the signatures of those signers that the transaction requires. */
export function signTransaction(wire: Uint8Array, signers: readonly Signer[]): Uint8Array {
  const { messageBytes, signatures } = getTransactionDecoder().decode(wire);
  const signed = { ...signatures };
  for (const signer of signers) {
    const key = address(signer.address);
    if (key in signed) signed[key] = signatureBytes(ed25519.sign(Uint8Array.from(messageBytes), signer.privateKey));
  }
  return Uint8Array.from(getTransactionEncoder().encode({ messageBytes, signatures: signed }));
}

/** The same in base64, the form of a route's `tx`. */
export const signBase64 = (unsigned: string, signers: readonly Signer[]): string =>
  base64.encode(signTransaction(base64.decode(unsigned), signers));

const u32Bytes = (value: number): Uint8Array => Uint8Array.from(u64Bytes(BigInt(value)).subarray(0, 4));

export const transferSol = (from: string, to: string, lamports: bigint): Instruction =>
  instruction(
    SYSTEM_PROGRAM,
    [
      [from, 'ws'],
      [to, 'w'],
    ],
    concatBytes(u32Bytes(2), u64Bytes(lamports)),
  );

export const createTokenAccount = (payer: string, owner: string, mint: string, program = TOKEN_PROGRAM): Instruction =>
  instruction(
    ATA_PROGRAM,
    [
      [payer, 'ws'],
      [tokenAccountOf(owner, mint, program), 'w'],
      [owner, ''],
      [mint, ''],
      [SYSTEM_PROGRAM, ''],
      [program, ''],
    ],
    // CreateIdempotent: an existing account stays unchanged.
    Uint8Array.of(1),
  );

/** Transfers from the sender's own token account to the recipient's, which must exist. */
export const transferToken = (
  from: string,
  to: string,
  mint: string,
  amount: bigint,
  decimals: number,
  program = TOKEN_PROGRAM,
): Instruction =>
  instruction(
    program,
    [
      [tokenAccountOf(from, mint, program), 'w'],
      [mint, ''],
      [tokenAccountOf(to, mint, program), 'w'],
      [from, 's'],
    ],
    concatBytes(Uint8Array.of(12), u64Bytes(amount), Uint8Array.of(decimals)),
  );

/** Mints into a token account. */
export const mintInto = (
  authority: string,
  account: string,
  mint: string,
  amount: bigint,
  program = TOKEN_PROGRAM,
): Instruction =>
  instruction(
    program,
    [
      [mint, 'w'],
      [account, 'w'],
      [authority, 's'],
    ],
    concatBytes(Uint8Array.of(7), u64Bytes(amount)),
  );

/** Mints into the owner's associated account, which must exist. */
export const mintTokens = (
  authority: string,
  to: string,
  mint: string,
  amount: bigint,
  program = TOKEN_PROGRAM,
): Instruction => mintInto(authority, tokenAccountOf(to, mint, program), mint, amount, program);

/** Updates a wrapped SOL account's balance to its lamports. */
export const syncNative = (account: string): Instruction =>
  instruction(TOKEN_PROGRAM, [[account, 'w']], Uint8Array.of(17));

export const memoInstruction = (text: string): Instruction => instruction(MEMO_PROGRAM, [], utf8ToBytes(text));
