/** Reads the memo of a Solana transaction: the whole data of the program's instruction. */
import type { SolanaInstruction } from './instructions.ts';

/** Source: spl.solana.com/memo, version 2. */
export const SOLANA_MEMO_PROGRAM = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';

/** Undefined for an instruction of another program, and for a memo that needs further signers or is not text. */
export function readSolanaMemo({ programId, accounts, data }: SolanaInstruction): string | undefined {
  if (programId !== SOLANA_MEMO_PROGRAM || accounts.length > 0) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(data);
  } catch {
    return undefined;
  }
}
