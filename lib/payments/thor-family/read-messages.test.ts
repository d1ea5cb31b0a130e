/** A Cosmos payment that differs from its route in anything has a fault. */
import { describe, expect, test } from 'vitest';
import {
  type CosmosTx,
  cosmosAddress,
  GAIA_SENDER,
  GAIA_VAULT,
  gaiaRoute,
  gaiaTx,
  MEMO,
  runeRoute,
  runeTx,
} from '../../wallet/testing/routes.ts';
import type { PayableRoute } from '../payable-route.ts';
import { firstFault } from '../payment-fields.ts';
import { rowsOf } from '../testing/rows.ts';
import { readCosmosPayment } from './read-messages.ts';

const stranger = cosmosAddress('cosmos', 9);
/** The transaction with the value of its one message changed. */
const withValue = (tx: CosmosTx, value: Record<string, unknown>): CosmosTx => ({
  ...tx,
  msgs: tx.msgs.map((msg) => ({ ...msg, value: { ...msg.value, ...value } })),
});
const atom = (amount: string, denom = 'uatom') => ({ amount: [{ denom, amount }] });
const rune = (amount: string, asset = 'THOR.RUNE') => ({ coins: [{ asset, amount }] });
const typed = (tx: CosmosTx, type: string): CosmosTx => ({ ...tx, msgs: tx.msgs.map((msg) => ({ ...msg, type })) });

const faultOf = (route: PayableRoute) => firstFault(readCosmosPayment(route));

describe('before signing', () => {
  test('the right payments pass as they are', () => {
    expect(faultOf(gaiaRoute())).toBeUndefined();
    expect(faultOf(runeRoute())).toBeUndefined();
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
    [
      'the deposit names another asset beside the right one',
      runeRoute(withValue(runeTx(), { coins: [{ asset: 'THOR.TCY', denom: 'THOR.RUNE', amount: '1250000000' }] })),
    ],
    [
      'the deposit names its coin as a bank does',
      runeRoute(withValue(runeTx(), { coins: [{ denom: 'THOR.RUNE', amount: '1250000000' }] })),
    ],
    ['the amount is written in another way', gaiaRoute(withValue(gaiaTx(), atom('01500000')))],
    ['it goes nowhere', gaiaRoute(withValue(gaiaTx(), { to_address: '' }), { inboundAddress: '' })],
    ['the deposit has another memo', runeRoute(withValue(runeTx(), { memo: 'out:1' }))],
    ['the deposit is one of the other network', runeRoute(typed(runeTx(), 'mayachain/MsgDeposit'))],
  ];
  test.each(TAMPERED)('there is a fault when %s', (_what, route) => {
    expect(faultOf(route)).toBeDefined();
  });

  test('CACAO counts in ten decimals, MAYA in four', () => {
    const deposit = (asset: string, amount: string) =>
      typed(withValue(runeTx(), rune(amount, asset)), 'mayachain/MsgDeposit');
    const route = (asset: string, amount: string): PayableRoute => ({
      ...runeRoute(),
      sellAsset: asset,
      tx: deposit(asset, amount),
    });
    expect(faultOf(route('MAYA.CACAO', '125000000000'))).toBeUndefined();
    expect(faultOf(route('MAYA.MAYA', '125000'))).toBeUndefined();
    expect(faultOf(route('MAYA.MAYA', '125000000000'))).toBeDefined();
  });
});

test('its rows show every message, with every further field', () => {
  expect(rowsOf(readCosmosPayment(gaiaRoute()))).toEqual([
    'message.type: cosmos-sdk/MsgSend',
    'message.amount: 1500000 of GAIA.ATOM',
    `message.from: ${GAIA_SENDER}`,
    `message.vault: ${GAIA_VAULT}`,
    `message.memo: ${MEMO}`,
    'cost.fee: 5000 of GAIA.ATOM',
    'cost.gas: 200000',
  ]);
  const other = gaiaRoute(withValue(gaiaTx(), { ...atom('7', 'ibc/27'), to_address: stranger, vault: 'a word' }));
  expect(rowsOf(readCosmosPayment(other))).toEqual(
    expect.arrayContaining([
      'message.amount: 7 ibc/27 / 1500000 of GAIA.ATOM',
      `message.vault: ${stranger} / ${GAIA_VAULT}`,
      'message.other vault: a word',
    ]),
  );
});
