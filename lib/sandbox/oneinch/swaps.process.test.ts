/** The guarantees for wallets: the chain yields exactly what the API quotes, and no money is created or lost. */

import * as fc from 'fast-check';
import { encodeFunctionData } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cases } from '../../domain/test-effort.ts';
import { marketOf, ONEINCH_EXECUTOR, ONEINCH_ROUTER, poolsOf } from '../evm/oneinch-contracts.ts';
import { approve, ETHER, TestChain, user } from '../evm/test-chain.ts';
import { tokensOf } from '../evm/tokens.ts';
import type { Traded } from './network.ts';
import { NATIVE, revertOf, TAXED, TestOneinch, USDC, USDT, WBTC, WETH } from './test-oneinch.ts';

const ELSEWHERE = '0x00000000000000000000000000000000000000cc';
const REFERRER = '0x00000000000000000000000000000000000000dd';

let oneinch: TestOneinch;
beforeAll(async () => {
  oneinch = await TestOneinch.open();
  await oneinch.fundUser();
}, 60_000);
afterAll(async () => {
  await oneinch.evm.kill();
  oneinch.evm.remove();
});
beforeEach(() => oneinch.rest());

/** Quotes and swaps for another recipient without slippage, and returns what arrived. */
async function swapAsQuoted(query: { src: string; dst: string; amount: bigint; fee?: string }, route = 'auto') {
  oneinch.network.state.route = route === 'swap' ? 'swap' : 'auto';
  const asked = {
    src: query.src,
    dst: query.dst,
    amount: String(query.amount),
    ...(query.fee ? { fee: query.fee } : {}),
  };
  const quote = await oneinch.quote(asked);
  const { dstAmount, tx } = await oneinch.swap({
    ...{ ...asked, slippage: '0', receiver: ELSEWHERE },
    ...(query.fee ? { referrer: REFERRER } : {}),
  });
  const before = await oneinch.balance(ELSEWHERE, query.dst);
  const { status } = await oneinch.execute(tx);
  const came = (await oneinch.balance(ELSEWHERE, query.dst)) - before;
  return { quoted: BigInt(String(quote.body.dstAmount)), promised: BigInt(dstAmount), came, status, tx };
}

/** The market's token balances by its own books and by the chain's, and the balances elsewhere. */
async function books(addresses: readonly string[]) {
  const [chain] = oneinch.network.chains.values();
  const tokens = addresses.flatMap((address) => chain?.token(address) ?? []).filter(({ native }) => !native);
  const held = (token: Traded, holders: readonly string[]): Promise<bigint> =>
    Promise.all(holders.map((holder) => oneinch.evm.balance(holder, token.address))).then((all) =>
      all.reduce((sum, one) => sum + one, 0n),
    );
  const between = poolsOf('ETH').filter((pool) =>
    [pool.token0, pool.token1].every((side) => tokens.some(({ curve }) => curve === side)),
  );
  return Promise.all(
    tokens.map(async (token) => ({
      token,
      reserve: await chain?.reserve(token),
      held: await held(token, [ONEINCH_EXECUTOR]),
      onTheWay: await held(token, [ONEINCH_ROUTER, ...between.map(({ address }) => address)]),
      users: await held(token, [user.address, ELSEWHERE, REFERRER]),
    })),
  );
}

