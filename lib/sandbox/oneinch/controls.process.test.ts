/** The controls of the emulated 1inch have their effects, and everything is there again after a restart. */
import { decodeFunctionData, type Hex, parseAbi } from 'viem';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { curveWrites, marketOf, ONEINCH_EXECUTOR, ONEINCH_ROUTER, oneinchAbi } from '../evm/oneinch-contracts.ts';
import { word } from '../evm/storage.ts';
import { ETHER, TestChain, user } from '../evm/test-chain.ts';
import { TAMPERINGS, THIEF } from './tampering.ts';
import { KEY, NATIVE, revertOf, TestOneinch, USDC, USDT, WBTC, WETH } from './test-oneinch.ts';

const routerAbi = parseAbi(oneinchAbi);
const SELL = { src: WETH, dst: USDC, amount: String(ETHER) };

let oneinch: TestOneinch;
beforeAll(async () => {
  oneinch = await TestOneinch.open();
  await oneinch.fundUser();
}, 60_000);
afterAll(async () => {
  await oneinch.evm.kill();
  oneinch.evm.remove();
});
afterEach(() => oneinch.evm.world.faults.clearAll());

const control = (name: string, body: unknown = {}): Promise<unknown> =>
  Promise.resolve().then(() => oneinch.evm.world.controls.get(`oneinch-${name}`)?.(body));
const fault = (kind: string, params: Record<string, unknown> = {}): void =>
  oneinch.evm.world.faults.set({ target: 'oneinch', kind, params });
const out = async (query = SELL): Promise<bigint> => BigInt(String((await oneinch.quote(query)).body.dstAmount));

describe('the market', () => {
  it('moves on every chain, with everything that represents a coin, and comes back', async () => {
    const [before, mine] = [await out(), await oneinch.swap(SELL)];
    await control('move-price', { asset: 'ETH', percent: -10 });
    const after = await out();
    expect(after).toBeGreaterThan((before * 899n) / 1000n);
    expect(after).toBeLessThan((before * 901n) / 1000n);
    expect((await revertOf(oneinch.evm, { to: mine.tx.to, data: mine.tx.data }))?.slice(0, 10)).toBe('0x064a4ec6');
    const btc = await out({ src: WBTC, dst: USDC, amount: '1000000' });
    await control('move-price', { asset: 'BTC', percent: 100 });
    expect(await out({ src: WBTC, dst: USDC, amount: '1000000' })).toBeGreaterThan((btc * 199n) / 100n);
    await control('move-price', { asset: 'BTC', percent: -50 });
    await control('move-price', { asset: 'ETH', percent: 100 / 9 });
    await expect(control('move-price', { asset: 'NOTHING', percent: 1 })).rejects.toThrow('not traded');
  });

  it('has one curve moved, which returns to the wide market with time', async () => {
    await oneinch.rest();
    const before = await out();
    await control('move-pool', { chain: 'ETH', token: 'WETH', percent: -5 });
    const moved = await out();
    expect(moved).toBeLessThan((before * 951n) / 1000n);
    expect(moved).toBeGreaterThan((before * 949n) / 1000n);
    await oneinch.later(300);
    const later = await out();
    expect(later).toBeGreaterThan(moved);
    await oneinch.later(3600);
    expect(await out()).toBe(before);
  });

  it('runs dry: what is too much is refused, a little goes', async () => {
    await control('set', { chain: 'ETH', token: 'USDT', depthUsd: 100 });
    const asked = { src: USDC, dst: USDT, amount: '1000000000' };
    expect((await oneinch.quote(asked)).body).toMatchObject({ description: 'insufficient liquidity' });
    expect(await out({ ...asked, amount: '1000000' })).toBeGreaterThan(900_000n);
    await control('set', { chain: 'ETH', token: 'USDT', depthUsd: 30_000_000 });
    expect(await out(asked)).toBeGreaterThan(990_000_000n);
    fault('noLiquidity', { token: 'USDT' });
    expect((await oneinch.quote(asked)).body).toMatchObject({ description: 'insufficient liquidity' });
    expect((await oneinch.quote(SELL)).status).toBe(200);
  });

  it('is reported: addresses, prices, reserves', async () => {
    expect(await control('state')).toMatchObject({
      router: ONEINCH_ROUTER,
      executor: ONEINCH_EXECUTOR,
      chains: { ETH: { tokens: { USDC: { address: USDC, marketUsd: ETHER } } } },
    });
  });

  it('is paused', async () => {
    const { tx } = await oneinch.swap(SELL);
    await control('pause', { chain: 'ETH', on: true });
    expect(await revertOf(oneinch.evm, { to: tx.to, data: tx.data })).toBe('0xd93c0665');
    await control('pause', { chain: 'ETH', on: false });
    expect(await revertOf(oneinch.evm, { to: tx.to, data: tx.data })).toBeUndefined();
  });
});

