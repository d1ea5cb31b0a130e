/** For tests: makes payouts and describes their expected outcomes. */
import { toFunctionSelector } from 'viem';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import {
  ALICE,
  type Balances,
  BOUGHT,
  HOLDERS,
  NATIVE,
  ODD,
  type Outcome,
  type Payment,
  RECEIVER,
  ReceiverChain,
  TAXED,
  TOKEN,
  type TOKENS,
  USDT_LIKE,
  WRAPPED,
} from './receiver-chain.ts';
import { type Ask, messageFor, ORDER_ID } from './test-orders.ts';

/** The first bytes of an error. */
export const selector = (error: string) => toFunctionSelector(`function ${error}`);

/** Pays out 1000 by default. */
export const payOn = (chain: ReceiverChain, ask: Ask, amount = 1000n, rest: Partial<Payment> = {}): Promise<Outcome> =>
  chain.payOut({ token: ask.token, amount, message: messageFor(ask), ...rest });

/** All changed balances by name, such as `alice TOKEN`. */
export async function changesOn(chain: ReceiverChain, work: () => Promise<unknown>): Promise<Record<string, bigint>> {
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

export const swapped = (amount: bigint, token = BOUGHT, recipient = ALICE) => ({
  kind: 'delivered',
  orderId: ORDER_ID,
  recipient,
  token,
  amount,
  swapped: true,
});
export const fellBack = (reason: string, amount: bigint, token: string, recipient = ALICE) => [
  { kind: 'notSwapped', orderId: ORDER_ID, reason },
  { kind: 'delivered', orderId: ORDER_ID, recipient, token, amount, swapped: false },
];

/** One chain for all tests of a file; the router is honest at the start of each. */
export function honestReceiver() {
  let chain: ReceiverChain | undefined;
  const opened = (): ReceiverChain => {
    if (!chain) throw new Error('the chain is not open yet');
    return chain;
  };
  beforeAll(async () => {
    chain = await ReceiverChain.open();
  });
  afterAll(() => chain?.close());
  beforeEach(async () => {
    await opened().habits(0);
    await opened().tell('Honest', BOUGHT, 2500n);
  });
  return {
    get chain() {
      return opened();
    },
    pay: (ask: Ask, amount?: bigint, rest?: Partial<Payment>) => payOn(opened(), ask, amount, rest),
    changes: (work: () => Promise<unknown>) => changesOn(opened(), work),
  };
}