describe('what is quoted', () => {
  it.each([
    ['coins for a token through one pool', NATIVE, USDC, ETHER / 10n, 'auto', '0x175accdc'],
    ['a token for coins through one pool', USDC, NATIVE, 500_000_000n, 'auto', '0xe2c95c82'],
    ['two tokens through one pool', USDT, USDC, 1_000_000_000n, 'auto', '0xe2c95c82'],
    ['the same by the executor', USDT, USDC, 1_000_000_000n, 'swap', '0x07ed2379'],
    ['coins for a token by the executor', NATIVE, USDC, 10n * ETHER, 'auto', '0x07ed2379'],
    ['a token for coins by the executor', WBTC, NATIVE, 100_000_000n, 'auto', '0x07ed2379'],
    ['a token that answers nothing', USDT, WBTC, 50_000_000_000n, 'auto', '0x07ed2379'],
    ['wrapping', NATIVE, WETH, ETHER, 'auto', '0x07ed2379'],
    ['unwrapping', WETH, NATIVE, ETHER, 'auto', '0x07ed2379'],
    ['a token that taxes what it is sold with', TAXED, USDC, 1000n * ETHER, 'auto', '0x07ed2379'],
  ] as const)('comes to the unit: %s', async (_name, src, dst, amount, route, selector) => {
    const { quoted, promised, came, status, tx } = await swapAsQuoted({ src, dst, amount }, route);
    expect([status, tx.data.slice(0, 10)]).toEqual(['0x1', selector]);
    expect([promised, came]).toEqual([quoted, quoted]);
    expect(came).toBeGreaterThan(0n);
  });

  it('is one for one where coins are wrapped or unwrapped', async () => {
    for (const [src, dst] of [
      [NATIVE, WETH],
      [WETH, NATIVE],
    ])
      expect((await oneinch.quote({ src, dst, amount: '123456789' } as Record<string, string>)).body).toEqual({
        dstAmount: '123456789',
      });
  });

  it('of a token that taxes transfers is what the router hands out: it takes its tax again on the way', async () => {
    const { promised, came, status } = await swapAsQuoted({ src: USDC, dst: TAXED, amount: 10n ** 9n });
    expect(status).toBe('0x1');
    expect(came).toBe(promised - (promised * 200n) / 10_000n);
  });

  it('holds for any pair and amount, and nothing is made or lost on the way', async () => {
    const tradable = marketOf('ETH').filter(({ token }) => token.kind !== 'taxed');
    const addresses = [NATIVE, ...tradable.map(({ token }) => token.address)];
    for (const { address } of tokensOf('ETH')) {
      await oneinch.evm.send({ to: address, data: approve(ONEINCH_ROUTER, 0n) });
      await oneinch.evm.send({ to: address, data: approve(ONEINCH_ROUTER, 1n << 200n) });
    }
    const pair = fc.uniqueArray(fc.constantFrom(...addresses), { minLength: 2, maxLength: 2 });
    await fc.assert(
      fc.asyncProperty(pair, fc.integer({ min: 1, max: 40_000 }), fc.boolean(), async ([src, dst], dollars, one) => {
        if (src === undefined || dst === undefined) return;
        await oneinch.rest();
        const [chain] = oneinch.network.chains.values();
        const curve = chain?.token(src) && (await chain.curve(chain.token(src) as Traded));
        if (curve === undefined) return;
        const amount = (BigInt(dollars) * curve.unit * ETHER) / curve.price;
        if (amount === 0n) return;
        await oneinch.evm.ledger.fund(user.address, amount, src === NATIVE ? undefined : src);
        const before = await books([src, dst, WETH, USDC]);
        const swapped = await swapAsQuoted({ src, dst, amount }, one ? 'auto' : 'swap').catch((error: unknown) => {
          // Many swaps can exhaust a small token: then the API says so, and nothing moves.
          expect(String(error)).toContain('insufficient liquidity');
          return undefined;
        });
        if (swapped === undefined) return expect(await books([src, dst, WETH, USDC])).toEqual(before);
        const { quoted, promised, came, status } = swapped;
        expect([status, promised, came]).toEqual(['0x1', quoted, quoted]);
        for (const [index, after] of (await books([src, dst, WETH, USDC])).entries()) {
          const was = before[index];
          // The books balance, nothing remains in between, and the users have what the market lost.
          expect(after.held).toBe(after.reserve);
          expect(after.onTheWay).toBe(0n);
          if (![src, dst].includes(NATIVE) || after.token.address !== WETH)
            expect(after.held + after.users).toBe((was?.held ?? 0n) + (was?.users ?? 0n));
        }
        expect(await oneinch.evm.balance(ONEINCH_EXECUTOR)).toBe(0n);
        expect(await oneinch.evm.balance(ONEINCH_ROUTER)).toBe(0n);
        const supply = await oneinch.evm.rpc('eth_call', { to: WETH, data: '0x18160ddd' }, 'latest');
        expect(await oneinch.evm.balance(WETH)).toBe(BigInt(String(supply)));
      }),
      { numRuns: cases(25) },
    );
  }, 60_000);
});

describe('a fee', () => {
  it('goes to the referrer in what is bought, and is no longer in the quote', async () => {
    const query = { src: USDC, dst: WBTC, amount: 10n ** 10n };
    const without = (await oneinch.quote({ ...query, amount: String(query.amount) })).body.dstAmount;
    const before = await oneinch.balance(REFERRER, WBTC);
    const { quoted, came, status } = await swapAsQuoted({ ...query, fee: '0.3' });
    expect([status, came]).toEqual(['0x1', quoted]);
    const paid = (await oneinch.balance(REFERRER, WBTC)) - before;
    const gross = BigInt(String(without));
    expect(paid).toBe((gross * 3000n) / 1_000_000n);
    expect(quoted + paid).toBe(gross);
  });

  it('comes in coins where coins are bought', async () => {
    const before = await oneinch.balance(REFERRER, NATIVE);
    const { quoted, came, status } = await swapAsQuoted({ src: USDC, dst: NATIVE, amount: 10n ** 10n, fee: '3' });
    expect([status, came]).toEqual(['0x1', quoted]);
    const paid = (await oneinch.balance(REFERRER, NATIVE)) - before;
    expect(paid).toBe(((quoted + paid) * 30_000n) / 1_000_000n);
  });
});

