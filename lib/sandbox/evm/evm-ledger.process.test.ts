import { getAddress, type Hex } from 'viem';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { heldWorld, newFolder, removeFolder } from '../world/world-for-tests.ts';
import { anvilHost, createEvmLedger, type EvmLedger } from './evm-ledger.ts';
import { createProcessKeeper, type ProcessKeeper } from './process-keeper.ts';
import { ZERO_ADDRESS } from './router-abi.ts';
import { createRpcService } from './rpc-service.ts';
import {
  balance,
  type Call,
  CHAIN_ID,
  deposit,
  ETHER,
  FAR,
  lastTime,
  receiptOf,
  send,
  sign,
  user,
} from './test-ledger.ts';
import { SANDBOX_TOKENS, tokenAt, tokensOf } from './tokens.ts';

const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const USDT = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
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

const block = (): Promise<void> => world.clock.step(12);

const approve = (spender: string, amount: bigint): Hex =>
  `0x095ea7b3${spender.slice(2).toLowerCase().padStart(64, '0')}${amount.toString(16).padStart(64, '0')}`;

const tokenBalance = async (ledger: EvmLedger, token: string, holder: string): Promise<bigint> =>
  BigInt(
    (await ledger.node.read('eth_call', [
      { to: token, data: `0x70a08231${holder.slice(2).padStart(64, '0')}` },
      'latest',
    ])) as string,
  );

const revertText = async (ledger: EvmLedger, call: Call & { value?: bigint }): Promise<string> =>
  ledger.node
    .read('eth_call', [
      { from: user.address, to: call.to, data: call.data, value: `0x${(call.value ?? 0n).toString(16)}` },
      'latest',
    ])
    .then(
      () => 'no revert',
      (error: Error) => error.message,
    );

it('writes every token’s address as wallets do, so that none is mistyped', () => {
  expect(SANDBOX_TOKENS.filter(({ address }) => getAddress(address) !== address)).toEqual([]);
});

