/** An output's data is read to the byte when a payment is signed, and in any number of pushes when one was sent. */
import { hex } from '@scure/base';
import { Script } from '@scure/btc-signer';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { memoScript } from '../../wallet/testing/routes.ts';
import { memoOf, payloadOf, textOf } from './op-return.ts';

const MEMO = '=:ETH.ETH:0x1111111111111111111111111111111111111111';

test('every memo is read as it was written, a byte order mark included', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 2, maxLength: 40 }), fc.boolean(), (text, marked) => {
      const memo = marked ? `\ufeff${text}` : text;
      expect(memoOf(hex.encode(memoScript(memo)))).toBe(memo);
    }),
  );
});

test('a sent payment has its memo in any number of pushes', () => {
  expect(textOf(hex.encode(memoScript(MEMO)))).toBe(MEMO);
  expect(textOf(hex.encode(memoScript('x'.repeat(80))))).toBe('x'.repeat(80));
  expect(textOf(`6a4d5000${Buffer.from('y'.repeat(80)).toString('hex')}`)).toBe('y'.repeat(80));
  expect(textOf('6a')).toBe('');
  expect(textOf('6a4c')).toBe('');
  expect(textOf('0014aa')).toBeUndefined();
  expect(textOf('')).toBeUndefined();
});

test('what is signed has one complete push, and nothing beside it', () => {
  const [one, two] = [new Uint8Array(20).fill(7), new Uint8Array(30).fill(8)];
  const script = hex.encode(Script.encode(['RETURN', one]));
  expect(payloadOf(script)).toEqual(one);
  expect(payloadOf(script.slice(0, -2))).toBeUndefined();
  expect(payloadOf(`${script}ac`)).toBeUndefined();
  expect(payloadOf(hex.encode(Script.encode(['RETURN', one, two])))).toBeUndefined();
  expect(payloadOf(hex.encode(Script.encode(['DUP', one])))).toBeUndefined();
});
