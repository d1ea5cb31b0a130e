/** Works out where an owner's tokens lie on Solana unless somebody chose otherwise. Source: SPL Associated Token Account. */
import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import { SOLANA_PROGRAMS } from '../../chains/solana-instructions.ts';

function isOnCurve(bytes: Uint8Array): boolean {
  try {
    ed25519.Point.fromBytes(bytes, true);
    return true;
  } catch {
    return false;
  }
}

/** Solana's `find_program_address`: the first bump from 255 down whose hash is no public key. */
export function tokenAccountOf(owner: string, mint: string): string {
  const seeds = [owner, SOLANA_PROGRAMS.token, mint].map((key) => base58.decode(key));
  const program = base58.decode(SOLANA_PROGRAMS.associatedToken);
  for (let bump = 255; bump >= 0; bump -= 1) {
    const hash = sha256(concatBytes(...seeds, Uint8Array.of(bump), program, utf8ToBytes('ProgramDerivedAddress')));
    if (!isOnCurve(hash)) return base58.encode(hash);
  }
  throw new Error('no account belongs to this owner and mint');
}
