/** If these fail, a taproot coin could be spent without its script, or not by its owner. */
import { schnorr } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { p2tr, Script, Transaction } from '@scure/btc-signer';
import { describe, expect, test } from 'vitest';
import { concat } from './bytes.ts';
import { rulesOf } from './chain-rules.ts';
import { decodeTransaction } from './raw-transaction.ts';
import { witnessScript } from './scripts.ts';
import { commitsTo, controlBlock, leafHash, outputKey, rootOf, type ScriptTree, scriptPathSighash } from './taproot.ts';
import { runTapscript } from './tapscript.ts';
import type { RawTransaction } from './tx-encoding.ts';
import { verifyInput } from './verify-input.ts';

const hex = hexToBytes;

describe('a tree of scripts', () => {
  // BIP 341 wallet-test-vectors.json, scriptPubKey: internal key, leaves, and the expected results.
  test.each([
    [
      '187791b6f712a8ea41c8ecdd0ee77fab3e85263b37e1ec18a3651926b3a6cf27',
      '20d85a959b0290bf19bb89ed43c916be835475d013da4b362117393e25a48229b8ac',
      '5b75adecf53548f3ec6ad7d78383bf84cc57b55a3127c72b9a2481752dd88b21',
      '147c9c57132f6e7ecddba9800bb0c4449251c92a1e60371ee77557b6620f3ea3',
      'c1187791b6f712a8ea41c8ecdd0ee77fab3e85263b37e1ec18a3651926b3a6cf27',
    ],
    [
      '93478e9488f956df2396be2ce6c5cced75f900dfa18e7dabd2428aae78451820',
      '20b617298552a72ade070667e86ca63b8f5789a9fe8731ef91202a91c9f3459007ac',
      'c525714a7f49c28aedbbba78c005931a81c234b2f6c99a73e4d06082adc8bf2b',
      'e4d810fd50586274face62b8a807eb9719cef49c04177cc6b76a9a4251d5450e',
      'c093478e9488f956df2396be2ce6c5cced75f900dfa18e7dabd2428aae78451820',
    ],
  ])('of one leaf is the one of BIP 341', (internal, script, leaf, output, control) => {
    const tree = hex(script);
    expect(bytesToHex(leafHash(tree))).toBe(leaf);
    expect(bytesToHex(outputKey(hex(internal), rootOf(tree)).key)).toBe(output);
    expect(bytesToHex(controlBlock(hex(internal), tree, tree))).toBe(control);
  });

  test('of three leaves is that of another library, and every change to a control block is seen', () => {
    const key = schnorr.getPublicKey(new Uint8Array(32).fill(3));
    const leaves = [1, 2, 3].map((fill) =>
      Script.encode([schnorr.getPublicKey(new Uint8Array(32).fill(fill)), 'CHECKSIG']),
    );
    const [a, b, c] = leaves as [Uint8Array, Uint8Array, Uint8Array];
    const theirs = p2tr(key, [{ script: a }, [{ script: b }, { script: c }]], undefined, true);
    const tree: ScriptTree = [a, [b, c]];
    const { key: output } = outputKey(key, rootOf(tree));
    expect(witnessScript(1, output)).toEqual(theirs.script);
    for (const leaf of leaves) {
      const control = controlBlock(key, tree, leaf);
      expect(commitsTo(output, leaf, control)).toBe(true);
      for (let at = 0; at < control.length; at += 7)
        expect(
          commitsTo(
            output,
            leaf,
            Uint8Array.from(control, (byte, i) => (i === at ? byte ^ 1 : byte)),
          ),
        ).toBe(false);
      expect(commitsTo(output, concat(leaf, Uint8Array.of(0x75)), control)).toBe(false);
      expect(commitsTo(output, leaf, control.slice(0, -1))).toBeUndefined();
    }
  });
});

