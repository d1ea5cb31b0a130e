/** What becomes of a payout to the receiver: swapped for the recipient, or paid to the recipient as it came. */
import { encodeFunctionData, toFunctionSelector } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  ABI,
  ALICE,
  type Balances,
  BOUGHT,
  GREEDY,
  HABIT,
  HOLDERS,
  type MODES,
  NATIVE,
  ODD,
  OTHER,
  type Payment,
  RECEIVER,
  REFUSER,
  ReceiverChain,
  ROUTER,
  SENDER,
  SMART_WALLET,
  TAX_BPS,
  TAXED,
  TOKEN,
  type TOKENS,
  USDT_LIKE,
  VAULT,
  WRAPPED,
} from './receiver-chain.ts';
import { type Ask, messageFor, ORDER_ID, rawMessage, routerCall } from './test-orders.ts';

let chain: ReceiverChain;
beforeAll(async () => {
  chain = await ReceiverChain.open();
});
afterAll(() => chain.close());
beforeEach(async () => {
  await chain.habits(0);
  await chain.tell('Honest', BOUGHT, 2500n);
});

const selector = (error: string) => toFunctionSelector(`function ${error}`);
/** Of `Panic(uint256)`: arithmetic that does not fit. */
const PANIC = selector('Panic(uint256)');

const pay = (ask: Ask, amount = 1000n, rest: Partial<Payment> = {}) =>
  chain.payOut({ token: ask.token, amount, message: messageFor(ask), ...rest });

/** Every change of a balance, in words: `alice TOKEN`. */
async function changes(work: () => Promise<unknown>): Promise<Record<string, bigint>> {
  const before = await chain.balances();
  await work();
  const after = await chain.balances();
  const names = ['receiver', 'vault', 'router', 'alice', 'refuser', 'greedy', 'wallet', 'other'];
  const tokens = { NATIVE, TOKEN, BOUGHT, USDT_LIKE, TAXED, ODD, WRAPPED };
  const rise = (all: Balances, token: (typeof TOKENS)[number], at: number) => all(token, HOLDERS[at] ?? RECEIVER);
  return Object.fromEntries(
    Object.entries(tokens).flatMap(([symbol, token]) =>
      names.flatMap((name, at) => {
        const change = rise(after, token, at) - rise(before, token, at);
        return change === 0n ? [] : [[`${name} ${symbol}`, change]];
      }),
    ),
  );
}

const swapped = (amount: bigint, token = BOUGHT, recipient = ALICE) => ({
  kind: 'delivered',
  orderId: ORDER_ID,
  recipient,
  token,
  amount,
  swapped: true,
});
const fellBack = (reason: string, amount: bigint, token: string, recipient = ALICE) => [
  { kind: 'notSwapped', orderId: ORDER_ID, reason },
  { kind: 'delivered', orderId: ORDER_ID, recipient, token, amount, swapped: false },
];

