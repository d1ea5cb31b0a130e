/**
 * A sent transaction on Zcash is read as the chain reads it, so that a payment other than the reviewed one is
 * noticed.
 */

import { hex } from '@scure/base';
import { describe, expect, test } from 'vitest';
import { fc, property } from '../../domain/test-property.ts';
import { zcashOutputs } from './zcash-outputs.ts';

const le = (value: bigint | number, bytes: number) =>
  Array.from({ length: bytes }, (_, index) => Number((BigInt(value) >> BigInt(8 * index)) & 0xffn));
const sized = (bytes: readonly number[]) => [
  ...(bytes.length < 0xfd ? [bytes.length] : [0xfd, ...le(bytes.length, 2)]),
  ...bytes,
];
type Output = { amount: bigint; script: Uint8Array };

function raw(version: 4 | 5, outputs: readonly Output[], inputs = 2): string {
  const input = [...new Array<number>(36).fill(7), ...sized([1, 2, 3]), ...le(0xffffffff, 4)];
  const fields = [
    inputs,
    ...Array.from({ length: inputs }, () => input).flat(),
    outputs.length,
    ...outputs.flatMap(({ amount, script }) => [...le(amount, 8), ...sized([...script])]),
  ];
  const head = [
    ...le((0x80000000 | version) >>> 0, 4),
    ...le(0x26a7270a, 4),
    ...(version === 5 ? new Array<number>(12).fill(1) : []),
  ];
  return hex.encode(Uint8Array.from([...head, ...fields, ...new Array<number>(12).fill(0)]));
}

describe('reading the outputs', () => {
  const output = fc.record({
    amount: fc.bigInt({ min: 0n, max: 21n * 10n ** 14n }),
    script: fc.uint8Array({ maxLength: 300 }),
  });
  property([fc.constantFrom(4 as const, 5 as const), fc.array(output, { maxLength: 10 })])(
    'decodes every output in order, in both formats',
    (version, outputs) => {
      const expected = outputs.map(({ amount, script }) => ({ amount, scriptHex: hex.encode(script) }));
      expect(zcashOutputs(raw(version, outputs))).toEqual(expected);
    },
  );

  test('refuses unknown formats instead of guessing', () => {
    expect(() => zcashOutputs('0100000000')).toThrow('version');
    expect(() => zcashOutputs(raw(5, [{ amount: 1n, script: new Uint8Array(25) }]).slice(0, 240))).toThrow('too soon');
  });
});
