/** A PSBT from a cold wallet is sent only if it is the exported payment, signed by its owner for all of it. */
import { base64, hex } from '@scure/base';
import { NETWORK, p2pkh, p2sh, p2tr, p2wpkh, SigHash, Transaction } from '@scure/btc-signer';
import { pubECDSA, pubSchnorr } from '@scure/btc-signer/utils.js';
import { describe, expect, test } from 'vitest';
import {
  bitcoinRoute,
  faultOf,
  honestTx,
  MEMO,
  memoScript,
  OTHER_KEY,
  psbtOf,
  rawOf,
  SENDER,
  SENDER_KEY,
  STRANGER,
  signedPsbt,
  type TestTransaction,
  transactionOf,
} from '../testing/routes.ts';
import { ImportError } from './import-error.ts';
import { exportPsbt, importSignedPsbt, psbtText } from './utxo-export.ts';

const ORIGINAL = psbtOf(honestTx());
const changed = (change: (tx: TestTransaction) => void): TestTransaction => {
  const tx = honestTx();
  change(tx);
  return tx;
};
const refusalOf = (original: string, given: string): ImportError => {
  try {
    importSignedPsbt(original, given);
  } catch (error) {
    if (error instanceof ImportError) return error;
    throw error;
  }
  throw new Error('it was taken');
};

describe('the exported PSBT', () => {
  test('is the reviewed PSBT, byte for byte', () => {
    const { base64: text, bytes } = exportPsbt(bitcoinRoute(), 'sandbox');
    expect(text).toBe(ORIGINAL);
    expect(base64.encode(bytes)).toBe(ORIGINAL);
  });
  test('is missing when the PSBT pays another vault than the review', async () => {
    const wrong = psbtOf(
      changed(({ outputs }) => outputs.splice(0, 1, { script: STRANGER.script, amount: 50_000_000n })),
    );
    const fault = await faultOf(() => exportPsbt(bitcoinRoute({ tx: wrong }), 'sandbox'));
    expect(fault).toMatchObject({ fault: 'mismatch', nothingSent: true });
  });
});

describe('the imported transaction', () => {
  const signed = signedPsbt(honestTx());
  test.each([
    ['as base64', () => signed],
    ['as base64 over several lines', () => `\n${signed.slice(0, 64)}\n${signed.slice(64)}\n`],
    ['as hex', () => hex.encode(base64.decode(signed))],
    ['as a file', () => psbtText(base64.decode(signed))],
    ['as a file of text', () => psbtText(new TextEncoder().encode(signed))],
    [
      'as the final transaction',
      () => {
        const tx = transactionOf(honestTx());
        tx.sign(SENDER_KEY);
        tx.finalize();
        return hex.encode(tx.extract());
      },
    ],
  ])('%s is sent', (_how, given) => {
    const { raw, hash } = importSignedPsbt(ORIGINAL, given());
    const tx = Transaction.fromRaw(hex.decode(raw), { allowUnknownOutputs: true });
    expect(tx.id).toBe(hash);
    expect(tx.outputsLength).toBe(3);
  });

  test.each<[string, (tx: TestTransaction) => void, string]>([
    [
      'pays somebody else',
      ({ outputs }) => outputs.splice(0, 1, { script: STRANGER.script, amount: 50_000_000n }),
      'outputs',
    ],
    [
      'pays one satoshi less',
      ({ outputs }) =>
        outputs.splice(0, 1, { script: honestTx().outputs[0]?.script ?? new Uint8Array(), amount: 49_999_999n }),
      'outputs',
    ],
    [
      'has another memo',
      ({ outputs }) => outputs.splice(1, 1, { script: memoScript(`${MEMO}1`), amount: 0n }),
      'outputs',
    ],
    ['has no memo', ({ outputs }) => outputs.splice(1, 1), 'outputs'],
    [
      'keeps the change',
      ({ outputs }) => outputs.splice(2, 1, { script: STRANGER.script, amount: 49_999_000n }),
      'outputs',
    ],
    ['pays somebody on top', ({ outputs }) => outputs.push({ script: STRANGER.script, amount: 1n }), 'outputs'],
    ['has its outputs in another order', ({ outputs }) => outputs.reverse(), 'outputs'],
    [
      'spends another coin',
      (tx) => {
        tx.txid = 'bb'.repeat(32);
      },
      'inputs',
    ],
  ])('is refused when it %s', (_how, change, field) => {
    const refusal = refusalOf(ORIGINAL, signedPsbt(changed(change)));
    expect(refusal).toMatchObject({ fault: 'differs', field });
    expect(refusal.expected).not.toBe(refusal.got);
  });

  test('is refused with another lock time or sequence', () => {
    const late = new Transaction({ allowUnknownOutputs: true, lockTime: 900_000 });
    const { input, outputs, txid } = honestTx();
    late.addInput({ txid, index: 0, sequence: 0xffffffff, witnessUtxo: input });
    for (const output of outputs) late.addOutput(output);
    late.sign(SENDER_KEY);
    expect(refusalOf(ORIGINAL, base64.encode(late.toPSBT(0)))).toMatchObject({ field: 'lockTime' });
    const replaceable = new Transaction({ allowUnknownOutputs: true });
    replaceable.addInput({ txid, index: 0, sequence: 0xfffffffd, witnessUtxo: input });
    for (const output of outputs) replaceable.addOutput(output);
    replaceable.sign(SENDER_KEY);
    expect(refusalOf(ORIGINAL, base64.encode(replaceable.toPSBT(0)))).toMatchObject({ field: 'inputs' });
  });

  test('is refused without a signature', () => {
    expect(refusalOf(ORIGINAL, ORIGINAL).fault).toBe('notSigned');
  });

  test('is refused when another key signed', () => {
    const tx = transactionOf(honestTx());
    tx.sign(SENDER_KEY);
    tx.finalize();
    // A foreign key and signature in the place of the owner's.
    const other = transactionOf(changed(({ input }) => Object.assign(input, { script: STRANGER.script })));
    other.sign(OTHER_KEY);
    other.finalize();
    const witness = other.getInput(0).finalScriptWitness ?? [];
    const forged = transactionOf(honestTx());
    forged.updateInput(0, { finalScriptWitness: [...witness] }, true);
    expect(refusalOf(ORIGINAL, base64.encode(forged.toPSBT(0))).fault).toBe('otherSigner');
  });

  test('is refused when a bit of the signature is wrong', () => {
    const tx = transactionOf(honestTx());
    tx.sign(SENDER_KEY);
    tx.finalize();
    const [signature, key] = tx.getInput(0).finalScriptWitness ?? [];
    if (!signature || !key) throw new Error('not signed');
    const broken = Uint8Array.from(signature);
    broken[20] = (broken[20] ?? 0) ^ 1;
    const forged = transactionOf(honestTx());
    forged.updateInput(0, { finalScriptWitness: [broken, key] }, true);
    expect(refusalOf(ORIGINAL, base64.encode(forged.toPSBT(0))).fault).toBe('badSignature');
  });

  test('is refused when it was signed for a part only, which others could change', () => {
    const tx = new Transaction({ allowUnknownOutputs: true });
    const { input, outputs, txid } = honestTx();
    tx.addInput({ txid, index: 0, sequence: 0xffffffff, witnessUtxo: input, sighashType: SigHash.NONE });
    for (const output of outputs) tx.addOutput(output);
    tx.sign(SENDER_KEY, [SigHash.NONE]);
    expect(refusalOf(ORIGINAL, base64.encode(tx.toPSBT(0))).fault).toBe('badSignature');
  });

  test.each(['', 'hello', 'cHNidA==', '00', `${ORIGINAL.slice(0, 40)}`])('is refused as unreadable: "%s"', (text) => {
    expect(refusalOf(ORIGINAL, text).fault).toBe('unreadable');
  });
});

