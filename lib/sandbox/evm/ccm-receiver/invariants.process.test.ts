/** Properties that hold for random sequences of payouts, messages, tokens, routers and recipients. */
import fc from 'fast-check';
import type { Hex } from 'viem';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cases } from '../../../domain/test-effort.ts';
import type { ReceiverEvent } from '../../../payments/chainflip/ccm-receiver.ts';
import {
  ALICE,
  type Balances,
  BOUGHT,
  GREEDY,
  giveWrite,
  HABIT,
  HOLDERS,
  habitWrites,
  MODES,
  NATIVE,
  ODD,
  OTHER,
  type Outcome,
  RECEIVER,
  REFUSER,
  ReceiverChain,
  ROUTER,
  SMART_WALLET,
  TAX_BPS,
  TAXED,
  TOKEN,
  TOKENS,
  tellWrites,
  USDT_LIKE,
  VAULT,
  WRAPPED,
} from './receiver-chain.ts';
import { messageFor, orderFor, routerCall } from './test-orders.ts';

/** The number of sequences, each of one to six payouts. */
const RUNS = cases(30);
/** An idle machine needs a tenth of it. */
const LIMIT_MS = 300_000;

let chain: ReceiverChain;
beforeAll(async () => {
  chain = await ReceiverChain.open();
  await chain.nest({ token: NATIVE, amount: 5n, message: messageFor({ token: NATIVE, recipient: OTHER }) });
});
afterAll(() => chain.close());

const amounts = fc.oneof(
  fc.bigInt({ min: 1n, max: 10n }),
  fc.bigInt({ min: 1n, max: 10n ** 9n }),
  fc.bigInt({ min: 1n, max: 10n ** 24n }),
);
const offsets = fc.oneof({ arbitrary: fc.constant(undefined), weight: 12 }, { arbitrary: fc.nat(300), weight: 1 });
const usually = <T>(value: T, otherwise: fc.Arbitrary<T>) =>
  fc.oneof({ arbitrary: fc.constant(value), weight: 12 }, { arbitrary: otherwise, weight: 1 });
