/**
 * A Cosmos document that was signed elsewhere is sent only with its own account's valid signature over that very
 * document.
 */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { base64, bech32, hex } from '@scure/base';
import { AuthInfo, TxBody, TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx';
import { describe, expect, test } from 'vitest';
import { type CosmosTx, faultOf, GAIA_VAULT, gaiaRoute, gaiaTx, MEMO } from '../testing/routes.ts';
import type { SignDoc } from '../wallet-kinds.ts';
import { exportSignDoc, importSignedDoc, signBytesText } from './cosmos-export.ts';
import { ImportError } from './import-error.ts';

const KEY = new Uint8Array(32).fill(3);
const STRANGER_KEY = new Uint8Array(32).fill(4);
const publicKeyOf = (key: Uint8Array) => secp256k1.getPublicKey(key, true);
const OWNER = bech32.encodeFromBytes('cosmos', ripemd160(sha256(publicKeyOf(KEY))));

const owned = (): CosmosTx => {
  const tx = gaiaTx();
  for (const { value } of tx.msgs) value.from_address = OWNER;
  return tx;
};
const route = () => gaiaRoute(owned(), { sourceAddress: OWNER });
const account = async () => ({ accountNumber: '12', sequence: '34' });
const exported = () => exportSignDoc(route(), 'sandbox', { account });

const signatureOver = (doc: SignDoc, key = KEY) => ({
  pub_key: { type: 'tendermint/PubKeySecp256k1', value: base64.encode(publicKeyOf(key)) },
  signature: base64.encode(secp256k1.sign(sha256(utf8ToBytes(signBytesText(doc))), key, { prehash: false })),
});
const answered = (doc: SignDoc, key = KEY): string =>
  JSON.stringify({ signed: doc, signature: signatureOver(doc, key) });
const refusalOf = (doc: SignDoc, given: string): ImportError => {
  try {
    importSignedDoc(doc, given, route());
  } catch (error) {
    if (error instanceof ImportError) return error;
    throw error;
  }
  throw new Error('it was taken');
};

describe('the exported document', () => {
  test('is the reviewed one with the account’s current number and sequence', async () => {
    expect(await exported()).toMatchObject({ account_number: '12', sequence: '34', memo: MEMO, msgs: owned().msgs });
  });
  test('is signed in the one spelling that the chain rebuilds: keys in order, no spaces, escaped', async () => {
    const doc = { ...(await exported()), memo: 'a<b>&c' };
    const text = signBytesText(doc);
    expect(text.startsWith('{"account_number":"12","chain_id":')).toBe(true);
    expect(text).toContain('"memo":"a\\u003cb\\u003e\\u0026c"');
    expect(text).not.toMatch(/\s/);
  });
  test('is missing when the message pays another address than the review, or the account is unknown', async () => {
    const tx = owned();
    for (const { value } of tx.msgs) value.to_address = OWNER;
    const wrong = await faultOf(() => exportSignDoc(gaiaRoute(tx, { sourceAddress: OWNER }), 'sandbox', { account }));
    expect(wrong).toMatchObject({ fault: 'mismatch', nothingSent: true });
    const empty = await faultOf(() => exportSignDoc(route(), 'sandbox', { account: async () => undefined }));
    expect(empty.fault).toBe('insufficientFunds');
  });
});

describe('the imported answer', () => {
  test('is sent with the exported messages and the returned signature', async () => {
    const doc = await exported();
    const std = {
      type: 'cosmos-sdk/StdTx',
      value: { msg: doc.msgs, fee: doc.fee, memo: doc.memo, signatures: [signatureOver(doc)] },
    };
    const answers = [answered(doc), JSON.stringify(std), JSON.stringify(std.value), JSON.stringify(signatureOver(doc))];
    const sent = answers.map((given) => importSignedDoc(doc, given, route()));
    for (const { raw, hash } of sent) {
      const bytes = base64.decode(raw);
      expect(hash).toBe(hex.encode(sha256(bytes)).toUpperCase());
      const tx = TxRaw.decode(bytes);
      expect(TxBody.decode(tx.bodyBytes).memo).toBe(MEMO);
      expect(AuthInfo.decode(tx.authInfoBytes).signerInfos[0]?.sequence).toBe(34n);
    }
  });

  test('may have another fee within the bounds of every payment, and no more', async () => {
    const doc = await exported();
    const dearer = { ...doc, fee: { amount: [{ denom: 'uatom', amount: '9000' }], gas: '250000' } };
    expect(importSignedDoc(doc, answered(dearer), route()).hash).toMatch(/^[0-9A-F]{64}$/);
    const absurd = { ...doc, fee: { amount: [{ denom: 'uatom', amount: '900000000' }], gas: '250000' } };
    expect(refusalOf(doc, answered(absurd))).toMatchObject({ fault: 'differs', field: 'fee' });
    const foreign = { ...doc, fee: { amount: [{ denom: 'ibc/27', amount: '1' }], gas: '250000' } };
    expect(refusalOf(doc, answered(foreign))).toMatchObject({ fault: 'differs', field: 'fee' });
  });

  const withValue = (doc: SignDoc, change: Record<string, unknown>): SignDoc => ({
    ...doc,
    msgs: doc.msgs.map((msg) => ({ ...msg, value: { ...msg.value, ...change } })),
  });
  test.each<[string, (doc: SignDoc) => SignDoc, string]>([
    ['another memo', (doc) => ({ ...doc, memo: `${MEMO}1` }), 'memo'],
    ['another receiver', (doc) => withValue(doc, { to_address: OWNER }), 'messages'],
    ['another amount', (doc) => withValue(doc, { amount: [{ denom: 'uatom', amount: '1500001' }] }), 'messages'],
    ['a further message', (doc) => ({ ...doc, msgs: [...doc.msgs, ...doc.msgs] }), 'messages'],
    [
      'another message',
      (doc) => ({ ...doc, msgs: doc.msgs.map((msg) => ({ ...msg, type: 'cosmos-sdk/MsgDelegate' })) }),
      'messages',
    ],
    ['another network', (doc) => ({ ...doc, chain_id: 'cosmoshub-4' }), 'network'],
    ['another account number', (doc) => ({ ...doc, account_number: '13' }), 'account'],
    ['another sequence', (doc) => ({ ...doc, sequence: '35' }), 'sequence'],
  ])('is refused with %s, although it is signed', async (_what, change, field) => {
    const doc = await exported();
    expect(refusalOf(doc, answered(change(doc)))).toMatchObject({ fault: 'differs', field });
  });

  test('is refused when another account signed', async () => {
    const doc = await exported();
    expect(refusalOf(doc, answered(doc, STRANGER_KEY))).toMatchObject({ fault: 'otherSigner', expected: OWNER });
  });

  test('is refused when another document was signed than it contains', async () => {
    const doc = await exported();
    const { signature } = JSON.parse(answered(withValue(doc, { to_address: GAIA_VAULT, amount: [] })));
    expect(refusalOf(doc, JSON.stringify({ signed: doc, signature })).fault).toBe('badSignature');
  });

  test('is refused without a signature, and when it is unreadable', async () => {
    const doc = await exported();
    expect(refusalOf(doc, JSON.stringify({ msg: doc.msgs, fee: doc.fee, memo: doc.memo })).fault).toBe('notSigned');
    for (const text of ['', 'hello', '{}', '[]', '{"signature":"AA=="}'])
      expect(refusalOf(doc, text).fault).toBe('unreadable');
    const short = { ...signatureOver(doc), signature: base64.encode(new Uint8Array(10)) };
    expect(refusalOf(doc, JSON.stringify(short)).fault).toBe('unreadable');
  });
});
