/** A Solana transaction that another library wrote is read in every byte, and nothing else is read as one. */
import { base58 } from '@scure/base';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { computePrice, SOL_CHANNEL, SOL_SENDER, transferOf, wireOf } from '../../wallet/testing/solana-routes.ts';
import { readInstruction } from './instructions.ts';
import { readSolanaTransaction } from './transaction.ts';

describe('what the official library writes is read back', () => {
  test('accounts, signers, blockhash and instructions, in both versions', () => {
    for (const version of [0, 'legacy'] as const) {
      const tx = readSolanaTransaction(wireOf([computePrice(5n), transferOf()], SOL_SENDER, version));
      expect(tx).toMatchObject({
        version,
        signers: [SOL_SENDER],
        blockhash: base58.encode(new Uint8Array(32).fill(5)),
        lookups: [],
      });
      expect(tx.instructions.map(readInstruction)).toEqual([
        { kind: 'computePrice', microLamports: 5n },
        { kind: 'transfer', from: SOL_SENDER, to: SOL_CHANNEL, baseUnits: 2_000_000_000n },
      ]);
    }
  });

  test('cut or lengthened it is not read at all, and no bytes do anything but be refused', () => {
    const wire = wireOf([transferOf()]);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: wire.length - 1 }), (length) => {
        expect(() => readSolanaTransaction(wire.slice(0, length))).toThrow();
      }),
    );
    expect(() => readSolanaTransaction(Uint8Array.from([...wire, 0]))).toThrow('left over');
    expect(() => readSolanaTransaction(new Uint8Array(1233))).toThrow('too long');
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        try {
          readSolanaTransaction(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(Error);
        }
      }),
    );
  });
});
