/** A deposit is read as its router reads it, from its call and from its log, by any encoder. */
import { encodeAbiParameters, encodeEventTopics, encodeFunctionData, parseAbi, parseAbiParameters } from 'viem';
import { describe, expect, it } from 'vitest';
import { depositData } from './deposit-data.ts';
import { decodeDepositLog, decodeRouterDeposit } from './router-call.ts';

const VAULT = '0x1111111111111111111111111111111111111111';
const TOKEN = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const NOBODY = '0x0000000000000000000000000000000000000000';
/** A second copy, so that encoder and decoder cannot share one error. */
const ROUTER = parseAbi([
  'function depositWithExpiry(address vault, address asset, uint256 amount, string memo, uint256 expiration) payable',
  'function deposit(address vault, address asset, uint256 amount, string memo) payable',
  'event Deposit(address indexed to, address indexed asset, uint256 amount, string memo)',
]);
const MEMOS = ['', '=:b:bc1q:1', `=:b:bc1q:1:${'ü'.repeat(40)}`, '\ufeff=:b:bc1q:1'];

describe('a deposit', () => {
  it.each(MEMOS)('is read as it was encoded, with the memo "%s"', (memo) => {
    const read = { vault: VAULT, token: TOKEN, amount: 123456n, memo };
    const data = encodeFunctionData({
      abi: ROUTER,
      functionName: 'depositWithExpiry',
      args: [VAULT, TOKEN, 123456n, memo, 1_800_000_000n],
    });
    expect(decodeRouterDeposit(data)).toEqual({ ...read, expirationSeconds: 1_800_000_000n });
    // Wallets append bytes to a call that no router reads.
    expect(decodeRouterDeposit(`${data}c0ffee`)).toEqual({ ...read, expirationSeconds: 1_800_000_000n });
    const older = encodeFunctionData({ abi: ROUTER, functionName: 'deposit', args: [VAULT, TOKEN, 123456n, memo] });
    expect(decodeRouterDeposit(older)).toEqual({ ...read, expirationSeconds: undefined });
    const log = {
      topics: encodeEventTopics({ abi: ROUTER, eventName: 'Deposit', args: { to: VAULT, asset: TOKEN } }).map(String),
      data: encodeAbiParameters(parseAbiParameters('uint256, string'), [123456n, memo]),
    };
    expect(decodeDepositLog(log)).toEqual(read);
    expect(decodeDepositLog({ ...log, topics: log.topics.slice(0, 2) })).toBeUndefined();
    expect(decodeDepositLog({ ...log, topics: [`0x${'11'.repeat(32)}`, ...log.topics.slice(1)] })).toBeUndefined();
  });

  it('of the chain’s own coin names no token', () => {
    const data = encodeFunctionData({
      abi: ROUTER,
      functionName: 'depositWithExpiry',
      args: [VAULT, NOBODY, 0n, 'memo', 1n],
    });
    expect(decodeRouterDeposit(data)?.token).toBeUndefined();
  });

  it('is encoded as the router takes it', () => {
    for (const token of [undefined, TOKEN] as const)
      expect(
        depositData({ vault: VAULT, ...(token ? { token } : {}), amount: 5n, memo: 'memo', expirationSeconds: 9 }),
      ).toBe(
        encodeFunctionData({
          abi: ROUTER,
          functionName: 'depositWithExpiry',
          args: [VAULT, token ?? NOBODY, 5n, 'memo', 9n],
        }),
      );
  });

  it.each(['0x', '0x44bc937b', '0x44bc937b00', '0xdeadbeef', 'hello', `0x44bc937b${'f'.repeat(384)}`])(
    'is not guessed from %s',
    (data) => {
      expect(decodeRouterDeposit(data)).toBeUndefined();
    },
  );
});