describe('a payout that can be swapped', () => {
  it.each([
    ['a plain token', TOKEN, 'TOKEN'],
    ['a token like Tether’s', USDT_LIKE, 'USDT_LIKE'],
    ['coins', NATIVE, 'NATIVE'],
  ])(
    'of %s is: the recipient gets all that comes out, and the router no more than the payout',
    async (_, token, name) => {
      for (const dexes of [[1n], [1n, 2n], [1n, 2n, 3n]]) {
        const told = await changes(async () => {
          const { done, events } = await pay({ token, dexes });
          expect({ done, events }).toEqual({ done: true, events: [swapped(2500n)] });
        });
        expect(told).toEqual({
          [`vault ${name}`]: -1000n,
          [`router ${name}`]: 1000n,
          'router BOUGHT': -2500n,
          'alice BOUGHT': 2500n,
        });
        expect(await chain.allowances()).toBe(0n);
      }
    },
  );

  it('pays coins where coins are bought, also to a contract that has work to do', async () => {
    await chain.tell('Honest', NATIVE, 2500n);
    for (const recipient of [ALICE, SMART_WALLET])
      expect((await pay({ token: TOKEN, buyToken: NATIVE, recipient })).events).toEqual([
        swapped(2500n, NATIVE, recipient),
      ]);
  });

  it.each([
    [1000n, 2000n],
    [1n, 2n],
    [999n, 1998n],
    [1001n, 2002n],
    [50_000n, 100_000n],
  ])('of %s tells the router that amount and the least in proportion', async (amount, least) => {
    await chain.tell('Honest', BOUGHT, least);
    expect((await pay({ token: TOKEN }, amount)).events).toEqual([swapped(least)]);
    expect([await chain.number(ROUTER, 'lastAmount'), await chain.number(ROUTER, 'lastLeast')]).toEqual([
      amount,
      least,
    ]);
    await chain.tell('Honest', BOUGHT, least - 1n);
    expect((await pay({ token: TOKEN }, amount)).events).toMatchObject(
      fellBack(selector('TooLittleOutput()'), amount, TOKEN),
    );
  });

  it('has its least rounded up, never down', async () => {
    // 7 of 3 for 2: four and two thirds.
    await chain.tell('Honest', BOUGHT, 5n);
    expect((await pay({ token: TOKEN, leastOutput: 7n, quotedInput: 3n }, 2n)).events).toEqual([swapped(5n)]);
    expect(await chain.number(ROUTER, 'lastLeast')).toBe(5n);
    await chain.tell('Honest', BOUGHT, 4n);
    expect((await pay({ token: TOKEN, leastOutput: 7n, quotedInput: 3n }, 2n)).events).toHaveLength(2);
  });

  it('counts what arrives where the bought token takes a part', async () => {
    await chain.tell('Honest', TAXED, 2500n);
    const arrives = 2500n - (2500n * TAX_BPS) / 10_000n;
    expect((await pay({ token: TOKEN, buyToken: TAXED, leastOutput: arrives })).events).toEqual([
      swapped(arrives, TAXED),
    ]);
    expect((await pay({ token: TOKEN, buyToken: TAXED, leastOutput: arrives + 1n })).events).toEqual(
      fellBack(selector('TooLittleOutput()'), 1000n, TOKEN),
    );
  });

  it('passes on what the router did not use and what it sent to the wrong address', async () => {
    for (const [token, name] of [
      [TOKEN, 'TOKEN'],
      [NATIVE, 'NATIVE'],
    ] as const) {
      await chain.tell('TakesHalf', BOUGHT, 2500n);
      const told = await changes(async () => {
        expect((await pay({ token })).events).toEqual([
          { kind: 'leftover', orderId: ORDER_ID, recipient: ALICE, token, amount: 500n },
          swapped(2500n),
        ]);
      });
      expect(told).toMatchObject({ [`alice ${name}`]: 500n, 'alice BOUGHT': 2500n });
      expect(Object.keys(told)).not.toContain(`receiver ${name}`);
      expect(await chain.allowances()).toBe(0n);
      await chain.tell('PaysCaller', BOUGHT, 2500n);
      expect((await pay({ token })).events).toEqual([swapped(2500n)]);
      await chain.tell('SendsLeftovers', BOUGHT, 2500n);
      expect((await pay({ token })).events).toEqual([swapped(2501n)]);
    }
  });

  it('leaves the router no allowance to use later', async () => {
    await chain.tell('TakesHalf', BOUGHT, 2500n);
    await pay({ token: TOKEN });
    await chain.give(RECEIVER, TOKEN, 77n);
    const steal = encodeFunctionData({ abi: ABI, functionName: 'steal', args: [TOKEN, RECEIVER, 1n] });
    expect((await chain.send({ from: SENDER, to: ROUTER, data: steal })).done).toBe(false);
    await chain.give(RECEIVER, TOKEN, 0n);
  });
});

