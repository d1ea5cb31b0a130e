/**
 * Our router keeps the rules of the public one (Aggregation Router V6): it accepts what that accepts, and nothing else.
 */
import { type Address, encodeErrorResult, encodeFunctionData, type Hex, parseAbi, zeroAddress } from 'viem';
import { toFunctionSelector } from 'viem/utils';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aggregationRouterArtifact } from '../evm/artifacts.ts';
import { SANDBOX_EVM_CHAINS } from '../evm/evm-ledger.ts';
import { ONEINCH_EXECUTOR, ONEINCH_ROUTER, oneinchAbi, PAUSED_SLOT, poolsOf } from '../evm/oneinch-contracts.ts';
import { word } from '../evm/storage.ts';
import { CODE, ETHER, type TestChain, user } from '../evm/test-chain.ts';
import { NATIVE, revertOf, TestOneinch, USDC, USDT, WETH } from './test-oneinch.ts';

const routerAbi = parseAbi(oneinchAbi);
const errors = parseAbi([
  'error ReturnAmountIsNotEnough(uint256 result, uint256 minReturn)',
  'error InvalidMsgValue()',
  'error ZeroMinReturn()',
  'error SafeTransferFromFailed()',
  'error EthDepositRejected()',
  'error EnforcedPause()',
  'error BadPool()',
]);
const refusal = (
  errorName:
    | 'InvalidMsgValue'
    | 'ZeroMinReturn'
    | 'SafeTransferFromFailed'
    | 'EthDepositRejected'
    | 'EnforcedPause'
    | 'BadPool',
) => encodeErrorResult({ abi: errors, errorName });
const notEnough = (result: bigint, minReturn: bigint) =>
  encodeErrorResult({ abi: errors, errorName: 'ReturnAmountIsNotEnough', args: [result, minReturn] });

/** The tests' executors. The first logs its calldata and claims an output of 1. */
const RECORDER = '0x0000000000000000000000000000000000001001';
const RECORDER_CODE = '0x365f5f375f365fa160015f5260205ff3';
const ELSEWHERE = '0x00000000000000000000000000000000000000cc';

type Desc = {
  srcToken: Address;
  dstToken: Address;
  srcReceiver: Address;
  dstReceiver: Address;
  amount: bigint;
  minReturnAmount: bigint;
  flags: bigint;
};
const desc = (changes: Partial<Desc>): Desc => ({
  srcToken: USDC,
  dstToken: USDC,
  srcReceiver: RECORDER,
  dstReceiver: zeroAddress,
  amount: 100n,
  minReturnAmount: 1n,
  flags: 0n,
  ...changes,
});
const swapData = (changes: Partial<Desc>, executor: Address = RECORDER, data: Hex = '0xaabbcc'): Hex =>
  encodeFunctionData({ abi: routerAbi, functionName: 'swap', args: [executor, desc(changes), data] });

let oneinch: TestOneinch;
let evm: TestChain;
const refused = (changes: Partial<Desc>, value = 0n, from: string = user.address) =>
  revertOf(evm, { to: ONEINCH_ROUTER, data: swapData(changes), value, from });
/** Mines a call of the user. */
async function run(data: Hex, value = 0n) {
  const hash = await evm.send({ to: ONEINCH_ROUTER, data, value, gas: 1_500_000n });
  await evm.block();
  return evm.receipt(hash);
}

beforeAll(async () => {
  oneinch = await TestOneinch.open();
  evm = oneinch.evm;
  await oneinch.fundUser();
  await evm.write([
    ['anvil_setCode', [RECORDER, RECORDER_CODE]],
    ...Object.values(CODE).map(([address, code]): [string, unknown[]] => ['anvil_setCode', [address, code]]),
  ]);
  // The output that the recorder claims to have made.
  await evm.ledger.fund(ONEINCH_ROUTER, 1000n, USDC);
}, 60_000);
afterAll(async () => {
  await evm.kill();
  evm.remove();
});

