/** A Bitcoin payment that differs from its route in anything has a fault. */
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { base64 } from '@scure/base';
import { describe, expect, test } from 'vitest';
import type { NetworkName } from '../../chains/chain.ts';
import {
  bitcoinRoute,
  honestTx,
  MEMO,
  memoScript,
  psbtOf,
  SENDER,
  STRANGER,
  type TestTransaction,
  VAULT,
} from '../../wallet/testing/routes.ts';
import { firstFault } from '../payment-fields.ts';
import { rowsOf } from '../testing/rows.ts';
import { readPsbtPayment } from './read-utxo.ts';

const changed = (change: (tx: TestTransaction) => void): TestTransaction => {
  const tx = honestTx();
  change(tx);
  return tx;
};
const set = (index: number, output: Partial<TestTransaction['outputs'][number]>) => (tx: TestTransaction) => {
  const [before] = tx.outputs.slice(index, index + 1);
  if (before) tx.outputs[index] = { ...before, ...output };
};

const TAMPERED: [string, TestTransaction][] = [
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
  ['an input is somebody else’s', changed((tx) => Object.assign(tx.input, { script: STRANGER.script }))],
  ['the change is left to the miners', changed(({ outputs }) => outputs.splice(2, 1))],
];

const faultIn = (psbt: string, route = bitcoinRoute(), network: NetworkName = 'sandbox') =>
  firstFault(readPsbtPayment(psbt, route, network));

describe('before signing', () => {
  test('the right payment passes', () => {
    expect(faultIn(psbtOf(honestTx()))).toBeUndefined();
  });

  test.each(TAMPERED)('it is not signed when %s', (_what, tx) => {
    expect(faultIn(psbtOf(tx))).toMatchObject({ code: 'mismatch' });
  });

  test.each(['', 'cHNidP8', 'not base64!', base64.encode(utf8ToBytes('psbt'))])('%j is not a transaction', (psbt) => {
    expect(faultIn(psbt)).toMatchObject({ code: 'unreadable' });
  });

  test('a route without its vault or memo is not paid, whatever its transaction', () => {
    for (const missing of [{ inboundAddress: undefined }, { memo: undefined }])
      expect(faultIn(psbtOf(honestTx()), bitcoinRoute(missing))).toBeDefined();
  });

  test('an address of the test network is not paid on the main network', () => {
    expect(faultIn(psbtOf(honestTx()), bitcoinRoute(), 'mainnet')).toMatchObject({ code: 'mismatch' });
  });
});

test('its rows show what every output pays, and the expected value when it pays another', () => {
  const [vault, sender] = [VAULT.address, SENDER.address];
  expect(rowsOf(readPsbtPayment(psbtOf(honestTx()), bitcoinRoute(), 'sandbox'))).toEqual([
    `output.payee: ${vault}`,
    'output.amount: 50000000 of BTC.BTC',
    'output.memoCarrier: 0 of BTC.BTC',
    `output.memo: ${MEMO}`,
    `output.change: ${sender}`,
    'output.amount: 49999000 of BTC.BTC',
    'cost.inputs: 1',
    'cost.fee: 1000 of BTC.BTC',
    expect.stringMatching(/^cost.feeRate: \d\.\d+$/),
  ]);
  const turned = changed(({ outputs }) => outputs.reverse());
  expect(rowsOf(readPsbtPayment(psbtOf(turned), bitcoinRoute(), 'sandbox'))).toEqual(
    expect.arrayContaining([
      `output.payee: ${sender} / ${vault}`,
      'output.amount: 49999000 of BTC.BTC / 50000000 of BTC.BTC',
      `output.stranger: ${vault} / none`,
    ]),
  );
});