describe('a script path', () => {
  const SECRET = new Uint8Array(32).fill(9);
  const OWNER = new Uint8Array(32).fill(5);
  const owner = schnorr.getPublicKey(OWNER);
  const script = Script.encode(['SHA256', sha256(SECRET), 'EQUALVERIFY', owner, 'CHECKSIG']);
  const INTERNAL = schnorr.getPublicKey(new Uint8Array(32).fill(6));
  const control = controlBlock(INTERNAL, script, script);
  const spent = { value: 100_000n, script: witnessScript(1, outputKey(INTERNAL, rootOf(script)).key) };
  const base: RawTransaction = {
    version: 2,
    inputs: [{ txid: '22'.repeat(32), vout: 1, scriptSig: new Uint8Array(), sequence: 0xfffffffd, witness: [] }],
    outputs: [{ value: 90_000n, script: spent.script }],
    lockTime: 0,
  };
  const signed = (hashType: number, tx = base): Uint8Array => {
    const signature = schnorr.sign(scriptPathSighash(tx, 0, [spent], hashType, leafHash(script)), OWNER);
    return hashType === 0 ? signature : concat(signature, Uint8Array.of(hashType));
  };
  const verify = (witness: Uint8Array[], tx = base) =>
    verifyInput({ ...tx, inputs: tx.inputs.map((input) => ({ ...input, witness })) }, 0, [spent], rulesOf('BTC'));

  test('is signed as another library signs it', () => {
    const tx = new Transaction({ allowUnknownInputs: true });
    const plain = Script.encode([owner, 'CHECKSIG']);
    const payment = p2tr(INTERNAL, { script: plain }, undefined, true);
    tx.addInput({
      ...payment,
      txid: hex('22'.repeat(32)),
      index: 1,
      sequence: 0xfffffffd,
      witnessUtxo: { script: payment.script, amount: 100_000n },
    });
    tx.addOutput({ script: spent.script, amount: 90_000n });
    tx.sign(OWNER);
    tx.finalize();
    const raw = decodeTransaction(tx.extract(), 'segwit');
    expect(() => verifyInput(raw, 0, [{ value: 100_000n, script: payment.script }], rulesOf('BTC'))).not.toThrow();
    expect(() => verifyInput(raw, 0, [{ value: 100_001n, script: payment.script }], rulesOf('BTC'))).toThrow(
      /Invalid Schnorr signature/,
    );
  });

  test.each([0, 1, 2, 3, 0x81, 0x82, 0x83])('signs what another library would sign, hash type %i', (type) => {
    const tx = new Transaction({ allowUnknownInputs: true });
    const [input] = base.inputs;
    tx.addInput({ txid: hex(input?.txid ?? ''), index: 1, sequence: 0xfffffffd });
    tx.addOutput({ script: spent.script, amount: 90_000n });
    const theirs = tx.preimageWitnessV1(0, [spent.script], type, [spent.value], undefined, script);
    expect(scriptPathSighash(base, 0, [spent], type, leafHash(script))).toEqual(theirs);
  });

  test.each([0, 1, 2, 3, 0x81, 0x82, 0x83])('takes the owner with the secret, hash type %i', (type) => {
    expect(() => verify([signed(type), SECRET, script, control])).not.toThrow();
  });

  test.each<[string, () => Uint8Array[], RegExp]>([
    ['another secret', () => [signed(0), OWNER, script, control], /EQUALVERIFY/],
    ['no secret', () => [signed(0), script, control], /EQUALVERIFY/],
    ['nothing at all', () => [script, control], /current stack size/],
    ['an empty signature', () => [new Uint8Array(), SECRET, script, control], /false\/empty top stack/],
    ['one item too many', () => [owner, signed(0), SECRET, script, control], /exactly one/],
    ['a signature of 63 bytes', () => [signed(0).slice(1), SECRET, script, control], /signature size/],
    ['hash type 0 written out', () => [concat(signed(0), Uint8Array.of(0)), SECRET, script, control], /hash type/],
    ['an unknown hash type', () => [concat(signed(0), Uint8Array.of(4)), SECRET, script, control], /hash type/],
    ['another script', () => [signed(0), SECRET, concat(script, script), control], /program hash mismatch/],
    ['a cut control block', () => [signed(0), SECRET, script, control.slice(1)], /control block size/],
    ['an annex', () => [signed(0), SECRET, script, control, Uint8Array.of(0x50)], /annexes/],
  ])('refuses %s', (_name, witness, why) => {
    expect(() => verify(witness())).toThrow(why);
  });

  test('signed for its own output alone holds to that one and leaves others free', () => {
    const witness = [signed(0x83), SECRET, script, control];
    const more = { ...base, outputs: [...base.outputs, { value: 1n, script: spent.script }] };
    expect(() => verify(witness, more)).not.toThrow();
    expect(() => verify(witness, { ...base, outputs: [{ value: 89_999n, script: spent.script }] })).toThrow(/Schnorr/);
    expect(() => verify([signed(0), SECRET, script, control], more)).toThrow(/Schnorr/);
  });
});

describe('a relative lock in a script', () => {
  const run =
    (blocks: Uint8Array, sequence: number, version = 2) =>
    () =>
      runTapscript(concat(blocks, Uint8Array.of(0xb2)), [], {
        digest: () => owner,
        version,
        sequence,
        witnessSize: 100,
      });
  const owner = new Uint8Array(32);
  const day = hex('029000');
  test.each<[string, () => void]>([
    ['a block early', run(day, 143)],
    ['switched off', run(day, 0x80000090)],
    ['in seconds instead of blocks', run(day, 0x400090)],
    ['of a version without relative locks', run(day, 144, 1)],
  ])('refuses a spend %s', (_name, work) => expect(work).toThrow(/Locktime requirement not satisfied/));
  test('takes one in time', () => {
    expect(run(day, 144)).not.toThrow();
    expect(run(day, 500)).not.toThrow();
  });
});
