/**
 * If these fail, money that passes through Chainflip and 1inch is lost or badly swapped between the two, on the real
 * local chain.
 */
import { decodeEventLog, encodeAbiParameters, getAddress, type Hex, parseAbi, parseAbiParameters } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ChainflipOnChain, chainflipOnChain } from '../chainflip/chainflip-on-chain.ts';
import { addReceiverControl, CCM_RECEIVER } from '../evm/ccm-receiver.ts';
import { tokenTransfer, user } from '../evm/test-chain.ts';
import { NATIVE, TestOneinch, USDC, USDT } from './test-oneinch.ts';

const LINK = '0x514910771AF9Ca656af840dff83E8264EcF986CA';
const LONG_MS = 120_000;
const eth = (asset: string) => ({ chain: 'Ethereum', asset });
const MESSAGE = parseAbiParameters('bytes32, address, address, uint256, uint256, uint256, uint256, bytes');
const delivered = parseAbi([
  'event Delivered(bytes32 indexed orderId, address indexed recipient, address token, uint256 amount, bool swapped)',
]);
/** Byte offsets of the amount and of the minimum return in the call. Source: the functions of Aggregation Router V6. */
const OFFSETS = { unoswapTo: [68n, 100n], ethUnoswapTo: [0n, 36n] } as const;
const GAS_BUDGET = 700_000;
let recipients = 0;
const newRecipient = (): Hex => {
  recipients += 1;
  return getAddress(`0x${recipients.toString(16).padStart(4, '0').padStart(40, 'e')}`);
};

let oneinch: TestOneinch;
let chainflip: ChainflipOnChain;
const block = () => oneinch.evm.world.clock.step(12);
beforeAll(async () => {
  oneinch = await TestOneinch.open();
  oneinch.evm.world.ledgers.ETH = oneinch.evm.ledger;
  chainflip = chainflipOnChain(oneinch.evm.world, block);
  addReceiverControl(oneinch.evm.world, [oneinch.evm.ledger]);
  await oneinch.fundUser();
  await block();
}, LONG_MS);
afterAll(async () => {
  await oneinch.evm.kill();
  oneinch.evm.remove();
});
const control = async (name: string, body: unknown) => oneinch.evm.world.controls.get(name)?.(body);

