/** The sandbox's wallets are funded once, are silent until allowed, and sign what the local chains accept. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { Script, Transaction } from '@scure/btc-signer';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { chainOf } from '../../chains/chains.ts';
import { encodeSignedTx } from '../cosmos/cosmos-signer.ts';
import { decodeTransaction } from '../utxo/raw-transaction.ts';
import { addressOfScript, opReturnData, scriptOfAddress } from '../utxo/scripts.ts';
import { buildPageScript } from './build-script.ts';
import { openPage, type TestPage } from './test-page.ts';
import { COSMOS, MEMO, startWalletWorld, UTXO } from './test-wallet-world.ts';
import { type Keplr, ledgerOf, type Request, type Unisat, utxosOf } from './test-wallets.ts';

const { utxo, cosmos, gifts, script, own, gateway, restart, folder, service } = startWalletWorld();
let page: TestPage;

beforeEach(() => {
  page = openPage(gateway);
});

const unisat = () => page.window.unisat as Unisat;
const keplr = () => page.window.keplr as Keplr;
const composing = (name: string) => (page.window.vultisig as Record<string, Request>)[name] as Request;

describe('money and file', () => {
  test('every wallet has coins from the start, and no more after a restart', async () => {
    const held = () => UTXO.map((chain) => ledgerOf(utxo, chain).balance(own(chain)));
    const before = held();
    expect(before.map(String)).toEqual([
      '500000000',
      '10000000000',
      '5000000000000',
      '5000000000',
      '20000000000',
      '5000000000',
    ]);
    expect(ledgerOf(cosmos, 'GAIA').balance(own('GAIA'))).toBe(2_000_000_000n);
    expect(ledgerOf(cosmos, 'THOR').balance(own('THOR'))).toBe(2_000_000_000_000n);
    expect(ledgerOf(cosmos, 'MAYA').balance(own('MAYA'))).toBe(500_000_000_000_000n);
    expect(gifts).toContain(`${own('ETH')} 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48`);
    const given = gifts.length;
    await restart();
    expect(held()).toEqual(before);
    expect(gifts).toHaveLength(given);
  });

  test('the bundle is made once, and again when a source has changed', async () => {
    const path = join(folder(), 'wallets-script.json');
    const saved = z.object({ inputs: z.array(z.string()), fingerprint: z.string(), script: z.string() });
    const kept = saved.parse(JSON.parse(readFileSync(path, 'utf8')));
    expect(kept.inputs).toContain('lib/sandbox/wallets/page/main.ts');
    writeFileSync(path, JSON.stringify({ ...kept, script: 'kept' }));
    expect(await buildPageScript(folder())).toBe('kept');
    writeFileSync(path, JSON.stringify({ ...kept, script: 'stale', fingerprint: 'of other sources' }));
    expect(await buildPageScript(folder())).toBe(kept.script);
  });

  test('is answered to reading only, at its own path only', async () => {
    const ask = (method: string, path: string) =>
      service().handle({ method, path, query: new URLSearchParams(), body: '' });
    expect((await ask('POST', '/')).status).toBe(405);
    expect((await ask('GET', '/keys')).status).toBe(404);
  });
});

test('beside real wallets, it takes no other wallet’s place', async () => {
  const real = { real: true };
  Object.assign(page.window, { unisat: real, keplr: real, vultisig: real });
  page.run(await script());
  expect([page.window.unisat, page.window.keplr, page.window.vultisig]).toEqual([real, real, real]);
});

describe('Bitcoin', () => {
  const vault = () => ledgerOf(utxo, 'BTC').vaultAddress('thor-0');
  async function psbt(key?: Uint8Array): Promise<{ hex: string; tx: Transaction }> {
    const [coin] = z
      .array(z.object({ txid: z.string(), vout: z.number(), value: z.string() }))
      .parse(await utxosOf(ledgerOf(utxo, 'BTC'), own('BTC')));
    if (!coin) throw new Error('no coin');
    const ledger = ledgerOf(utxo, 'BTC');
    const scriptOf = (address: string) => scriptOfAddress(address, chainOf('BTC')) ?? new Uint8Array();
    const tx = new Transaction({ allowUnknownOutputs: true });
    const script = scriptOf(key ? ledger.addressOfKey(key, 'p2wpkh') : own('BTC'));
    tx.addInput({ txid: coin.txid, index: coin.vout, witnessUtxo: { script, amount: BigInt(coin.value) } });
    tx.addOutput({ script: scriptOf(vault()), amount: 1_000_000n });
    tx.addOutput({ script: Script.encode(['RETURN', new TextEncoder().encode(MEMO)]), amount: 0n });
    tx.addOutput({ script: scriptOf(own('BTC')), amount: BigInt(coin.value) - 1_010_000n });
    return { hex: bytesToHex(tx.toPSBT()), tx };
  }
  test('is silent until it is allowed, then remembers', async () => {
    page.run(await script());
    expect(await unisat().getAccounts()).toEqual([]);
    await expect(unisat().signPsbt((await psbt()).hex)).rejects.toMatchObject({ code: 4100 });
    expect(page.questions).toEqual([]);
    page.answer = 'reject';
    await expect(unisat().requestAccounts()).rejects.toMatchObject({ code: 4001 });
    page.answer = 'confirm';
    expect(await unisat().requestAccounts()).toEqual([own('BTC')]);
    expect(await unisat().getAccounts()).toEqual([own('BTC')]);
    await unisat().requestAccounts();
    expect(page.questions).toHaveLength(2);
  });

  test('shows outputs, memo and fee, and signs what the chain takes', async () => {
    page.run(await script());
    await unisat().requestAccounts();
    const { hex, tx } = await psbt();
    const signed = Transaction.fromPSBT(hexToBytes(await unisat().signPsbt(hex)), { allowUnknownOutputs: true });
    expect(ledgerOf(utxo, 'BTC').broadcast(bytesToHex(signed.extract()))).toBe(tx.id);
    for (const shown of [`0.01 BTC to ${vault()}`, MEMO, '0.0001 BTC']) expect(page.questions[1]).toContain(shown);
  });

  test('signs no input of others, and nothing that was rejected', async () => {
    page.run(await script());
    await unisat().requestAccounts();
    const other = await psbt(new Uint8Array(32).fill(9));
    await expect(unisat().signPsbt(other.hex)).rejects.toMatchObject({ code: -32602 });
    const named = { toSignInputs: [{ index: 0 }] };
    await expect(unisat().signPsbt(other.hex, named)).rejects.toMatchObject({ code: -32602 });
    await expect(unisat().signPsbt('70736274')).rejects.toMatchObject({ code: -32602 });
    page.answer = 'reject';
    await expect(unisat().signPsbt((await psbt()).hex)).rejects.toMatchObject({ code: 4001 });
  });
});

describe.each([
  ['LTC', 'litecoin'],
  ['DOGE', 'dogecoin'],
  ['DASH', 'dash'],
  ['BCH', 'bitcoincash'],
  ['ZEC', 'zcash'],
] as const)('%s', (chain, name) => {
  const order = (change: Record<string, unknown> = {}) => [
    { from: own(chain), to: ledgerOf(utxo, chain).vaultAddress('thor-0'), value: '300000000', memo: MEMO, ...change },
  ];

  test('pays a vault first, with the memo, and the change back to itself', async () => {
    page.run(await script());
    expect(await composing(name).request({ method: 'get_accounts' })).toEqual([]);
    await composing(name).request({ method: 'request_accounts' });
    const ledger = ledgerOf(utxo, chain);
    const txid = await composing(name).request({ method: 'send_transaction', params: order() });
    const { body } = await ledger.service.handle({
      method: 'GET',
      path: `/tx/${txid}/hex`,
      query: new URLSearchParams(),
      body: '',
    });
    const tx = decodeTransaction(hexToBytes(body), ledger.rules.format);
    const network = chainOf(chain).sandbox.utxo;
    if (!network) throw new Error('no network');
    const [first, ...rest] = tx.outputs;
    expect(first?.value).toBe(300_000_000n);
    expect(first && addressOfScript(first.script, network)).toBe(ledger.vaultAddress('thor-0'));
    const memos = rest.map(({ script }) => opReturnData(script)).filter((data) => data !== undefined);
    expect(memos.map((data) => new TextDecoder().decode(data))).toEqual([MEMO]);
    const change = rest
      .filter(({ script }) => !opReturnData(script))
      .map(({ script }) => addressOfScript(script, network));
    expect(change).toEqual([own(chain)]);
    expect(page.questions[1]).toContain(`3 ${chain}`);
    expect(page.questions[1]).toContain(MEMO);
  });

  test('refuses bad orders by what is wrong with them, and sends nothing that was rejected', async () => {
    page.run(await script());
    const send = (change: Record<string, unknown> = {}) =>
      composing(name).request({ method: 'send_transaction', params: order(change) });
    await expect(send()).rejects.toMatchObject({ code: 4100 });
    await composing(name).request({ method: 'request_accounts' });
    await expect(send({ from: ledgerOf(utxo, chain).vaultAddress('thor-0') })).rejects.toMatchObject({ code: 4100 });
    await expect(send({ to: 'nobody' })).rejects.toMatchObject({ code: -32602 });
    await expect(send({ value: '1.5' })).rejects.toMatchObject({ code: -32602 });
    await expect(send({ value: '99999999999999999' })).rejects.toMatchObject({ code: -32000 });
    await expect(send({ memo: 'x'.repeat(81) })).rejects.toMatchObject({ code: -32000 });
    const before = ledgerOf(utxo, chain).balance(own(chain));
    page.answer = 'reject';
    await expect(send()).rejects.toMatchObject({ code: 4001 });
    expect(ledgerOf(utxo, chain).balance(own(chain))).toBe(before);
  });
});

describe.each(COSMOS)('%s', (chain) => {
  const id = () => String(chainOf(chain).sandbox.networkId);
  const doc = () => {
    const ledger = ledgerOf(cosmos, chain);
    const account = ledger.account(own(chain));
    const asset = chain === 'THOR' ? 'THOR.RUNE' : 'MAYA.CACAO';
    const msg =
      chain === 'GAIA'
        ? {
            type: 'cosmos-sdk/MsgSend',
            value: {
              from_address: own(chain),
              to_address: ledger.vaultAddress('thor-0'),
              amount: [{ denom: 'uatom', amount: '1000000' }],
            },
          }
        : {
            type: `${chain === 'THOR' ? 'thorchain' : 'mayachain'}/MsgDeposit`,
            value: { coins: [{ asset, amount: '100000000' }], memo: MEMO, signer: own(chain) },
          };
    return {
      chain_id: id(),
      account_number: account?.accountNumber ?? '',
      sequence: account?.sequence ?? '',
      fee: { amount: chain === 'GAIA' ? [{ denom: 'uatom', amount: '5000' }] : [], gas: '200000' },
      msgs: [msg],
      memo: chain === 'GAIA' ? MEMO : '',
    };
  };

  test('gives its key only to a page that was allowed, and signs what the chain takes', async () => {
    page.run(await script());
    await expect(keplr().getKey(id())).rejects.toMatchObject({ code: 4100 });
    await expect(keplr().signAmino(id(), own(chain), doc())).rejects.toMatchObject({ code: 4100 });
    expect(page.questions).toEqual([]);
    await keplr().enable(id());
    expect((await keplr().getKey(id())).bech32Address).toBe(own(chain));
    const signed = await keplr().signAmino(id(), own(chain), doc());
    const hash = ledgerOf(cosmos, chain).broadcast(encodeSignedTx(signed, chainOf(chain)));
    expect(hash).toMatch(/^[0-9A-F]{64}$/);
    expect(page.questions[1]).toContain(MEMO);
  });

  test('signs nothing for another chain or account, and nothing that was rejected', async () => {
    page.run(await script());
    await keplr().enable(id());
    await expect(keplr().enable('cosmoshub-4')).rejects.toThrow('There is no chain info for cosmoshub-4');
    const other = { ...doc(), chain_id: 'cosmoshub-4' };
    await expect(keplr().signAmino(id(), own(chain), other)).rejects.toMatchObject({ code: -32602 });
    await expect(keplr().signAmino(id(), 'somebody', doc())).rejects.toMatchObject({ code: 4100 });
    page.answer = 'reject';
    await expect(keplr().signAmino(id(), own(chain), doc())).rejects.toMatchObject({ code: 4001 });
  });
});