describe('drift between a quote and its swap', () => {
  it('lowers what the swap promises, its minimum too: it still goes through', async () => {
    const before = await out();
    fault('drift', { percent: -2 });
    expect(await out()).toBe(before);
    const { dstAmount, tx } = await oneinch.swap(SELL);
    expect(BigInt(dstAmount)).toBe((before * 98n) / 100n);
    expect(await revertOf(oneinch.evm, { to: tx.to, data: tx.data })).toBeUndefined();
  });

  it('above the slippage makes a swap that cannot be kept: it reverts by its own minimum', async () => {
    fault('drift', { percent: 2 });
    const { tx } = await oneinch.swap(SELL);
    expect((await oneinch.execute(tx)).status).toBe('0x0');
    fault('drift', { percent: 2, of: 'quote' });
    const { tx: kept } = await oneinch.swap(SELL);
    expect(await revertOf(oneinch.evm, { to: kept.to, data: kept.data })).toBeUndefined();
  });
});

describe('a tampered answer', () => {
  const OF: Record<(typeof TAMPERINGS)[number], (honest: Spoiled, spoiled: Spoiled) => void> = {
    receiver: (_, { desc }) => expect(desc?.dstReceiver).toBe(THIEF),
    minReturn: (_, { desc }) => expect(desc?.minReturnAmount).toBe(1n),
    srcToken: (honest, { desc }) => expect(desc?.srcToken).not.toBe(honest.desc?.srcToken),
    dstToken: (honest, { desc }) => expect(desc?.dstToken).not.toBe(honest.desc?.dstToken),
    amount: (honest, { desc }) => expect(desc?.amount).toBe((honest.desc?.amount ?? 0n) * 2n),
    value: (honest, { tx }) => expect(BigInt(tx.value)).toBe(BigInt(honest.tx.value) + 1n),
    from: (_, { tx }) => expect(tx.from).toBe(THIEF.toLowerCase()),
    to: (_, { tx }) => expect(tx.to).toBe('0x1111111254eeb25477b68fb85ed929f73a960582'),
    selector: (_, { tx }) => expect(tx.data.slice(0, 10)).toBe('0xdeadbeef'),
    flags: (_, { desc }) => expect(desc?.flags).toBe(1n),
    trailing: (honest, { tx }) => expect(tx.data).toBe(`${honest.tx.data}c0ffee`),
    dstAmount: (honest, { dstAmount }) => expect(BigInt(dstAmount)).toBe(BigInt(honest.dstAmount) * 2n),
    pool: (_, { tx }) => expect(tx.data.slice(0, 10)).toBe('0x83800a8e'),
    approve: (_, { tx }) => expect([tx.to, tx.data.slice(0, 10)]).toEqual([WETH.toLowerCase(), '0x095ea7b3']),
  };
  type Desc = {
    srcToken: string;
    dstToken: string;
    dstReceiver: string;
    amount: bigint;
    minReturnAmount: bigint;
    flags: bigint;
  };
  type Spoiled = Awaited<ReturnType<TestOneinch['swap']>> & { desc: Desc | undefined };
  const answer = async (): Promise<Spoiled> => {
    const swap = await oneinch.swap({ ...SELL, amount: String(3n * ETHER) });
    return { ...swap, desc: descOf(swap.tx.data) };
  };
  const descOf = (data: Hex): Desc | undefined => {
    if (!data.startsWith('0x07ed2379')) return undefined;
    const { functionName, args } = decodeFunctionData({ abi: routerAbi, data });
    return functionName === 'swap' ? args[1] : undefined;
  };

  it.each(TAMPERINGS)('is spoiled in just that: %s', async (what) => {
    const honest = await answer();
    fault('tamper', { what });
    const spoiled = await answer();
    expect(spoiled).not.toEqual(honest);
    OF[what](honest, spoiled);
    oneinch.evm.world.faults.clearAll();
    expect(await answer()).toEqual(honest);
  });

  it.each(TAMPERINGS)('is no honest one either where coins go through one pool: %s', async (what) => {
    const asked = { src: NATIVE, dst: USDC, amount: String(ETHER / 10n) };
    const honest = await oneinch.swap(asked);
    expect(honest.tx.data.slice(0, 10)).toBe('0xa76dfc3b');
    fault('tamper', { what });
    const spoiled = await oneinch.swap(asked);
    expect(spoiled).not.toEqual(honest);
    if (what !== 'receiver') return;
    expect(spoiled.tx.data.slice(0, 10)).toBe('0x175accdc');
    expect(spoiled.tx.data.slice(10, 74)).toBe(word(BigInt(THIEF)).slice(2));
  });
});

