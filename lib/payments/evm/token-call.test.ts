/** What a token contract is asked is read as it was encoded, or not at all. */
import { encodeFunctionData, erc20Abi } from 'viem';
import { describe, expect, it } from 'vitest';
import { decodeAllowance, decodeTokenTransfer } from './token-call.ts';

const SPENDER = '0x1111111111111111111111111111111111111111';

describe('a call of a token contract', () => {
  it.each([0n, 5n, 2n ** 256n - 1n])('is read as an allowance or a transfer of %s, and as nothing else', (amount) => {
    const approval = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [SPENDER, amount] });
    const transfer = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [SPENDER, amount] });
    expect(decodeAllowance(approval)).toEqual({ spender: SPENDER, amount });
    expect(decodeTokenTransfer(transfer)).toEqual({ to: SPENDER, amount });
    expect(decodeAllowance(transfer)).toBeUndefined();
    expect(decodeTokenTransfer(approval)).toBeUndefined();
  });

  it.each([
    '0x',
    '0x095ea7b3',
    'hello',
    `0x095ea7b3${'f'.repeat(128)}`,
    `0x095ea7b3${'0'.repeat(126)}`,
    `0x095ea7b3${'0'.repeat(130)}`,
  ])('is not guessed from %s', (data) => {
    expect(decodeAllowance(data)).toBeUndefined();
  });
});
