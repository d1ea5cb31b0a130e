/** If these fail, a swap that a real wallet pays for on the local chains does not arrive, or arrives twice. */
import { hexToBytes } from '@noble/hashes/utils.js';
import { base64 } from '@scure/base';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { chainOf } from '../../chains/chains.ts';
import type { ChainId } from '../../domain/chain-id.ts';
import type { Ledger } from '../ledger.ts';
import { composeTransaction, instruction, signerOf, signTransaction } from '../solana/compose.ts';
import { type Sandbox, startSandbox } from '../start-world.ts';
import { addressOfScript, scriptOfAddress } from '../utxo/scripts.ts';
import { scriptOfKey } from '../utxo/signer.ts';
import { hexOf, KEY, spend } from '../utxo/test-spend.ts';
import { newFolder, removeFolder } from '../world/world-for-tests.ts';
import type { Json, Ref, Status } from './fake-chainflip.ts';

/** The tests start a whole sandbox, possibly on a busy machine. */
const LONG_MS = 120_000;
const EVM_USER = privateKeyToAccount(`0x${'17'.repeat(32)}`);
const SOL_USER = signerOf(new Uint8Array(32).fill(23));
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const DOT_USER = '5CxRx8H2QpJYiZzQsPUsQs9Unv9EjvdWckvuwXXBpXJS2YK3';
const BTC_REFUND = 'bcrt1qyaen0zlqy9309r83nyyf5e89ugc8ls84wxqd08';
const BTC_USER = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
const NO_UTXO = { pubKeyHash: [], scriptHash: [], wif: 0 };
const ONE_ETH = 10n ** 18n;

const REFUNDS: Readonly<Record<string, string>> = {
  Bitcoin: BTC_REFUND,
  Solana: SOL_USER.address,
  Ethereum: EVM_USER.address,
  Arbitrum: EVM_USER.address,
  Bsc: EVM_USER.address,
  Assethub: DOT_USER,
};
const ref = (name: string): Ref => {
  const [chain = '', asset = ''] = name.split('.');
  return { chain, asset };
};
const scriptOf = (address: string): Uint8Array => {
  const script = scriptOfAddress(address, chainOf('BTC'));
  if (script === undefined) throw new Error(`no address: ${address}`);
  return script;
};
/** Answers of foreign protocols; the tests assert what they use. */
const answerSchema = z.object({ result: z.unknown(), error: z.object({ message: z.string() }).optional() });

