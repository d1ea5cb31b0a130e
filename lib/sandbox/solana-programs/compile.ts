/**
 * Compiles this folder's programs reproducibly, and determines whether a committed artifact belongs to the present
 * sources.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { base58, base64 } from '@scure/base';
import { link } from './link.ts';

export const PROGRAMS = ['swap-endpoint', 'deposit-channel', 'jupiter-swap'] as const;
export type ProgramName = (typeof PROGRAMS)[number];

export type Artifact = {
  programName: string;
  compiler: string;
  /** sha256 of everything the program is built from. */
  sources: string;
  /** The program, base64. */
  elf: string;
};

/**
 * Addresses that the programs know. Source: chainflip-backend state-chain/node/src/chain_spec/berghain.rs. Jupiter's is
 * the address derived from "__event_authority" for its router.
 */
const KEYS: Record<string, string> = {
  KEY_TOKEN_PROGRAM: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  KEY_TOKEN_2022_PROGRAM: 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  KEY_WRAPPED_SOL: 'So11111111111111111111111111111111111111112',
  KEY_JUPITER_EVENT_AUTHORITY: 'D8cy77BBepLMngZx6ZukaTff5hCt1HrWyKk3Hnd9oitf',
  KEY_ATA_PROGRAM: 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
  KEY_VAULT_PROGRAM: 'AusZPVXPoUM8QJJ2SL4KwvRGCQ22cDg6Y4rg7EvFrxi7',
  KEY_VAULT_DATA: 'ACLMuTFvDAb3oecQQGkTVqpUbhCKHG3EZ9uNXHK1W9ka',
  KEY_NATIVE_VAULT: '3tJ67qa2GDfvv2wcMYNUfN5QBZrFpTwcU8ASZKMvCTVU',
  KEY_SWAP_DATA: 'FmAcjWaRFUxGWBfGT7G3CzcFeJFsewQ4KPJVG4f6fcob',
};

const COMPILER = 'clang-14';
const FLAGS = ['-target', 'bpfel', '-mcpu=v2', '-O2', '-fno-builtin', '-Wall', '-Werror', '-Wno-unused-function'];
/** Files that the programs include. */
const HEADERS = ['sdk.h', 'swap-call.h'];
const source = (file: string): string => readFileSync(new URL(`./${file}`, import.meta.url), 'utf8');
const keyFlags = (): string[] =>
  Object.entries(KEYS).map(([name, key]) => `-D${name}={{${[...base58.decode(key)].join(',')}}}`);

/** A hash that changes whenever the compiled program could change. */
export const sourcesOf = (name: ProgramName): string =>
  createHash('sha256')
    .update([...HEADERS.map(source), source(`${name}.c`), source('link.ts'), ...FLAGS, ...keyFlags()].join('\0'))
    .digest('hex');

/** @throws {Error} when the compiler is missing or reports anything. It is needed only after a change to a program. */
export function compileProgram(programName: ProgramName): Artifact {
  const folder = mkdtempSync(join(tmpdir(), 'portage-solana-'));
  try {
    const object = join(folder, 'program.o');
    const file = new URL(`./${programName}.c`, import.meta.url).pathname;
    execFileSync(COMPILER, [...FLAGS, ...keyFlags(), '-c', file, '-o', object], { stdio: 'pipe' });
    const elf = base64.encode(link(readFileSync(object)));
    return { programName, compiler: COMPILER, sources: sourcesOf(programName), elf };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