it('revokes its key, and adds unknown fields', async () => {
  fault('keyRevoked');
  expect((await oneinch.request(oneinch.swapPath('quote'), SELL, KEY)).status).toBe(401);
  oneinch.evm.world.faults.clearAll();
  fault('unknownFields');
  expect((await oneinch.quote(SELL)).body).toMatchObject({ dstAmount: expect.any(String), newSince: 'v6.2' });
});

it('lengthens the list by untraded tokens, some of them unrated, and shortens it again', async () => {
  const list = async () => Object.entries((await oneinch.request(oneinch.swapPath('tokens'), {})).body.tokens ?? {});
  const before = await list();
  await control('set', { listed: 1000 });
  const long = await list();
  expect(long.length).toBeGreaterThanOrEqual(before.length + 1000 / oneinch.network.chains.size);
  expect(long).toEqual(expect.arrayContaining(before));
  expect(await list()).toEqual(long);
  expect(JSON.stringify(long)).toContain('RISK:unknown');
  const [address = ''] = long.find(([one]) => !before.some(([known]) => known === one)) ?? [];
  expect((await oneinch.quote({ ...SELL, src: address })).status).toBe(400);
  await control('set', { listed: 0 });
  expect(await list()).toEqual(before);
});

describe('a restart', () => {
  it('finds curves, reserves, prices and settings as they were, and promises what it promised', async () => {
    await control('set', { route: 'swap', listed: 3 });
    await control('move-price', { asset: 'FLIP', percent: 10 });
    await oneinch.execute((await oneinch.swap({ ...SELL, amount: String(200n * ETHER) })).tx);
    const [before, state] = [await out(), await control('state')];
    await oneinch.evm.kill();
    oneinch = await TestOneinch.again(oneinch.evm);
    expect(await out()).toBe(before);
    expect(await control('state')).toEqual(state);
    await oneinch.evm.stop();
    oneinch = await TestOneinch.again(oneinch.evm);
    expect(await control('state')).toEqual(state);
    expect(oneinch.network.state).toEqual({ route: 'swap', listed: 3 });
    await control('set', { route: 'auto', listed: 0 });
  }, 60_000);

  it('gives a chain that began before 1inch came its contracts and liquidity', async () => {
    const evm = await TestChain.open('ETH');
    try {
      // The state of such a chain: no code at their addresses, and none of their balances in the tokens.
      const gone = [ONEINCH_ROUTER, ONEINCH_EXECUTOR, WETH];
      await evm.write(gone.map((address): [string, unknown[]] => ['anvil_setCode', [address, '0x']]));
      await evm.write(curvesGone());
      await evm.block();
      await evm.ledger.fund(user.address, 10n ** 12n, USDC);
      await evm.kill();
      const later = await TestOneinch.again(evm);
      await later.fundUser();
      const { tx, dstAmount } = await later.swap({ src: USDC, dst: NATIVE, amount: '5000000000', receiver: THIEF });
      expect((await later.execute(tx)).status).toBe('0x1');
      expect(await evm.balance(THIEF)).toBe(BigInt(dstAmount));
    } finally {
      await evm.kill();
      evm.remove();
    }
  }, 60_000);
});

/** Empties every curve, like the storage of a chain that never had the executor. */
const curvesGone = (): [string, unknown[]][] => {
  const zero = { unit: 0n, price: 0n, depth: 0n, dollars: 0n, since: 0n, feePpm: 0n };
  return marketOf('ETH').flatMap(({ token }) => curveWrites(token.address, zero));
};
