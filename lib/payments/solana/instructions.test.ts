/** The effect of a Solana instruction is named only when every byte of it is known. */
import { base58 } from '@scure/base';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { readInstruction, SOLANA_PROGRAMS } from './instructions.ts';

/** Little-endian. */
const le = (value: bigint, length: number): number[] =>
  Array.from({ length }, (_, index) => Number((value >> BigInt(8 * index)) & 255n));

describe('instructions that move money', () => {
  const [a, b, c, d] = [1, 2, 3, 4].map((fill) => base58.encode(new Uint8Array(32).fill(fill))) as [
    string,
    string,
    string,
    string,
  ];
  const system = { programId: SOLANA_PROGRAMS.system, accounts: [a, b] };
  const token = { programId: SOLANA_PROGRAMS.token };

  it('are read only in the exact known form', () => {
    const transfer = Uint8Array.from([2, 0, 0, 0, ...le(77n, 8)]);
    expect(readInstruction({ ...system, data: transfer })).toEqual({
      kind: 'transfer',
      from: a,
      to: b,
      baseUnits: 77n,
    });
    const checked = Uint8Array.from([12, ...le(5n, 8), 6]);
    expect(readInstruction({ ...token, accounts: [a, b, c, d], data: checked })).toEqual({
      kind: 'tokenTransfer',
      source: a,
      mint: b,
      destination: c,
      authority: d,
      baseUnits: 5n,
      decimals: 6,
    });
    const others: [string, string[], number[]][] = [
      [SOLANA_PROGRAMS.system, [a, b], [3, 0, 0, 0, ...le(77n, 8)]],
      [SOLANA_PROGRAMS.system, [a, b], [...transfer, 0]],
      [SOLANA_PROGRAMS.system, [a, b, c], [...transfer]],
      [SOLANA_PROGRAMS.token, [a, b, c, d, a], [...checked]],
      [SOLANA_PROGRAMS.token, [a, b, c], [4, ...le(5n, 8)]],
      [SOLANA_PROGRAMS.token, [a, b, c], [9]],
      [SOLANA_PROGRAMS.associatedToken, [a, b, c, d, a, b], [2]],
      [SOLANA_PROGRAMS.computeBudget, [], [1, 0, 0, 0, 1]],
      ['__proto__', [a], [1]],
    ];
    for (const [programId, accounts, data] of others)
      expect(readInstruction({ programId, accounts, data: Uint8Array.from(data) })).toEqual({
        kind: 'unknown',
        programId,
      });
  });

  test('no bytes break the reader', () => {
    const programs = fc.constantFrom(...Object.values(SOLANA_PROGRAMS));
    fc.assert(
      fc.property(
        programs,
        fc.array(fc.constantFrom(a, b, c, d), { maxLength: 12 }),
        fc.uint8Array(),
        (id, keys, data) => {
          expect(readInstruction({ programId: id, accounts: keys, data }).kind).toBeTypeOf('string');
        },
      ),
    );
  });
});
