/** The guarantees for Chainflip when bitcoin arrives in its channels, also after a kill at any moment. */
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CHAINS } from '../../chains/chains.ts';
import type { ChainId } from '../../domain/chain-id.ts';
import { type HeldWorld, heldWorld } from './held-world.ts';
import { opReturnScript, scriptKind, scriptOfAddress } from './scripts.ts';
import { COIN, coinsOf, FAMILY, fundedWallet, getJson, hexOf, KEY, OTHER, spend, TO } from './test-spend.ts';
import type { TxOutput } from './tx-encoding.ts';
import { createUtxoLedger, type UtxoLedger } from './utxo-ledger.ts';

let held: HeldWorld;
beforeEach(() => {
  held = heldWorld();
});
afterEach(() => held.remove());

const open = (chain: ChainId = 'BTC'): UtxoLedger => createUtxoLedger(held.world, CHAINS[chain]);
const nextBlock = () => held.world.clock.step(CHAINS.BTC.blockSeconds);
const scriptOf = (address: string): Uint8Array => scriptOfAddress(address, CHAINS.BTC) ?? new Uint8Array();

function channelsOf(ledger: UtxoLedger) {
  if (ledger.channels === undefined) throw new Error('the chain has no channels');
  return ledger.channels;
}
const addressOf = (ledger: UtxoLedger, number: bigint): string => channelsOf(ledger).channelAddress({ number });

/** Pays from the wallet's coins; the rest, less 5000 sat, is change in the last output. */
async function pay(ledger: UtxoLedger, outputs: TxOutput[], change = true): Promise<string> {
  const wallet = ledger.addressOfKey(KEY, 'p2wpkh');
  const coins = await coinsOf(ledger, wallet);
  const left =
    coins.reduce((sum, { value }) => sum + value, 0n) - outputs.reduce((sum, { value }) => sum + value, 5000n);
  const back = change ? [{ value: left, script: scriptOf(wallet) }] : [];
  return ledger.broadcast(hexOf(spend('BTC', { coins, outputs: [...outputs, ...back] })));
}
const to = (address: string, value: bigint): TxOutput => ({ value, script: scriptOf(address) });

test('only Bitcoin has channels: Chainflip serves no other chain of the family', () => {
  expect(FAMILY.filter((chain) => open(chain).channels !== undefined)).toEqual(['BTC']);
});

test('a channel has one taproot address of the test network, the same after a kill, another for each number', () => {
  const ledger = open();
  const numbers = [0n, 1n, 2n, 1n << 70n];
  const addresses = numbers.map((number) => addressOf(ledger, number));
  expect(new Set(addresses).size).toBe(4);
  for (const address of addresses) {
    expect(address).toMatch(/^bcrt1p/);
    expect(scriptKind(scriptOf(address)).type).toBe('v1_p2tr');
  }
  held.kill();
  const again = open();
  expect(numbers.map((number) => addressOf(again, number))).toEqual(addresses);
  expect(() => channelsOf(ledger).channelAddress({ number: 1n, token: 'USDC' })).toThrow(/no tokens/);
});

describe('deposits', () => {
  test('are seen while they wait and once in their block, with sender and every output of their own', async () => {
    const { ledger, address: wallet } = await fundedWallet(held.world);
    const [first, second] = [addressOf(ledger, 1n), addressOf(ledger, 2n)];
    const outputs = [to(first, 10_000n), { value: 20_000n, script: TO }, to(second, 30_000n), to(first, 40_000n)];
    const hash = await pay(ledger, outputs);
    const seen = { chain: 'BTC', hash, from: wallet };
    const waiting = [
      { ...seen, to: first, amountBaseUnits: 10_000n, blockHeight: 0 },
      { ...seen, to: first, amountBaseUnits: 40_000n, blockHeight: 0 },
    ];
    expect(await channelsOf(ledger).pendingTo([first])).toEqual(waiting);
    expect(await channelsOf(ledger).depositsTo([first, second], 0)).toEqual([]);
    const height = ledger.height();
    await nextBlock();
    expect(await channelsOf(ledger).pendingTo([first, second])).toEqual([]);
    const deposits = await channelsOf(ledger).depositsTo([second, first.toUpperCase()], height);
    expect(deposits.map(({ to: at, amountBaseUnits }) => [at, amountBaseUnits])).toEqual([
      [first, 10_000n],
      [second, 30_000n],
      [first, 40_000n],
    ]);
    expect(deposits.every(({ blockHeight }) => blockHeight === height + 1)).toBe(true);
    expect(await channelsOf(ledger).depositsTo([first, second], height + 1)).toEqual([]);
  });

  test('carry the data beside them and the refund address: the output after the data', async () => {
    const { ledger, address: wallet } = await fundedWallet(held.world);
    const channel = addressOf(ledger, 1n);
    const other = ledger.addressOfKey(OTHER, 'p2tr');
    const data = new Uint8Array(80).map((_, index) => index);
    const payload = Buffer.from(data).toString('hex');
    await pay(ledger, [to(channel, 10_000n), { value: 0n, script: opReturnScript(data) }]);
    await nextBlock();
    await pay(ledger, [to(channel, 20_000n), { value: 0n, script: opReturnScript(data) }, to(other, 1000n)]);
    await nextBlock();
    await pay(ledger, [to(channel, COIN - 45_000n), { value: 0n, script: opReturnScript(utf8ToBytes('a')) }], false);
    await nextBlock();
    const [plain, explicit, last] = await channelsOf(ledger).depositsTo([channel], 0);
    expect(plain).toMatchObject({ data: payload, changeAddress: wallet });
    expect(explicit).toMatchObject({ data: payload, changeAddress: other });
    expect(last).toMatchObject({ data: '61' });
    expect(last?.changeAddress).toBeUndefined();
  });

  test('are reported in the same way after a kill, and waiting ones come in the next block', async () => {
    const { ledger } = await fundedWallet(held.world);
    const channel = addressOf(ledger, 1n);
    await pay(ledger, [to(channel, 10_000n)]);
    await nextBlock();
    await pay(ledger, [to(channel, 20_000n)]);
    const look = async (of: UtxoLedger) => [
      await channelsOf(of).depositsTo([channel], 0),
      await channelsOf(of).pendingTo([channel]),
    ];
    const before = await look(ledger);
    expect(before.map((list) => list.length)).toEqual([1, 1]);
    held.kill();
    const again = open();
    expect(await look(again)).toEqual(before);
    await nextBlock();
    const amounts = (await channelsOf(again).depositsTo([channel], 0)).map((each) => each.amountBaseUnits);
    expect(amounts).toEqual([10_000n, 20_000n]);
  });

  test('are no payments to other networks, and payments to the vault itself are none either', async () => {
    const { ledger } = await fundedWallet(held.world);
    const vault = ledger.vaultAddress('chainflip-0');
    const memo = { value: 0n, script: opReturnScript(utf8ToBytes('=:e:0x1')) };
    await pay(ledger, [to(addressOf(ledger, 1n), 10_000n), to(vault, 20_000n), memo]);
    await nextBlock();
    expect(await ledger.inboundsAbove(0)).toEqual([]);
  });
});

