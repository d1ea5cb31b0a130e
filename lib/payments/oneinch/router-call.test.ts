import fc from 'fast-check';
import {
  encodeAbiParameters,
  encodeErrorResult,
  encodeFunctionData,
  type Hex,
  parseAbi,
  toFunctionSelector,
} from 'viem';
import { describe, expect, it } from 'vitest';
import { assetOf, checksumAddress } from '../../domain/asset.ts';
import calls from './__fixtures__/router-v6-calls.json' with { type: 'json' };
import recordedV5 from './__fixtures__/swap-v60-router-v5.json' with { type: 'json' };
import { poolOutput } from './pool-hop.ts';
import { NATIVE_TOKEN, ONEINCH_CHAINS, oneinchRouter, routerTokenOf, wrappedNative } from './router.ts';
import { decodeRouterCall, RouterCallError } from './router-call.ts';
import { returnedTooLittle, routerErrorText } from './router-errors.ts';

const ABI = parseAbi([
  'struct Desc { address srcToken; address dstToken; address srcReceiver; address dstReceiver; uint256 amount; uint256 minReturnAmount; uint256 flags; }',
  'function swap(address executor, Desc desc, bytes data) payable returns (uint256, uint256)',
  'function unoswap(uint256 token, uint256 amount, uint256 minReturn, uint256 dex)',
  'function unoswapTo2(uint256 to, uint256 token, uint256 amount, uint256 minReturn, uint256 dex, uint256 dex2)',
  'function ethUnoswapTo(uint256 to, uint256 minReturn, uint256 dex) payable',
  'function clipperSwapTo(address exchange, address recipient, uint256 srcToken, address dstToken, uint256 inputAmount, uint256 outputAmount, uint256 goodUntil, bytes32 r, bytes32 vs) payable',
  'error ReturnAmountIsNotEnough(uint256 result, uint256 minReturn)',
]);

const EXECUTOR = checksumAddress('0x5f515f6c524b18ca30f7783fb58dd4be2e9904ec') as Hex;
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' as const;
const WETH = wrappedNative('ETH') ?? '';
const ALICE = checksumAddress('0x2773378be02162f28cf199089a64e5e2307fc0f5') as Hex;
const POOL = checksumAddress('0xe0554a476a092703abdb3ef35c80e0d76d32939f');

const desc = {
  srcToken: NATIVE_TOKEN as Hex,
  dstToken: USDC as Hex,
  srcReceiver: EXECUTOR,
  dstReceiver: ALICE,
  amount: 10n ** 18n,
  minReturnAmount: 3_283_500_000n,
  flags: 0n,
};
const swapData = (changed: Partial<typeof desc> = {}, data: Hex = '0x0102') =>
  encodeFunctionData({ abi: ABI, functionName: 'swap', args: [EXECUTOR, { ...desc, ...changed }, data] });
const ANY_WORD = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n });
const messageOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (error instanceof RouterCallError) return error.message;
    throw error;
  }
  return 'no error';
};

describe('a call of the router', () => {
  it('is read for what a person signs: tokens, amount, minimum return, receiver', () => {
    expect(decodeRouterCall(swapData())).toEqual({
      function: 'swap',
      selector: '0x07ed2379',
      srcToken: NATIVE_TOKEN,
      dstToken: USDC,
      amount: 10n ** 18n,
      minReturn: 3_283_500_000n,
      receiver: ALICE,
      executor: EXECUTOR,
      srcReceiver: EXECUTOR,
      partialFill: false,
      extraValue: false,
      permit2: false,
      pools: [],
    });
  });

  it('loses nothing of any amount that fits the chain', () => {
    fc.assert(
      fc.property(ANY_WORD, ANY_WORD, (amount, minReturnAmount) => {
        const call = decodeRouterCall(swapData({ amount, minReturnAmount }));
        expect([call.amount, call.minReturn]).toEqual([amount, minReturnAmount]);
      }),
    );
  });

  it('reads the zero receiver as the sender, as the router does', () => {
    expect(decodeRouterCall(swapData({ dstReceiver: `0x${'0'.repeat(40)}` })).receiver).toBeUndefined();
  });

  it('reports flags that change what is taken', () => {
    expect(decodeRouterCall(swapData({ flags: 7n }))).toMatchObject({
      partialFill: true,
      extraValue: true,
      permit2: true,
    });
    expect(messageOf(() => decodeRouterCall(swapData({ flags: 8n })))).toContain('flag');
  });

  it('may have the tag that the API appends, and no second call after its arguments', () => {
    expect(decodeRouterCall(`${swapData()}de8bb62d`).minReturn).toBe(desc.minReturnAmount);
    for (const more of [swapData().slice(2), 'c0ffee', 'de8bb62d00'])
      expect(messageOf(() => decodeRouterCall(swapData() + more))).toContain('behind its end');
    const filled = swapData().replace(/0102(0+)$/, (_all, zeros: string) => `0102${zeros.slice(1)}1`);
    expect(messageOf(() => decodeRouterCall(filled))).toContain('filled up');
  });

  it('is refused when offsets point elsewhere or data ends early: the router could read it differently', () => {
    const moved = swapData().replace(`${'0'.repeat(61)}120`, `${'0'.repeat(61)}140`);
    expect(messageOf(() => decodeRouterCall(moved))).toContain('not where it should be');
    expect(messageOf(() => decodeRouterCall(swapData().slice(0, 600)))).toContain('ends too early');
  });

  it('is never read when cut anywhere before its end', () => {
    const whole = swapData();
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 9 * 32 }), (bytes) => {
        expect(messageOf(() => decodeRouterCall(whole.slice(0, 2 + bytes * 2)))).not.toBe('no error');
      }),
    );
  });

  it.each([
    ['an order of the limit order book', toFunctionSelector('function fillOrderArgs()')],
    ['permitAndCall', '0x5816d723'],
    ['a token’s approve', '0x095ea7b3'],
    ['nothing', '0x'],
  ])('refuses %s', (_what, data) => {
    expect(messageOf(() => decodeRouterCall(data + (data === '0x' ? '' : '0'.repeat(640))))).toMatch(
      /calldata|no function/,
    );
  });

  it('is refused for earlier routers, as in an old recording', () => {
    expect(messageOf(() => decodeRouterCall(recordedV5.tx.data))).toContain('0x0502b1c5');
    expect(recordedV5.tx.to).not.toBe(oneinchRouter('ETH')?.toLowerCase());
  });
});

