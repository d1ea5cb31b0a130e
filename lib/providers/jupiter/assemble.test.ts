/** A wallet reads out of a transaction exactly what was put in, with any lookup tables. */
import { base58 } from '@scure/base';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { readSolanaTransaction } from '../../payments/solana/transaction.ts';
import { assembleTransaction, computeBudget, type PlainInstruction } from './assemble.ts';

const key = (fill: number) => base58.encode(new Uint8Array(32).fill(fill));
const PAYER = key(1);
const PROGRAMS = [key(2), key(3)];
const NAMES = Array.from({ length: 24 }, (_, index) => key(10 + index));
const [TABLE, OTHER_TABLE] = [key(60), key(61)] as [string, string];
const LIFETIME = { blockhash: key(9), lastValidBlockHeight: 5 };

const instruction: fc.Arbitrary<PlainInstruction> = fc.record({
  programId: fc.constantFrom(...PROGRAMS),
  accounts: fc.array(
    fc.record({ address: fc.constantFrom(...NAMES), signer: fc.constant(false), writable: fc.boolean() }),
    { maxLength: 12 },
  ),
  data: fc.uint8Array({ maxLength: 40 }),
});
const tables = fc.record({
  [TABLE]: fc.subarray(NAMES.slice(0, 16)),
  [OTHER_TABLE]: fc.subarray(NAMES.slice(8)),
});

describe('a transaction', () => {
  test('contains its instructions, in their order', () => {
    fc.assert(
      fc.property(fc.array(instruction, { minLength: 1, maxLength: 5 }), tables, (instructions, held) => {
        const made = assembleTransaction(PAYER, instructions, LIFETIME, held, new Set());
        if (!made.fits) return;
        const read = readSolanaTransaction(made.base64, held);
        expect(read).toMatchObject({ signers: [PAYER], blockhash: LIFETIME.blockhash, version: 0 });
        expect(read.instructions.map(({ programId, accounts, data }) => ({ programId, accounts, data }))).toEqual(
          instructions.map(({ programId, accounts, data }) => ({
            programId,
            accounts: accounts.map(({ address }) => address),
            data,
          })),
        );
        // An account that one instruction may write to is writable for all of them.
        const written = new Set(
          instructions.flatMap(({ accounts }) => accounts.filter((use) => use.writable).map((use) => use.address)),
        );
        for (const { uses } of read.instructions)
          for (const use of uses)
            expect(use.writable).toBe(written.has(use.address) && !PROGRAMS.includes(use.address));
      }),
    );
  });

  test('never takes an account of a person from a table', () => {
    fc.assert(
      fc.property(
        fc.array(instruction, { minLength: 1, maxLength: 4 }),
        tables,
        fc.subarray(NAMES),
        (instructions, held, persons) => {
          const made = assembleTransaction(PAYER, instructions, LIFETIME, held, new Set(persons));
          if (!made.fits) return;
          const read = readSolanaTransaction(made.base64, {});
          const used = instructions.flatMap(({ accounts }) => accounts.map(({ address }) => address));
          for (const person of persons.filter((one) => used.includes(one))) expect(read.accounts).toContain(person);
        },
      ),
    );
  });

  it('is measured against the size of a packet', () => {
    const long = { programId: key(2), accounts: [], data: new Uint8Array(1200) };
    expect(assembleTransaction(PAYER, [long], LIFETIME, {}, new Set()).fits).toBe(false);
    expect(assembleTransaction(PAYER, computeBudget(1, 1n), LIFETIME, {}, new Set()).fits).toBe(true);
  });

  it('is refused when an address is invalid', () => {
    const bad = { programId: 'x', accounts: [], data: new Uint8Array() };
    expect(() => assembleTransaction(PAYER, [bad], LIFETIME, {}, new Set())).toThrow();
  });
});