describe('the vault', () => {
  test('takes all confirmed coins of a channel with real taproot signatures, once for a key, also after a kill', async () => {
    const { ledger } = await fundedWallet(held.world);
    const channel = { number: 1n };
    const address = addressOf(ledger, 1n);
    await pay(ledger, [to(address, 100_000n), to(address, 200_000n)]);
    await expect(channelsOf(ledger).fetch({ key: 'early', channel })).rejects.toThrow(/too little/);
    await nextBlock();
    await pay(ledger, [to(address, 50_000n)]);
    const taken = await channelsOf(ledger).fetch({ key: 'a', channel });
    expect(await channelsOf(ledger).fetch({ key: 'a', channel })).toEqual(taken);
    // The second deposit's request finds that the first one fetched both.
    expect(await channelsOf(ledger).fetch({ key: 'b', channel })).toEqual(taken);
    held.kill();
    const again = open();
    expect(await channelsOf(again).fetch({ key: 'a', channel })).toEqual(taken);
    expect(again.balance(address)).toBe(50_000n);
    await nextBlock();
    const tx = await getJson(again, `/tx/${taken.hash}`);
    expect(tx.vin).toHaveLength(2);
    expect(
      tx.vin.every(({ witness }: { witness: string[] }) => witness.length === 1 && witness[0]?.length === 128),
    ).toBe(true);
    expect(tx.vout).toHaveLength(1);
    expect(tx.vout[0].scriptpubkey_address).toBe(again.vaultAddress('chainflip-0'));
    // At most the cost of taproot inputs with one signature: 57.5 vbytes each at the chain's rate.
    expect(tx.fee).toBeLessThan(180 * 12);
    expect(again.balance(again.vaultAddress('chainflip-0'))).toBe(300_000n - BigInt(tx.fee));
    const later = await channelsOf(again).fetch({ key: 'c', channel });
    expect(later).not.toEqual(taken);
    expect(await channelsOf(again).fetch({ key: 'b', channel })).toEqual(taken);
    await expect(channelsOf(again).fetch({ key: 'd', channel: { number: 9n } })).rejects.toThrow(/too little/);
  });

  test('pays out without a memo, once for a key, also to taproot addresses', async () => {
    const ledger = open();
    await ledger.fund(ledger.vaultAddress('chainflip-0'), COIN);
    const order = {
      key: 'p',
      vault: 'chainflip-0',
      to: ledger.addressOfKey(OTHER, 'p2tr'),
      amountBaseUnits: 30_000n,
      memo: '',
    };
    const paid = await ledger.payOut(order);
    held.kill();
    const again = open();
    expect(await again.payOut(order)).toEqual(paid);
    await nextBlock();
    expect(again.balance(order.to)).toBe(30_000n);
    const tx = await getJson(again, `/tx/${paid.hash}`);
    expect(tx.vout.map((output: { scriptpubkey_type: string }) => output.scriptpubkey_type)).toEqual([
      'v1_p2tr',
      'v0_p2wpkh',
    ]);
    expect(await again.confirmations(paid.hash)).toBe(1);
  });
});