describe('the interface', () => {
  it('has the published selectors of functions and errors', () => {
    const published = {
      swap: '0x07ed2379',
      unoswap: '0x83800a8e',
      unoswapTo: '0xe2c95c82',
      ethUnoswap: '0xa76dfc3b',
      ethUnoswapTo: '0x175accdc',
    };
    for (const entry of routerAbi) {
      expect(toFunctionSelector(entry)).toBe(published[entry.name]);
      expect(aggregationRouterArtifact.deployedBytecode).toContain(published[entry.name].slice(2));
    }
    expect(notEnough(1n, 2n).slice(0, 10)).toBe('0x064a4ec6');
    expect(refusal('InvalidMsgValue')).toBe('0x1841b4e1');
    expect(refusal('ZeroMinReturn')).toBe('0x0262dde4');
    expect(refusal('SafeTransferFromFailed')).toBe('0xf4059071');
    expect(toFunctionSelector('execute(address)')).toBe('0x4b64e492');
  });
});

describe('swap', () => {
  it('refuses a least return of zero', async () => {
    expect(await refused({ minReturnAmount: 0n })).toBe(refusal('ZeroMinReturn'));
  });

  it('requires exactly the sold coins, and none with a token', async () => {
    const native = { srcToken: NATIVE, amount: 5n } as const;
    expect(await refused(native, 4n)).toBe(refusal('InvalidMsgValue'));
    expect(await refused(native, 6n)).toBe(refusal('InvalidMsgValue'));
    expect(await refused(native, 5n)).toBeUndefined();
    expect(await refused({ ...native, srcToken: zeroAddress }, 5n)).toBeUndefined();
    expect(await refused({}, 1n)).toBe(refusal('InvalidMsgValue'));
  });

  it('with REQUIRES_EXTRA_ETH requires more than is sold, as the public contract does', async () => {
    const native = { srcToken: NATIVE, amount: 5n, flags: 2n } as const;
    expect(await refused(native, 4n)).toBe(refusal('InvalidMsgValue'));
    expect(await refused(native, 5n)).toBe(refusal('InvalidMsgValue'));
    expect(await refused(native, 6n)).toBeUndefined();
    expect(await refused({ flags: 2n }, 0n)).toBe(refusal('InvalidMsgValue'));
    expect(await refused({ flags: 2n }, 1n)).toBeUndefined();
  });

  it('takes the tokens through its allowance to srcReceiver, also those that answer nothing', async () => {
    for (const srcToken of [USDC, USDT] as const) {
      const [before, of] = [await evm.balance(ELSEWHERE, srcToken), await evm.balance(user.address, srcToken)];
      const { status } = await run(swapData({ srcToken, dstToken: USDC, srcReceiver: ELSEWHERE, amount: 77n }));
      expect(status).toBe('0x1');
      expect(await evm.balance(ELSEWHERE, srcToken)).toBe(before + 77n);
      // One unit of the token returns as the executor's output.
      expect(await evm.balance(user.address, srcToken)).toBe(of - 77n + (srcToken === USDC ? 1n : 0n));
    }
  });

  it('fails when nothing is approved, owned, or a token, and when Permit2 is requested without a setup', async () => {
    const failed = refusal('SafeTransferFromFailed');
    expect(await refused({}, 0n, ELSEWHERE)).toBe(failed);
    expect(await refused({ amount: 10n ** 40n })).toBe(failed);
    expect(await refused({ srcToken: ELSEWHERE })).toBe(failed);
    expect(await refused({ flags: 4n })).toBe(failed);
  });

  it('calls the executor with the sender before its data and the amount after it, and with the coins', async () => {
    const { logs } = await run(swapData({ srcToken: NATIVE, amount: 9n, dstReceiver: ELSEWHERE }), 9n);
    const recorded = logs.filter((log) => log.address === RECORDER.toLowerCase());
    expect(recorded.map((log) => log.data)).toEqual([
      `0x4b64e492${word(BigInt(user.address)).slice(2)}aabbcc${word(9n).slice(2)}`,
    ]);
    expect(await evm.balance(RECORDER)).toBeGreaterThanOrEqual(9n);
  });

  it('says by how much the return falls short', async () => {
    expect(await refused({ minReturnAmount: 2n })).toBe(notEnough(1n, 2n));
  });

  it('pays the named receiver, the sender when none is named, in tokens and in coins', async () => {
    for (const [src, dst, amount] of [
      [WETH, USDC, ETHER],
      [USDC, NATIVE, 5_000_000_000n],
    ] as const)
      for (const receiver of [ELSEWHERE, zeroAddress] as const) {
        const asked = { src, dst, amount: String(amount), slippage: '0', receiver: ELSEWHERE };
        const { tx, dstAmount } = await oneinch.swap(asked);
        const data = tx.data.replace(word(BigInt(ELSEWHERE)).slice(2), word(BigInt(receiver)).slice(2)) as Hex;
        const payee = receiver === zeroAddress ? user.address : receiver;
        const before = await oneinch.balance(payee, dst);
        const { hash, status } = await oneinch.execute({ ...tx, data });
        expect(status).toBe('0x1');
        const gas = payee === user.address && dst === NATIVE ? await gasPaid(hash) : 0n;
        expect((await oneinch.balance(payee, dst)) - before).toBe(BigInt(dstAmount) - gas);
      }
  });

  it('emits nothing itself', async () => {
    const { tx } = await oneinch.swap({ src: USDC, dst: USDT, amount: '1000000' });
    const { hash } = await oneinch.execute(tx);
    const { logs } = await evm.receipt(hash);
    expect(logs.length).toBeGreaterThan(0);
    expect(logs.filter((log) => log.address === ONEINCH_ROUTER.toLowerCase())).toEqual([]);
  });

  it('hands on the reason with which an executor fails', async () => {
    const order = swapData({ srcReceiver: ONEINCH_EXECUTOR }, CODE.refuser[0]);
    expect(await revertOf(evm, { to: ONEINCH_ROUTER, data: order })).toBe('0x');
  });
});

