/** The sandbox's wallets are funded once, are silent until allowed, and sign what the local chains accept. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { Script, Transaction } from '@scure/btc-signer';
import { parseTransaction, recoverMessageAddress, recoverTransactionAddress } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { chainOf } from '../../chains/chains.ts';
import type { ChainId } from '../../domain/chain-id.ts';
import { type CosmosLedger, createCosmosLedger } from '../cosmos/cosmos-ledger.ts';
import { encodeSignedTx } from '../cosmos/cosmos-signer.ts';
import type { Ledger, Service } from '../ledger.ts';
import { decodeTransaction } from '../utxo/raw-transaction.ts';
import { addressOfScript, opReturnData, scriptOfAddress } from '../utxo/scripts.ts';
import { createUtxoLedger, type UtxoLedger } from '../utxo/utxo-ledger.ts';
import type { RunningWorld } from '../world/world.ts';
import { heldWorld, newFolder, removeFolder } from '../world/world-for-tests.ts';
import { buildPageScript } from './build-script.ts';
import { openPage, type TestPage } from './test-page.ts';
import { type Keplr, ledgerOf, type Request, RPC, type Unisat, utxosOf } from './test-wallets.ts';
import { walletAddress } from './wallet-accounts.ts';
import { createWalletScript } from './wallet-script.ts';

const UTXO = ['BTC', 'LTC', 'DOGE', 'BCH', 'DASH', 'ZEC'] as const;
const COSMOS = ['GAIA', 'THOR', 'MAYA'] as const;
const MEMO = '=:ETH.ETH:0x1111111111111111111111111111111111111111:12345';
let folder: string;
let world: RunningWorld;
let service: Service;
const utxo = new Map<ChainId, UtxoLedger>();
const cosmos = new Map<ChainId, CosmosLedger>();

/** What was asked of the EVM chain, and gifts that it got. */
const rpcCalls: { method: string; params: unknown[] }[] = [];

const gifts: string[] = [];

/** Only what funding needs; EVM chains have tests of their own. */
const evmLedger = {
  chain: 'ETH',
  fund: async (address: string, _amount: bigint, token?: string) => void gifts.push(`${address} ${token ?? ''}`),
} as unknown as Ledger;

async function openWorld(): Promise<void> {
  world = heldWorld(folder).world;
  for (const chain of UTXO) {
    const ledger = createUtxoLedger(world, chainOf(chain));
    utxo.set(chain, ledger);
    world.ledgers[chain] = ledger;
  }
  for (const chain of COSMOS) {
    const ledger = createCosmosLedger(world, chainOf(chain));
    cosmos.set(chain, ledger);
    world.ledgers[chain] = ledger;
  }
  world.ledgers.ETH = evmLedger;
  service = await createWalletScript(world);
}

async function closeWorld(): Promise<void> {
  world.parts.abandon();
  await world.clock.stop();
}

const script = async () =>
  (await service.handle({ method: 'GET', path: '/', query: new URLSearchParams(), body: '' })).body;

const seed = () => world.secret('wallet');
const own = (chain: ChainId) => walletAddress(seed(), chain);

/** The page's gateway: the local chains behind it, and an EVM node that answers by heart. */
async function gateway(url: string, body: unknown): Promise<unknown> {
  const [, , lower = '', what = ''] = url.split('?')[0]?.split('/') ?? [];
  const chain = lower.toUpperCase() as ChainId;
  if (what === 'utxos')
    return { utxos: await utxosOf(ledgerOf(utxo, chain), new URL(url, 'http://x').searchParams.get('address') ?? '') };
  if (what === 'broadcast')
    return { hash: ledgerOf(utxo, chain).broadcast(z.object({ raw: z.string() }).parse(body).raw) };
  const call = z.object({ method: z.string(), params: z.array(z.unknown()) }).parse(body);
  rpcCalls.push(call);
  return { jsonrpc: '2.0', id: 1, result: RPC[call.method] ?? null };
}

let page: TestPage;

beforeAll(async () => {
  folder = newFolder();
  await openWorld();
});

afterAll(async () => {
  await closeWorld();
  removeFolder(folder);
  vi.unstubAllGlobals();
});

