import {
  createVirtualMachineBCH,
  decodeTransactionBCH,
  secp256k1 as libauthSecp256k1,
  type Output,
} from '@bitauth/libauth';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { expect, test } from 'vitest';
import { rulesOf } from './chain-rules.ts';
import { decodeTransaction, encodeTransaction } from './raw-transaction.ts';
import { opReturnScript, p2pkhScript } from './scripts.ts';
import { segwitV0Sighash } from './sighash.ts';
import { publicKeyOf, scriptOfKey, signTransaction } from './signer.ts';
import type { RawTransaction } from './tx-encoding.ts';
import { verifyInput } from './verify-input.ts';

test('the segwit digest is that of the native P2WPKH example in BIP 143', () => {
  const raw =
    '0100000002fff7f7881a8099afa6940d42d1e7f6362bec38171ea3edf433541db4e4ad969f0000000000eeffffffef51e1b804cc89d182d279655c3aa89e815b1b309fe287d9b2b55d57b90ec68a0100000000ffffffff02202cb206000000001976a9148280b37df378db99f66f85c95a783a76ac7a6d5988ac9093510d000000001976a9143bde42dbee7e4dbe6a21b2d50ce2f0167faa815988ac11000000';
  const scriptCode = p2pkhScript(hexToBytes('1d0f172a0ecb48aee1be1f2687d2963ae33f71a1'));
  const digest = segwitV0Sighash(decodeTransaction(hexToBytes(raw), 'bitcoin'), 1, scriptCode, 600_000_000n, 1);
  expect(bytesToHex(digest)).toBe('c37af31116d1b27caf68aae9e3ac82f1477929014d5b917657d0eb49478cb670');
});

const KEY = new Uint8Array(32).fill(7);
const RULES = rulesOf('BCH');
const OWN = scriptOfKey(KEY, 'p2pkh');
const SPENT = [
  { value: 90_000n, script: OWN },
  { value: 40_000n, script: OWN },
];

const unsigned = (): RawTransaction => ({
  version: 2,
  inputs: SPENT.map((_spent, vout) => ({
    txid: 'ab'.repeat(32),
    vout,
    scriptSig: new Uint8Array(),
    sequence: 0xffffffff,
    witness: [],
  })),
  outputs: [
    { value: 129_000n, script: p2pkhScript(new Uint8Array(20).fill(3)) },
    { value: 0n, script: opReturnScript(new TextEncoder().encode('=:e:0x00')) },
  ],
  lockTime: 0,
});

/** The verdict of libauth's virtual machine, an independent implementation of Bitcoin Cash. */
function libauthAccepts(tx: RawTransaction): boolean {
  const transaction = decodeTransactionBCH(encodeTransaction(tx));
  if (typeof transaction === 'string') return false;
  const sourceOutputs: Output[] = SPENT.map(({ value, script }) => ({
    lockingBytecode: script,
    valueSatoshis: value,
  }));
  return createVirtualMachineBCH(true).verify({ sourceOutputs, transaction }) === true;
}

const accepts = (tx: RawTransaction): boolean => {
  try {
    for (const index of tx.inputs.keys()) verifyInput(tx, index, SPENT, RULES);
    return true;
  } catch {
    return false;
  }
};

test('BCH signatures made here are good for an independent virtual machine, and both refuse the same changes', () => {
  const good = signTransaction(unsigned(), SPENT, KEY, RULES);
  const changes: ((tx: RawTransaction) => RawTransaction)[] = [
    (tx) => tx,
    (tx) => ({ ...tx, outputs: tx.outputs.map((each, at) => (at === 0 ? { ...each, value: each.value - 1n } : each)) }),
    (tx) => ({ ...tx, inputs: tx.inputs.map((each, at) => (at === 1 ? { ...each, sequence: 1 } : each)) }),
    (tx) => ({ ...tx, lockTime: 1 }),
    (tx) => ({ ...tx, version: 1 }),
    (tx) => ({
      ...tx,
      inputs: tx.inputs.map((each) => ({ ...each, scriptSig: tx.inputs[0]?.scriptSig ?? each.scriptSig })),
    }),
  ];
  const verdicts = changes.map((change) => change(good)).map((tx) => [accepts(tx), libauthAccepts(tx)]);
  expect(verdicts).toEqual([[true, true], ...Array.from({ length: 5 }, () => [false, false])]);
});

test('a BCH signature without the fork id, good on another chain, is refused', () => {
  const replayed = signTransaction(unsigned(), SPENT, KEY, rulesOf('DOGE'));
  expect(() => verifyInput(replayed, 0, SPENT, RULES)).toThrow(/hash type 0x1 is not checked here, only 0x41/);
  expect(libauthAccepts(replayed)).toBe(false);
});

test('keys and signatures agree with those of libauth', () => {
  const publicKey = libauthSecp256k1.derivePublicKeyCompressed(KEY);
  expect(publicKey).toEqual(publicKeyOf(KEY));
  const digest = new Uint8Array(32).fill(9);
  expect(libauthSecp256k1.signMessageHashCompact(KEY, digest)).toEqual(secp256k1.sign(digest, KEY, { prehash: false }));
});
