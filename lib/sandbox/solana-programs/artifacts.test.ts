import { readFileSync } from 'node:fs';
import { base64 } from '@scure/base';
import { expect, it } from 'vitest';
import { PROGRAMS, sourcesOf } from './compile.ts';
import { link, murmur3 } from './link.ts';

const committed = (name: string) =>
  JSON.parse(readFileSync(new URL(`./artifacts/${name}.json`, import.meta.url), 'utf8'));

it('runs in the sandbox what its sources say: every committed artifact was made from them', () => {
  for (const name of PROGRAMS) expect(committed(name)).toMatchObject({ programName: name, sources: sourcesOf(name) });
});

it('is in the form that Solana loads: an executable for its machine, version 3, code at its place', () => {
  for (const name of PROGRAMS) {
    const file = Buffer.from(base64.decode(committed(name).elf));
    expect(file.toString('latin1', 0, 4)).toBe('\x7fELF');
    expect(file.readUInt16LE(18)).toBe(247);
    expect(file.readUInt32LE(48)).toBe(3);
    const entry = file.readBigUInt64LE(24);
    const code = file.readBigUInt64LE(64 + 56 * (file.readUInt16LE(56) - 1) + 32);
    expect(entry >= 1n << 32n && entry < (1n << 32n) + code).toBe(true);
    expect(entry % 8n).toBe(0n);
  }
});

it('names syscalls as the runtime does', () => {
  // Source: solana-sbpf and Agave's syscall registry.
  expect(murmur3('abort')).toBe(0xb6fc1a11);
  expect(murmur3('sol_log_')).toBe(0x207559bd);
  expect(murmur3('sol_invoke_signed_c')).toBe(0xa22b9c85);
});

it('refuses what is no object file', () => {
  expect(() => link(new Uint8Array(200))).toThrow();
});