async function gasPaid(hash: string): Promise<bigint> {
  const receipt = (await evm.rpc('eth_getTransactionReceipt', hash)) as { gasUsed: Hex; effectiveGasPrice: Hex };
  return BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice);
}

describe('an order that may be filled in part', () => {
  it('sells what the curve takes, gives the rest back, and holds the rate to its minimum', async () => {
    await oneinch.rest();
    await evm.ledger.fund(user.address, 10n ** 14n, USDC);
    // More than the USDC curve holds: 30 million dollars.
    const amount = String(40_000_000_000_000n);
    const query = { src: USDC, dst: WETH, amount };
    await expect(oneinch.swap({ ...query, amount: String(10n ** 15n) })).rejects.toThrow('insufficient liquidity');
    const partial = await oneinch.swap({ ...query, slippage: '1', allowPartialFill: 'true' });
    const [usdc, weth] = [await evm.balance(user.address, USDC), await evm.balance(user.address, WETH)];
    const { status } = await oneinch.execute(partial.tx);
    expect(status).toBe('0x1');
    expect((await evm.balance(user.address, WETH)) - weth).toBe(BigInt(partial.dstAmount));
    const spent = usdc - (await evm.balance(user.address, USDC));
    expect(spent).toBeGreaterThan(0n);
    expect(spent).toBeLessThan(BigInt(amount));
    expect(await evm.balance(ONEINCH_ROUTER, WETH)).toBe(0n);
    await oneinch.rest();
  });
});

