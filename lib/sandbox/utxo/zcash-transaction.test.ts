import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { expect, test } from 'vitest';
import { reversed } from './bytes.ts';
import { decodeTransaction, encodeTransaction, txidOf } from './raw-transaction.ts';
import { zcashSighash } from './zcash-transaction.ts';

// zcash/zcash src/test/data/zip0244.json at 067b3b3 (MIT): the vector with transparent parts only, and its expiry.
const VECTOR = {
  raw: '050000800a27a7262196513781836c3be99a081703a460e968aa7109870bbed17df5f888c8ca1467ae17dbbcde31c1105cb5bda88ac6c627000452ac52ac0ffe81ec58bf1e6d1bb7aaada41fba0bb588778a7f65202ad811ea73d26c74550395aff75325107c096a5251acac00650051a2e7424719a3d185b7e0a43a472e298ac0afdc5287d7ad124cd9405a62cd1ca08b282efef7f928df0852525251ac5353aceaa5ff1200000000',
  txid: '3cd392d0429e00d7d62604f16c53950acc1cd18ee5f8d00773fbb6ee622bd372',
  amounts: [1076763594431866n, 316847576141144n, 1780844721475339n],
  scripts: ['006551ac65630053', '63520053', 'acac00656a6351'],
  input: 2,
  sighashAll: 'f9293cf515c0a6a3b2cacae92e68289988033997276a776b8cdf4e1995f56683',
};

test('a version 5 transaction has the txid and the bytes of the official vector', () => {
  const tx = decodeTransaction(hexToBytes(VECTOR.raw), 'zcash');
  expect(tx.inputs).toHaveLength(3);
  expect(txidOf(tx)).toBe(VECTOR.txid);
  expect(bytesToHex(encodeTransaction(tx))).toBe(VECTOR.raw);
});

test('what a ZEC wallet signs is the digest of the official vector, so its signatures are neither forged nor refused', () => {
  const tx = decodeTransaction(hexToBytes(VECTOR.raw), 'zcash');
  const spent = VECTOR.amounts.map((value, index) => ({ value, script: hexToBytes(VECTOR.scripts[index] ?? '') }));
  // The vectors print hashes in the byte order of explorers.
  expect(bytesToHex(reversed(zcashSighash(tx, VECTOR.input, spent)))).toBe(VECTOR.sighashAll);
});

test('shielded parts, other versions and cut transactions are not taken for something else', () => {
  const raw = hexToBytes(VECTOR.raw);
  for (const tail of [Uint8Array.of(1, 0, 0), Uint8Array.of(0, 1, 0), Uint8Array.of(0, 0, 1)])
    expect(() => decodeTransaction(Uint8Array.from([...raw.slice(0, -3), ...tail]), 'zcash')).toThrow(/not taken/);
  expect(() => decodeTransaction(Uint8Array.from([4, ...raw.slice(1)]), 'zcash')).toThrow(/version 5/);
  expect(() => decodeTransaction(raw.slice(0, -1), 'zcash')).toThrow(/end of data/);
  expect(() => decodeTransaction(Uint8Array.from([...raw, 0]), 'zcash')).toThrow(/extra data/);
});