describe('what Chainflip pays', { timeout: LONG_MS }, () => {
  /** Opens a channel whose payout the receiver swaps into LINK, quoted for 1000 dollars. */
  const open = async (bridge: string, token: string, quotedInput: bigint) => {
    const recipient = newRecipient();
    const { tx, dstAmount } = await oneinch.swap({
      ...{ src: token, dst: LINK, amount: String(quotedInput), protocols: 'UNISWAP_V3', parts: '1' },
      ...{ from: CCM_RECEIVER, receiver: recipient, origin: recipient, slippage: '1' },
    });
    const least = (BigInt(dstAmount) * 99n) / 100n;
    const [amountAt, leastAt] = OFFSETS[token === NATIVE ? 'ethUnoswapTo' : 'unoswapTo'];
    const order = [`0x${'0d'.repeat(32)}`, recipient, LINK, least, quotedInput, amountAt, leastAt, tx.data] as const;
    const ccm = { message: encodeAbiParameters(MESSAGE, order), gas_budget: GAS_BUDGET };
    const terms = { from: eth('USDT'), to: eth(bridge), destination: CCM_RECEIVER, refundAddress: user.address, ccm };
    return { recipient, least, ...(await chainflip.open(terms)) };
  };
  const pay = (address: string) => oneinch.evm.send({ to: USDT, data: tokenTransfer(address, 1_000_000_000n) });
  const eventOf = async (hash: unknown) => {
    const { logs } = await oneinch.evm.receipt(String(hash));
    return logs.flatMap((log) => {
      if (getAddress(log.address) !== getAddress(CCM_RECEIVER)) return [];
      try {
        return [decodeEventLog({ abi: delivered, data: log.data, topics: log.topics }).args];
      } catch {
        return [];
      }
    });
  };

  it.each([
    ['USDC', USDC, 1_000_000_000n],
    ['ETH', NATIVE, 300_000_000_000_000_000n],
  ] as const)(
    'in %s is swapped on into a token that it does not have, in the same transaction',
    async (name, token, input) => {
      await oneinch.rest();
      const { id, address, recipient } = await open(name, token, input);
      await pay(address);
      const done = await chainflip.settle(id);
      expect(done.state).toBe('COMPLETED');
      const got = await oneinch.balance(recipient, LINK);
      expect(got).toBeGreaterThan(0n);
      expect(await eventOf(done.swapEgress?.txRef)).toEqual([
        { orderId: `0x${'0d'.repeat(32)}`, recipient, token: LINK, amount: got, swapped: true },
      ]);
      expect([await oneinch.balance(CCM_RECEIVER, token), await oneinch.balance(CCM_RECEIVER, LINK)]).toEqual([0n, 0n]);
    },
  );

  it('is handed over as it is when the pool moved since the channel was opened', async () => {
    await oneinch.rest();
    const { id, address, recipient } = await open('USDC', USDC, 1_000_000_000n);
    await control('oneinch-move-price', { asset: 'LINK', percent: 10 });
    await pay(address);
    const done = await chainflip.settle(id);
    await control('oneinch-move-price', { asset: 'LINK', percent: -9.0909 });
    expect(done.state).toBe('COMPLETED');
    const amount = BigInt(done.swapEgress?.amount ?? 0);
    expect(await eventOf(done.swapEgress?.txRef)).toMatchObject([{ recipient, token: USDC, amount, swapped: false }]);
    expect([await oneinch.balance(recipient, USDC), await oneinch.balance(recipient, LINK)]).toEqual([amount, 0n]);
  });

  it('is handed over as it is while the router is paused', async () => {
    const { id, address, recipient } = await open('USDC', USDC, 1_000_000_000n);
    await control('oneinch-pause', { chain: 'ETH', on: true });
    await pay(address);
    const done = await chainflip.settle(id);
    await control('oneinch-pause', { chain: 'ETH', on: false });
    expect(await oneinch.balance(recipient, USDC)).toBe(BigInt(done.swapEgress?.amount ?? 0));
  });

  it('stays with the vault while the receiver is gone, and is swapped on by anyone who sends the payload later', async () => {
    await oneinch.rest();
    const { id, address, recipient } = await open('USDC', USDC, 1_000_000_000n);
    await control('ccm-receiver', { chain: 'eth', there: false });
    await pay(address);
    const failed = await chainflip.settle(id);
    expect(failed.swapEgress).toMatchObject({ failure: { mode: 'SENDING_FAILED' } });
    await control('ccm-receiver', { chain: 'ETH', there: true });
    await oneinch.rest();
    const payload = failed.swapEgress?.transactionPayload as { contract: string; data: Hex };
    const hash = await oneinch.evm.send({ to: payload.contract, data: payload.data, gas: 1_500_000n });
    await block();
    expect(await eventOf(hash)).toMatchObject([{ recipient, token: LINK, swapped: true }]);
    expect(await oneinch.balance(recipient, LINK)).toBeGreaterThan(0n);
  });

  it('goes back in the sold token when Chainflip misses its price, and no contract is called', async () => {
    const refundAddress = newRecipient();
    const ccm = { message: '0x00', gas_budget: GAS_BUDGET };
    const terms = { from: eth('USDT'), to: eth('USDC'), destination: CCM_RECEIVER, refundAddress, ccm };
    const { id, address } = await chainflip.open({
      ...terms,
      minPrice: `0x${(1n << 129n).toString(16)}`,
      retryDuration: 5,
    });
    await pay(address);
    const done = await chainflip.settle(id);
    expect(done).toMatchObject({ state: 'COMPLETED', refundEgress: { txRef: expect.any(String) } });
    expect(await oneinch.balance(refundAddress, USDT)).toBe(BigInt(done.refundEgress?.amount ?? 0));
  });
});

describe('what 1inch pays into a channel', { timeout: LONG_MS }, () => {
  const swapInto = async (address: string, more: Record<string, string> = {}) =>
    oneinch.swap({ src: NATIVE, dst: USDC, amount: '1000000000000000000', receiver: address, ...more });
  const open = () =>
    chainflip.open({ from: eth('USDC'), to: eth('USDT'), destination: newRecipient(), refundAddress: user.address });

  it.each(['unoswap', 'swap'] as const)('by %s is seen as its deposit and swapped, to the unit', async (route) => {
    await oneinch.rest();
    oneinch.network.state.route = route;
    const { id, address } = await open();
    const { tx, dstAmount } = await swapInto(address);
    oneinch.network.state.route = 'auto';
    const { hash, status } = await oneinch.execute(tx);
    expect(status).toBe('0x1');
    const done = await chainflip.settle(id);
    expect(done).toMatchObject({ state: 'COMPLETED', deposit: { amount: dstAmount, txRef: hash } });
    expect(await oneinch.balance(address, USDC)).toBe(0n);
  });

  it('is nothing when the swap reverts', async () => {
    await oneinch.rest();
    const { id, address } = await open();
    const { tx } = await swapInto(address);
    await control('oneinch-move-pool', { chain: 'ETH', token: 'USDC', percent: 5 });
    expect((await oneinch.execute(tx)).status).toBe('0x0');
    for (let at = 0; at < 5; at += 1) await block();
    expect(await chainflip.status(id)).toMatchObject({ state: 'WAITING' });
  });

  it('again and again goes to the same channel, whose contract then exists', async () => {
    await oneinch.rest();
    const { id, address } = await open();
    for (let round = 0; round < 2; round += 1) {
      const { tx } = await swapInto(address);
      expect((await oneinch.execute(tx)).status).toBe('0x1');
      expect((await chainflip.settle(id)).state).toBe('COMPLETED');
    }
    expect(await oneinch.evm.rpc('eth_getCode', address, 'latest')).not.toBe('0x');
  });
});
