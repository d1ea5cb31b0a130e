/** Lists Jupiter's swap program and the only other programs that its transactions may call at the top level. */
import { SOLANA_PROGRAMS } from '../solana/instructions.ts';
import { TOKEN_2022_PROGRAM } from '../solana/token-account.ts';

/** Source: github.com/jup-ag/jupiter-cpi; the same on every network that has it. */
export const JUPITER_PROGRAM = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4';

/** Names for people, by program. */
export const JUPITER_PROGRAM_NAMES: Readonly<Record<string, string>> = {
  [JUPITER_PROGRAM]: 'Jupiter Aggregator v6',
  [SOLANA_PROGRAMS.system]: 'System',
  [SOLANA_PROGRAMS.token]: 'Token',
  [TOKEN_2022_PROGRAM]: 'Token-2022',
  [SOLANA_PROGRAMS.associatedToken]: 'Associated Token Account',
  [SOLANA_PROGRAMS.computeBudget]: 'Compute Budget',
  [SOLANA_PROGRAMS.lighthouse]: 'Lighthouse',
};

/** The name of a program; its address when it is unknown. */
export const solanaProgramName = (programId: string): string =>
  (Object.hasOwn(JUPITER_PROGRAM_NAMES, programId) ? JUPITER_PROGRAM_NAMES[programId] : undefined) ?? programId;

/** Highest priority fee of a swap, lamports: 0.005 SOL. Jupiter's own estimate spikes far above. */
export const MAX_PRIORITY_LAMPORTS = 5_000_000n;