describe('the emulated Chainflip on the local chains', { timeout: LONG_MS }, () => {
  let folder: string;
  let sandbox: Sandbox;
  const start = async () => {
    sandbox = await startSandbox({ dataDir: folder, port: 0, seed: 'test seed' });
    sandbox.world.clock.held = true;
    sandbox.world.saveClock();
  };
  beforeAll(async () => {
    folder = newFolder();
    await start();
    await sandbox.world.clock.step(60);
  }, LONG_MS);
  afterAll(async () => {
    await sandbox.stop();
    removeFolder(folder);
  }, LONG_MS);

  const ledger = (chain: ChainId): Ledger => {
    const found = sandbox.world.ledgers[chain];
    if (found === undefined) throw new Error(`no ${chain}`);
    return found;
  };
  const rpc = async (service: string, method: string, params: unknown): Promise<unknown> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const response = await fetch(`${sandbox.url}/${service}`, { method: 'POST', body });
    const { result, error } = answerSchema.parse(await response.json());
    if (error !== undefined) throw new Error(error.message);
    return result;
  };
  const open = async (from: string, to: string, destination: string, more: Json = {}) => {
    const src = ref(from);
    const refund = { retry_duration: 50, refund_address: REFUNDS[src.chain], min_price: '0x1', ...more };
    const params = [src, ref(to), destination, 0, null, null, null, refund, null];
    const opened = z
      .object({ address: z.string(), issued_block: z.number(), channel_id: z.number() })
      .parse(await rpc('chainflip-broker', 'broker_request_swap_deposit_address', params));
    return { address: opened.address, id: `${opened.issued_block}-${src.chain}-${opened.channel_id}` };
  };
  const status = async (id: string): Promise<Status> =>
    (await (await fetch(`${sandbox.url}/chainflip-backend/v2/swaps/${id}`)).json()) as Status;
  const pay = (chain: ChainId, vault: string, to: string, amountBaseUnits: bigint, token?: string) =>
    ledger(chain).payOut({ key: `pay ${to}`, vault, to, amountBaseUnits, memo: '', ...(token ? { token } : {}) });
  /** Steps until the swap is over, by blocks of the slowest chain that must be awaited. */
  const settle = async (id: string, stepSeconds = 12): Promise<Status> => {
    for (let at = 0; at < 25; at += 1) {
      const now = await status(id);
      if (now.state === 'COMPLETED' || now.state === 'FAILED') return now;
      await sandbox.world.clock.step(stepSeconds);
    }
    return status(id);
  };
  const confirmed = async (chain: ChainId, hash: unknown) =>
    expect(await ledger(chain).confirmations(String(hash))).toBeGreaterThan(0);

  it('swaps what real transfers bring to channels, on each kind of chain', async () => {
    await ledger('ETH').fund(ledger('ETH').vaultAddress('thor-9'), 100n * ONE_ETH);
    await ledger('ETH').fund(ledger('ETH').vaultAddress('thor-9'), 5_000_000_000n, USDC);
    await ledger('BTC').fund(ledger('BTC').vaultAddress('thor-9'), 10n ** 9n);
    await ledger('SOL').fund(ledger('SOL').vaultAddress('thor-9'), 10n ** 12n);
    await ledger('DOT').fund(ledger('DOT').vaultAddress('thor-9'), 10n ** 15n);
    await ledger('SOL').fund(ledger('SOL').vaultAddress('thor-9'), 5_000_000_000n, MINT);
    const made = [
      ['ETH', 'Ethereum.ETH', 'Bitcoin.BTC', BTC_USER, ONE_ETH, undefined, 'BTC'],
      ['ETH', 'Ethereum.USDC', 'Arbitrum.ETH', EVM_USER.address, 900_000_000n, USDC, 'ARB'],
      ['BTC', 'Bitcoin.BTC', 'Bsc.BNB', EVM_USER.address, 5_000_000n, undefined, 'BSC'],
      ['SOL', 'Solana.SOL', 'Ethereum.USDC', EVM_USER.address, 10n ** 10n, undefined, 'ETH'],
      ['SOL', 'Solana.USDC', 'Solana.SOL', SOL_USER.address, 900_000_000n, MINT, 'SOL'],
      ['DOT', 'Assethub.DOT', 'Ethereum.ETH', EVM_USER.address, 10n ** 13n, undefined, 'ETH'],
      ['ETH', 'Ethereum.ETH', 'Assethub.USDC', DOT_USER, ONE_ETH, undefined, 'DOT'],
    ] as const;
    const ids: [string, ChainId][] = [];
    for (const [chain, from, to, destination, amount, token, paidOn] of made) {
      const channel = await open(from, to, destination);
      await pay(chain, 'thor-9', channel.address, amount, token);
      ids.push([channel.id, paidOn]);
    }
    for (const [id, paidOn] of ids) {
      const done = await settle(id, 300);
      expect(done.state, id).toBe('COMPLETED');
      await confirmed(paidOn, done.swapEgress?.txRef);
    }
  });

  it('carries out vault swaps that real wallets sign: Ethereum, Bitcoin, Solana', async () => {
    const encode = async (from: string, to: string, destination: string, extra: Json) =>
      z
        .record(z.string(), z.unknown())
        .parse(
          await rpc('chainflip-broker', 'broker_request_swap_parameter_encoding', [
            ref(from),
            ref(to),
            destination,
            20,
            { chain: ref(from).chain, ...extra },
          ]),
        );
    const refund_parameters = (address: string) => ({ retry_duration: 10, refund_address: address, min_price: '0x1' });
    await ledger('ETH').fund(EVM_USER.address, 10n * ONE_ETH);
    const eth = await encode('Ethereum.ETH', 'Solana.SOL', SOL_USER.address, {
      input_amount: `0x${ONE_ETH.toString(16)}`,
      refund_parameters: refund_parameters(EVM_USER.address),
    });
    const raw = await EVM_USER.signTransaction({
      chainId: Number(await rpc('rpc/eth', 'eth_chainId', [])),
      to: eth.to as `0x${string}`,
      data: eth.calldata as `0x${string}`,
      value: ONE_ETH,
      gas: 200_000n,
      gasPrice: 20_000_000_000n,
      nonce: 0,
      type: 'legacy',
    });
    const hashes = [String(await rpc('rpc/eth', 'eth_sendRawTransaction', [raw]))];

    const own = addressOfScript(scriptOfKey(KEY, 'p2wpkh'), chainOf('BTC').sandbox.utxo ?? NO_UTXO) ?? '';
    await ledger('BTC').fund(own, 10_000_000n);
    const coins = z
      .array(z.object({ txid: z.string(), vout: z.number(), value: z.number() }))
      .parse(await (await fetch(`${sandbox.url}/esplora/btc/address/${own}/utxo`)).json());
    const btc = await encode('Bitcoin.BTC', 'Ethereum.ETH', EVM_USER.address, {
      min_output_amount: '0x1',
      retry_duration: 10,
    });
    const payload = hexToBytes(String(btc.nulldata_payload).slice(2));
    const tx = spend('BTC', {
      coins: coins.map((coin) => ({ ...coin, value: BigInt(coin.value) })),
      outputs: [
        { value: 6_000_000n, script: scriptOf(String(btc.deposit_address)) },
        { value: 0n, script: Uint8Array.of(0x6a, ...(payload.length > 75 ? [0x4c] : []), payload.length, ...payload) },
        { value: 3_990_000n, script: scriptOf(BTC_REFUND) },
      ],
    });
    const sent = await fetch(`${sandbox.url}/esplora/btc/tx`, { method: 'POST', body: hexOf(tx) });
    hashes.push(await sent.text());
    expect(sent.status, hashes.at(-1)).toBe(200);

    await ledger('SOL').fund(SOL_USER.address, 10n ** 11n);
    const sol = await encode('Solana.SOL', 'Bitcoin.BTC', BTC_USER, {
      from: SOL_USER.address,
      seed: `0x${'5a'.repeat(32)}`,
      input_amount: '0x2540be400',
      refund_parameters: refund_parameters(SOL_USER.address),
    });
    const { accounts, program_id, data } = z
      .object({
        program_id: z.string(),
        accounts: z.array(z.object({ pubkey: z.string(), is_signer: z.boolean(), is_writable: z.boolean() })),
        data: z.string(),
      })
      .parse(sol);
    const roles = accounts.map(
      (one) =>
        [one.pubkey, `${one.is_writable ? 'w' : ''}${one.is_signer ? 's' : ''}` as '' | 'w' | 's' | 'ws'] as const,
    );
    const latest = z
      .object({ value: z.object({ blockhash: z.string() }) })
      .parse(await rpc('rpc/sol', 'getLatestBlockhash', []));
    const wire = composeTransaction(SOL_USER.address, latest.value.blockhash, [
      instruction(program_id, roles, hexToBytes(data.slice(2))),
    ]);
    const signed = base64.encode(signTransaction(wire, [SOL_USER]));
    hashes.push(String(await rpc('rpc/sol', 'sendTransaction', [signed, { encoding: 'base64' }])));

    for (const [at, hash] of hashes.entries()) {
      const done = await settle(hash, 300);
      expect(done.state, hash).toBe('COMPLETED');
      const paidOn: ChainId = (['SOL', 'ETH', 'BTC'] as const)[at] ?? 'ETH';
      await confirmed(paidOn, done.swapEgress?.txRef);
    }
    expect((await status(hashes[1] ?? '')).fillOrKillParams).toMatchObject({ refundAddress: BTC_REFUND });
  });

  it('finishes after a kill what it had begun, and pays it once', async () => {
    const channel = await open('Ethereum.ETH', 'Bitcoin.BTC', BTC_REFUND);
    await pay('ETH', 'thor-9', channel.address, ONE_ETH);
    for (let at = 0; at < 20 && (await status(channel.id)).state !== 'SENDING'; at += 1)
      await sandbox.world.clock.step(6);
    await sandbox.abandon();
    await start();
    const done = await settle(channel.id, 300);
    expect(done.state).toBe('COMPLETED');
    const list = z
      .array(z.object({ txid: z.string(), value: z.number() }))
      .parse(await (await fetch(`${sandbox.url}/esplora/btc/address/${BTC_REFUND}/utxo`)).json());
    expect(list.filter((one) => one.txid === done.swapEgress?.txRef)).toEqual([
      { txid: done.swapEgress?.txRef, value: Number(done.swapEgress?.amount) },
    ]);
    expect(list.filter((one) => one.value === Number(done.swapEgress?.amount))).toHaveLength(1);
  });
});