beforeEach(async () => {
  vi.unstubAllGlobals();
  rpcCalls.length = 0;
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
    await closeWorld();
    await openWorld();
    expect(held()).toEqual(before);
    expect(gifts).toHaveLength(given);
  });

  test('the bundle is made once, and again when a source has changed', async () => {
    const path = join(folder, 'wallets-script.json');
    const saved = z.object({ inputs: z.array(z.string()), fingerprint: z.string(), script: z.string() });
    const kept = saved.parse(JSON.parse(readFileSync(path, 'utf8')));
    expect(kept.inputs).toContain('lib/sandbox/wallets/page/main.ts');
    writeFileSync(path, JSON.stringify({ ...kept, script: 'kept' }));
    expect(await buildPageScript(folder)).toBe('kept');
    writeFileSync(path, JSON.stringify({ ...kept, script: 'stale', fingerprint: 'of other sources' }));
    expect(await buildPageScript(folder)).toBe(kept.script);
  });

  test('is answered to reading only, at its own path only', async () => {
    const ask = (method: string, path: string) =>
      service.handle({ method, path, query: new URLSearchParams(), body: '' });
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

describe('EVM chains', () => {
  type Detail = { info: { name: string; rdns: string; icon: string }; provider: Request };
  async function provider(): Promise<Request> {
    const found: Detail[] = [];
    page.window.addEventListener('eip6963:announceProvider', (event) =>
      found.push((event as CustomEvent<Detail>).detail),
    );
    page.run(await script());
    page.window.dispatchEvent(new Event('eip6963:requestProvider'));
    expect(found.map(({ info }) => [info.name, info.rdns])).toEqual(
      Array(2).fill(['Sandbox wallet', 'org.portage.sandbox']),
    );
    expect(found[0]?.info.icon).toMatch(/^data:image\//);
    if (!found[0]) throw new Error('not announced');
    return found[0].provider;
  }
  const tx = () => ({
    from: own('ETH'),
    to: '0x2222222222222222222222222222222222222222',
    value: '0xde0b6b3a7640000',
    data: '0x',
  });

  test('is silent until it is allowed; leaving makes it so again', async () => {
    const { request } = await provider();
    expect(await request({ method: 'eth_accounts' })).toEqual([]);
    await expect(request({ method: 'eth_sendTransaction', params: [tx()] })).rejects.toMatchObject({ code: 4100 });
    page.answer = 'reject';
    await expect(request({ method: 'eth_requestAccounts' })).rejects.toMatchObject({ code: 4001 });
    page.answer = 'confirm';
    expect(await request({ method: 'eth_requestAccounts' })).toEqual([own('ETH')]);
    await request({ method: 'wallet_revokePermissions' });
    expect(await request({ method: 'eth_accounts' })).toEqual([]);
  });

  test('signs for the local chain only, with its own key, and shows amount and recipient first', async () => {
    const { request } = await provider();
    await request({ method: 'eth_requestAccounts' });
    await request({ method: 'eth_sendTransaction', params: [tx()] });
    const sent = rpcCalls.find(({ method }) => method === 'eth_sendRawTransaction');
    const [raw] = z.tuple([z.custom<`0x02${string}`>((value) => /^0x02/.test(String(value)))]).parse(sent?.params);
    expect(await recoverTransactionAddress({ serializedTransaction: raw })).toBe(own('ETH'));
    expect(parseTransaction(raw)).toMatchObject({
      chainId: 900_000_001,
      nonce: 4,
      to: tx().to,
      value: 10n ** 18n,
      gas: 25_200n,
    });
    expect(page.questions[1]).toContain('1 ETH');
    expect(page.questions[1]).toContain(tx().to);
  });

  test('sends nothing that was rejected, for another account or for another chain', async () => {
    const { request } = await provider();
    await request({ method: 'eth_requestAccounts' });
    const send = (change: Record<string, unknown>) =>
      request({ method: 'eth_sendTransaction', params: [{ ...tx(), ...change }] });
    await expect(send({ from: tx().to })).rejects.toMatchObject({ code: 4100 });
    await expect(send({ chainId: '0x1' })).rejects.toMatchObject({ code: -32602 });
    await expect(send({ value: 'all' })).rejects.toMatchObject({ code: -32602 });
    page.answer = 'reject';
    await expect(send({})).rejects.toMatchObject({ code: 4001 });
    expect(rpcCalls.map(({ method }) => method)).not.toContain('eth_sendRawTransaction');
  });

  test('knows the local chains and no public one, reads through the node, and names what it cannot do', async () => {
    const { request } = await provider();
    const switchTo = (chainId: string) => request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] });
    expect(await request({ method: 'eth_chainId' })).toBe('0x35a4e901');
    expect(await switchTo('0x35a4e901')).toBeNull();
    for (const unknown of ['0x1', '0xa4b1']) await expect(switchTo(unknown)).rejects.toMatchObject({ code: 4902 });
    expect(await request({ method: 'eth_blockNumber' })).toBe('0x10');
    for (const method of ['wallet_getCapabilities', 'eth_sign', 'eth_signTransaction'])
      await expect(request({ method })).rejects.toMatchObject({ code: 4200 });
  });

  test('signs messages as they are shown', async () => {
    const { request } = await provider();
    await request({ method: 'eth_requestAccounts' });
    const signature = await request({ method: 'personal_sign', params: ['0x68656c6c6f', own('ETH')] });
    expect(await recoverMessageAddress({ message: 'hello', signature: signature as `0x${string}` })).toBe(own('ETH'));
    expect(page.questions[1]).toContain('hello');
  });
});
