/** The guarantees for Chainflip when money arrives in its channels, also after a kill at any moment. */
import { encodeFunctionData, erc20Abi, getAddress } from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ChannelDeposit } from '../ledger.ts';
import { vaultAbi } from './chainflip-contracts.ts';
import { addressWord, CODE, ETHER, FLIP, TestChain, tokenTransfer, USDC, USDT, user, VAULT } from './test-chain.ts';

let evm: TestChain;

const amounts = (deposits: readonly ChannelDeposit[]): bigint[] =>
  deposits.map(({ amountBaseUnits }) => amountBaseUnits);

describe('a chain that stays', () => {
  let next = 100n;
  const channel = (token?: string) => {
    next += 1n;
    const own = { number: next, ...(token === undefined ? {} : { token }) };
    return { own, address: evm.channels.channelAddress(own) };
  };

  beforeAll(async () => {
    evm = await TestChain.open();
    await evm.fundUser();
  });
  afterAll(async () => {
    await evm.stop();
    evm.remove();
  });
  afterEach(() => expect(evm.errors).toEqual([]));

  it('gives the same channel the same address, in any letter case of its token', () => {
    const { channelAddress } = evm.channels;
    expect(channelAddress({ number: 7n, token: USDC.toLowerCase() })).toBe(channelAddress({ number: 7n, token: USDC }));
    expect(channelAddress({ number: 7n })).not.toBe(channelAddress({ number: 7n, token: USDC }));
    expect(getAddress(channelAddress({ number: 7n }))).toBe(channelAddress({ number: 7n }));
  });

  it('sees a plain payment: first waiting, then in its block, once', async () => {
    const { address } = channel();
    const height = evm.ledger.height();
    const hash = await evm.send({ to: address, value: ETHER, gas: 21_000n });
    const seen = { chain: 'ETH', hash, to: address, amountBaseUnits: ETHER };
    expect(await evm.channels.pendingTo([address])).toEqual([{ ...seen, blockHeight: 0 }]);
    expect(await evm.channels.depositsTo([address], 0)).toEqual([]);
    await evm.block();
    const deposit = { ...seen, from: user.address, blockHeight: height + 1 };
    expect(await evm.channels.pendingTo([address])).toEqual([]);
    expect(await evm.channels.depositsTo([address.toLowerCase()], height)).toEqual([deposit]);
    expect(await evm.channels.depositsTo([address], height + 1)).toEqual([]);
    expect(await evm.channels.depositsTo([channel().address], height)).toEqual([]);
  });

  it('sees coins that a contract sends on, and none that were taken back when a part of the call failed', async () => {
    const { address } = channel();
    const height = evm.ledger.height();
    const data = addressWord(address);
    const hash = await evm.send({ to: CODE.forwarder[0], data, value: 5n });
    await evm.send({ to: CODE.reverter[0], data, value: 6n });
    await evm.send({ to: CODE.careless[0], data, value: 7n });
    await evm.block();
    const deposits = await evm.channels.depositsTo([address], height);
    expect(deposits).toEqual([
      { chain: 'ETH', hash, from: CODE.forwarder[0], to: address, amountBaseUnits: 5n, blockHeight: height + 1 },
    ]);
    expect(await evm.balance(address)).toBe(5n);
  });

  it('sees every token, so that a wrong one is recognised, and one that returns nothing like the others', async () => {
    const { address } = channel(USDC);
    const height = evm.ledger.height();
    for (const [token, amount] of [
      [USDC, 11n],
      [USDT, 12n],
      [FLIP, 13n],
    ] as const)
      await evm.send({ to: token, data: tokenTransfer(address, amount) });
    await evm.send({ to: USDC, data: tokenTransfer(address, 10_000_000n * ETHER) });
    const waiting = (await evm.channels.pendingTo([address])).map(({ token, amountBaseUnits }) => [
      token,
      amountBaseUnits,
    ]);
    expect(waiting.slice(0, 3)).toEqual([
      [USDC, 11n],
      [USDT, 12n],
      [FLIP, 13n],
    ]);
    await evm.block();
    const deposits = await evm.channels.depositsTo([address], height);
    expect(deposits).toMatchObject([
      { token: USDC, amountBaseUnits: 11n, from: user.address, blockHeight: height + 1 },
      { token: USDT, amountBaseUnits: 12n },
      { token: FLIP, amountBaseUnits: 13n },
    ]);
    expect(deposits).toHaveLength(3);
  });

  it('reports deposits in the order of the chain, across assets, channels and blocks', async () => {
    const [coins, tokens] = [channel(), channel(USDC)];
    const height = evm.ledger.height();
    await evm.send({ to: coins.address, value: 1n });
    await evm.send({ to: USDC, data: tokenTransfer(tokens.address, 2n) });
    await evm.send({ to: coins.address, value: 3n });
    await evm.block();
    await evm.send({ to: CODE.forwarder[0], data: addressWord(coins.address), value: 4n });
    await evm.send({ to: USDC, data: tokenTransfer(tokens.address, 5n) });
    await evm.block();
    const both = [tokens.address, coins.address];
    expect(amounts(await evm.channels.depositsTo(both, height))).toEqual([1n, 2n, 3n, 4n, 5n]);
    const [, , , later] = await evm.channels.depositsTo(both, height);
    expect(amounts(await evm.channels.depositsTo(both, (later?.blockHeight ?? 0) - 1))).toEqual([4n, 5n]);
  });

  it('shows no height before the deposits up to it, however many blocks come at once', async () => {
    const { address } = channel();
    const before = evm.ledger.height();
    await evm.send({ to: address, value: 1n });
    let mined = false;
    const mining = evm.ledger.node.mine(13, Math.floor(evm.world.clock.now() / 1000)).then(() => {
      mined = true;
    });
    while (!mined) {
      const tip = evm.ledger.height();
      const found = (await evm.channels.depositsTo([address], before)).length;
      if (tip > before) expect(found).toBe(1);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await mining;
    expect(await evm.channels.depositsTo([address], before)).toHaveLength(1);
  });

  it('takes coins from a channel; from then on it passes coins on, which 21000 gas do not pay for and an estimate does', async () => {
    const { own, address } = channel();
    await evm.send({ to: address, value: 2n * ETHER, gas: 21_000n });
    await evm.block();
    const before = await evm.balance(VAULT);
    const height = evm.ledger.height();
    const [first, again] = await Promise.all([
      evm.channels.fetch({ key: 'first', channel: own }),
      evm.channels.fetch({ key: 'first', channel: own }),
    ]);
    await evm.block();
    expect(again).toEqual(first);
    expect(await evm.channels.fetch({ key: 'first', channel: own })).toEqual(first);
    expect((await evm.receipt(first.hash)).status).toBe('0x1');
    expect(await evm.balance(address)).toBe(0n);
    expect(await evm.balance(VAULT)).toBe(before + 2n * ETHER);
    // A fetch is not a payment.
    expect(await evm.channels.depositsTo([address], height)).toEqual([]);

    const call = { to: address, value: ETHER };
    const tooLittle = await evm.send({ ...call, gas: 21_000n });
    const estimate = await evm.estimate(call);
    expect(estimate).toBeGreaterThan(30_000n);
    const enough = await evm.send({ ...call, gas: estimate });
    await evm.block();
    expect((await evm.receipt(tooLittle)).status).toBe('0x0');
    expect((await evm.receipt(enough)).status).toBe('0x1');
    expect(await evm.channels.depositsTo([address], height)).toMatchObject([{ hash: enough, amountBaseUnits: ETHER }]);
    expect(await evm.balance(VAULT)).toBe(before + 3n * ETHER);
    // A fetch is requested for the second deposit too; it is in the vault already.
    const second = await evm.channels.fetch({ key: 'second', channel: own });
    await evm.block();
    expect((await evm.receipt(second.hash)).status).toBe('0x1');
    expect(await evm.balance(VAULT)).toBe(before + 3n * ETHER);
  });

  it('takes tokens from a channel, once for each time that it is asked, also of a token that returns nothing', async () => {
    for (const token of [USDC, USDT]) {
      const { own, address } = channel(token);
      await evm.send({ to: token, data: tokenTransfer(address, 100n) });
      await evm.block();
      const before = await evm.balance(VAULT, token);
      const [deploying, taking] = [
        await evm.channels.fetch({ key: `a ${token}`, channel: own }),
        await evm.channels.fetch({ key: `b ${token}`, channel: own }),
      ];
      await evm.block();
      expect(deploying.hash).not.toBe(taking.hash);
      for (const { hash } of [deploying, taking]) expect((await evm.receipt(hash)).status).toBe('0x1');
      expect(await evm.balance(VAULT, token)).toBe(before + 100n);
      await evm.send({ to: token, data: tokenTransfer(address, 50n) });
      await evm.block();
      await evm.channels.fetch({ key: `c ${token}`, channel: own });
      await evm.block();
      expect(await evm.balance(address, token)).toBe(0n);
      expect(await evm.balance(VAULT, token)).toBe(before + 150n);
    }
  });
});

describe('a chain whose processes are killed', () => {
  beforeEach(async () => {
    evm = await TestChain.open();
    await evm.fundUser();
  });
  afterEach(async () => {
    expect(evm.errors).toEqual([]);
    await evm.kill();
    evm.remove();
  });

  it('reports the same deposits and swaps, each once and in order, after any kill in between', async () => {
    const own = { number: 5n, token: USDC };
    const [address, coins] = [evm.channels.channelAddress(own), evm.channels.channelAddress({ number: 6n })];
    await evm.send({ to: USDC, data: tokenTransfer(address, 1n) });
    await evm.send({ to: CODE.forwarder[0], data: addressWord(coins), value: 2n });
    await evm.block();
    const data = encodeFunctionData({ abi: vaultAbi, functionName: 'xSwapNative', args: [3, '0x61', 5, '0x00'] });
    await evm.send({ to: VAULT, value: 3n, data });
    await evm.block();
    const fetched = await evm.channels.fetch({ key: 'k', channel: own });
    const paid = await evm.ledger.payOut({
      key: 'p',
      vault: 'chainflip-0',
      to: user.address,
      amountBaseUnits: 4n,
      memo: '',
    });
    await evm.send({ to: coins, value: 5n });
    const look = async () => ({
      deposits: await evm.channels.depositsTo([address, coins], 0),
      swaps: await evm.channels.vaultSwapsAbove(0),
      pending: await evm.channels.pendingTo([address, coins]),
      fetched: await evm.channels.fetch({ key: 'k', channel: own }),
      paid: await evm.ledger.payOut({
        key: 'p',
        vault: 'chainflip-0',
        to: user.address,
        amountBaseUnits: 4n,
        memo: '',
      }),
      vault: await evm.balance(VAULT),
      address: evm.channels.channelAddress(own),
    });
    const before = await look();
    expect(amounts(before.deposits)).toEqual([1n, 2n]);
    expect(before.swaps).toHaveLength(1);
    expect(amounts(before.pending)).toEqual([5n]);
    expect([before.fetched.hash, before.paid]).toEqual([fetched.hash, paid]);
    await evm.kill();
    await evm.open();
    expect(await look()).toEqual(before);
    // A clean shutdown, whose snapshot begins a new journal.
    await evm.stop();
    await evm.open();
    expect(await look()).toEqual(before);
    const height = evm.ledger.height();
    await evm.block();
    expect(amounts(await evm.channels.depositsTo([address, coins], 0))).toEqual([1n, 2n, 5n]);
    expect(amounts(await evm.channels.depositsTo([address, coins], height))).toEqual([5n]);
    expect((await evm.receipt(fetched.hash)).status).toBe('0x1');
    expect(await evm.balance(address, USDC)).toBe(0n);
  });

  it('reports old deposits long after, when the node no longer has the states of that time', async () => {
    const coins = evm.channels.channelAddress({ number: 6n });
    await evm.send({ to: CODE.forwarder[0], data: addressWord(coins), value: 2n });
    await evm.block();
    await evm.world.clock.step(12 * 120);
    await evm.stop();
    await evm.open();
    expect(amounts(await evm.channels.depositsTo([coins], 0))).toEqual([2n]);
  });

  it('puts vault and tokens on a chain that began before they were added, and touches nothing else', async () => {
    const before = { usdc: await evm.balance(user.address, USDC), height: evm.ledger.height() };
    const old: [string, unknown[]][] = [VAULT, FLIP].map((address) => ['anvil_setCode', [address, '0x']]);
    await evm.write(old);
    await evm.kill();
    await evm.open();
    expect(await evm.balance(user.address, USDC)).toBe(before.usdc);
    expect(evm.ledger.height()).toBe(before.height);
    const symbol = encodeFunctionData({ abi: erc20Abi, functionName: 'symbol' });
    expect(
      Buffer.from(String(await evm.rpc('eth_call', { to: FLIP, data: symbol }, 'latest')).slice(2), 'hex').toString(),
    ).toContain('FLIP');
    const to = '0x00000000000000000000000000000000000000dD';
    await evm.ledger.payOut({ key: 'q', vault: 'chainflip-0', to, token: FLIP, amountBaseUnits: 9n, memo: '' });
    await evm.block();
    expect(await evm.balance(to, FLIP)).toBe(9n);
    const entries = evm.ledger.node.journalLength();
    await evm.kill();
    await evm.open();
    expect(evm.ledger.node.journalLength()).toBe(entries);
  });
});

describe.each(['ARB', 'BSC'] as const)('%s', (chain) => {
  const tokens = {
    ARB: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
    BSC: '0x55d398326f99059fF775485246999027B3197955',
  } as const;

  it('has its own vault and channels, which take, see and pay as on Ethereum', async () => {
    evm = await TestChain.open(chain);
    try {
      await evm.ledger.fund(user.address, 10n * ETHER);
      await evm.ledger.fund(user.address, 1000n, tokens[chain]);
      const own = { number: 1n, token: tokens[chain] };
      const address = evm.channels.channelAddress(own);
      await evm.send({ to: tokens[chain], data: tokenTransfer(address, 1000n) });
      await evm.send({ to: evm.channels.channelAddress({ number: 1n }), value: ETHER });
      await evm.block();
      expect(await evm.channels.depositsTo([address], 0)).toMatchObject([{ chain, token: tokens[chain] }]);
      const { hash } = await evm.channels.fetch({ key: 'k', channel: own });
      const to = '0x00000000000000000000000000000000000000dD';
      const paid = { key: 'p', vault: 'chainflip-0', to, token: tokens[chain], amountBaseUnits: 999n, memo: '' };
      await evm.ledger.payOut(paid);
      await evm.block();
      expect((await evm.receipt(hash)).status).toBe('0x1');
      expect(await evm.balance(to, tokens[chain])).toBe(999n);
      expect(evm.errors).toEqual([]);
    } finally {
      await evm.stop();
      evm.remove();
    }
  });
});

it('offers no channels where Chainflip has no vault', async () => {
  const evm = await TestChain.open('BASE');
  try {
    expect(evm.ledger.channels).toBeUndefined();
    expect(() => evm.ledger.vaultAddress('chainflip-0')).toThrow(/no vault/);
  } finally {
    await evm.stop();
    evm.remove();
  }
});
