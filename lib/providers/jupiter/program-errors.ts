/** Says in words, and by a code, why a swap failed on chain or in a simulation, by the number that the program ended with. */

import type { Cause } from '../../domain/swap-status.ts';
import { JUPITER_PROGRAM } from '../../payments/jupiter/programs.ts';

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

const CAUSES: Readonly<Record<number, Cause>> = { 6001: 'priceLimit', 6024: 'insufficientFunds' };

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
export function jupiterErrorText(code: number): string | undefined {
  return Object.hasOwn(JUPITER_ERRORS, code) ? JUPITER_ERRORS[code] : undefined;
}

/** The number that Jupiter’s own program ended with, by its logs, else by what the node says. */
function jupiterError(said: string, logs: readonly string[]): number | undefined {
  const error = programErrorOf(logs);
  if (error) return error.programId === JUPITER_PROGRAM ? error.code : undefined;
  const code = /\berror (\d{4,5})\b/.exec(said)?.[1];
  return code === undefined ? undefined : Number(code);
}

/** Why, for programs; undefined where nothing more is known than that it failed. */
export function failureCause(said: string, logs: readonly string[]): Cause | undefined {
  const code = jupiterError(said, logs);
  return code === undefined ? undefined : CAUSES[code];
}

/**
 * A sentence's part, such as "the price moved by more than the slippage that was allowed (6001)".
 * @param said what the node's own words make of it; used where the program's number is not known.
 */
export function failureText(said: string, logs: readonly string[]): string {
  const code = jupiterError(said, logs);
  const words = code === undefined ? undefined : jupiterErrorText(code);
  if (words !== undefined) return `${words} (error ${code})`;
  const error = programErrorOf(logs);
  if (!error) return said;
  if (error.programId === JUPITER_PROGRAM) return `Jupiter’s program ended with error ${error.code}`;
  return `${said} (the program ${error.programId} ended with error ${error.code})`;
}
