/** What a Bitcoin wallet is given, and what it gives back, is the payment that was reviewed, or nothing is sent. */
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { base64, hex } from '@scure/base';
import { Transaction } from '@scure/btc-signer';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  bitcoinRoute,
  faultOf,
  MEMO,
  memoScript,
  type Parts,
  psbtOf,
  rightParts,
  SENDER,
  SENDER_KEY,
  STRANGER,
  signedPsbt,
  transactionOf,
  VAULT,
} from '../testing/routes.ts';
import { checkPsbt, finalTransaction, memoOf } from './check-utxo.ts';

const changed = (change: (parts: Parts) => void): Parts => {
  const parts = rightParts();
  change(parts);
  return parts;
};
const set = (index: number, output: Partial<Parts['outputs'][number]>) => (parts: Parts) => {
  const [before] = parts.outputs.slice(index, index + 1);
  if (before) parts.outputs[index] = { ...before, ...output };
};

const TAMPERED: [string, Parts][] = [
  ['the vault is somebody else', changed(set(0, { script: STRANGER.script }))],
  ['the amount is one satoshi more', changed(set(0, { amount: 50_000_001n }))],
  ['the amount is one satoshi less', changed(set(0, { amount: 49_999_999n }))],
  ['the memo names another destination', changed(set(1, { script: memoScript(MEMO.replace('0x11', '0x12')) }))],
  ['the memo lost its limit', changed(set(1, { script: memoScript(MEMO.replace(':1000', ':0')) }))],
  ['the memo output burns coins', changed(set(1, { amount: 546n }))],
  ['the change goes to somebody else', changed(set(2, { script: STRANGER.script }))],
  [
    'an output more pays somebody else',
    changed(({ outputs }) => outputs.push({ script: STRANGER.script, amount: 1n })),
  ],
  ['there are two memos', changed(({ outputs }) => outputs.push({ script: memoScript(MEMO), amount: 0n }))],
  ['there is no memo', changed(({ outputs }) => outputs.splice(1, 1))],
  ['the vault is not first', changed(({ outputs }) => outputs.reverse())],
  ['an input is somebody else’s', changed((parts) => Object.assign(parts.input, { script: STRANGER.script }))],
  ['the change is left to the miners', changed(({ outputs }) => outputs.splice(2, 1))],
];

describe('before signing', () => {
  test('the right payment passes', () => {
    expect(checkPsbt(psbtOf(rightParts()), bitcoinRoute(), 'sandbox')).toEqual({ inputs: 1 });
  });

  test.each(TAMPERED)('it is not signed when %s', async (_what, parts) => {
    const fault = await faultOf(() => checkPsbt(psbtOf(parts), bitcoinRoute(), 'sandbox'));
    expect(fault).toMatchObject({ fault: 'mismatch', nothingSent: true });
  });

  test.each(['', 'cHNidP8', 'not base64!', base64.encode(utf8ToBytes('psbt'))])(
    '%j is no transaction',
    async (psbt) => {
      const fault = await faultOf(() => checkPsbt(psbt, bitcoinRoute(), 'sandbox'));
      expect(fault).toMatchObject({ fault: 'mismatch', nothingSent: true });
    },
  );

  test('a route without its vault or memo is not paid, whatever its transaction says', async () => {
    for (const missing of [{ inboundAddress: undefined }, { memo: undefined }])
      expect(await faultOf(() => checkPsbt(psbtOf(rightParts()), bitcoinRoute(missing), 'sandbox'))).toMatchObject({
        fault: 'mismatch',
      });
  });

  test('an address of the test network is not paid on the main network', async () => {
    expect(await faultOf(() => checkPsbt(psbtOf(rightParts()), bitcoinRoute(), 'mainnet'))).toMatchObject({
      fault: 'mismatch',
    });
  });

  test('every memo is read as it was written, a byte order mark included', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 2, maxLength: 40 }), fc.boolean(), (text, marked) => {
        const memo = marked ? `\ufeff${text}` : text;
        expect(memoOf(hex.encode(memoScript(memo)))).toBe(memo);
      }),
    );
  });
});

describe('after signing', () => {
  const original = psbtOf(rightParts());

  test('the signed payment has the id under which the network will know it', () => {
    const { rawHex, txid } = finalTransaction(original, signedPsbt(rightParts()));
    expect(txid).toBe(transactionOf(rightParts()).id);
    const sent = Transaction.fromRaw(hex.decode(rawHex), { allowUnknownOutputs: true });
    expect(sent.id).toBe(txid);
    expect(sent.getOutput(0)).toMatchObject({ script: VAULT.script, amount: 50_000_000n });
  });

  test('a finalised answer is taken as well', () => {
    const tx = transactionOf(rightParts());
    tx.sign(SENDER_KEY);
    tx.finalize();
    expect(finalTransaction(original, base64.encode(tx.toPSBT(0))).txid).toBe(tx.id);
  });

  const REPLACED: [string, Parts][] = [
    ['another amount', changed(set(0, { amount: 50_000_001n }))],
    ['another memo', changed(set(1, { script: memoScript(`${MEMO}0`) }))],
    ['another change address', changed(set(2, { script: STRANGER.script }))],
    ['less change', changed(set(2, { amount: 1n }))],
    ['other inputs', changed((parts) => Object.assign(parts, { txid: 'cc'.repeat(32) }))],
    ['another order', changed(({ outputs }) => outputs.reverse())],
    ['an output more', changed(({ outputs }) => outputs.push({ script: SENDER.script, amount: 1n }))],
  ];
  test.each(REPLACED)('it is not sent when the wallet signed %s', async (_what, parts) => {
    const fault = await faultOf(() => finalTransaction(original, signedPsbt(parts)));
    expect(fault).toMatchObject({ fault: 'mismatch', nothingSent: true });
  });

  test('it is not sent when the wallet signed nothing', async () => {
    expect(await faultOf(() => finalTransaction(original, original))).toMatchObject({
      fault: 'mismatch',
      nothingSent: true,
    });
  });
});
