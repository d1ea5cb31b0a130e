/** A chain whose processes are killed keeps all that it has answered. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LONG_RUN } from '../../domain/test-effort.ts';
import { commandOfProcess } from '../world/process-identity.ts';
import { heldWorld, newFolder, removeFolder } from '../world/world-for-tests.ts';
import { anvilHost, createEvmLedger, type EvmLedger } from './evm-ledger.ts';
import { createProcessKeeper, type ProcessKeeper } from './process-keeper.ts';
import { ZERO_ADDRESS } from './router-abi.ts';
import { balance, deposit, ETHER, lastTime, receiptOf, send, sign, user } from './test-ledger.ts';

let folder: string;
let world: ReturnType<typeof heldWorld>['world'];
let errors: unknown[];
let keeper: ProcessKeeper;
let ledger: EvmLedger;

async function open(): Promise<void> {
  ({ world, errors } = heldWorld(folder));
  keeper = createProcessKeeper(folder);
  ledger = await createEvmLedger(world, 'ETH', anvilHost(world, keeper));
}

/** What an ended process leaves: nothing in memory, everything on disk. */
async function kill(): Promise<void> {
  world.states.abandon();
  await world.clock.stop();
  await ledger.abandon();
  keeper.close();
}

/** After so many the files have their full size. */
const BLOCKS_A_DAY = LONG_RUN ? 1500 : 1000;

const block = (): Promise<void> => world.clock.step(12);