describe('a payout whose swap goes wrong', () => {
  const CASES: [(typeof MODES)[number], string][] = [
    ['Reverts', selector('Refused(uint256)')],
    ['RevertsSilently', selector('RouterReverted()')],
    ['RevertsAtLength', '0xb0b0b0b0'],
    ['PaysLess', selector('TooLittleOutput()')],
    ['PaysNothing', selector('TooLittleOutput()')],
    ['BurnsAllGas', selector('RouterReverted()')],
    ['PaysSomebodyElse', selector('TooLittleOutput()')],
    ['TakesMore', selector('Error(string)')],
    ['ReturnsCoins', selector('Error(string)')],
  ];
  const PAID = [
    ['TOKEN', TOKEN],
    ['USDT_LIKE', USDT_LIKE],
    ['NATIVE', NATIVE],
  ] as const;

  it.each(CASES)(
    'because the router %s is paid to the recipient as it came, and nothing else moves',
    async (mode, reason) => {
      await chain.tell(mode, BOUGHT, 2500n);
      for (const [name, token] of PAID) {
        // Only a router that is sent coins can send them back, and only allowances can be overdrawn.
        if ((mode === 'ReturnsCoins') !== (token === NATIVE) && (mode === 'ReturnsCoins' || mode === 'TakesMore'))
          continue;
        const told = await changes(async () => {
          const { done, events } = await pay({ token });
          expect(done).toBe(true);
          // What a token says of too low an allowance is its own matter.
          const said =
            mode === 'TakesMore'
              ? [{ kind: 'notSwapped' }, fellBack(reason, 1000n, token)[1]]
              : fellBack(reason, 1000n, token);
          expect(events).toMatchObject(said);
        });
        expect(told).toEqual({ [`vault ${name}`]: -1000n, [`alice ${name}`]: 1000n });
        expect(await chain.allowances()).toBe(0n);
      }
    },
  );

  it('because nothing stands where the router stood is paid as it came', async () => {
    const other = await ReceiverChain.open('0x');
    try {
      for (const token of [TOKEN, USDT_LIKE, NATIVE])
        expect((await other.payOut({ token, amount: 1000n, message: messageFor({ token }) })).events).toEqual(
          fellBack(selector('TooLittleOutput()'), 1000n, token),
        );
      expect(await other.allowances()).toBe(0n);
    } finally {
      await other.close();
    }
  });

  it('is none when the router answers at length, or tries the inner call', async () => {
    for (const mode of ['AnswersAtLength', 'CallsTheSelfCall'] as const) {
      await chain.tell(mode, BOUGHT, 2500n);
      for (const [, token] of PAID) expect((await pay({ token })).events).toEqual([swapped(2500n)]);
    }
  });

  it('in a router that brings another payout along ends with each payout whole: the inner one can be sent again', async () => {
    await chain.nest({ token: NATIVE, amount: 7n, message: messageFor({ token: NATIVE, recipient: OTHER }) });
    await chain.tell('ReentersThroughVault', BOUGHT, 2500n);
    for (const [name, token] of PAID) {
      const told = await changes(async () => expect((await pay({ token })).events).toEqual([swapped(2500n)]));
      expect(told).toEqual({
        [`vault ${name}`]: -1000n,
        [`router ${name}`]: 1000n,
        'router BOUGHT': -2500n,
        'alice BOUGHT': 2500n,
      });
    }
  });

  it('keeps to itself what lay in the contract before, whatever the router does', async () => {
    await chain.give(RECEIVER, TOKEN, 5000n);
    await chain.give(RECEIVER, BOUGHT, 6000n);
    await chain.give(RECEIVER, NATIVE, 7000n);
    for (const mode of ['Honest', 'TakesHalf', 'PaysCaller', 'TakesMore', 'Reverts', 'PaysNothing'] as const)
      for (const token of [TOKEN, NATIVE]) {
        await chain.tell(mode, BOUGHT, 2500n);
        expect((await pay({ token })).done).toBe(true);
        const held = await chain.balances();
        expect([held(TOKEN, RECEIVER), held(BOUGHT, RECEIVER), held(NATIVE, RECEIVER)]).toEqual([5000n, 6000n, 7000n]);
      }
    for (const token of [TOKEN, BOUGHT, NATIVE]) await chain.give(RECEIVER, token, 0n);
  });
});

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
        expect((await chain.payOut({ token, amount: 1000n, message })).events).toMatchObject([
          { kind: 'notSwapped' },
          { kind: 'delivered', recipient: ALICE, token, amount: 1000n, swapped: false },
        ]);
  });

  it('from which nobody can be paid makes the payout revert: it stays with Chainflip', async () => {
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
            expect((await chain.payOut({ token, amount: 1000n, message })).done).toBe(false);
          }),
        ).toEqual({});
  });

  it('names a bought token that is none: paid as it came', async () => {
    expect((await pay({ token: TOKEN, buyToken: OTHER })).events).toMatchObject([
      { kind: 'notSwapped' },
      { swapped: false },
    ]);
  });
});

