/** A Cosmos wallet gets, and returns signed, the payment that was reviewed; the fee may be the wallet's own. */
import { describe, expect, test } from 'vitest';
import {
  type CosmosTx,
  cosmosAddress,
  faultOf,
  gaiaRoute,
  gaiaTx,
  MEMO,
  runeRoute,
  runeTx,
} from '../testing/routes.ts';
import type { SignDoc } from '../wallet-kinds.ts';
import { checkSigned, cosmosTxToSign } from './sign-doc.ts';

const stranger = cosmosAddress('cosmos', 9);
/** The transaction with the value of its one message changed. */
const withValue = (tx: CosmosTx, value: Record<string, unknown>): CosmosTx => ({
  ...tx,
  msgs: tx.msgs.map((msg) => ({ ...msg, value: { ...msg.value, ...value } })),
});
const atom = (amount: string, denom = 'uatom') => ({ amount: [{ denom, amount }] });

test('the right payment is passed on as it came, and no other', async () => {
  expect(cosmosTxToSign(gaiaRoute())).toEqual(gaiaTx());
  expect(cosmosTxToSign(runeRoute())).toEqual(runeTx());
  const other = gaiaRoute(withValue(gaiaTx(), { to_address: stranger }));
  expect(await faultOf(() => cosmosTxToSign(other))).toMatchObject({ fault: 'mismatch', nothingSent: true });
});

describe('after signing', () => {
  const doc: SignDoc = {
    chain_id: 'cosmoshub-sandbox-1',
    account_number: '7',
    sequence: '3',
    fee: gaiaTx().fee,
    msgs: gaiaTx().msgs,
    memo: MEMO,
  };
  const signature = { pub_key: { type: 'tendermint/PubKeySecp256k1', value: 'AA==' }, signature: 'AA==' };
  const answer = (change: Partial<SignDoc>) => ({ signed: { ...doc, ...change }, signature });

  test('the same document passes, in whatever order its keys come back', () => {
    const [msg] = doc.msgs;
    const turned = { value: Object.fromEntries(Object.entries(msg?.value ?? {}).reverse()), type: msg?.type ?? '' };
    expect(checkSigned(answer({ msgs: [turned] }), doc).signed.memo).toBe(MEMO);
  });

  test('a fee that the user chose in the wallet is kept', () => {
    const fee = { amount: [{ denom: 'uatom', amount: '9999' }], gas: '300000' };
    expect(checkSigned(answer({ fee }), doc).signed.fee).toEqual(fee);
  });

  const CHANGED: [string, Partial<SignDoc>][] = [
    ['the memo', { memo: 'sent with my wallet' }],
    ['the recipient', { msgs: withValue(gaiaTx(), { to_address: stranger }).msgs }],
    ['the amount', { msgs: withValue(gaiaTx(), atom('1')).msgs }],
    ['the number of messages', { msgs: [...doc.msgs, ...doc.msgs] }],
    ['the chain', { chain_id: 'cosmoshub-4' }],
    ['the sequence', { sequence: '4' }],
    ['the account', { account_number: '8' }],
  ];
  test.each(CHANGED)('it is not sent when the wallet changed %s', async (_what, change) => {
    const fault = await faultOf(() => checkSigned(answer(change), doc));
    expect(fault).toMatchObject({ fault: 'mismatch', nothingSent: true });
  });

  test.each([undefined, null, 'ok', {}, { signed: doc }, { signature }])('%j is not a signature', async (given) => {
    expect(await faultOf(() => checkSigned(given, doc))).toMatchObject({ fault: 'mismatch', nothingSent: true });
  });
});
