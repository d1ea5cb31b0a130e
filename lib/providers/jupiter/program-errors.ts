/** Explains, as text and by a code, why a swap failed on chain or in a simulation, by the program's error number. */

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

/** The first program that failed, which is the innermost one. */
export function programErrorOf(logs: readonly string[]): ProgramError | undefined {
  for (const line of logs) {
    const [, programId, code] = FAILED.exec(line) ?? [];
    if (programId !== undefined && code !== undefined) return { programId, code: Number.parseInt(code, 16) };
  }
  return undefined;
}

/** Undefined when another program failed, or the number has no meaning here. */
export function jupiterErrorText(code: number): string | undefined {
  return Object.hasOwn(JUPITER_ERRORS, code) ? JUPITER_ERRORS[code] : undefined;
}

/** The error number of Jupiter's own program, from its logs, otherwise from the node's message. */
function jupiterError(said: string, logs: readonly string[]): number | undefined {
  const error = programErrorOf(logs);
  if (error) return error.programId === JUPITER_PROGRAM ? error.code : undefined;
  const code = /\berror (\d{4,5})\b/.exec(said)?.[1];
  return code === undefined ? undefined : Number(code);
}

/** The cause, for programs; undefined when only the failure is known. */
export function failureCause(said: string, logs: readonly string[]): Cause | undefined {
  const code = jupiterError(said, logs);
  return code === undefined ? undefined : CAUSES[code];
}

/**
 * Part of a sentence, such as "the price moved by more than the slippage that was allowed (6001)". @param said the
 * node's own message, used when the program's number is unknown.
 */
export function failureText(said: string, logs: readonly string[]): string {
  const code = jupiterError(said, logs);
  const reason = code === undefined ? undefined : jupiterErrorText(code);
  if (reason !== undefined) return `${reason} (error ${code})`;
  const error = programErrorOf(logs);
  if (!error) return said;
  if (error.programId === JUPITER_PROGRAM) return `Jupiter’s program ended with error ${error.code}`;
  return `${said} (the program ${error.programId} ended with error ${error.code})`;
}
