/** A Bitcoin wallet must return what it was given, signed; otherwise nothing is sent. */
import { base64, hex } from '@scure/base';
import { Transaction } from '@scure/btc-signer';
import { describe, expect, test } from 'vitest';
import {
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
import { finalTransaction } from './final-transaction.ts';

const changed = (change: (parts: Parts) => void): Parts => {
  const parts = rightParts();
  change(parts);
  return parts;
};
const set = (index: number, output: Partial<Parts['outputs'][number]>) => (parts: Parts) => {
  const [before] = parts.outputs.slice(index, index + 1);
  if (before) parts.outputs[index] = { ...before, ...output };
};

describe('after signing', () => {
  const original = psbtOf(rightParts());

  test('the signed payment has the id under which the network will know it', () => {
    const { rawHex, txid } = finalTransaction(original, signedPsbt(rightParts()));
    expect(txid).toBe(transactionOf(rightParts()).id);
    const sent = Transaction.fromRaw(hex.decode(rawHex), { allowUnknownOutputs: true });
    expect(sent.id).toBe(txid);
    expect(sent.getOutput(0)).toMatchObject({ script: VAULT.script, amount: 50_000_000n });
  });

  test('a finalised answer is accepted as well', () => {
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
