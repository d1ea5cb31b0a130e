/** A payout that can be swapped is swapped completely for its recipient, at no less than its share of the minimum. */
import { encodeFunctionData } from 'viem';
import { describe, expect, it } from 'vitest';
import {
  ABI,
  ALICE,
  BOUGHT,
  HABIT,
  NATIVE,
  ODD,
  RECEIVER,
  ROUTER,
  SENDER,
  SMART_WALLET,
  TAX_BPS,
  TAXED,
  TOKEN,
  USDT_LIKE,
} from './receiver-chain.ts';
import { ORDER_ID } from './test-orders.ts';
import { fellBack, honestReceiver, selector, swapped } from './test-outcomes.ts';

const on = honestReceiver();
const { pay, changes } = on;

describe('a payout that can be swapped', () => {
  it.each([
    ['a plain token', TOKEN, 'TOKEN'],
    ['a token like Tether’s', USDT_LIKE, 'USDT_LIKE'],
    ['coins', NATIVE, 'NATIVE'],
  ])(
    'of %s is: the recipient gets all that comes out, and the router no more than the payout',
    async (_, token, name) => {
      for (const dexes of [[1n], [1n, 2n], [1n, 2n, 3n]]) {
        const changed = await changes(async () => {
          const { done, events } = await pay({ token, dexes });
          expect({ done, events }).toEqual({ done: true, events: [swapped(2500n)] });
        });
        expect(changed).toEqual({
          [`vault ${name}`]: -1000n,
          [`router ${name}`]: 1000n,
          'router BOUGHT': -2500n,
          'alice BOUGHT': 2500n,
        });
        expect(await on.chain.allowances()).toBe(0n);
      }
    },
  );

  it('pays coins where coins are bought, also to a contract that has work to do', async () => {
    await on.chain.tell('Honest', NATIVE, 2500n);
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
  ])('of %s passes the router that amount and the minimum in proportion', async (amount, least) => {
    await on.chain.tell('Honest', BOUGHT, least);
    expect((await pay({ token: TOKEN }, amount)).events).toEqual([swapped(least)]);
    expect([await on.chain.number(ROUTER, 'lastAmount'), await on.chain.number(ROUTER, 'lastLeast')]).toEqual([
      amount,
      least,
    ]);
    await on.chain.tell('Honest', BOUGHT, least - 1n);
    expect((await pay({ token: TOKEN }, amount)).events).toMatchObject(
      fellBack(selector('TooLittleOutput()'), amount, TOKEN),
    );
  });

  it('has its least rounded up, never down', async () => {
    // 7 for 3, scaled to 2: four and two thirds, rounded up.
    await on.chain.tell('Honest', BOUGHT, 5n);
    expect((await pay({ token: TOKEN, leastOutput: 7n, quotedInput: 3n }, 2n)).events).toEqual([swapped(5n)]);
    expect(await on.chain.number(ROUTER, 'lastLeast')).toBe(5n);
    await on.chain.tell('Honest', BOUGHT, 4n);
    expect((await pay({ token: TOKEN, leastOutput: 7n, quotedInput: 3n }, 2n)).events).toHaveLength(2);
  });

  it('counts what arrives where the bought token takes a part', async () => {
    await on.chain.tell('Honest', TAXED, 2500n);
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
      await on.chain.tell('TakesHalf', BOUGHT, 2500n);
      const changed = await changes(async () => {
        expect((await pay({ token })).events).toEqual([
          { kind: 'leftover', orderId: ORDER_ID, recipient: ALICE, token, amount: 500n },
          swapped(2500n),
        ]);
      });
      expect(changed).toMatchObject({ [`alice ${name}`]: 500n, 'alice BOUGHT': 2500n });
      expect(Object.keys(changed)).not.toContain(`receiver ${name}`);
      expect(await on.chain.allowances()).toBe(0n);
      await on.chain.tell('PaysCaller', BOUGHT, 2500n);
      expect((await pay({ token })).events).toEqual([swapped(2500n)]);
      await on.chain.tell('SendsLeftovers', BOUGHT, 2500n);
      expect((await pay({ token })).events).toEqual([swapped(2501n)]);
    }
  });

  it('leaves the router no allowance to use later', async () => {
    await on.chain.tell('TakesHalf', BOUGHT, 2500n);
    await pay({ token: TOKEN });
    await on.chain.give(RECEIVER, TOKEN, 77n);
    const steal = encodeFunctionData({ abi: ABI, functionName: 'steal', args: [TOKEN, RECEIVER, 1n] });
    expect((await on.chain.send({ from: SENDER, to: ROUTER, data: steal })).done).toBe(false);
    await on.chain.give(RECEIVER, TOKEN, 0n);
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
    await on.chain.habits(habit);
    const { done, events } = await pay({ token: ODD });
    expect(done).toBe(true);
    expect(events.at(-1)).toEqual(swaps ? swapped(2500n) : fellBack('', 1000n, ODD)[1]);
    expect(await on.chain.allowances()).toBe(0n);
  });

  it('that takes a part of what the vault sends is sold or paid as far as it arrived', async () => {
    const arrived = 1000n - (1000n * TAX_BPS) / 10_000n;
    expect((await pay({ token: TAXED })).events).toEqual([swapped(2500n)]);
    expect(await on.chain.number(ROUTER, 'lastAmount')).toBe(arrived);
    await on.chain.tell('Reverts', BOUGHT, 1n);
    expect((await pay({ token: TAXED })).events).toEqual(fellBack(selector('Refused(uint256)'), arrived, TAXED));
    expect((await on.chain.balances())(TAXED, RECEIVER)).toBe(0n);
  });
});
