/** A call of a token contract is read as it was encoded, or not at all. */
import { encodeAbiParameters, encodeEventTopics, encodeFunctionData, erc20Abi } from 'viem';
import { describe, expect, it } from 'vitest';
import { decodeAllowance, decodeSentTransfer, decodeTokenTransfer, decodeTransferLog } from './token-call.ts';
import { approveData, transferData } from './token-call-data.ts';

const OWNER = '0x2222222222222222222222222222222222222222';
const SPENDER = '0x1111111111111111111111111111111111111111';

describe('a call of a token contract', () => {
  it.each([0n, 5n, 2n ** 256n - 1n])('is read as an allowance or a transfer of %s, and as nothing else', (amount) => {
    const approval = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [SPENDER, amount] });
    const transfer = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [SPENDER, amount] });
    expect(decodeAllowance(approval)).toEqual({ spender: SPENDER, amount });
    expect(decodeTokenTransfer(transfer)).toEqual({ to: SPENDER, amount });
    expect([approveData(SPENDER, amount), transferData(SPENDER, amount)]).toEqual([approval, transfer]);
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

  it('that was sent names its recipient, also on behalf of another and with bytes that a wallet appended', () => {
    const forOther = encodeFunctionData({ abi: erc20Abi, functionName: 'transferFrom', args: [OWNER, SPENDER, 7n] });
    for (const data of [transferData(SPENDER, 7n), forOther, `${transferData(SPENDER, 7n)}c0ffee`])
      expect(decodeSentTransfer(data)).toEqual({ to: SPENDER, amount: 7n });
    expect(decodeTokenTransfer(`${transferData(SPENDER, 7n)}c0ffee`)).toBeUndefined();
    expect(decodeSentTransfer(approveData(SPENDER, 7n))).toBeUndefined();
  });

  it('is shown by its log, unless the log is one of an NFT', () => {
    const topics = encodeEventTopics({
      abi: erc20Abi,
      eventName: 'Transfer',
      args: { from: OWNER, to: SPENDER },
    }).map(String);
    const data = encodeAbiParameters([{ type: 'uint256' }], [7n]);
    expect(decodeTransferLog({ topics, data })).toEqual({ from: OWNER, to: SPENDER, amount: 7n });
    expect(decodeTransferLog({ topics: [...topics, data], data: '0x' })).toBeUndefined();
    expect(decodeTransferLog({ topics: [data, ...topics.slice(1)], data })).toBeUndefined();
  });
});
