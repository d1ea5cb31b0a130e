/** What a Cosmos wallet is given, and what it signed, is the payment that was reviewed; the fee may be the wallet's own. */
import { describe, expect, test } from 'vitest';
import type { PayableRoute } from '../../payments/payable-route.ts';
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
import { checkCosmosTx, checkSigned } from './check-cosmos.ts';

const stranger = cosmosAddress('cosmos', 9);
/** The transaction with the value of its one message changed. */
const withValue = (tx: CosmosTx, value: Record<string, unknown>): CosmosTx => ({
  ...tx,
  msgs: tx.msgs.map((msg) => ({ ...msg, value: { ...msg.value, ...value } })),
});
const atom = (amount: string, denom = 'uatom') => ({ amount: [{ denom, amount }] });
const rune = (amount: string, asset = 'THOR.RUNE') => ({ coins: [{ asset, amount }] });
const typed = (tx: CosmosTx, type: string): CosmosTx => ({ ...tx, msgs: tx.msgs.map((msg) => ({ ...msg, type })) });

describe('before signing', () => {
  test('the right payments pass as they are', () => {
    expect(checkCosmosTx(gaiaRoute(), 'sandbox')).toEqual(gaiaTx());
    expect(checkCosmosTx(runeRoute(), 'sandbox')).toEqual(runeTx());
  });

  const TAMPERED: [string, PayableRoute][] = [
    ['the vault is somebody else', gaiaRoute(withValue(gaiaTx(), { to_address: stranger }))],
    ['it comes from another account', gaiaRoute(withValue(gaiaTx(), { from_address: stranger }))],
    ['the amount is one unit more', gaiaRoute(withValue(gaiaTx(), atom('1500001')))],
    ['another coin is sent', gaiaRoute(withValue(gaiaTx(), atom('1500000', 'uosmo')))],
    [
      'a second coin is sent',
      gaiaRoute(withValue(gaiaTx(), { amount: [...atom('1500000').amount, ...atom('1').amount] })),
    ],
    ['the memo differs', gaiaRoute({ ...gaiaTx(), memo: `${MEMO}0` })],
    ['the memo is missing', gaiaRoute({ ...gaiaTx(), memo: '' })],
    ['a second message is there', gaiaRoute({ ...gaiaTx(), msgs: [...gaiaTx().msgs, ...gaiaTx().msgs] })],
    ['the message is another one', gaiaRoute(typed(gaiaTx(), 'cosmos-sdk/MsgDelegate'))],
    ['a deposit stands on a chain without deposits', gaiaRoute({ ...runeTx(), memo: MEMO })],
    [
      'the fee is absurd',
      gaiaRoute({ ...gaiaTx(), fee: { amount: [{ denom: 'uatom', amount: '5000000' }], gas: '1' } }),
    ],
    [
      'the fee is in another coin',
      gaiaRoute({ ...gaiaTx(), fee: { amount: [{ denom: 'uosmo', amount: '1' }], gas: '1' } }),
    ],
    ['it is a transaction of another kind', { ...gaiaRoute(), tx: 'cHNidP8=' }],
    ['the route names no vault', gaiaRoute(gaiaTx(), { inboundAddress: undefined })],
    ['the route has no memo', gaiaRoute(gaiaTx(), { memo: undefined })],
    ['the deposit is one unit more', runeRoute(withValue(runeTx(), rune('1250000001')))],
    ['the deposit is of another asset', runeRoute(withValue(runeTx(), rune('1250000000', 'THOR.TCY')))],
    [
      'the deposit is signed for another account',
      runeRoute(withValue(runeTx(), { signer: cosmosAddress('tthor', 9) })),
    ],
    ['the deposit has another memo', runeRoute(withValue(runeTx(), { memo: 'out:1' }))],
    ['the deposit is one of the other network', runeRoute(typed(runeTx(), 'mayachain/MsgDeposit'))],
  ];
  test.each(TAMPERED)('it is not signed when %s', async (_what, route) => {
    const fault = await faultOf(() => checkCosmosTx(route, 'sandbox'));
    expect(fault).toMatchObject({ fault: 'mismatch', nothingSent: true });
  });

  test('CACAO counts in ten decimals, MAYA in four', () => {
    const deposit = (asset: string, amount: string) =>
      typed(withValue(runeTx(), rune(amount, asset)), 'mayachain/MsgDeposit');
    const route = (asset: string, amount: string): PayableRoute => ({
      ...runeRoute(),
      sellAsset: asset,
      tx: deposit(asset, amount),
    });
    expect(() => checkCosmosTx(route('MAYA.CACAO', '125000000000'), 'sandbox')).not.toThrow();
    expect(() => checkCosmosTx(route('MAYA.MAYA', '125000'), 'sandbox')).not.toThrow();
    expect(() => checkCosmosTx(route('MAYA.MAYA', '125000000000'), 'sandbox')).toThrow();
  });
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

  test('a fee that the person chose in the wallet is kept', () => {
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

  test.each([undefined, null, 'ok', {}, { signed: doc }, { signature }])('%j is no signature', async (given) => {
    expect(await faultOf(() => checkSigned(given, doc))).toMatchObject({ fault: 'mismatch', nothingSent: true });
  });
});
