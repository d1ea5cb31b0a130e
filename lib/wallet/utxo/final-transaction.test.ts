/** A Bitcoin wallet must return what it was given, signed; otherwise nothing is sent. */
import { base64, hex } from '@scure/base';
import { Transaction } from '@scure/btc-signer';
import { describe, expect, test } from 'vitest';
import {
  faultOf,
  honestTx,
  MEMO,
  memoScript,
  psbtOf,
  SENDER,
  SENDER_KEY,
  STRANGER,
  signedPsbt,
  type TestTransaction,
  transactionOf,
  VAULT,
} from '../testing/routes.ts';
import { finalTransaction } from './final-transaction.ts';

const changed = (change: (tx: TestTransaction) => void): TestTransaction => {
  const tx = honestTx();
  change(tx);
  return tx;
};
const set = (index: number, output: Partial<TestTransaction['outputs'][number]>) => (tx: TestTransaction) => {
  const [before] = tx.outputs.slice(index, index + 1);
  if (before) tx.outputs[index] = { ...before, ...output };
};

describe('after signing', () => {
  const original = psbtOf(honestTx());

  test('the signed payment has the id under which the network will know it', () => {
    const { rawHex, txid } = finalTransaction(original, signedPsbt(honestTx()));
    expect(txid).toBe(transactionOf(honestTx()).id);
    const sent = Transaction.fromRaw(hex.decode(rawHex), { allowUnknownOutputs: true });
    expect(sent.id).toBe(txid);
    expect(sent.getOutput(0)).toMatchObject({ script: VAULT.script, amount: 50_000_000n });
  });

  test('a finalised answer is accepted as well', () => {
    const tx = transactionOf(honestTx());
    tx.sign(SENDER_KEY);
    tx.finalize();
    expect(finalTransaction(original, base64.encode(tx.toPSBT(0))).txid).toBe(tx.id);
  });

  const REPLACED: [string, TestTransaction][] = [
    ['another amount', changed(set(0, { amount: 50_000_001n }))],
    ['another memo', changed(set(1, { script: memoScript(`${MEMO}0`) }))],
    ['another change address', changed(set(2, { script: STRANGER.script }))],
    ['less change', changed(set(2, { amount: 1n }))],
    ['other inputs', changed((tx) => Object.assign(tx, { txid: 'cc'.repeat(32) }))],
    ['another order', changed(({ outputs }) => outputs.reverse())],
    ['an output more', changed(({ outputs }) => outputs.push({ script: SENDER.script, amount: 1n }))],
  ];
  test.each(REPLACED)('it is not sent when the wallet signed %s', async (_what, tx) => {
    const fault = await faultOf(() => finalTransaction(original, signedPsbt(tx)));
    expect(fault).toMatchObject({ fault: 'mismatch', nothingSent: true });
  });

  test('it is not sent when the wallet signed nothing', async () => {
    expect(await faultOf(() => finalTransaction(original, original))).toMatchObject({
      fault: 'mismatch',
      nothingSent: true,
    });
  });
});
