/** The field names, types and texts that clients of Blockstream's Esplora rely on. */
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CHAINS } from '../../chains/chains.ts';
import { buildPayment } from './build-payment.ts';
import { type HeldWorld, heldWorld } from './held-world.ts';
import { encodeTransaction } from './raw-transaction.ts';
import { scriptAsm } from './script-asm.ts';
import { opReturnScript, p2pkhScript, p2shScript, witnessScript } from './scripts.ts';
import { publicKeyOf, scriptOfKey } from './signer.ts';
import { createUtxoLedger, type UtxoLedger } from './utxo-ledger.ts';

const KEY = new Uint8Array(32).fill(7);
const COIN = 100_000_000n;

let held: HeldWorld;
let ledger: UtxoLedger;
beforeEach(() => {
  held = heldWorld();
  ledger = createUtxoLedger(held.world, CHAINS.BTC);
});
afterEach(() => held.remove());

const ask = (path: string, method = 'GET', body = '') =>
  ledger.service.handle({ method, path, query: new URLSearchParams(), body });
const json = async (path: string) => JSON.parse((await ask(path)).body);

async function paid() {
  const address = ledger.addressOfKey(KEY, 'p2wpkh');
  await ledger.fund(address, COIN);
  const [coin] = await json(`/address/${address}/utxo`);
  const ownScript = scriptOfKey(KEY, 'p2wpkh');
  const { tx } = buildPayment({
    rules: ledger.rules,
    privateKey: KEY,
    ownScript,
    coins: [{ ...coin, value: BigInt(coin.value) }],
    pay: { value: 30_000_000n, script: p2pkhScript(new Uint8Array(20).fill(9)) },
    memo: '=:e:0x1',
    feePerVbyte: 10n,
  });
  const answer = await ask('/tx', 'POST', bytesToHex(encodeTransaction(tx)));
  return { address, coin, ownScript, tx, txid: answer.body, answer };
}

test('a broadcast answers the txid as text, and the transaction reads as Esplora prints it', async () => {
  const { address, coin, ownScript, tx, txid, answer } = await paid();
  expect(answer).toEqual({ status: 200, headers: { 'content-type': 'text/plain' }, body: txid });
  expect(txid).toMatch(/^[0-9a-f]{64}$/);
  const change = Number(tx.outputs[1]?.value);
  const program = bytesToHex(ownScript.slice(2));
  const own = {
    scriptpubkey: bytesToHex(ownScript),
    scriptpubkey_asm: `OP_0 OP_PUSHBYTES_20 ${program}`,
    scriptpubkey_type: 'v0_p2wpkh',
    scriptpubkey_address: address,
  };
  const size = encodeTransaction(tx).length;
  const expected = {
    txid,
    version: 2,
    locktime: 0,
    vin: [
      {
        txid: coin.txid,
        vout: 0,
        prevout: { ...own, value: 100_000_000 },
        scriptsig: '',
        scriptsig_asm: '',
        witness: [bytesToHex(tx.inputs[0]?.witness[0] ?? KEY), bytesToHex(publicKeyOf(KEY))],
        is_coinbase: false,
        sequence: 0xffffffff,
      },
    ],
    vout: [
      {
        scriptpubkey: `76a914${'09'.repeat(20)}88ac`,
        scriptpubkey_asm: `OP_DUP OP_HASH160 OP_PUSHBYTES_20 ${'09'.repeat(20)} OP_EQUALVERIFY OP_CHECKSIG`,
        scriptpubkey_type: 'p2pkh',
        scriptpubkey_address: expect.stringMatching(/^[mn]/),
        value: 30_000_000,
      },
      { ...own, value: change },
      {
        scriptpubkey: `6a07${bytesToHex(utf8ToBytes('=:e:0x1'))}`,
        scriptpubkey_asm: `OP_RETURN OP_PUSHBYTES_7 ${bytesToHex(utf8ToBytes('=:e:0x1'))}`,
        scriptpubkey_type: 'op_return',
        value: 0,
      },
    ],
    size,
    weight: expect.any(Number),
    fee: 70_000_000 - change,
    status: { confirmed: false },
  };
  expect(await json(`/tx/${txid}`)).toEqual(expected);
  await held.world.clock.step(600);
  const block_hash = (await ask('/blocks/tip/hash')).body;
  const status = { confirmed: true, block_height: 101, block_hash, block_time: expect.any(Number) };
  expect(await json(`/tx/${txid}`)).toEqual({ ...expected, status });
  expect(await json(`/tx/${txid}/status`)).toEqual(status);
  expect((await ask(`/tx/${txid}/hex`)).body).toBe(bytesToHex(encodeTransaction(tx)));
  expect(await json(`/tx/${txid}/outspends`)).toEqual([{ spent: false }, { spent: false }, { spent: false }]);
  expect(await json(`/tx/${coin.txid}/outspend/0`)).toEqual({ spent: true, txid, vin: 0, status });
  expect((await ask('/blocks/tip/height')).body).toBe('101');
});

