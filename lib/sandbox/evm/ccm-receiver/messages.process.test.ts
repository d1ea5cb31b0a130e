/** Which callers the receiver accepts, and what no message can make it do. */
import { encodeFunctionData, toFunctionSelector } from 'viem';
import { describe, expect, it } from 'vitest';
import {
  ABI,
  ALICE,
  BOUGHT,
  NATIVE,
  OTHER,
  RECEIVER,
  ROUTER,
  SENDER,
  TOKEN,
  VAULT,
  WRAPPED,
} from './receiver-chain.ts';
import { type Ask, messageFor, ORDER_ID, rawMessage, routerCall } from './test-orders.ts';
import { fellBack, honestReceiver, selector, swapped } from './test-outcomes.ts';

const on = honestReceiver();
const { pay, changes } = on;

/** The error `Panic(uint256)`, for arithmetic overflow. */
const PANIC = selector('Panic(uint256)');
describe('a message', () => {
  const noTransfer = toFunctionSelector('function transfer(address,uint256)');
  const short = routerCall(TOKEN, ALICE, [1n]).slice(0, 2 + 8 + 64) as `0x${string}`;
  const BAD: [string, Ask][] = [
    [
      'a function of the router that is not one of the six',
      { token: TOKEN, routerCall: routerCall(TOKEN, ALICE, [1n], '0x83800a8e') },
    ],
    ['the router’s swap', { token: TOKEN, routerCall: routerCall(TOKEN, ALICE, [1n], '0x07ed2379') }],
    ['a transfer', { token: TOKEN, routerCall: routerCall(TOKEN, ALICE, [1n], noTransfer) }],
    ['no call at all', { token: TOKEN, routerCall: '0x' }],
    ['a call that ends after its recipient', { token: TOKEN, routerCall: short }],
    ['a call that pays somebody else', { token: TOKEN, routerCall: routerCall(TOKEN, OTHER, [1n]) }],
    ['a call that sells coins, for tokens', { token: TOKEN, routerCall: routerCall(NATIVE, ALICE, [1n]) }],
    ['a call that sells tokens, for coins', { token: NATIVE, routerCall: routerCall(TOKEN, ALICE, [1n]) }],
    ['no place for the amount of tokens', { token: TOKEN, amountOffset: 0 }],
    ['a place for an amount of coins', { token: NATIVE, amountOffset: 68 }],
    ['an amount over the recipient', { token: TOKEN, amountOffset: 4 }],
    ['an amount over part of the recipient', { token: TOKEN, amountOffset: 35 }],
    ['an amount over the function', { token: TOKEN, amountOffset: 3 }],
    ['an amount between two arguments', { token: TOKEN, amountOffset: 69 }],
    ['an amount behind the end', { token: TOKEN, amountOffset: 164 }],
    ['an amount far behind the end', { token: TOKEN, amountOffset: 4 + 32 * 400 }],
    ['a least over the recipient', { token: TOKEN, leastOffset: 4 }],
    ['a least behind the end', { token: TOKEN, leastOffset: 164 }],
    ['least and amount in one place', { token: TOKEN, leastOffset: 68 }],
    ['no least', { token: TOKEN, leastOutput: 0n }],
  ];
  it.each(BAD)('with %s is not followed: the payout is paid as it came', async (_, ask) => {
    expect((await pay(ask)).events).toEqual(fellBack(selector('BadCall()'), 1000n, ask.token));
  });

  it.each([
    ['nothing quoted', { quotedInput: 0n }],
    ['a least that overflows', { leastOutput: 2n ** 256n - 1n }],
    ['a quoted input that overflows', { quotedInput: 2n ** 256n - 1n }],
  ])('with %s is not followed', async (_, ask) => {
    expect((await pay({ token: TOKEN, ...ask })).events).toEqual(fellBack(PANIC, 1000n, TOKEN));
  });

  it('that ends after its recipient, or is nonsense after it, still says whom to pay', async () => {
    const words = [BigInt(ORDER_ID), BigInt(ALICE)];
    const all = [words, [...words, 2n ** 256n - 1n], [...words, BigInt(BOUGHT), 1n, 1n, 68n, 100n, 2n ** 255n]];
    for (const message of all.map((one) => rawMessage(one).slice(0, 2 + 64 * one.length) as `0x${string}`))
      for (const token of [TOKEN, NATIVE])
        expect((await on.chain.payOut({ token, amount: 1000n, message })).events).toMatchObject([
          { kind: 'notSwapped' },
          { kind: 'delivered', recipient: ALICE, token, amount: 1000n, swapped: false },
        ]);
  });

  it('without a payable recipient makes the payout revert: it stays with Chainflip', async () => {
    const id = BigInt(ORDER_ID);
    const messages = [
      '0x',
      ORDER_ID,
      rawMessage([id, 0n]),
      rawMessage([id, BigInt(RECEIVER)]),
      rawMessage([id, BigInt(ALICE) | (1n << 160n)]),
    ] as const;
    for (const message of messages)
      for (const token of [TOKEN, NATIVE])
        expect(
          await changes(async () => {
            expect((await on.chain.payOut({ token, amount: 1000n, message })).done).toBe(false);
          }),
        ).toEqual({});
  });

  it('with an invalid bought token is paid as it came', async () => {
    expect((await pay({ token: TOKEN, buyToken: OTHER })).events).toMatchObject([
      { kind: 'notSwapped' },
      { swapped: false },
    ]);
  });
});
describe('the contract', () => {
  it('listens to the vault only, and to itself', async () => {
    const message = messageFor({ token: TOKEN });
    const receive = encodeFunctionData({ abi: ABI, functionName: 'cfReceive', args: [3, '0x', message, TOKEN, 1000n] });
    const inner = encodeFunctionData({ abi: ABI, functionName: 'swapFor', args: [message, TOKEN, 1000n] });
    await on.chain.give(RECEIVER, TOKEN, 1000n);
    for (const from of [SENDER, ROUTER, WRAPPED] as const)
      expect((await on.chain.send({ from, to: RECEIVER, data: receive, gas: 900_000n })).done).toBe(false);
    for (const from of [SENDER, ROUTER, VAULT] as const)
      expect((await on.chain.send({ from, to: RECEIVER, data: inner, gas: 900_000n })).done).toBe(false);
    expect((await on.chain.balances())(TOKEN, RECEIVER)).toBe(1000n);
    await on.chain.give(RECEIVER, TOKEN, 0n);
  });

  it('accepts coins from no other caller, nor with tokens', async () => {
    for (const from of [SENDER, VAULT, ROUTER] as const)
      expect((await on.chain.send({ from, to: RECEIVER, data: '0x', value: 1n })).done).toBe(false);
    expect((await pay({ token: TOKEN }, 1000n, { value: 1n })).done).toBe(false);
  });

  it('uses the coins that came, not the amount in the message', async () => {
    expect((await pay({ token: NATIVE }, 1000n, { value: 900n })).events).toEqual([swapped(2500n)]);
    expect(await on.chain.number(ROUTER, 'lastAmount')).toBe(900n);
  });

  it('does not let the sender of the payout fail its swap by giving too little gas', async () => {
    for (const token of [TOKEN, NATIVE] as const) {
      const outcomes = [];
      for (let gas = 80_000n; gas <= 640_000n; gas += 40_000n) {
        const { done, events } = await pay({ token }, 1000n, { gas });
        outcomes.push(done ? events.at(-1) : 'reverted');
      }
      const reverted = outcomes.lastIndexOf('reverted');
      expect(reverted).toBeGreaterThan(0);
      expect(outcomes.slice(reverted + 1).length).toBeGreaterThan(0);
      for (const one of outcomes.slice(reverted + 1)) expect(one).toEqual(swapped(2500n));
    }
  });
});