describe('a chain whose processes are killed', () => {
  beforeEach(async () => {
    folder = newFolder();
    await open();
    await ledger.fund(user.address, 10n * ETHER);
  });
  afterEach(async () => {
    expect(errors).toEqual([]);
    await kill();
    removeFolder(folder);
  });

  it('lets other blocks replace the last ones: what those held is mined again, once, and stays so after a kill', async () => {
    const vault = ledger.vaultAddress('thor-0');
    const router = ledger.routerAddress('thor');
    const [before, height] = [await balance(ledger, vault), ledger.height()];
    const hash = await send(ledger, { to: router, data: deposit(vault, ZERO_ADDRESS, 0n, 'forked'), value: ETHER });
    await block();
    const [seen] = await ledger.inboundsAbove(height);
    // What the world gives meanwhile is no transaction, and stays.
    await ledger.fund('0x00000000000000000000000000000000000f0e4d', ETHER);
    const tip = ledger.height();
    await ledger.node.fork(tip - height, Math.floor(world.clock.now() / 1000));
    expect([ledger.height(), await ledger.confirmations(hash)]).toEqual([tip, 0]);
    expect(await ledger.inboundsAbove(height)).toEqual([]);
    expect(await balance(ledger, vault)).toBe(before);
    await block();
    const again = async () => {
      expect(await ledger.inboundsAbove(height)).toEqual([{ ...seen, blockHeight: tip + 1 }]);
      expect(await receiptOf(ledger, hash)).toMatchObject({
        status: '0x1',
        blockNumber: `0x${(tip + 1).toString(16)}`,
      });
      expect(await balance(ledger, vault)).toBe(before + ETHER);
      expect(await balance(ledger, '0x00000000000000000000000000000000000f0e4d')).toBe(ETHER);
    };
    await again();
    await kill();
    await open();
    await again();
  });

  it('takes a payment that waits into the replacing block, and gives its payer once what the world gave just before', async () => {
    const somebody = '0x00000000000000000000000000000000000f0e4d';
    await block();
    await ledger.fund(user.address, ETHER);
    const held = await balance(ledger, user.address);
    await send(ledger, { to: somebody, value: ETHER });
    await ledger.node.fork(1, Math.floor(world.clock.now() / 1000));
    expect(await balance(ledger, somebody)).toBe(ETHER);
    const spent = held - (await balance(ledger, user.address));
    expect(spent).toBeGreaterThanOrEqual(ETHER);
    expect(spent).toBeLessThan(2n * ETHER);
  });

  it('keeps all that was answered: blocks, times, receipts, payments, payouts, and what still waited', async () => {
    const vault = ledger.vaultAddress('thor-0');
    const router = ledger.routerAddress('thor');
    const mined = await send(ledger, { to: router, data: deposit(vault, ZERO_ADDRESS, 0n, 'mined'), value: ETHER });
    await block();
    const paid = await ledger.payOut({
      key: 'k',
      vault: 'thor-0',
      to: user.address,
      amountBaseUnits: 4n,
      memo: 'OUT:1',
    });
    await world.clock.step(500);
    const waiting = await send(ledger, { to: router, data: deposit(vault, ZERO_ADDRESS, 0n, 'waiting'), value: ETHER });
    await expect(send(ledger, { to: vault, value: 100n * ETHER })).rejects.toThrow(/insufficient funds/i);
    const before = {
      height: ledger.height(),
      time: await lastTime(ledger),
      inbounds: await ledger.inboundsAbove(0),
      receipt: (await receiptOf(ledger, mined))?.blockNumber,
      balance: await balance(ledger, user.address),
      vault: await balance(ledger, vault),
    };
    await kill();
    await open();
    expect({
      height: ledger.height(),
      time: await lastTime(ledger),
      inbounds: await ledger.inboundsAbove(0),
      receipt: (await receiptOf(ledger, mined))?.blockNumber,
      balance: await balance(ledger, user.address),
      vault: await balance(ledger, vault),
    }).toEqual(before);
    expect(
      await ledger.payOut({ key: 'k', vault: 'thor-0', to: user.address, amountBaseUnits: 4n, memo: 'OUT:1' }),
    ).toEqual(paid);
    expect(await ledger.confirmations(waiting)).toBe(0);
    await block();
    expect((await ledger.inboundsAbove(before.height)).map(({ memo }) => memo)).toEqual(['waiting']);
  });

  it('keeps all of it also across a clean stop, and in a second life after that', async () => {
    const hash = await send(ledger, { to: ledger.vaultAddress('thor-0'), data: '0x61', value: ETHER });
    await block();
    const height = ledger.height();
    await world.clock.stop();
    await ledger.stop();
    keeper.close();
    await open();
    expect(ledger.height()).toBe(height);
    const waiting = await send(ledger, { to: user.address, value: 1n });
    await kill();
    await open();
    expect((await receiptOf(ledger, hash))?.status).toBe('0x1');
    expect(await ledger.inboundsAbove(0)).toHaveLength(1);
    expect(await ledger.confirmations(waiting)).toBe(0);
  });

  it('stays as small after any number of blocks, and continues from what it keeps of them', async () => {
    const early = await send(ledger, { to: ledger.vaultAddress('thor-0'), data: '0x61', value: ETHER });
    await block();
    const sizes: number[] = [];
    for (const _days of [1, 2, 3]) {
      for (let mined = 0; mined < BLOCKS_A_DAY; mined += 100)
        await ledger.node.mine(100, Math.floor(world.clock.now() / 1000));
      await ledger.node.snapshot();
      sizes.push(
        readdirSync(join(folder, 'evm')).reduce((sum, name) => sum + statSync(join(folder, 'evm', name)).size, 0),
      );
    }
    const [first = 0, ...later] = sizes;
    for (const size of later) expect(Math.abs(size - first)).toBeLessThan(first / 20);
    const before = { height: ledger.height(), balance: await balance(ledger, user.address) };
    await kill();
    await open();
    expect({ height: ledger.height(), balance: await balance(ledger, user.address) }).toEqual(before);
    expect(before.height).toBeGreaterThan(3 * BLOCKS_A_DAY);
    // What happened is still known: only empty blocks went.
    expect((await receiptOf(ledger, early))?.status).toBe('0x1');
    expect(await ledger.inboundsAbove(0)).toHaveLength(1);
    const next = await send(ledger, { to: user.address, value: 1n });
    await block();
    expect((await receiptOf(ledger, next))?.status).toBe('0x1');
  });

  it('continues when only its node is killed, under a read and under a broadcast', async () => {
    const killNode = async (): Promise<void> => {
      const pid = await ledger.node.exclusive(async (anvil) => anvil.pid);
      expect(commandOfProcess(pid)).toContain('anvil');
      process.kill(pid, 'SIGKILL');
    };
    const first = await send(ledger, { to: user.address, value: 1n });
    await killNode();
    expect(await ledger.node.read('eth_getTransactionByHash', [first])).toMatchObject({ hash: first });
    const raw = await sign(ledger, { to: user.address, value: 2n });
    await killNode();
    const second = await ledger.node.sendRaw(raw);
    await block();
    expect((await receiptOf(ledger, first))?.status).toBe('0x1');
    expect((await receiptOf(ledger, second))?.status).toBe('0x1');
  });
});