test('an address shows its coins, counts and history, waiting and confirmed apart', async () => {
  const { address, coin, txid, tx } = await paid();
  const change = Number(tx.outputs[1]?.value);
  const none = { funded_txo_count: 0, funded_txo_sum: 0, spent_txo_count: 0, spent_txo_sum: 0, tx_count: 0 };
  const given = { ...none, funded_txo_count: 1, funded_txo_sum: 100_000_000, tx_count: 1 };
  const moved = {
    funded_txo_count: 1,
    funded_txo_sum: change,
    spent_txo_count: 1,
    spent_txo_sum: 100_000_000,
    tx_count: 1,
  };
  expect(await json(`/address/${address}`)).toEqual({ address, chain_stats: given, mempool_stats: moved });
  expect(await json(`/address/${address}/utxo`)).toEqual([
    { txid, vout: 1, status: { confirmed: false }, value: change },
  ]);
  const history: { txid: string; vin: { is_coinbase: boolean; prevout: unknown }[] }[] = await json(
    `/address/${address}/txs`,
  );
  expect(history.map((each) => each.txid)).toEqual([txid, coin.txid]);
  expect(history[1]?.vin[0]).toMatchObject({ is_coinbase: true, prevout: null });
  expect((await json(`/address/${address}/txs/chain`))[0].txid).toBe(coin.txid);
  expect(await json(`/address/${address}/txs/chain/${coin.txid}`)).toEqual([]);
  expect((await json(`/address/${address}/txs/mempool`))[0].txid).toBe(txid);
  await held.world.clock.step(600);
  const both = {
    funded_txo_count: 2,
    funded_txo_sum: 100_000_000 + change,
    spent_txo_count: 1,
    spent_txo_sum: 100_000_000,
    tx_count: 2,
  };
  expect(await json(`/address/${address}`)).toEqual({ address, chain_stats: both, mempool_stats: none });
});

test('what does not exist is answered as Esplora answers it', async () => {
  const unknown = '77'.repeat(32);
  expect(await ask(`/tx/${unknown}`)).toMatchObject({ status: 404, body: 'Transaction not found' });
  expect(await ask(`/tx/${unknown}/hex`)).toMatchObject({ status: 404, body: 'Transaction not found' });
  expect(await ask(`/tx/${unknown}/outspends`)).toMatchObject({ status: 404, body: 'Transaction not found' });
  expect(await json(`/tx/${unknown}/status`)).toEqual({ confirmed: false });
  expect(await json(`/tx/${unknown}/outspend/0`)).toEqual({ spent: false });
  expect(await ask('/tx/xyz')).toMatchObject({ status: 400, body: 'Invalid hex string' });
  expect(await ask(`/tx/${unknown}/outspend/x`)).toMatchObject({ status: 400 });
  expect(await ask('/address/%zz')).toMatchObject({ status: 400 });
  for (const path of ['/', '/nothing', `/tx/${unknown}/a/b/c`, '/blocks'])
    expect(await ask(path)).toMatchObject({ status: 404 });
  expect(await ask('/tx', 'DELETE')).toMatchObject({ status: 404 });
});

test('fee estimates are numbers by target', async () => {
  const estimates = await json('/fee-estimates');
  expect(estimates).toMatchObject({ 1: 12, 6: 12, 144: 12, 1008: 12 });
});

test('scripts print in the notation of Esplora', () => {
  const hash = new Uint8Array(20).fill(1);
  const hex = '01'.repeat(20);
  expect(scriptAsm(p2shScript(hash))).toBe(`OP_HASH160 OP_PUSHBYTES_20 ${hex} OP_EQUAL`);
  expect(scriptAsm(witnessScript(1, new Uint8Array(32).fill(1)))).toBe(
    `OP_PUSHNUM_1 OP_PUSHBYTES_32 ${'01'.repeat(32)}`,
  );
  expect(scriptAsm(opReturnScript(new Uint8Array(80)))).toBe(`OP_RETURN OP_PUSHDATA1 ${'00'.repeat(80)}`);
  expect(scriptAsm(Uint8Array.of(0x4c, 9, 1))).toBe('OP_PUSHDATA1 <push past end>');
});
