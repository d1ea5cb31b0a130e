import { encodeFunctionData, parseAbi } from 'viem';
import { describe, expect, it } from 'vitest';
import { decodeCall } from './decode-calldata.ts';

const VAULT = '0x1111111111111111111111111111111111111111';
const TOKEN = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48';
const router = parseAbi([
  'function depositWithExpiry(address vault, address asset, uint256 amount, string memo, uint256 expiration) payable',
]);
const erc20 = parseAbi(['function approve(address spender, uint256 amount) returns (bool)']);

describe('the contract calls of the review', () => {
  it('reads a deposit as it was encoded, whatever the memo holds', () => {
    for (const memo of ['', '=:b:bc1q:1', `=:b:bc1q:1:${'ü'.repeat(40)}`]) {
      const data = encodeFunctionData({
        abi: router,
        functionName: 'depositWithExpiry',
        args: [VAULT, TOKEN, 123456n, memo, 1_800_000_000n],
      });
      expect(decodeCall(data)).toEqual({
        name: 'depositWithExpiry',
        vault: VAULT,
        asset: TOKEN,
        amount: 123456n,
        memo,
        expirationSeconds: 1_800_000_000n,
      });
    }
  });
  it('reads an allowance, and the one that takes it back', () => {
    for (const amount of [0n, 5n, 2n ** 256n - 1n]) {
      const data = encodeFunctionData({ abi: erc20, functionName: 'approve', args: [VAULT, amount] });
      expect(decodeCall(data)).toEqual({ name: 'approve', spender: VAULT, amount });
    }
  });
  it.each(['0x', '0x44bc937b', '0x44bc937b00', '0xdeadbeef', 'hello', `0x44bc937b${'f'.repeat(384)}`])(
    'shows %s as raw data instead of guessing',
    (data) => {
      expect(decodeCall(data).name).toBe('other');
    },
  );
});
