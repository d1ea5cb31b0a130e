/** If these fail, a swap's payout to a contract on a real chain does not arrive, or not as agreed. */
import { encodeAbiParameters, type Hex, parseAbiParameters } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CCM_RECEIVER } from '../evm/ccm-receiver.ts';
import { CODE, ETHER, TestChain, tokenTransfer, USDC, USDT, user, VAULT } from '../evm/test-chain.ts';
import { type ChainflipOnChain, chainflipOnChain } from './chainflip-on-chain.ts';
import type { Ref } from './fake-chainflip.ts';

const RECIPIENT = '0x00000000000000000000000000000000000face1';
const NOWHERE = '0x00000000000000000000000000000000000face2';
const BLOCK_MS = 60_000;

describe('a payout that calls a contract of the local chain', { timeout: BLOCK_MS }, () => {
  let evm: TestChain;
  let chainflip: ChainflipOnChain;
  const begin = () => {
    evm.world.ledgers.ETH = evm.ledger;
    chainflip = chainflipOnChain(evm.world, () => evm.block());
  };
  beforeAll(async () => {
    evm = await TestChain.open();
    begin();
    await evm.fundUser();
    await evm.block();
  }, BLOCK_MS);
  afterAll(async () => {
    await evm.stop();
    evm.remove();
  });

  const ref = (asset: string): Ref => ({ chain: 'Ethereum', asset });
  const status = (id: string) => chainflip.status(id);
  const settle = (id: string) => chainflip.settle(id);
  const open = (to: string, destination: string, ccm: { message: Hex; gas_budget: number }) =>
    chainflip.open({ from: ref('USDT'), to: ref(to), destination, refundAddress: user.address, ccm });
  const swap = async (to: string, destination: string, ccm: { message: Hex; gas_budget: number }) => {
    const channel = await open(to, destination, ccm);
    await evm.send({ to: USDT, data: tokenTransfer(channel.address, 1_000_000_000n) });
    return { ...channel, done: await settle(channel.id) };
  };

  it.each([
    ['USDC', USDC],
    ['ETH', undefined],
  ] as const)('brings the contract %s and its message in one transaction', async (asset, token) => {
    const before = await evm.balance(CODE.taker[0], token);
    const { done } = await swap(asset, CODE.taker[0], { message: '0x00112233', gas_budget: 100_000 });
    expect(done.state).toBe('COMPLETED');
    expect(await evm.balance(CODE.taker[0], token)).toBe(before + BigInt(done.swapEgress?.amount ?? 0));
    const call = z
      .object({ to: z.string(), input: z.string(), gas: z.string() })
      .parse(await evm.rpc('eth_getTransactionByHash', done.swapEgress?.txRef));
    expect(call.to).toBe(VAULT.toLowerCase());
    expect(call.input).toContain('00112233');
    expect(BigInt(call.gas)).toBe(100_000n + 4n + (token === undefined ? 90_000n : 120_000n));
  });

  it('reaches the deployed receiver: what it cannot swap it passes to the recipient that the message names', async () => {
    const type = parseAbiParameters('bytes32, address, address, uint256, uint256, uint256, uint256, bytes');
    const terms = [`0x${'07'.repeat(32)}`, RECIPIENT, USDT, 1n, 1_000_000n, 0n, 36n, '0x'] as const;
    const message = encodeAbiParameters(type, terms);
    const { done } = await swap('USDC', CCM_RECEIVER, { message, gas_budget: 600_000 });
    expect(done.state).toBe('COMPLETED');
    expect(await evm.balance(RECIPIENT, USDC)).toBe(BigInt(done.swapEgress?.amount ?? 0));
    expect(await evm.balance(CCM_RECEIVER, USDC)).toBe(0n);
  });

  it.each([
    ['a contract that reverts', CODE.refuser[0], 100_000],
    ['a contract that needs more gas than was asked for', CODE.greedy[0], 0],
    ['an address where nothing stands', NOWHERE, 100_000],
  ])('is not made to %s; the fallback call pays its sender, once', async (what, to, gas_budget) => {
    const vault = await evm.balance(VAULT, USDC);
    // The least gas budget: what the vault leaves of its own part is too little for the greedy receiver.
    const message: Hex = what.includes('gas') ? `0x${'ff'.repeat(4000)}` : '0x01';
    const { id, done } = await swap('USDC', to, { message, gas_budget });
    expect(done.state).toBe('FAILED');
    expect(done.swapEgress).toMatchObject({ failure: { mode: 'SENDING_FAILED' } });
    expect([await evm.balance(VAULT, USDC), await evm.balance(to, USDC)]).toEqual([vault, 0n]);
    const payload = z
      .object({ contract: z.string(), value: z.string(), chainId: z.number(), data: z.custom<Hex>() })
      .parse(done.swapEgress?.transactionPayload);
    // The owner repairs the contract, and anyone may send the call.
    await evm.write([['anvil_setCode', [to, CODE.taker[1]]]]);
    const call = { to: payload.contract, data: payload.data, value: BigInt(payload.value) };
    const hash = await evm.send(call);
    const twice = await evm.send(call);
    await evm.block();
    expect([(await evm.receipt(hash)).status, (await evm.receipt(twice)).status]).toEqual(['0x1', '0x0']);
    expect(await evm.balance(to, USDC)).toBe(BigInt(done.swapEgress?.amount ?? 0));
    expect((await status(id)).state).toBe('FAILED');
    const original = Object.values(CODE).find(([address]) => address === to);
    await evm.write([['anvil_setCode', [to, original?.[1] ?? '0x']]]);
  });

  it('is made once when everything is killed while it is sent', async () => {
    const channel = await open('ETH', CODE.taker[0], { message: '0x02', gas_budget: 100_000 });
    const before = await evm.balance(CODE.taker[0]);
    await evm.send({ to: USDT, data: tokenTransfer(channel.address, 1_000_000_000n) });
    for (let at = 0; at < 60 && !/SENDING|SENT/.test((await status(channel.id)).state); at += 1)
      await evm.world.clock.step(6);
    await evm.kill();
    await evm.open();
    begin();
    const done = await settle(channel.id);
    expect(done.state).toBe('COMPLETED');
    expect(await evm.balance(CODE.taker[0])).toBe(before + BigInt(done.swapEgress?.amount ?? 0));
    expect(await evm.balance(CCM_RECEIVER)).toBe(0n);
  });
});

it(
  'gives data folders of the version before the receiver, and the vault that takes signatures',
  async () => {
    const old = await TestChain.open('ARB');
    await old.write([['anvil_setCode', [CCM_RECEIVER, '0x']]]);
    await old.stop();
    await old.open();
    expect(await old.rpc('eth_getCode', CCM_RECEIVER, 'latest')).toMatch(/^0x[0-9a-f]{1000,}$/);
    expect(await old.balance(user.address)).toBeLessThan(ETHER);
    await old.stop();
    old.remove();
  },
  BLOCK_MS,
);
