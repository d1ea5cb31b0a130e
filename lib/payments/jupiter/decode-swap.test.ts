/** The amounts of a swap are read from the instruction's true arguments, and from nothing else. */
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { DecodeError } from '../byte-reader.ts';
import { decodeJupiterSwap } from './decode-swap.ts';
import { JUP, swapTail, type TestInstruction } from './testing/swap-encoder.ts';
import { EVE, FORMS, SELL, swap } from './testing/test-swaps.ts';

describe('the numbers behind a route plan', () => {
  const read = ({ programId, uses, data }: TestInstruction) =>
    decodeJupiterSwap({ programId, accounts: uses.map(([name]) => name), data });

  it('are not taken from a copy after the true ones, which the program ignores', () => {
    const honest = swapTail(SELL, 150_000_000n, 100, 50);
    for (const form of ['route', 'shared_accounts_route'] as const)
      expect(() => read(swap(form, { quoted: 1n, slippageBps: 10_000, afterArguments: honest }))).toThrow(DecodeError);
  });

  it('are not guessed when the plan names an unknown venue', () => {
    const instruction = swap('route');
    const data = Uint8Array.from(instruction.data);
    data[12] = 250;
    expect(() => read({ ...instruction, data })).toThrow(/venue \(250\)/);
  });

  it('are not read from instructions that are not swaps', () => {
    const { programId, uses, data } = swap('route_v2');
    const accounts = uses.map(([name]) => name);
    expect(() => decodeJupiterSwap({ programId: EVE, accounts, data })).toThrow(DecodeError);
    expect(() => decodeJupiterSwap({ programId, accounts: accounts.slice(0, 9), data })).toThrow(DecodeError);
    expect(() => decodeJupiterSwap({ programId, accounts, data: data.slice(0, 20) })).toThrow(DecodeError);
    expect(() => decodeJupiterSwap({ programId, accounts: accounts.toSpliced(9, 1, EVE), data })).toThrow(DecodeError);
    expect(() => decodeJupiterSwap({ programId, accounts, data: Uint8Array.of(1, 2, 3) })).toThrow(DecodeError);
  });

  test('no bytes break the reader', () => {
    const accounts = Array.from({ length: 14 }, () => JUP);
    const discriminators = FORMS.map((form) => [...swap(form).data.slice(0, 8)]);
    fc.assert(
      fc.property(fc.constantFrom(...discriminators), fc.uint8Array({ maxLength: 200 }), (head, rest) => {
        try {
          decodeJupiterSwap({ programId: JUP, accounts, data: Uint8Array.from([...head, ...rest]) });
        } catch (error) {
          expect(error).toBeInstanceOf(DecodeError);
        }
      }),
    );
  });
});