/** Uniswap V3 (1 at bit 253), first token for the second (bit 247). */
const V3 = (1n << 253n) | (1n << 247n) | BigInt(POOL);
const UNWRAP = 1n << 252n;

describe('a call through single pools', () => {
  it('is read with its minimum return and the question for the bought token', () => {
    const data = encodeFunctionData({ abi: ABI, functionName: 'unoswap', args: [BigInt(USDC), 5n, 3n, V3] });
    expect(decodeRouterCall(data)).toMatchObject({
      function: 'unoswap',
      srcToken: USDC,
      dstToken: undefined,
      amount: 5n,
      minReturn: 3n,
      receiver: undefined,
      pools: [{ pool: POOL, kind: 'Uniswap V3', outputCall: '0xd21220a7', unwraps: false, permit2: false }],
    });
  });

  it('is read with its receiver, through several pools and from the chain’s own coin', () => {
    const two = encodeFunctionData({
      abi: ABI,
      functionName: 'unoswapTo2',
      args: [BigInt(ALICE), BigInt(USDC), 5n, 3n, V3, BigInt(POOL) | UNWRAP],
    });
    expect(decodeRouterCall(two)).toMatchObject({ function: 'unoswapTo2', receiver: ALICE, minReturn: 3n });
    expect(decodeRouterCall(two).pools.at(-1)).toMatchObject({
      kind: 'Uniswap V2',
      outputCall: '0x0dfe1681',
      unwraps: true,
    });
    const coin = encodeFunctionData({ abi: ABI, functionName: 'ethUnoswapTo', args: [BigInt(ALICE), 3n, V3] });
    expect(decodeRouterCall(coin)).toMatchObject({ srcToken: NATIVE_TOKEN, amount: undefined, receiver: ALICE });
  });

  it('asks Curve’s pools by the function that the call names', () => {
    const curve = (2n << 253n) | (1n << 216n) | (8n << 208n) | BigInt(POOL);
    const read = (dex: bigint) =>
      decodeRouterCall(encodeFunctionData({ abi: ABI, functionName: 'unoswap', args: [BigInt(USDC), 5n, 3n, dex] }));
    const asked =
      toFunctionSelector('function coins(uint256)') + encodeAbiParameters([{ type: 'uint256' }], [1n]).slice(2);
    expect(read(curve).pools[0]?.outputCall).toBe(asked);
    expect(messageOf(() => read(curve | (3n << 208n)))).toContain('pool of a kind');
    expect(messageOf(() => read((3n << 253n) | BigInt(POOL)))).toContain('pool of a kind');
  });

  it('knows the coin behind the wrapped one that a last pool gives', () => {
    const [last] = decodeRouterCall(
      encodeFunctionData({ abi: ABI, functionName: 'unoswap', args: [BigInt(USDC), 5n, 3n, V3 | UNWRAP] }),
    ).pools;
    const word = (address: string) => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`;
    if (!last) throw new Error('no pool');
    expect(poolOutput(last, word(WETH), WETH)).toBe(NATIVE_TOKEN);
    expect(poolOutput({ ...last, unwraps: false }, word(WETH), WETH)).toBe(WETH);
    expect(poolOutput(last, word(USDC), WETH)).toBe(USDC);
    expect(poolOutput(last, '0x', WETH)).toBeUndefined();
  });

  it('reads a market maker’s signed price', () => {
    const data = encodeFunctionData({
      abi: ABI,
      functionName: 'clipperSwapTo',
      args: [EXECUTOR, ALICE, BigInt(USDC), WETH as Hex, 9n, 7n, 1n, `0x${'1'.repeat(64)}`, `0x${'2'.repeat(64)}`],
    });
    expect(decodeRouterCall(data)).toMatchObject({
      srcToken: USDC,
      dstToken: WETH,
      amount: 9n,
      minReturn: 7n,
      receiver: ALICE,
    });
  });
});

const recorded = (name: keyof typeof calls) => decodeRouterCall(calls[name].data);

describe('calls that were sent on public chains', () => {
  it('are read with their tag: WETH for USDC through one pool, paid to the sender', () => {
    expect(recorded('unoswap')).toMatchObject({
      function: 'unoswap',
      srcToken: WETH,
      amount: 10n ** 18n,
      minReturn: 0x45cbe4b1n,
      receiver: undefined,
      pools: [
        { pool: POOL, kind: 'Uniswap V3', outputCall: '0x0dfe1681', unwraps: false, wraps: false, permit2: false },
      ],
    });
  });

  it('are read through several pools, Curve’s among them', () => {
    expect(recorded('unoswap2').pools.map(({ kind }) => kind)).toEqual(['Uniswap V2', 'Uniswap V2']);
    expect(recorded('unoswap3').pools.map(({ kind }) => kind)).toEqual(['Curve', 'Uniswap V3', 'Uniswap V3']);
    // underlying_coins(3)
    expect(recorded('unoswap3').pools[0]?.outputCall).toBe(`0xb9947eb0${'3'.padStart(64, '0')}`);
  });

  it('are read with receiver and value', () => {
    expect(recorded('unoswapTo').receiver).toBe(checksumAddress('0x75dca6377c1a3365c98e8c63abe36ced51546723'));
    expect(recorded('ethUnoswap')).toMatchObject({ srcToken: NATIVE_TOKEN, amount: undefined, minReturn: 0xa2n });
    expect(recorded('swap')).toMatchObject({
      srcToken: NATIVE_TOKEN,
      dstToken: wrappedNative('MATIC'),
      amount: 11_021_000_000_000_000_000n,
      minReturn: 10_965_895_000_000_000_000n,
      receiver: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
      permit2: false,
    });
  });
});

describe('the router', () => {
  it('exists where 1inch is offered and nowhere else', () => {
    expect(ONEINCH_CHAINS).toEqual(['ETH', 'BSC', 'MATIC', 'OP', 'ARB', 'AVAX', 'BASE']);
    for (const chain of ONEINCH_CHAINS) expect(oneinchRouter(chain)).toBe('0x111111125421cA6dc452d289314280a0f8842A65');
    for (const chain of ['BTC', 'SOL', 'HYPE', 'THOR'] as const) expect(oneinchRouter(chain)).toBeUndefined();
    for (const chain of ONEINCH_CHAINS) expect(wrappedNative(chain)).toBe(checksumAddress(wrappedNative(chain) ?? ''));
  });

  it('knows a chain’s own coin under both of its names, and no asset that is neither coin nor contract', () => {
    expect(routerTokenOf(assetOf('MATIC.MATIC'))).toBe(NATIVE_TOKEN);
    expect(routerTokenOf(assetOf('MATIC.POL'))).toBe(NATIVE_TOKEN);
    expect(routerTokenOf(assetOf(`ETH.USDC-${USDC.toUpperCase()}`))).toBe(USDC);
    expect(routerTokenOf(assetOf('ETH.DOGE'))).toBeUndefined();
    expect(routerTokenOf(assetOf('ETH.BTC/BTC'))).toBeUndefined();
  });

  it('explains its errors', () => {
    const data = encodeErrorResult({ abi: ABI, errorName: 'ReturnAmountIsNotEnough', args: [10n, 11n] });
    expect(routerErrorText(data)).toBe('the price moved past your limit');
    expect(returnedTooLittle(data)).toEqual({ returned: 10n, least: 11n });
    for (const error of [
      'InvalidMsgValue()',
      'ZeroMinReturn()',
      'SafeTransferFromFailed()',
      'SwapWithZeroAmount()',
      'EthDepositRejected()',
      'EnforcedPause()',
    ])
      expect(routerErrorText(toFunctionSelector(`function ${error}`))).toBeDefined();
    expect(routerErrorText('0x12345678')).toBeUndefined();
    expect(returnedTooLittle('0x')).toBeUndefined();
  });
});
