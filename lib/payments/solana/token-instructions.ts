/**
 * Reads the instructions by which swaps manage a token account of wrapped SOL; separate from the readers of payments,
 * where such an instruction is not allowed.
 */
import { type ReadInstruction, readInstruction, SOLANA_PROGRAMS, type SolanaInstruction } from './instructions.ts';
import { TOKEN_PROGRAMS } from './token-account.ts';

export type ReadTokenUpkeep =
  /** Counts the SOL in the account as wrapped SOL. */
  | { kind: 'syncNative'; account: string }
  /** Closes the account; all its lamports, rent and wrapped SOL alike, go to `destination`. */
  | { kind: 'closeAccount'; account: string; destination: string; owner: string; tokenProgram: string };

/** Source: SPL Token TokenInstruction::SyncNative and CloseAccount, signed by the owner alone. */
function readUpkeep({ programId, accounts, data }: SolanaInstruction): ReadTokenUpkeep | undefined {
  if (!TOKEN_PROGRAMS.includes(programId) || data.length !== 1) return undefined;
  const [account, destination, owner] = accounts;
  if (data[0] === 17 && accounts.length === 1 && account !== undefined && programId === SOLANA_PROGRAMS.token)
    return { kind: 'syncNative', account };
  if (data[0] !== 9 || accounts.length !== 3) return undefined;
  if (account === undefined || destination === undefined || owner === undefined) return undefined;
  return { kind: 'closeAccount', account, destination, owner, tokenProgram: programId };
}

/** As `readInstruction`, with the management of token accounts. Never throws. */
export const readWithUpkeep = (instruction: SolanaInstruction): ReadInstruction | ReadTokenUpkeep =>
  readUpkeep(instruction) ?? readInstruction(instruction);