describe('a payout to a recipient', () => {
  it.each([
    ['that takes no coins', REFUSER],
    ['that would use up all gas', GREEDY],
  ])('%s is paid in wrapped coins', async (_, recipient) => {
    await chain.tell('Reverts', BOUGHT, 1n);
    const told = await changes(async () =>
      expect((await pay({ token: NATIVE, recipient })).events).toEqual(
        fellBack(selector('Refused(uint256)'), 1000n, WRAPPED, recipient),
      ),
    );
    expect(told).toEqual({
      'vault NATIVE': -1000n,
      [`${recipient === REFUSER ? 'refuser' : 'greedy'} WRAPPED`]: 1000n,
    });
  });

  it('that takes no coins and buys coins is paid what the vault paid', async () => {
    await chain.tell('Honest', NATIVE, 2500n);
    expect((await pay({ token: TOKEN, buyToken: NATIVE, recipient: REFUSER })).events).toMatchObject([
      { kind: 'notSwapped' },
      { kind: 'delivered', token: TOKEN, swapped: false },
    ]);
  });

  it('whom the token refuses reverts, unless the swap pays in another', async () => {
    await chain.habits(0, ALICE);
    expect((await pay({ token: ODD })).events).toEqual([swapped(2500n)]);
    await chain.tell('Reverts', BOUGHT, 2500n);
    expect(await changes(async () => expect((await pay({ token: ODD })).done).toBe(false))).toEqual({});
    await chain.tell('TakesHalf', BOUGHT, 2500n);
    expect(await changes(async () => expect((await pay({ token: ODD })).done).toBe(false))).toEqual({});
  });
});

describe('a token', () => {
  it.each([
    ['that answers false to an approval', HABIT.approvesFalse, false],
    ['that wants no approval of nothing', HABIT.noZeroApproval, true],
    ['that answers at length', HABIT.longAnswers, true],
    ['whose allowance does not fall', HABIT.allowanceStays, true],
    ['whose allowance neither falls nor goes to zero', HABIT.allowanceStays | HABIT.noZeroApproval, false],
  ])('%s is paid one way or the other', async (_, habit, swaps) => {
    await chain.habits(habit);
    const { done, events } = await pay({ token: ODD });
    expect(done).toBe(true);
    expect(events.at(-1)).toEqual(swaps ? swapped(2500n) : fellBack('', 1000n, ODD)[1]);
    expect(await chain.allowances()).toBe(0n);
  });

  it('that takes a part of what the vault sends is sold or paid as far as it arrived', async () => {
    const arrived = 1000n - (1000n * TAX_BPS) / 10_000n;
    expect((await pay({ token: TAXED })).events).toEqual([swapped(2500n)]);
    expect(await chain.number(ROUTER, 'lastAmount')).toBe(arrived);
    await chain.tell('Reverts', BOUGHT, 1n);
    expect((await pay({ token: TAXED })).events).toEqual(fellBack(selector('Refused(uint256)'), arrived, TAXED));
    expect((await chain.balances())(TAXED, RECEIVER)).toBe(0n);
  });
});

describe('the contract', () => {
  it('listens to the vault only, and to itself', async () => {
    const message = messageFor({ token: TOKEN });
    const receive = encodeFunctionData({ abi: ABI, functionName: 'cfReceive', args: [3, '0x', message, TOKEN, 1000n] });
    const inner = encodeFunctionData({ abi: ABI, functionName: 'swapFor', args: [message, TOKEN, 1000n] });
    await chain.give(RECEIVER, TOKEN, 1000n);
    for (const from of [SENDER, ROUTER, WRAPPED] as const)
      expect((await chain.send({ from, to: RECEIVER, data: receive, gas: 900_000n })).done).toBe(false);
    for (const from of [SENDER, ROUTER, VAULT] as const)
      expect((await chain.send({ from, to: RECEIVER, data: inner, gas: 900_000n })).done).toBe(false);
    expect((await chain.balances())(TOKEN, RECEIVER)).toBe(1000n);
    await chain.give(RECEIVER, TOKEN, 0n);
  });

  it('takes coins from nobody else, nor with tokens', async () => {
    for (const from of [SENDER, VAULT, ROUTER] as const)
      expect((await chain.send({ from, to: RECEIVER, data: '0x', value: 1n })).done).toBe(false);
    expect((await pay({ token: TOKEN }, 1000n, { value: 1n })).done).toBe(false);
  });

  it('goes by the coins that came, not by what it is told of them', async () => {
    expect((await pay({ token: NATIVE }, 1000n, { value: 900n })).events).toEqual([swapped(2500n)]);
    expect(await chain.number(ROUTER, 'lastAmount')).toBe(900n);
  });

  it('does not let whoever sends the payout make its swap fail by giving too little gas', async () => {
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
