/** Derives the associated token account of an owner. Source: SPL Associated Token Account. */
import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import { SOLANA_PROGRAMS } from './instructions.ts';

/** The second token program, with extensions. Source: github.com/solana-program/token-2022. */
export const TOKEN_2022_PROGRAM = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
/** The mint of wrapped SOL, a token of the first token program. Source: SPL Token native_mint.rs. */
export const WRAPPED_SOL_MINT = 'So11111111111111111111111111111111111111112';

export const TOKEN_PROGRAMS: readonly string[] = [SOLANA_PROGRAMS.token, TOKEN_2022_PROGRAM];

function isOnCurve(bytes: Uint8Array): boolean {
  try {
    ed25519.Point.fromBytes(bytes, true);
    return true;
  } catch {
    return false;
  }
}

/** Solana's `find_program_address`: the first bump from 255 down whose hash is not a public key. */
export function programAddress(seeds: readonly Uint8Array[], programId: string): string {
  const program = base58.decode(programId);
  for (let bump = 255; bump >= 0; bump -= 1) {
    const hash = sha256(concatBytes(...seeds, Uint8Array.of(bump), program, utf8ToBytes('ProgramDerivedAddress')));
    if (!isOnCurve(hash)) return base58.encode(hash);
  }
  throw new Error('no account belongs to these seeds');
}

/** Deriving an address takes some curve arithmetic, and the same few are needed again and again. */
const found = new Map<string, string>();
const MOST_KEPT = 10_000;

/**
 * The associated token account. All are addresses; `owner` may be a program's own account.
 * @throws {Error} for text that is no address.
 */
export function associatedTokenAccount(
  owner: string,
  mint: string,
  tokenProgram: string = SOLANA_PROGRAMS.token,
): string {
  const key = `${owner} ${tokenProgram} ${mint}`;
  const known = found.get(key);
  if (known !== undefined) return known;
  const account = programAddress(
    [owner, tokenProgram, mint].map((one) => base58.decode(one)),
    SOLANA_PROGRAMS.associatedToken,
  );
  if (found.size >= MOST_KEPT) found.clear();
  found.set(key, account);
  return account;
}
