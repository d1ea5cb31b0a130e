/** If these fail, a contract that replaces the amount of a call gets a call in which it cannot, or one that fails. */
import { decodeFunctionData, type Hex, parseAbi } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CCM_RECEIVER } from '../evm/ccm-receiver.ts';
import { ONEINCH_ROUTER, oneinchAbi, poolsOf } from '../evm/oneinch-contracts.ts';
import { approve, ETHER, TestChain, user } from '../evm/test-chain.ts';
import { tokensOf } from '../evm/tokens.ts';
import { sourcesOf } from './sources.ts';
import { NATIVE, TAXED, TestOneinch, USDC, USDT, WETH } from './test-oneinch.ts';

const routerAbi = parseAbi(oneinchAbi);
const LINK = '0x514910771AF9Ca656af840dff83E8264EcF986CA';
const RECIPIENT = '0x00000000000000000000000000000000000000cc';
const ONE_PATH = { protocols: 'UNISWAP_V2,UNISWAP_V3,SUSHI', mainRouteParts: '1', parts: '1' };
const PAYS = { src: USDC, dst: LINK, amount: '50000000000', from: CCM_RECEIVER, receiver: RECIPIENT, ...ONE_PATH };

let oneinch: TestOneinch;
beforeAll(async () => {
  oneinch = await TestOneinch.open();
  await oneinch.fundUser();
}, 60_000);
afterAll(async () => {
  await oneinch.evm.kill();
  oneinch.evm.remove();
});
const called = (data: Hex) => decodeFunctionData({ abi: routerAbi, data });

describe('a swap that may only go through pools', () => {
  it.each([
    ['USDC', USDC, 'unoswapTo', '50000000000'],
    ['USDT', USDT, 'unoswapTo', '50000000000'],
    ['ETH', NATIVE, 'ethUnoswapTo', '10000000000000000000'],
  ])('of %s names one pool and nothing else at any size, and pays what it says', async (_name, src, name, amount) => {
    await oneinch.rest();
    const quoted = await oneinch.quote({ src, dst: LINK, amount, ...ONE_PATH });
    // Requested for a contract that holds none of the token.
    const { tx, dstAmount } = await oneinch.swap({ ...PAYS, src, amount, origin: RECIPIENT });
    expect(dstAmount).toBe(quoted.body.dstAmount);
    const call = called(tx.data);
    expect(call.functionName).toBe(name);
    expect(tx).toMatchObject({ from: CCM_RECEIVER.toLowerCase(), value: src === NATIVE ? amount : '0' });
    expect(tx.gas).toBeGreaterThan(0);
    // The sender pays, and the recipient gets the output.
    if (src !== NATIVE) await oneinch.evm.send({ to: src, data: approve(ONEINCH_ROUTER, 1n << 200n) });
    const before = await oneinch.balance(RECIPIENT, LINK);
    expect((await oneinch.execute(tx)).status).toBe('0x1');
    expect((await oneinch.balance(RECIPIENT, LINK)) - before).toBe(BigInt(dstAmount));
  });

  it.each([
    ['what has no pool: a token that shrinks on its way', { dst: TAXED }],
    ['kinds of pools that are not there', { protocols: 'UNISWAP_V2,SUSHI' }],
    ['ids of another chain', { protocols: 'ARBITRUM_UNISWAP_V3' }],
    ['ids that nobody knows', { protocols: 'NOTHING' }],
    ['wrapping alone', { src: NATIVE, dst: WETH, amount: '1000000000000000000' }],
    ['more than there is', { amount: '90000000000000000' }],
  ])('has insufficient liquidity for %s', async (_what, query) => {
    const { status, body } = await oneinch.quote({
      src: USDC,
      dst: LINK,
      amount: '50000000000',
      ...ONE_PATH,
      ...query,
    });
    expect([status, body.description]).toEqual([400, 'insufficient liquidity']);
  });

  it('may take any way where others are named too', async () => {
    const { tx } = await oneinch.swap({ ...PAYS, protocols: 'UNISWAP_V3,WETH' });
    expect(called(tx.data).functionName).toBe('swap');
  });

  it('reverts when the pool moved by more than the slippage, and goes through when it came back', async () => {
    await oneinch.rest();
    const { tx } = await oneinch.swap(PAYS);
    const move = oneinch.evm.world.controls.get('oneinch-move-pool');
    await move?.({ chain: 'ETH', token: 'LINK', percent: 5 });
    expect((await oneinch.execute(tx)).status).toBe('0x0');
    await oneinch.rest();
    expect((await oneinch.execute(tx)).status).toBe('0x1');
  });
});

it('lists sources by the ids of each public chain', async () => {
  for (const [chain, id] of [
    ['ETH', 'UNISWAP_V3'],
    ['ARB', 'ARBITRUM_UNISWAP_V3'],
    ['BSC', 'BSC_UNISWAP_V3'],
  ] as const)
    expect(sourcesOf(chain).map((source) => source.id)).toContain(id);
  const { body } = await oneinch.request(oneinch.swapPath('liquidity-sources'));
  expect(body).toMatchObject({ protocols: expect.arrayContaining([expect.objectContaining({ id: 'UNISWAP_V2' })]) });
});

it.each(['ETH', 'ARB', 'BSC'] as const)(
  'has a pool of every traded token with USDC, USDT and the coin on %s',
  (chain) => {
    const pools = poolsOf(chain);
    expect(new Set(pools.map(({ address }) => address)).size).toBe(pools.length);
    const hubs = tokensOf(chain).filter(({ symbol, kind }) => ['USDC', 'USDT'].includes(symbol) || kind === 'wrapped');
    expect(hubs).toHaveLength(3);
    const others = tokensOf(chain).filter(({ symbol }) => ['LINK', 'WBTC', 'BTCB', 'PEPE', 'UNI'].includes(symbol));
    expect(others.length).toBeGreaterThan(0);
    for (const { address } of others)
      for (const hub of hubs)
        expect(
          pools.some(
            ({ token0, token1 }) => [token0, token1].includes(address) && [token0, token1].includes(hub.address),
          ),
        ).toBe(true);
  },
);

it('puts pools on data folders of the version before', async () => {
  const old = await TestChain.open('BSC');
  const pool = poolsOf('BSC').find(({ main }) => !main);
  await old.write([['anvil_setCode', [pool?.address, '0x']]]);
  await old.stop();
  await old.open();
  expect(await old.rpc('eth_getCode', pool?.address, 'latest')).toMatch(/^0x[0-9a-f]{1000,}$/);
  expect(await old.balance(user.address)).toBeLessThan(ETHER);
  await old.stop();
  old.remove();
}, 60_000);
