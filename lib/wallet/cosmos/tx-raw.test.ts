/** The sent bytes equal those of other implementations for the same message; otherwise the chain refuses them. */
import { sha256 } from '@noble/hashes/sha2.js';
import { base64, bech32, hex } from '@scure/base';
import { describe, expect, test } from 'vitest';
import type { AminoAnswer } from '../wallet-kinds.ts';
import { encodeTxRaw } from './tx-raw.ts';

const address = (prefix: string, hash: string) => bech32.encodeFromBytes(prefix, hex.decode(hash));
const rawHex = (answer: AminoAnswer) => hex.encode(base64.decode(encodeTxRaw(answer).raw));

/*
 * horizontalsystems/thorchain-kit-android TxBuilderTest: wire bytes written by hand there. They were signed directly
 * (mode 1); a wallet that signs amino says mode 127 in its place, which is the one difference.
 */
const KEY = '02205c476a22d5fe10b74489db9479d0e36e25a32da393a771fcf12380136a451f';
const FROM = '46def63a09c06a7ccf75e30b9a36fb8fa4b6bc99';
const TO = '000102030405060708090a0b0c0d0e0f10111213';
const AUTH_DIRECT =
  '12590a500a460a1f2f636f736d6f732e63727970746f2e736563703235366b312e5075624b657912230a21' +
  '02205c476a22d5fe10b74489db9479d0e36e25a32da393a771fcf12380136a451f12040a0208011807120510809bee02';
const AUTH_AMINO = AUTH_DIRECT.replace('0a0208011807', '0a02087f1807');
const SEND = {
  body:
    '0a570a4f0a0e2f74797065732e4d736753656e64123d0a1446def63a09c06a7ccf75e30b9a36fb8fa4b6bc99' +
    '1214000102030405060708090a0b0c0d0e0f101112131a0f0a0472756e6512073130303030303012047465' +
    '7374',
  signature:
    'c6ef36b4764ef03c2de4720c2c0c44e62ff9fd57965ecd7d41de6e3d2e9a67e9' +
    '64bbc17ff703a2f67eb91b71e9f1ae6b5417ff9f5735a68ad7be8ba8687fb637',
};
const DEPOSIT = {
  body:
    '0a83010a80010a112f74797065732e4d73674465706f736974126b0a1d0a120a0454484f52120452554e451a' +
    '0452554e4512073130303030303012343d3a4554482e4554483a307831633762313733363264663961376363' +
    '3466346137333337393264383165653562336234303333311a1446def63a09c06a7ccf75e30b9a36fb8fa4b6' +
    'bc99',
  memo: '=:ETH.ETH:0x1c7b17362df9a7cc4f4a733792d81ee5b3b40331',
  signature:
    '22918e6e8be2ae51c194db15adc36ca883c5037c1bbbd5a9464fdd5c3989add2' +
    '30c2fb5e1f43beda5d869c5fdc807aa3a4416f0bb7b9dd5d7f8f6d6be897a1ae',
};

const signedWith = (
  signature: string,
  msg: AminoAnswer['signed']['msgs'][number],
  memo: string,
  chainId = 'thorchain-1',
): AminoAnswer => ({
  signed: {
    chain_id: chainId,
    account_number: '12345',
    sequence: '7',
    fee: { amount: [], gas: '6000000' },
    msgs: [msg],
    memo,
  },
  signature: {
    pub_key: { type: 'tendermint/PubKeySecp256k1', value: base64.encode(hex.decode(KEY)) },
    signature: base64.encode(hex.decode(signature)),
  },
});

describe('THORChain and Maya', () => {
  test.each([
    ['thorchain', 'thor'],
    ['mayachain', 'maya'],
    ['thorchain', 'tthor'],
  ])('%s/MsgSend of an account %s1…', (network, prefix) => {
    const value = {
      from_address: address(prefix, FROM),
      to_address: address(prefix, TO),
      amount: [{ denom: 'rune', amount: '1000000' }],
    };
    const answer = signedWith(SEND.signature, { type: `${network}/MsgSend`, value }, 'test');
    expect(rawHex(answer)).toBe(`${SEND.body}${AUTH_AMINO}1a40${SEND.signature}`);
  });

  test('MsgDeposit', () => {
    const value = {
      coins: [{ asset: 'THOR.RUNE', amount: '1000000' }],
      memo: DEPOSIT.memo,
      signer: address('thor', FROM),
    };
    const answer = signedWith(DEPOSIT.signature, { type: 'thorchain/MsgDeposit', value }, '');
    expect(rawHex(answer)).toBe(`${DEPOSIT.body}${AUTH_AMINO}1a40${DEPOSIT.signature}`);
  });
});

test('a transfer on the Cosmos Hub, as cosmjs writes its body', () => {
  // cosmos/cosmjs packages/proto-signing/src/testutils.spec.ts.
  const body =
    '0a90010a1c2f636f736d6f732e62616e6b2e763162657461312e4d736753656e6412700a2d636f736d6f733170' +
    '6b707472653766646b6c366766727a6c65736a6a766878686c63337234676d6d6b38727336122d636f736d6f73' +
    '31717970717870713971637273737a673270767871367273307a716733797963356c7a763778751a100a057563' +
    '6f736d120731323334353637';
  const value = {
    from_address: 'cosmos1pkptre7fdkl6gfrzlesjjvhxhlc3r4gmmk8rs6',
    to_address: 'cosmos1qypqxpq9qcrsszg2pvxq6rs0zqg3yyc5lzv7xu',
    amount: [{ denom: 'ucosm', amount: '1234567' }],
  };
  const answer = signedWith(SEND.signature, { type: 'cosmos-sdk/MsgSend', value }, '', 'simd-testing');
  expect(rawHex(answer).startsWith(`0a9301${body}`)).toBe(true);
});

test('the hash is the one under which the chain lists the transaction', () => {
  const value = { coins: [{ asset: 'THOR.RUNE', amount: '1' }], memo: 'x', signer: address('thor', FROM) };
  const { raw, hash } = encodeTxRaw(signedWith(SEND.signature, { type: 'thorchain/MsgDeposit', value }, ''));
  expect(hash).toBe(hex.encode(sha256(base64.decode(raw))).toUpperCase());
});

test('messages of an unknown form, and values that are not text, are not encoded', () => {
  const send = { from_address: 7, to_address: address('thor', TO), amount: [] };
  const cases = [
    { type: 'cosmos-sdk/MsgDelegate', value: {} },
    { type: 'thorchain/MsgSend', value: send },
  ];
  for (const msg of cases)
    expect(() => encodeTxRaw(signedWith(SEND.signature, msg, ''))).toThrowError(
      expect.objectContaining({ nothingSent: true }),
    );
});
