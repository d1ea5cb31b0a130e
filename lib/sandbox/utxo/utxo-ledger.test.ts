/** The guarantees for vaults and trackers, also after a kill at any moment. */
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CHAINS } from '../../chains/chains.ts';
import type { ChainId } from '../../domain/chain-id.ts';
import { buildPayment } from './build-payment.ts';
import { rulesOf } from './chain-rules.ts';
import { type HeldWorld, heldWorld } from './held-world.ts';
import { opReturnScript, scriptOfAddress } from './scripts.ts';
import { COIN, codeAndText, FAMILY, fundedWallet, getJson, hexOf, KEY, OTHER, spend, TO } from './test-spend.ts';
import { createUtxoLedger, type UtxoLedger } from './utxo-ledger.ts';

let held: HeldWorld;
beforeEach(() => {
  held = heldWorld();
});
afterEach(() => held.remove());

const open = (chain: ChainId = 'BTC'): UtxoLedger => createUtxoLedger(held.world, CHAINS[chain]);
const nextBlock = (chain: ChainId = 'BTC') => held.world.clock.step(CHAINS[chain].blockSeconds);

describe.each(FAMILY)('%s vaults', (chain) => {
  const memo = '=:e:0x0000000000000000000000000000000000000001:1/3/0';
  const value = 50n * COIN;
  const rate = rulesOf(chain).feePerVbyte;

  async function paidIn() {
    const { ledger, address, script, coins } = await fundedWallet(held.world, chain, value);
    const vault = ledger.vaultAddress('thor-0');
    const pay = { value: 10n * COIN, script: scriptOfAddress(vault, CHAINS[chain]) ?? script };
    const { tx, feeBaseUnits } = buildPayment({
      rules: rulesOf(chain),
      privateKey: KEY,
      ownScript: script,
      coins,
      pay,
      memo,
      feePerVbyte: rate,
    });
    const hash = ledger.broadcast(hexOf(tx));
    return { ledger, address, vault, hash, feeBaseUnits };
  }

  test('see a payment once its block is there, with sender, amount and memo', async () => {
    const { ledger, address, vault, hash, feeBaseUnits } = await paidIn();
    const before = ledger.height();
    expect(await ledger.inboundsAbove(0)).toEqual([]);
    await nextBlock(chain);
    const seen = {
      chain,
      hash,
      from: address,
      to: vault,
      amountBaseUnits: 10n * COIN,
      memo,
      blockHeight: before + 1,
      gasBaseUnits: feeBaseUnits,
    };
    expect(await ledger.inboundsAbove(before)).toEqual([seen]);
    expect(await ledger.inboundsAbove(before + 1)).toEqual([]);
  });

  test('pay out really signed transactions, one for a key, also after a kill, and never see their own change', async () => {
    const { ledger, vault } = await paidIn();
    await nextBlock(chain);
    const to = ledger.addressOfKey(OTHER, 'p2pkh');
    const order = { key: 'swap-1', vault: 'thor-0', to, amountBaseUnits: 3n * COIN, memo: `OUT:${'AB'.repeat(32)}` };
    const first = await ledger.payOut(order);
    // Its change is unconfirmed, and pays the second payout.
    const second = await ledger.payOut({ ...order, key: 'swap-2' });
    expect(await ledger.payOut(order)).toEqual(first);
    expect(second.hash).not.toBe(first.hash);
    held.kill();
    const again = open(chain);
    expect(await again.payOut(order)).toEqual(first);
    expect(await again.confirmations(second.hash)).toBe(0);
    await nextBlock(chain);
    expect(again.balance(to)).toBe(6n * COIN);
    expect(again.balance(vault)).toBe(4n * COIN - first.gasBaseUnits - second.gasBaseUnits);
    expect((await again.inboundsAbove(0)).map((payment) => payment.amountBaseUnits)).toEqual([10n * COIN]);
    const tx = await getJson(again, `/tx/${first.hash}`);
    expect(tx.vout[0].scriptpubkey_address).toBe(to);
    expect(tx.vout.at(-1).scriptpubkey_type).toBe('op_return');
    expect(tx.fee).toBe(Number(first.gasBaseUnits));
  });

  test('pay out with a memo that an OP_RETURN does not hold: a Solana payment’s signature is longer than that', async () => {
    const { ledger, vault } = await paidIn();
    await nextBlock(chain);
    const to = ledger.addressOfKey(OTHER, 'p2pkh');
    const long = `OUT:${'5'.repeat(88)}`;
    const { hash, gasBaseUnits } = await ledger.payOut({
      key: 'k',
      vault: 'thor-0',
      to,
      amountBaseUnits: COIN,
      memo: long,
    });
    await nextBlock(chain);
    const tx = await getJson(ledger, `/tx/${hash}`);
    const [, , opReturn, rest] = tx.vout;
    expect(tx.vout).toHaveLength(4);
    const head = Buffer.from(`${long.slice(0, 79)}^`).toString('hex');
    expect(opReturn.scriptpubkey).toContain(head);
    expect(rest.scriptpubkey).toContain(Buffer.from(long.slice(79)).toString('hex').padEnd(40, '0'));
    expect(ledger.balance(vault)).toBe(9n * COIN - gasBaseUnits - BigInt(rest.value));
  });

  test('refuse to pay what they do not have, dust, and memos that are too long', async () => {
    const { ledger } = await paidIn();
    const order = { key: 'k', vault: 'thor-0', to: ledger.addressOfKey(OTHER, 'p2pkh'), memo: '' };
    // The inbound is unconfirmed: its sender may still replace it.
    await expect(ledger.payOut({ ...order, amountBaseUnits: COIN })).rejects.toThrow(/insufficient funds/);
    await nextBlock(chain);
    await expect(ledger.payOut({ ...order, amountBaseUnits: 10n * COIN })).rejects.toThrow(/insufficient funds/);
    await expect(ledger.payOut({ ...order, amountBaseUnits: 1n })).rejects.toThrow(/dust/);
    await expect(ledger.payOut({ ...order, amountBaseUnits: COIN, memo: 'x'.repeat(240) })).rejects.toThrow(
      /240 bytes/,
    );
    expect((await ledger.payOut({ ...order, amountBaseUnits: COIN })).hash).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('a kill at any moment', () => {
  test('loses no coin, no waiting transaction, no vault and no height that was answered', async () => {
    const { ledger, address, script, coins } = await fundedWallet(held.world);
    const vault = ledger.vaultAddress('thor-7');
    const to = scriptOfAddress(vault, CHAINS.BTC) ?? script;
    const outputs = [
      { value: COIN - 2000n, script: to },
      { value: 0n, script: opReturnScript(utf8ToBytes('=:e:0x1')) },
    ];
    await nextBlock();
    const hash = ledger.broadcast(hexOf(spend('BTC', { coins, outputs })));
    const height = ledger.height();
    held.kill();
    const again = open();
    expect(again.height()).toBeGreaterThanOrEqual(height);
    expect(await again.confirmations(hash)).toBe(0);
    expect(again.balance(address)).toBe(0n);
    expect(again.balance(vault)).toBe(COIN - 2000n);
    expect(
      codeAndText(() =>
        again.broadcast(hexOf(spend('BTC', { coins, outputs: [{ value: COIN - 9000n, script: TO }] }))),
      )[1],
    ).toBe('txn-mempool-conflict');
    await nextBlock();
    expect(await again.inboundsAbove(height)).toMatchObject([{ hash, to: vault, from: address }]);
    held.kill();
    const last = open();
    expect(await last.inboundsAbove(height)).toHaveLength(1);
    expect(await last.confirmations(hash)).toBe(1);
  });

  test('a reorganisation takes back what the last blocks held, and the next block has it, also after a kill', async () => {
    const { ledger, coins } = await fundedWallet(held.world);
    const vault = ledger.vaultAddress('thor-0');
    const to = scriptOfAddress(vault, CHAINS.BTC) ?? TO;
    const outputs = [
      { value: COIN - 2000n, script: to },
      { value: 0n, script: opReturnScript(utf8ToBytes('=:e:0x1')) },
    ];
    const hash = ledger.broadcast(hexOf(spend('BTC', { coins, outputs })));
    await nextBlock();
    await nextBlock();
    const [seen] = await ledger.inboundsAbove(0);
    expect(await ledger.confirmations(hash)).toBe(2);
    held.world.faults.set({ target: 'BTC', kind: 'reorg', params: { blocks: 2, times: 1 } });
    await nextBlock();
    expect(await ledger.confirmations(hash)).toBe(1);
    const again = { ...seen, blockHeight: ledger.height() };
    expect(await ledger.inboundsAbove(0)).toEqual([again]);
    held.kill();
    const reopened = open();
    expect(await reopened.inboundsAbove(0)).toEqual([again]);
    await nextBlock();
    expect(await reopened.confirmations(hash)).toBe(2);
  });

  test('a chain whose blocks are held back keeps waiting', async () => {
    const { ledger, coins } = await fundedWallet(held.world);
    const hash = ledger.broadcast(hexOf(spend('BTC', { coins, outputs: [{ value: COIN - 1000n, script: TO }] })));
    held.world.faults.set({ target: 'BTC', kind: 'no-blocks', params: {} });
    await nextBlock();
    expect(await ledger.confirmations(hash)).toBe(0);
    held.world.faults.clear('BTC', 'no-blocks');
    await nextBlock();
    expect(await ledger.confirmations(hash)).toBe(1);
  });
});