describe('one pool alone', () => {
  const [pool] = poolsOf('ETH').filter(({ token0, token1 }) => [token0, token1].includes(WETH));
  const flagged = BigInt(pool?.address ?? 0n);
  const V3 = 1n << 253n;

  it('is refused where it is of another kind, where coins may not be wrapped, and where the return falls short', async () => {
    const call = (dex: bigint, minReturn = 1n): Hex =>
      encodeFunctionData({ abi: routerAbi, functionName: 'unoswap', args: [BigInt(USDC), 1_000_000n, minReturn, dex] });
    expect(await revertOf(evm, { to: ONEINCH_ROUTER, data: call(flagged) })).toBe(refusal('BadPool'));
    expect(await revertOf(evm, { to: ONEINCH_ROUTER, data: call(flagged | (2n << 253n)) })).toBe(refusal('BadPool'));
    const coins = encodeFunctionData({
      abi: routerAbi,
      functionName: 'ethUnoswap',
      args: [1n, flagged | V3 | (1n << 251n)],
    });
    expect(await revertOf(evm, { to: ONEINCH_ROUTER, data: coins, value: 1n })).toBe(refusal('BadPool'));
    const { tx, dstAmount } = await oneinch.swap({
      src: NATIVE,
      dst: USDC,
      amount: String(ETHER / 10n),
      slippage: '0',
    });
    const more = tx.data.replace(word(BigInt(dstAmount)).slice(2), word(BigInt(dstAmount) + 1n).slice(2)) as Hex;
    expect(await revertOf(evm, { to: ONEINCH_ROUTER, data: more, value: ETHER / 10n })).toBe(
      notEnough(BigInt(dstAmount), BigInt(dstAmount) + 1n),
    );
  });

  it('is paid only by the account that the running call named: no other can make the router pull from users', async () => {
    const steal = encodeFunctionData({
      abi: parseAbi(['function uniswapV3SwapCallback(int256 amount0Delta, int256 amount1Delta, bytes data)']),
      functionName: 'uniswapV3SwapCallback',
      args: [
        1n,
        -1n,
        `${word(BigInt(user.address))}${word(BigInt(USDC)).slice(2)}${word(100n).slice(2)}${word(0n).slice(2)}`,
      ],
    });
    for (const from of [ELSEWHERE, pool?.address ?? ''])
      expect(await revertOf(evm, { to: ONEINCH_ROUTER, data: steal, from })).toBe(refusal('BadPool'));
  });
});

describe('the router', () => {
  it('takes no coins that are sent by mistake', async () => {
    expect(await revertOf(evm, { to: ONEINCH_ROUTER, value: 1n })).toBe(refusal('EthDepositRejected'));
  });

  it('refuses every swap while it is paused', async () => {
    const calls = [
      await oneinch.swap({ src: USDC, dst: USDT, amount: '1000000' }),
      await oneinch.swap({ src: NATIVE, dst: USDC, amount: String(ETHER / 100n), receiver: ELSEWHERE }),
      await oneinch.swap({ src: USDC, dst: WETH, amount: '90000000000' }),
    ];
    await evm.write([['anvil_setStorageAt', [ONEINCH_ROUTER, PAUSED_SLOT, word(1)]]]);
    for (const { tx } of calls)
      expect(await revertOf(evm, { to: tx.to, data: tx.data, value: BigInt(tx.value) })).toBe(refusal('EnforcedPause'));
    await evm.write([['anvil_setStorageAt', [ONEINCH_ROUTER, PAUSED_SLOT, word(0)]]]);
    for (const { tx } of calls)
      expect(await revertOf(evm, { to: tx.to, data: tx.data, value: BigInt(tx.value) })).toBeUndefined();
  });

  it('is deployed with pools on every EVM chain of the sandbox', () => {
    for (const chain of SANDBOX_EVM_CHAINS) expect(poolsOf(chain).length).toBeGreaterThan(0);
  });
});

describe('the executor', () => {
  it('pays no caller who sent it nothing', async () => {
    const { tx } = await oneinch.swap({ src: USDC, dst: WETH, amount: '90000000000' });
    const data = `0x${tx.data.slice(2 + 8 + 64 * 10, 2 + 8 + 64 * 15)}` as Hex;
    const direct =
      `0x4b64e492${word(BigInt(user.address)).slice(2)}${data.slice(2)}${word(10n ** 10n).slice(2)}` as Hex;
    expect(await revertOf(evm, { to: ONEINCH_EXECUTOR, data: direct })).toBe(toFunctionSelector('NothingArrived()'));
    expect(await revertOf(evm, { to: ONEINCH_EXECUTOR, value: 1n })).toBe('0x');
  });
});
