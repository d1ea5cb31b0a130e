/** Says in words why a swap failed on chain or in a simulation, by the number that the program ended with. */
import { JUPITER_PROGRAM } from '../../chains/jupiter/programs.ts';

/** Source: the IDL account of the program, errors. */
const JUPITER_ERRORS: Readonly<Record<number, string>> = {
  6001: 'the price moved by more than the slippage that was allowed',
  6003: 'the account for the platform fee is missing',
  6008: 'the route lacks accounts that it needs',
  6014: 'a token program is not that of its token',
  6017: 'the exact output could not be reached',
  6024: 'the account holds too little of what is sold',
  6025: 'a token account is missing or is that of another token',
};

const FAILED = /^Program (\w{32,44}) failed: custom program error: 0x([0-9a-f]{1,8})$/i;

export type ProgramError = { programId: string; code: number };

/** The first program that gave up, which is the innermost one. */
export function programErrorOf(logs: readonly string[]): ProgramError | undefined {
  for (const line of logs) {
    const [, programId, code] = FAILED.exec(line) ?? [];
    if (programId !== undefined && code !== undefined) return { programId, code: Number.parseInt(code, 16) };
  }
  return undefined;
}

/** Undefined where Jupiter's program did not end it, or by a number that says nothing. */
export function jupiterErrorWords(code: number): string | undefined {
  return Object.hasOwn(JUPITER_ERRORS, code) ? JUPITER_ERRORS[code] : undefined;
}

/**
 * A sentence's part, such as "the price moved by more than the slippage that was allowed (6001)".
 * @param said what the node's own words make of it; used where the program's number is not known.
 */
export function failureWords(said: string, logs: readonly string[]): string {
  const error = programErrorOf(logs);
  if (error?.programId === JUPITER_PROGRAM) {
    const words = jupiterErrorWords(error.code);
    return words === undefined ? `Jupiter’s program ended with error ${error.code}` : `${words} (error ${error.code})`;
  }
  if (error) return `${said} (the program ${error.programId} ended with error ${error.code})`;
  const code = /\berror (\d{4,5})\b/.exec(said)?.[1];
  const words = code === undefined ? undefined : jupiterErrorWords(Number(code));
  return words === undefined ? said : `${words} (error ${code})`;
}