describe('every kind of address of one owner', () => {
  const previous = (script: Uint8Array): Uint8Array => hex.decode(rawOf([{ script, amount: 100_000_000n }]));
  const kinds = {
    'pay to key hash': () => {
      const { script } = p2pkh(pubECDSA(SENDER_KEY), NETWORK);
      const raw = previous(script);
      const txid = Transaction.fromRaw(raw, { allowUnknownInputs: true, allowUnknownOutputs: true }).id;
      return { txid, index: 0, nonWitnessUtxo: raw };
    },
    'a witness in a script hash': () => {
      const { script, redeemScript } = p2sh(p2wpkh(pubECDSA(SENDER_KEY), NETWORK), NETWORK);
      if (!redeemScript) throw new Error('no script');
      return { txid: 'aa'.repeat(32), index: 0, witnessUtxo: { script, amount: 100_000_000n }, redeemScript };
    },
    taproot: () => {
      const { script, tapInternalKey } = p2tr(pubSchnorr(SENDER_KEY), undefined, NETWORK);
      return { txid: 'aa'.repeat(32), index: 0, witnessUtxo: { script, amount: 100_000_000n }, tapInternalKey };
    },
  };
  const made = (input: ReturnType<(typeof kinds)[keyof typeof kinds]>): Transaction => {
    const tx = new Transaction({ allowUnknownOutputs: true });
    tx.addInput({ sequence: 0xffffffff, ...input });
    tx.addOutput({ script: SENDER.script, amount: 99_000_000n });
    return tx;
  };
  test.each(Object.entries(kinds))('%s: the right signature passes, a wrong one does not', (_name, kind) => {
    const original = base64.encode(made(kind()).toPSBT(0));
    const tx = made(kind());
    tx.sign(SENDER_KEY);
    expect(importSignedPsbt(original, base64.encode(tx.toPSBT(0))).hash).toMatch(/^[0-9a-f]{64}$/);
    tx.finalize();
    const final = hex.encode(tx.extract());
    const { finalScriptWitness, finalScriptSig } = tx.getInput(0);
    const signature = hex.encode(finalScriptWitness?.[0] ?? finalScriptSig?.slice(1, 70) ?? new Uint8Array());
    const broken = `${signature.slice(0, 30)}${signature[30] === '0' ? '1' : '0'}${signature.slice(31)}`;
    expect(refusalOf(original, final.replace(signature, broken)).fault).toBe('badSignature');
  });
});