describe('size, trades and time', () => {
  const rate = async (amount: bigint): Promise<bigint> => {
    const { body } = await oneinch.quote({ src: WETH, dst: USDC, amount: String(amount * ETHER) });
    return BigInt(String(body.dstAmount)) / amount;
  };

  it('cost: the more is sold at once, the less a coin brings', async () => {
    const rates = await Promise.all([1n, 10n, 100n, 1000n].map(rate));
    expect(rates).toEqual([...rates].sort((a, b) => (a > b ? -1 : 1)));
    expect(rates[0]).toBeGreaterThan(3295_000_000n);
    expect(rates[3]).toBeLessThan(2950_000_000n);
  });

  it('move the price and bring it back: a quote that was overtaken reverts and says by how much', async () => {
    await oneinch.evm.ledger.fund(user.address, 1000n * ETHER, WETH);
    const [before, mine] = [
      await rate(1n),
      await oneinch.swap({ src: WETH, dst: USDC, amount: String(ETHER), slippage: '0.5' }),
    ];
    const large = await oneinch.swap({ src: WETH, dst: USDC, amount: String(500n * ETHER) });
    expect((await oneinch.execute(large.tx)).status).toBe('0x1');
    const after = await rate(1n);
    expect(after).toBeLessThan((before * 95n) / 100n);
    const reason = await revertOf(
      oneinch.evm,
      mine.tx.value === '0' ? { to: mine.tx.to, data: mine.tx.data } : { to: '' },
    );
    const least = (BigInt(mine.dstAmount) * 995n) / 1000n;
    const word = (value: bigint) => value.toString(16).padStart(64, '0');
    expect(reason).toBe(`0x064a4ec6${word(after)}${word(least)}`);
    await oneinch.later(600);
    const later = await rate(1n);
    expect(later).toBeGreaterThan(after);
    expect(later).toBeLessThan(before);
    await oneinch.later(3600);
    expect(await rate(1n)).toBe(before);
  });

  it('count no foreign coins: coins sent to the executor are lost to their sender and move no rate', async () => {
    const before = await rate(1n);
    const gift = encodeFunctionData({
      abi: [
        {
          type: 'function',
          name: 'transfer',
          inputs: [{ type: 'address' }, { type: 'uint256' }],
          outputs: [],
          stateMutability: 'nonpayable',
        },
      ],
      functionName: 'transfer',
      args: [ONEINCH_EXECUTOR, 10n ** 9n],
    });
    await oneinch.evm.send({ to: USDC, data: gift });
    await oneinch.evm.block();
    expect(await rate(1n)).toBe(before);
    const { quoted, came } = await swapAsQuoted({ src: USDC, dst: WETH, amount: 10n ** 9n });
    expect(came).toBe(quoted);
  });
});

it.each([
  ['ARB', 900_042_161, '0xaf88d065e77c8cC2239327C5EDb3A432268e5831'],
  ['AVAX', 900_043_114, '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E'],
  ['BASE', 900_008_453, '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'],
  ['BSC', 900_000_056, '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d'],
] as const)('serves %s below its own id: coins for dollars come as quoted', async (chain, id, usdc) => {
  const evm = await TestChain.open(chain);
  try {
    const other = await TestOneinch.open(evm);
    expect([...other.network.chains.keys()]).toEqual([String(id)]);
    await evm.ledger.fund(user.address, 100n * ETHER);
    for (const amount of [ETHER / 10n, 20n * ETHER]) {
      await other.rest();
      const { tx, dstAmount } = await other.swap({
        ...{ src: NATIVE, dst: usdc, amount: String(amount) },
        ...{ slippage: '0', receiver: ELSEWHERE },
      });
      const before = await evm.balance(ELSEWHERE, usdc);
      expect((await other.execute(tx)).status).toBe('0x1');
      expect((await evm.balance(ELSEWHERE, usdc)) - before).toBe(BigInt(dstAmount));
    }
  } finally {
    await evm.kill();
    evm.remove();
  }
});
