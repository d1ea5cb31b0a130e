/** A word replaced in the wrong place sells another amount, to another address, or without any limit. */
import fc from 'fast-check';
import { decodeFunctionData, encodeFunctionData, type Hex, parseAbi, toFunctionSelector } from 'viem';
import { describe, expect, it } from 'vitest';
import { checksumAddress } from '../../domain/asset.ts';
import { cases } from '../../domain/test-effort.ts';
import calls from './__fixtures__/router-v6-calls.json' with { type: 'json' };
import { adjustableOffsets } from './adjustable-call.ts';
import { RouterCallError } from './router-call.ts';

/** Source: Aggregation Router V6, UnoswapRouter.sol: `Address` is a uint256. */
const ABI = parseAbi([
  'function unoswapTo(uint256 to, uint256 token, uint256 amount, uint256 minReturn, uint256 dex)',
  'function unoswapTo2(uint256 to, uint256 token, uint256 amount, uint256 minReturn, uint256 dex, uint256 dex2)',
  'function unoswapTo3(uint256 to, uint256 token, uint256 amount, uint256 minReturn, uint256 dex, uint256 dex2, uint256 dex3)',
  'function ethUnoswapTo(uint256 to, uint256 minReturn, uint256 dex) payable',
  'function ethUnoswapTo2(uint256 to, uint256 minReturn, uint256 dex, uint256 dex2) payable',
  'function ethUnoswapTo3(uint256 to, uint256 minReturn, uint256 dex, uint256 dex2, uint256 dex3) payable',
]);
const OTHERS = parseAbi([
  'struct Desc { address srcToken; address dstToken; address srcReceiver; address dstReceiver; uint256 amount; uint256 minReturnAmount; uint256 flags; }',
  'function swap(address executor, Desc desc, bytes data) payable returns (uint256, uint256)',
  'function unoswap(uint256 token, uint256 amount, uint256 minReturn, uint256 dex)',
  'function clipperSwapTo(address exchange, address recipient, uint256 srcToken, address dstToken, uint256 inputAmount, uint256 outputAmount, uint256 goodUntil, bytes32 r, bytes32 vs) payable',
]);

const TO = BigInt('0x1111111111111111111111111111111111111111');
const TOKEN = BigInt('0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48');
const DEX = (1n << 253n) | (1n << 247n) | BigInt('0xe0554a476a092703abdb3ef35c80e0d76d32939f');
const HEAD: Record<string, (amount: bigint, least: bigint) => bigint[]> = {
  unoswapTo: (amount, least) => [TO, TOKEN, amount, least],
  ethUnoswapTo: (_amount, least) => [TO, least],
};
const NAMES = ['unoswapTo', 'unoswapTo2', 'unoswapTo3', 'ethUnoswapTo', 'ethUnoswapTo2', 'ethUnoswapTo3'] as const;
type Name = (typeof NAMES)[number];

function callOf(name: Name, amount: bigint, least: bigint): Hex {
  const [, kind = '', hops = '1'] = /^(\D+)(\d?)$/.exec(name) ?? [];
  const pools = Array.from({ length: Number(hops || '1') }, () => DEX);
  const item = ABI.find((one) => one.name === name);
  if (!item) throw new Error(`no ${name}`);
  const args = [...(HEAD[kind]?.(amount, least) ?? []), ...pools];
  return encodeFunctionData({ abi: [item], functionName: name, args } as Parameters<typeof encodeFunctionData>[0]);
}

function replaced(data: string, offset: number, value: bigint): Hex {
  const at = 2 + offset * 2;
  return `0x${data.slice(2, at)}${value.toString(16).padStart(64, '0')}${data.slice(at + 64)}`;
}

const word = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n });

describe.each(NAMES)('the words of %s', (name) => {
  const isCoin = name.startsWith('eth');

  it('are those that the router reads as amount and minimum return', () => {
    fc.assert(
      fc.property(word, word, word, word, (amount, least, newAmount, newLeast) => {
        const data = callOf(name, amount, least);
        const found = adjustableOffsets(data);
        if (!found) throw new Error('not adjustable');
        expect(found.amountOffset === undefined).toBe(isCoin);
        let changed = replaced(data, found.leastOffset, newLeast);
        if (found.amountOffset !== undefined) changed = replaced(changed, found.amountOffset, newAmount);
        expect(decodeFunctionData({ abi: ABI, data: changed })).toEqual(
          decodeFunctionData({ abi: ABI, data: callOf(name, newAmount, newLeast) }),
        );
      }),
      { numRuns: cases(25) },
    );
  });

  it('follow the selector of the router’s own function', () => {
    const item = ABI.find((one) => one.name === name);
    if (!item) throw new Error('no such function');
    expect(callOf(name, 1n, 1n).slice(0, 10)).toBe(toFunctionSelector(item));
    expect(adjustableOffsets(callOf(name, 5n, 3n))).toMatchObject(
      isCoin ? { leastOffset: 36 } : { amountOffset: 68, leastOffset: 100 },
    );
  });

  it('are not found in a call that names no receiver', () => {
    const data = callOf(name, 5n, 3n);
    expect(adjustableOffsets(replaced(data, 4, 0n))).toBeUndefined();
  });
});

describe('a call that was sent on a public chain', () => {
  it('through one pool to another address has its words where the router reads them, and its tag after them', () => {
    const { data } = calls.unoswapTo;
    const found = adjustableOffsets(data);
    expect(found).toMatchObject({ amountOffset: 68, leastOffset: 100, call: { amount: 2_000_000n } });
    const changed = adjustableOffsets(replaced(replaced(data, 68, 1_999_999n), 100, 7n));
    expect(changed?.call).toEqual({ ...found?.call, amount: 1_999_999n, minReturn: 7n });
    expect(changed?.call.receiver).toBe(checksumAddress('0x75dca6377c1a3365c98e8c63abe36ced51546723'));
  });

  it.each(['unoswap', 'unoswap2', 'unoswap3', 'ethUnoswap', 'swap'] as const)(
    'by %s has none: the recipient or the sold token depends on the caller or the executor',
    (name) => {
      expect(adjustableOffsets(calls[name].data)).toBeUndefined();
    },
  );
});

it('market makers’ prices hold only for their own amount', () => {
  const data = encodeFunctionData({
    abi: OTHERS,
    functionName: 'clipperSwapTo',
    args: [
      '0x5F515F6C524B18cA30f7783Fb58Dd4bE2e9904EC',
      '0x1111111111111111111111111111111111111111',
      TOKEN,
      '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
      9n,
      7n,
      1n,
      `0x${'1'.repeat(64)}`,
      `0x${'2'.repeat(64)}`,
    ],
  });
  expect(adjustableOffsets(data)).toBeUndefined();
});

it('a call that is no swap is an error', () => {
  expect(() => adjustableOffsets('0x095ea7b3')).toThrow(RouterCallError);
  expect(() => adjustableOffsets(`${callOf('unoswapTo', 1n, 1n)}c0ffee`)).toThrow(RouterCallError);
});