describe('a chain that stays', () => {
  beforeAll(async () => {
    folder = newFolder();
    await open();
    await ledger.fund(user.address, 1000n * ETHER);
    await ledger.fund(user.address, 5_000_000_000n, USDC);
    await ledger.fund(user.address, 5_000_000_000n, USDT);
  });
  afterAll(async () => {
    await world.clock.stop();
    await ledger.stop();
    keeper.close();
    removeFolder(folder);
  });
  afterEach(() => expect(errors).toEqual([]));

  it('shows no height before the payments up to it, however many blocks come at once', async () => {
    const before = ledger.height();
    const hash = await send(ledger, { to: ledger.vaultAddress('thor-0'), value: ETHER, data: '0x3d3a62' });
    let mined = false;
    const mining = ledger.node.mine(13, Math.floor(world.clock.now() / 1000)).then(() => {
      mined = true;
    });
    while (!mined) {
      const tip = ledger.height();
      const seen = (await ledger.inboundsAbove(before)).some((payment) => payment.hash === hash);
      expect(seen).toBe(tip > before);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await mining;
    expect(ledger.height()).toBe(before + 13);
    expect((await ledger.inboundsAbove(before)).map((payment) => payment.hash)).toContain(hash);
  });

  it('signs for no public chain: its chain id is one that none of them has', async () => {
    expect(await ledger.node.read('eth_chainId', [])).toBe(`0x${CHAIN_ID.toString(16)}`);
  });

  it('has every listed token at its public address with its own name and decimals', async () => {
    for (const token of tokensOf('ETH')) {
      const decimals = await ledger.node.read('eth_call', [{ to: token.address, data: '0x313ce567' }, 'latest']);
      expect(Number(decimals)).toBe(token.decimals);
      const symbol = (await ledger.node.read('eth_call', [
        { to: token.address, data: '0x95d89b41' },
        'latest',
      ])) as string;
      expect(Buffer.from(symbol.slice(130), 'hex').toString().replaceAll('\0', '')).toBe(token.symbol);
      expect(tokenAt('ETH', token.address.toUpperCase().replace('0X', '0x'))).toBe(token);
    }
  });

  it('sees a native deposit through the router: sent on to the vault, with amount, memo and sender', async () => {
    const vault = ledger.vaultAddress('thor-0');
    const [before, height] = [await balance(ledger, vault), ledger.height()];
    const router = ledger.routerAddress('thor');
    const hash = await send(ledger, {
      to: router,
      data: deposit(vault, ZERO_ADDRESS, 0n, '=:b:bc1q', FAR),
      value: 2n * ETHER,
    });
    expect(await ledger.inboundsAbove(height)).toEqual([]);
    expect(await ledger.confirmations(hash)).toBe(0);
    await block();
    const [payment, ...others] = await ledger.inboundsAbove(height);
    expect(others).toEqual([]);
    expect(payment).toMatchObject({
      chain: 'ETH',
      hash,
      from: user.address,
      to: vault,
      router,
      amountBaseUnits: 2n * ETHER,
      memo: '=:b:bc1q',
      blockHeight: height + 1,
    });
    expect(payment?.token).toBeUndefined();
    expect(await balance(ledger, vault)).toBe(before + 2n * ETHER);
    expect(await ledger.confirmations(hash)).toBeGreaterThanOrEqual(1);
  });

  it('sees token deposits, also of a token that returns nothing, and keeps them on the vault’s account', async () => {
    const router = ledger.routerAddress('thor');
    const vault = ledger.vaultAddress('thor-0');
    for (const token of [USDC, USDT]) {
      const [held, height] = [await tokenBalance(ledger, token, router), ledger.height()];
      await send(ledger, { to: token, data: approve(router, 1_000_000n) });
      await send(ledger, { to: router, data: deposit(vault, token, 1_000_000n, 'memo') });
      await block();
      const [payment] = await ledger.inboundsAbove(height);
      expect(payment).toMatchObject({ token, amountBaseUnits: 1_000_000n, router, to: vault });
      expect(await tokenBalance(ledger, token, router)).toBe(held + 1_000_000n);
    }
  });

  it('refuses an expired deposit with the router’s own message, and observes nothing of it', async () => {
    const height = ledger.height();
    for (const [network, text] of [
      ['thor', 'THORChain_Router: expired'],
      ['maya', 'MAYAChain_Router: expired'],
    ] as const) {
      const to = ledger.routerAddress(network);
      const data = deposit(ledger.vaultAddress(`${network}-0`), ZERO_ADDRESS, 0n, 'late', 1_000n);
      expect(await revertText(ledger, { to, data, value: 1n })).toContain(text);
      const hash = await send(ledger, { to, data, value: 1n });
      await block();
      expect((await receiptOf(ledger, hash))?.status).toBe('0x0');
    }
    expect(await ledger.inboundsAbove(height)).toEqual([]);
  });

  it('makes the USDT-like token as stubborn as the real one', async () => {
    const spender = ledger.routerAddress('maya');
    await send(ledger, { to: USDT, data: approve(spender, 5n) });
    await block();
    expect(await revertText(ledger, { to: USDT, data: approve(spender, 6n) })).not.toBe('no revert');
    expect(await revertText(ledger, { to: USDT, data: approve(spender, 0n) })).toBe('no revert');
    await send(ledger, { to: USDC, data: approve(spender, 5n) });
    await block();
    expect(await revertText(ledger, { to: USDC, data: approve(spender, 6n) })).toBe('no revert');
  });

  it('sees a plain transfer to a vault with the memo in its data, as text or as hex text', async () => {
    const vault = ledger.vaultAddress('thor-0');
    for (const [text, memo] of [
      ['=:b:abc', '=:b:abc'],
      [Buffer.from('=:b:xyz').toString('hex'), '=:b:xyz'],
    ] as const) {
      const height = ledger.height();
      await send(ledger, { to: vault, data: `0x${Buffer.from(text).toString('hex')}`, value: ETHER });
      await block();
      const [payment] = await ledger.inboundsAbove(height);
      expect(payment).toMatchObject({ to: vault, memo, amountBaseUnits: ETHER });
      expect(payment?.router).toBeUndefined();
    }
  });

  it('does not see a deposit for one network’s vault through the other’s router', async () => {
    const height = ledger.height();
    const data = deposit(ledger.vaultAddress('thor-0'), ZERO_ADDRESS, 0n, 'memo');
    await send(ledger, { to: ledger.routerAddress('maya'), data, value: 1n });
    await block();
    expect(await ledger.inboundsAbove(height)).toEqual([]);
  });

  it('pays out once for a key, through the router, from the vault', async () => {
    const to = '0x00000000000000000000000000000000000000AA';
    for (const [token, amount] of [
      [undefined, 3n * ETHER],
      [USDC, 777n],
      [USDT, 778n],
    ] as const) {
      const payout = { key: `out ${token}`, vault: 'thor-0', to, amountBaseUnits: amount, memo: 'OUT:ABC' };
      const asked = token === undefined ? payout : { ...payout, token: token.toUpperCase().replace('0X', '0x') };
      const [first, again] = await Promise.all([ledger.payOut(asked), ledger.payOut(asked)]);
      await block();
      expect(await ledger.payOut(asked)).toEqual(first);
      expect(again).toEqual(first);
      expect(first.gasBaseUnits).toBeGreaterThan(0n);
      expect(token === undefined ? await balance(ledger, to) : await tokenBalance(ledger, token, to)).toBe(amount);
      const receipt = (await ledger.node.read('eth_getTransactionReceipt', [first.hash])) as {
        to: string;
        from: string;
        logs: { address: string; data: string }[];
      };
      expect(getAddress(receipt.to)).toBe(ledger.routerAddress('thor'));
      expect(getAddress(receipt.from)).toBe(ledger.vaultAddress('thor-0'));
      expect(receipt.logs.at(-1)?.data).toContain(Buffer.from('OUT:ABC').toString('hex'));
    }
  });

  it('pays from a vault that a churn made a moment ago', async () => {
    const vault = ledger.vaultAddress('thor-7');
    expect(vault).not.toBe(ledger.vaultAddress('thor-0'));
    const to = '0x00000000000000000000000000000000000000bB';
    await ledger.payOut({ key: 'new vault', vault: 'thor-7', to, token: USDC, amountBaseUnits: 9n, memo: 'OUT:1' });
    await block();
    expect(await tokenBalance(ledger, USDC, to)).toBe(9n);
  });

  it('gives blocks the wall’s time, and after a step the stepped one, never an earlier one than before', async () => {
    const seconds = () => Math.floor(world.clock.now() / 1000);
    const earliest = seconds();
    await block();
    const before = await lastTime(ledger);
    expect(before).toBeGreaterThanOrEqual(earliest);
    expect(before).toBeLessThanOrEqual(seconds());
    await world.clock.step(3600);
    expect((await lastTime(ledger)) - before).toBeGreaterThanOrEqual(3600);
    await send(ledger, { to: user.address, value: 1n });
    await block();
    expect((await lastTime(ledger)) - before).toBeGreaterThanOrEqual(3612);
  });

  it('makes no blocks while the clock is held', async () => {
    const height = ledger.height();
    const hash = await send(ledger, { to: user.address, value: 1n });
    for (let read = 0; read < 20; read += 1) await ledger.node.read('eth_blockNumber', []);
    expect(ledger.height()).toBe(height);
    expect(await ledger.confirmations(hash)).toBe(0);
    await block();
    expect(await ledger.confirmations(hash)).toBeGreaterThanOrEqual(1);
    expect(await ledger.confirmations(`0x${'12'.repeat(32)}`)).toBeUndefined();
  });

  it('counts confirmations in the chain’s own proportions: a minute is five blocks', async () => {
    const hash = await send(ledger, { to: user.address, value: 1n });
    await block();
    const before = (await ledger.confirmations(hash)) ?? 0;
    await world.clock.step(60);
    // A step ends with a block that carries its time, which may be one more than expected.
    expect([5, 6]).toContain(((await ledger.confirmations(hash)) ?? 0) - before);
  });

  it('offers by JSON-RPC what a public node offers and nothing that moves the sandbox', async () => {
    const service = createRpcService('rpc/eth', ledger.node);
    const ask = async (body: unknown): Promise<unknown> =>
      JSON.parse(
        (
          await service.handle({
            method: 'POST',
            path: '/',
            query: new URLSearchParams(),
            body: typeof body === 'string' ? body : JSON.stringify(body),
          })
        ).body,
      );
    for (const method of [
      'anvil_setBalance',
      'evm_mine',
      'hardhat_reset',
      'eth_accounts',
      'eth_sendTransaction',
      'debug_traceCall',
    ])
      expect(await ask({ jsonrpc: '2.0', id: 1, method, params: [] })).toMatchObject({ error: { code: -32601 } });
    expect(await ask('{')).toMatchObject({ error: { code: -32700 } });
    expect(await ask([])).toMatchObject({ error: { code: -32600 } });
    expect(
      await ask([
        { jsonrpc: '2.0', id: 'a', method: 'eth_chainId' },
        { jsonrpc: '2.0', id: 'b', method: 'eth_sendRawTransaction', params: ['0x00'] },
      ]),
    ).toMatchObject([
      { id: 'a', result: `0x${CHAIN_ID.toString(16)}` },
      { id: 'b', error: { code: expect.any(Number) } },
    ]);
    const raw = await sign(ledger, { to: user.address, value: 5n });
    const sent = (await ask({ jsonrpc: '2.0', id: 1, method: 'eth_sendRawTransaction', params: [raw] })) as {
      result: string;
    };
    expect(await ask({ jsonrpc: '2.0', id: 1, method: 'eth_sendRawTransaction', params: [raw] })).toMatchObject({
      error: { message: expect.stringContaining('already') },
    });
    await block();
    expect((await receiptOf(ledger, sent.result))?.status).toBe('0x1');
  });
});
