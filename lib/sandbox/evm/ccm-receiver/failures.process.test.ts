import { describe, expect, it } from 'vitest';
import {
  ALICE,
  BOUGHT,
  GREEDY,
  type MODES,
  NATIVE,
  ODD,
  OTHER,
  RECEIVER,
  REFUSER,
  ReceiverChain,
  TOKEN,
  USDT_LIKE,
  WRAPPED,
} from './receiver-chain.ts';
import { messageFor } from './test-orders.ts';
import { fellBack, honestReceiver, selector, swapped } from './test-outcomes.ts';

const on = honestReceiver();
const { pay, changes } = on;

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
      await on.chain.tell(mode, BOUGHT, 2500n);
      for (const [name, token] of PAID) {
        // Only a router that receives native coins can return them, and only allowances can be exceeded.
        if ((mode === 'ReturnsCoins') !== (token === NATIVE) && (mode === 'ReturnsCoins' || mode === 'TakesMore'))
          continue;
        const changed = await changes(async () => {
          const { done, events } = await pay({ token });
          expect(done).toBe(true);
          // Each token has its own error for an insufficient allowance.
          const said =
            mode === 'TakesMore'
              ? [{ kind: 'notSwapped' }, fellBack(reason, 1000n, token)[1]]
              : fellBack(reason, 1000n, token);
          expect(events).toMatchObject(said);
        });
        expect(changed).toEqual({ [`vault ${name}`]: -1000n, [`alice ${name}`]: 1000n });
        expect(await on.chain.allowances()).toBe(0n);
      }
    },
  );

  it('because nothing is deployed at the router’s address is paid unchanged', async () => {
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

  it('has none when the router answers at length, or tries the inner call', async () => {
    for (const mode of ['AnswersAtLength', 'CallsTheSelfCall'] as const) {
      await on.chain.tell(mode, BOUGHT, 2500n);
      for (const [, token] of PAID) expect((await pay({ token })).events).toEqual([swapped(2500n)]);
    }
  });

  it('in a router that brings another payout along ends with each payout whole: the inner one can be sent again', async () => {
    await on.chain.nest({ token: NATIVE, amount: 7n, message: messageFor({ token: NATIVE, recipient: OTHER }) });
    await on.chain.tell('ReentersThroughVault', BOUGHT, 2500n);
    for (const [name, token] of PAID) {
      const changed = await changes(async () => expect((await pay({ token })).events).toEqual([swapped(2500n)]));
      expect(changed).toEqual({
        [`vault ${name}`]: -1000n,
        [`router ${name}`]: 1000n,
        'router BOUGHT': -2500n,
        'alice BOUGHT': 2500n,
      });
    }
  });

  it('keeps what lay in the contract before, whatever the router does', async () => {
    await on.chain.give(RECEIVER, TOKEN, 5000n);
    await on.chain.give(RECEIVER, BOUGHT, 6000n);
    await on.chain.give(RECEIVER, NATIVE, 7000n);
    for (const mode of ['Honest', 'TakesHalf', 'PaysCaller', 'TakesMore', 'Reverts', 'PaysNothing'] as const)
      for (const token of [TOKEN, NATIVE]) {
        await on.chain.tell(mode, BOUGHT, 2500n);
        expect((await pay({ token })).done).toBe(true);
        const held = await on.chain.balances();
        expect([held(TOKEN, RECEIVER), held(BOUGHT, RECEIVER), held(NATIVE, RECEIVER)]).toEqual([5000n, 6000n, 7000n]);
      }
    for (const token of [TOKEN, BOUGHT, NATIVE]) await on.chain.give(RECEIVER, token, 0n);
  });
});
describe('a payout to a recipient', () => {
  it.each([
    ['that takes no coins', REFUSER],
    ['that would use up all gas', GREEDY],
  ])('%s is paid in wrapped coins', async (_, recipient) => {
    await on.chain.tell('Reverts', BOUGHT, 1n);
    const changed = await changes(async () =>
      expect((await pay({ token: NATIVE, recipient })).events).toEqual(
        fellBack(selector('Refused(uint256)'), 1000n, WRAPPED, recipient),
      ),
    );
    expect(changed).toEqual({
      'vault NATIVE': -1000n,
      [`${recipient === REFUSER ? 'refuser' : 'greedy'} WRAPPED`]: 1000n,
    });
  });

  it('that takes no coins and buys coins is paid what the vault paid', async () => {
    await on.chain.tell('Honest', NATIVE, 2500n);
    expect((await pay({ token: TOKEN, buyToken: NATIVE, recipient: REFUSER })).events).toMatchObject([
      { kind: 'notSwapped' },
      { kind: 'delivered', token: TOKEN, swapped: false },
    ]);
  });

  it('whom the token refuses reverts, unless the swap pays in another', async () => {
    await on.chain.habits(0, ALICE);
    expect((await pay({ token: ODD })).events).toEqual([swapped(2500n)]);
    await on.chain.tell('Reverts', BOUGHT, 2500n);
    expect(await changes(async () => expect((await pay({ token: ODD })).done).toBe(false))).toEqual({});
    await on.chain.tell('TakesHalf', BOUGHT, 2500n);
    expect(await changes(async () => expect((await pay({ token: ODD })).done).toBe(false))).toEqual({});
  });
});