const step = fc.record({
  token: fc.constantFrom<Hex>(TOKEN, USDT_LIKE, TAXED, ODD, NATIVE, NATIVE),
  buyToken: fc.constantFrom<Hex>(BOUGHT, USDT_LIKE, TAXED, NATIVE, WRAPPED, TOKEN),
  recipient: fc.constantFrom<Hex>(ALICE, ALICE, REFUSER, GREEDY, SMART_WALLET),
  mode: fc.constantFrom(...MODES, 'Honest', 'Honest', 'Honest', 'Honest'),
  amount: amounts,
  quotedInput: usually<bigint | undefined>(undefined, amounts),
  leastOutput: amounts,
  /** The router's payment relative to the minimum. */
  surplus: fc.constantFrom(-1n, 0n, 1n, 1000n),
  pools: fc.integer({ min: 1, max: 3 }),
  amountOffset: offsets,
  leastOffset: offsets,
  selector: usually<Hex | undefined>(
    undefined,
    fc.constantFrom<Hex>('0x83800a8e', '0x07ed2379', '0xa9059cbb', '0x175accdc'),
  ),
  paidTo: usually<Hex | undefined>(undefined, fc.constant(OTHER)),
  habits: fc.constantFrom(
    0,
    0,
    HABIT.approvesFalse,
    HABIT.noZeroApproval,
    HABIT.longAnswers,
    HABIT.allowanceStays,
    HABIT.answersFalse,
    HABIT.longErrors,
  ),
  blocked: fc.boolean(),
  /** The contract's balance before, sent to it by mistake. */
  donated: fc.constantFrom(0n, 0n, 1n, 10n ** 20n),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const taxOf = (token: string, amount: bigint): bigint => (token === TAXED ? (amount * TAX_BPS) / 10_000n : 0n);
const ceilShare = (least: bigint, amount: bigint, quoted: bigint): bigint => (least * amount + quoted - 1n) / quoted;

/** The payout of a step, and the amount of it that arrives. */
function paymentOf(one: Step) {
  const arrived = one.amount - taxOf(one.token, one.amount);
  const quotedInput = one.quotedInput ?? one.amount;
  const dexes = Array.from({ length: one.pools }, (_, index) => BigInt(index + 1));
  const order = orderFor({
    token: one.token,
    recipient: one.recipient,
    buyToken: one.buyToken,
    leastOutput: one.leastOutput,
    quotedInput,
    routerCall: routerCall(one.token, one.paidTo ?? one.recipient, dexes, one.selector),
    ...(one.amountOffset === undefined ? {} : { amountOffset: one.amountOffset }),
    ...(one.leastOffset === undefined ? {} : { leastOffset: one.leastOffset }),
  });
  return { order, arrived, least: ceilShare(one.leastOutput, arrived, quotedInput) };
}

/** Payouts revert only for a token that cannot be moved to the recipient, or not by the vault at all. */
function mustBeDone(one: Step): boolean {
  return one.token !== ODD || !(one.blocked || one.habits === HABIT.answersFalse || one.habits === HABIT.longErrors);
}

const changeOf = (before: Balances, after: Balances) => (token: string, holder: string) =>
  after(token, holder) - before(token, holder);
type Change = ReturnType<typeof changeOf>;

function nothingStaysOrStrays(change: Change, one: Step): void {
  for (const token of [NATIVE, ...TOKENS]) {
    expect(change(token, RECEIVER)).toBe(0n);
    for (const holder of HOLDERS)
      if (holder !== VAULT && holder !== ROUTER && holder !== one.recipient) expect(change(token, holder)).toBe(0n);
    // Every outflow is another holder's inflow, except that the tax is burned and native coins become wrapped ones.
    const sum = HOLDERS.reduce((all, holder) => all + change(token, holder), 0n);
    if (token === TAXED) expect(sum).toBeLessThanOrEqual(0n);
    else if (token !== NATIVE && token !== WRAPPED) expect(sum).toBe(0n);
  }
  const coins = HOLDERS.reduce((all, holder) => all + change(NATIVE, holder) + change(WRAPPED, holder), 0n);
  expect(coins).toBe(0n);
}

const last = (events: readonly ReceiverEvent[]) => events.at(-1);

function eventsMatch({ events }: Outcome, change: Change, one: Step): void {
  const { arrived, least } = paymentOf(one);
  const delivered = last(events);
  if (delivered?.kind !== 'delivered') throw new Error('no delivery');
  expect(delivered.recipient).toBe(one.recipient);
  expect(change(one.token, VAULT)).toBe(-one.amount);
  if (delivered.swapped) {
    expect(delivered.token).toBe(one.buyToken);
    expect(delivered.amount).toBe(change(one.buyToken, one.recipient));
    expect(delivered.amount).toBeGreaterThanOrEqual(least);
    expect(change(one.token, ROUTER)).toBeLessThanOrEqual(arrived);
    const left = events.find((event) => event.kind === 'leftover');
    if (left !== undefined && left.token !== one.buyToken)
      expect(change(left.token, one.recipient)).toBe(left.amount - taxOf(left.token, left.amount));
    return;
  }
  expect(delivered.amount).toBe(arrived);
  const wrapped = one.token === NATIVE && (one.recipient === REFUSER || one.recipient === GREEDY);
  expect(delivered.token).toBe(wrapped ? WRAPPED : one.token);
  expect(change(delivered.token, one.recipient)).toBe(arrived - taxOf(one.token, arrived));
  for (const token of [NATIVE, ...TOKENS]) expect(change(token, ROUTER)).toBe(0n);
}

let swaps = 0;
let fallbacks = 0;

async function take(one: Step): Promise<void> {
  const { order, least } = paymentOf(one);
  const output = least + one.surplus > 0n ? least + one.surplus : 0n;
  await chain.write(
    ...tellWrites(one.mode, one.buyToken, output),
    ...habitWrites(one.habits, one.blocked ? one.recipient : undefined),
    // What the token's tax took is replaced from the contract's own balance: README.md, "What is not covered".
    ...[one.token, one.buyToken].map((token) =>
      giveWrite(RECEIVER, token, one.token === TAXED && token === TAXED ? 0n : one.donated),
    ),
  );
  const before = await chain.balances();
  const outcome = await chain.payOut({
    token: one.token,
    amount: one.amount,
    message: messageFor({ token: one.token, ...order, recipient: one.recipient, buyToken: one.buyToken }),
  });
  const [after, allowances] = await Promise.all([chain.balances(), chain.allowances()]);
  const change = changeOf(before, after);
  nothingStaysOrStrays(change, one);
  expect(allowances).toBe(0n);
  if (mustBeDone(one)) expect(outcome.done).toBe(true);
  if (!outcome.done) {
    for (const token of [NATIVE, ...TOKENS]) for (const holder of HOLDERS) expect(change(token, holder)).toBe(0n);
    return;
  }
  eventsMatch(outcome, change, one);
  const delivered = last(outcome.events);
  if (delivered?.kind === 'delivered' && delivered.swapped) swaps += 1;
  else fallbacks += 1;
}

it(
  'pays every payout to its recipient alone, whole, keeps nothing and leaves no allowance',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        for (const one of steps) await take(one);
      }),
      { numRuns: RUNS },
    );
    // Both outcomes must have occurred often; otherwise the above proves little.
    expect(swaps).toBeGreaterThan(RUNS / 4);
    expect(fallbacks).toBeGreaterThan(RUNS / 4);
  },
  LIMIT_MS,
);
