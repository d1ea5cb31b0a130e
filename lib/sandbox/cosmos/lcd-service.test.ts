/** The field names, types, statuses and error bodies that clients of a Cosmos LCD rely on. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { base64, bech32 } from '@scure/base';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CHAINS } from '../../chains/chains.ts';
import { type HeldWorld, heldWorld } from '../utxo/held-world.ts';
import { type CosmosLedger, createCosmosLedger } from './cosmos-ledger.ts';
import { encodeSignedTx, signAmino } from './cosmos-signer.ts';

const KEY = new Uint8Array(32).fill(5);

let held: HeldWorld;
let ledger: CosmosLedger;
let address: string;
beforeEach(async () => {
  held = heldWorld();
  ledger = createCosmosLedger(held.world, CHAINS.THOR);
  address = ledger.addressOfKey(KEY);
  await ledger.fund(address, 1_000_000_000n);
  await ledger.fund(address, 77n, 'tcy');
});
afterEach(() => held.remove());

const ask = async (path: string, method = 'GET', body = '') => {
  const [bare = '', query] = path.split('?');
  const answer = await ledger.service.handle({ method, path: bare, query: new URLSearchParams(query), body });
  return { status: answer.status, json: JSON.parse(answer.body) };
};

const signed = (memo = '=:e:0x1') =>
  encodeSignedTx(
    signAmino(
      {
        chain_id: 'thorchain-sandbox-1',
        account_number: '1',
        sequence: '0',
        fee: { amount: [], gas: '500000000' },
        msgs: [
          {
            type: 'thorchain/MsgDeposit',
            value: { coins: [{ asset: 'THOR.RUNE', amount: '5000' }], memo, signer: address },
          },
        ],
        memo: '',
      },
      KEY,
    ),
    CHAINS.THOR,
  );

const broadcast = (bytes: Uint8Array) =>
  ask(
    '/cosmos/tx/v1beta1/txs',
    'POST',
    JSON.stringify({ tx_bytes: base64.encode(bytes), mode: 'BROADCAST_MODE_SYNC' }),
  );

test('an account has its number, sequence and, once it signed, its key', async () => {
  const account = {
    '@type': '/cosmos.auth.v1beta1.BaseAccount',
    address,
    pub_key: null,
    account_number: '1',
    sequence: '0',
  };
  expect(await ask(`/cosmos/auth/v1beta1/accounts/${address}`)).toEqual({ status: 200, json: { account } });
  await broadcast(signed());
  await held.world.clock.step(6);
  const { json } = await ask(`/cosmos/auth/v1beta1/accounts/${address}`);
  expect(json.account).toMatchObject({ sequence: '1', pub_key: { '@type': '/cosmos.crypto.secp256k1.PubKey' } });
  expect(base64.decode(json.account.pub_key.key)).toHaveLength(33);
});

test('unpaid accounts, and invalid addresses, get the gateway’s errors', async () => {
  const stranger = ledger.addressOfKey(new Uint8Array(32).fill(9));
  expect(await ask(`/cosmos/auth/v1beta1/accounts/${stranger}`)).toEqual({
    status: 404,
    json: { code: 5, message: `account ${stranger} not found`, details: [] },
  });
  expect(await ask('/cosmos/auth/v1beta1/accounts/nonsense')).toMatchObject({ status: 400, json: { code: 3 } });
  expect(await ask('/cosmos/bank/v1beta1/balances/cosmos1nonsense')).toMatchObject({ status: 400, json: { code: 3 } });
  expect(await ask(`/cosmos/bank/v1beta1/balances/${stranger}`)).toEqual({
    status: 200,
    json: { balances: [], pagination: { next_key: null, total: '0' } },
  });
  expect(await ask('/cosmos/nothing')).toEqual({
    status: 501,
    json: { code: 12, message: 'Not Implemented', details: [] },
  });
});

test('balances list every denomination, under either network’s address', async () => {
  const { words } = bech32.decode(address as `${string}1${string}`);
  for (const form of [address, bech32.encode('thor', words)]) {
    const { json } = await ask(`/cosmos/bank/v1beta1/balances/${form}`);
    expect(json).toEqual({
      balances: [
        { denom: 'rune', amount: '1000000000' },
        { denom: 'tcy', amount: '77' },
      ],
      pagination: { next_key: null, total: '2' },
    });
    const one = await ask(`/cosmos/bank/v1beta1/balances/${form}/by_denom?denom=tcy`);
    expect(one.json).toEqual({ balance: { denom: 'tcy', amount: '77' } });
  }
  const none = await ask(`/cosmos/bank/v1beta1/balances/${address}/by_denom?denom=none`);
  expect(none.json).toEqual({ balance: { denom: 'none', amount: '0' } });
  expect((await ask(`/cosmos/bank/v1beta1/balances/${address}/by_denom`)).status).toBe(400);
});

test('a broadcast answers the hash of its bytes, and the transaction reads as the gateway prints it once it is in a block', async () => {
  const bytes = signed();
  const hash = bytesToHex(sha256(bytes)).toUpperCase();
  const sent = await broadcast(bytes);
  expect(sent).toMatchObject({
    status: 200,
    json: { tx_response: { code: 0, txhash: hash, height: '0', raw_log: '' } },
  });
  expect(await ask(`/cosmos/tx/v1beta1/txs/${hash}`)).toEqual({
    status: 404,
    json: { code: 5, message: `tx not found: ${hash}`, details: [] },
  });
  await held.world.clock.step(6);
  const { json } = await ask(`/cosmos/tx/v1beta1/txs/${hash.toLowerCase()}`);
  const asset = { chain: 'THOR', symbol: 'RUNE', ticker: 'RUNE', synth: false, trade: false, secured: false };
  expect(json.tx.body).toEqual({
    messages: [
      {
        '@type': '/types.MsgDeposit',
        coins: [{ asset, amount: '5000', decimals: '0' }],
        memo: '=:e:0x1',
        signer: address,
      },
    ],
    memo: '',
    timeout_height: '0',
    extension_options: [],
    non_critical_extension_options: [],
  });
  expect(json.tx.auth_info.fee).toEqual({ amount: [], gas_limit: '500000000', payer: '', granter: '' });
  expect(json.tx.auth_info.signer_infos[0]).toMatchObject({
    mode_info: { single: { mode: 'SIGN_MODE_LEGACY_AMINO_JSON' } },
    sequence: '0',
  });
  expect(json.tx_response).toMatchObject({ height: '101', txhash: hash, code: 0, gas_wanted: '500000000' });
  expect(json.tx_response.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  expect(json.tx_response.tx['@type']).toBe('/cosmos.tx.v1beta1.Tx');
});

test('a refusal has its code in an answer of status 200; an invalid body is 400', async () => {
  const bytes = signed();
  await broadcast(bytes);
  expect(await broadcast(bytes)).toMatchObject({ status: 200, json: { tx_response: { code: 19, codespace: 'sdk' } } });
  expect((await broadcast(signed('other'))).json.tx_response).toMatchObject({
    code: 32,
    raw_log: 'account sequence mismatch, expected 1, got 0: incorrect account sequence',
  });
  for (const body of ['', '{', '{}', '{"tx_bytes":"!"}', '{"tx_bytes":""}', '[]'])
    expect(await ask('/cosmos/tx/v1beta1/txs', 'POST', body)).toMatchObject({ status: 400, json: { code: 3 } });
  expect(await ask('/cosmos/tx/v1beta1/txs/xyz')).toMatchObject({ status: 400, json: { code: 3 } });
});

test('the latest block and the node name the chain', async () => {
  await held.world.clock.step(12);
  const { json } = await ask('/cosmos/base/tendermint/v1beta1/blocks/latest');
  expect(json.block.header).toMatchObject({ chain_id: 'thorchain-sandbox-1', height: '102' });
  expect(Number.isNaN(Date.parse(json.block.header.time))).toBe(false);
  const info = await ask('/cosmos/base/tendermint/v1beta1/node_info');
  expect(info.json.default_node_info.network).toBe('thorchain-sandbox-1');
});
