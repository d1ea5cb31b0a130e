import { base58 } from '@scure/base';
import { describe, expect, test } from 'vitest';
import { SOL_SENDER, SOL_STRANGER } from '../../wallet/testing/solana-routes.ts';
import type { PayableRoute } from '../payable-route.ts';
import { firstFault } from '../payment-fields.ts';
import { readSolanaPayment } from '../solana/read-solana.ts';
import { NO_FACTS, type SolanaFacts } from '../solana/solana-facts.ts';
import { associatedTokenAccount } from '../solana/token-account.ts';
import { readSolanaTransaction } from '../solana/transaction.ts';
import { rowsOf } from '../testing/rows.ts';
import { feeEarnerFaults } from './fee-earner.ts';
import {
  FACTS,
  MINTS,
  OWN_USDC,
  plus,
  routeOf,
  SELL,
  stepsOf,
  swapOf,
  TABLE,
  txOf,
  VENUES,
  WRAPPED,
} from './testing/sol-for-usdc.ts';
import {
  closeAccount,
  computeLimit,
  computePrice,
  openAccount,
  payLamports,
  TOKEN,
  TOKEN_2022,
  USDC,
  USDT,
  WSOL,
} from './testing/swap-encoder.ts';

const FEE_OWNER = base58.encode(new Uint8Array(32).fill(4));
const FEE = associatedTokenAccount(FEE_OWNER, USDC);
const without = (index: number) => stepsOf().filter((_, at) => at !== index);
const withFee = (bps: number | undefined): Partial<PayableRoute> => ({
  meta: { txType: 'SOLANA', slippagePercent: 1, ...(bps === undefined ? {} : { affiliateFee: bps }) },
});

const faultIn = (route: PayableRoute, facts = FACTS) => firstFault(readSolanaPayment(String(route.tx), route, facts));

describe('the right swap passes', () => {
  test('with accounts out of a lookup table', () => {
    expect(readSolanaTransaction(txOf()).lookups).toMatchObject([{ table: TABLE }]);
    expect(faultIn(routeOf())).toBeUndefined();
  });
  test('with the fee of this site, whose account it may open', () => {
    const feed = stepsOf({ feeBps: 30, feeAccount: FEE });
    expect(faultIn(routeOf(txOf(feed), withFee(30)))).toBeUndefined();
    const opened = [...feed.slice(0, 6), openAccount(SOL_SENDER, FEE, FEE_OWNER, USDC), ...feed.slice(6)];
    expect(faultIn(routeOf(txOf(opened), withFee(30)))).toBeUndefined();
  });
  test('for another receiver, if that is the reviewed one', () => {
    const destination = associatedTokenAccount(SOL_STRANGER, USDC);
    const steps = [
      ...stepsOf().slice(0, 6),
      openAccount(SOL_SENDER, destination, SOL_STRANGER, USDC),
      swapOf({ destination }),
      ...stepsOf().slice(7),
    ];
    expect(faultIn(routeOf(txOf(steps), { destinationAddress: SOL_STRANGER }))).toBeUndefined();
  });
});

describe('there is a fault when', () => {
  const strange = associatedTokenAccount(SOL_STRANGER, USDC);
  const TAMPERED: [string, PayableRoute, SolanaFacts?][] = [
    ['it is paid for by another account', routeOf(txOf(stepsOf(), SOL_STRANGER))],
    ['it sells more', routeOf(txOf(stepsOf({ amount: SELL + 1n })))],
    ['it sells less', routeOf(txOf(stepsOf({ amount: SELL - 1n })))],
    ['it wraps more than is sold', routeOf(txOf([...without(3), payLamports(SOL_SENDER, WRAPPED, SELL + 1n)]))],
    ['it guarantees one unit less', routeOf(txOf(stepsOf({ quoted: 299_999_999n })))],
    ['it allows more slippage', routeOf(txOf(stepsOf({ slippageBps: 101 })))],
    ['it buys another token', routeOf(txOf(stepsOf({ buyMint: USDT })))],
    ['it sells another token', routeOf(txOf(stepsOf({ sellMint: USDT })))],
    ['it takes from another account', routeOf(txOf(stepsOf({ source: associatedTokenAccount(SOL_STRANGER, WSOL) })))],
    ['it pays somebody else', routeOf(txOf(stepsOf({ destination: strange })))],
    ['it pays the sender in place of the receiver', routeOf(txOf(), { destinationAddress: SOL_STRANGER })],
    ['it swaps in the name of somebody else', routeOf(txOf(stepsOf({ sender: SOL_STRANGER })))],
    ['it takes a fee that nobody asked for', routeOf(txOf(stepsOf({ feeBps: 30, feeAccount: FEE })))],
    ['it takes a higher fee', routeOf(txOf(stepsOf({ feeBps: 31, feeAccount: FEE })), withFee(30))],
    ['it keeps what is better than quoted', routeOf(txOf(stepsOf({ positiveSlippageBps: 1 })))],
    ['it moves SOL elsewhere', routeOf(txOf(plus(payLamports(SOL_SENDER, SOL_STRANGER, 1n))))],
    [
      'it closes an account to somebody else',
      routeOf(txOf([...without(7), closeAccount(WRAPPED, SOL_STRANGER, SOL_SENDER)])),
    ],
    ['it opens an account for a stranger', routeOf(txOf(plus(openAccount(SOL_SENDER, strange, SOL_STRANGER, USDC))))],
    ['it swaps twice', routeOf(txOf(plus(swapOf())))],
    ['it swaps nothing', routeOf(txOf(without(6)))],
    ['it calls a program that is not known', routeOf(txOf(plus({ ...computeLimit(1), programId: SOL_STRANGER })))],
    ['its priority fee is out of bounds', routeOf(txOf([computePrice(100_000_000n), ...without(1)]))],
    ['its lookup table is not on the chain', routeOf(), { tables: {}, mints: MINTS }],
    ['the mint has other decimals', routeOf(), { ...FACTS, mints: { [USDC]: { decimals: 9, tokenProgram: TOKEN } } }],
    [
      'the mint is of the other program',
      routeOf(),
      { ...FACTS, mints: { [USDC]: { decimals: 6, tokenProgram: TOKEN_2022 } } },
    ],
    ['the mint is not on the chain', routeOf(), { ...FACTS, mints: {} }],
    ['the route sells another amount', routeOf(txOf(), { sellAmount: '2.000000001' })],
    ['the route guarantees more', routeOf(txOf(), { expectedBuyAmountMaxSlippage: '297.000001' })],
  ];
  test.each(TAMPERED)('%s', (_what, route, facts = FACTS) => {
    expect(faultIn(route, facts)).toMatchObject({ code: 'mismatch' });
  });

  test('a lookup table leads to other accounts than when it was made: the swap would go elsewhere', () => {
    const steps = stepsOf({ destination: VENUES[0] ?? '' });
    const facts = { ...FACTS, tables: { [TABLE]: [strange, ...VENUES.slice(1)] } };
    expect(faultIn(routeOf(txOf(steps)), facts)).toMatchObject({ code: 'mismatch' });
  });
});

test('its rows show the input and the minimum output beside the reviewed values', () => {
  const rows = (route: PayableRoute) => rowsOf(readSolanaPayment(String(route.tx), route, FACTS));
  expect(rows(routeOf())).toEqual([
    `signers.signer: ${SOL_SENDER}`,
    'jupiterSwap.swap: route_v2',
    'jupiterSwap.sold: 2000000000 of SOL.SOL',
    `jupiterSwap.minimumBuy: 297000000 of SOL.USDC-${USDC}`,
    `jupiterSwap.tokenAccount: ${OWN_USDC} / ${SOL_SENDER}`,
    // 400000 units at 1000 millionths of a lamport, and one signature.
    'jupiterSwap.fee: 5400 of SOL.SOL',
  ]);
  const other = routeOf(txOf(stepsOf({ quoted: 100_000_000n, feeBps: 30, feeAccount: FEE })));
  expect(rows(other)).toEqual(
    expect.arrayContaining([
      `jupiterSwap.minimumBuy: 99000000 of SOL.USDC-${USDC} / 297000000 of SOL.USDC-${USDC}`,
      'jupiterSwap.affiliateFee: 30 bps / 0 bps',
    ]),
  );
});

test.each<[string, readonly string[] | undefined, string[]]>([
  ['nobody was named', undefined, []],
  ['its account’s owner was named', [FEE_OWNER], []],
  ['its account was named', ['ptg', FEE], []],
  ['somebody else was named', [SOL_SENDER], ['affiliates']],
  ['a name of another network was named', ['ptg'], ['affiliates']],
  ['nobody may get one', [], ['affiliates']],
])('the fee of a swap: %s', (_what, named, faults) => {
  const route = routeOf(txOf(stepsOf({ feeBps: 30, feeAccount: FEE })), {
    ...withFee(30),
    providers: ['JUPITER'],
  });
  expect(feeEarnerFaults(named, route, NO_FACTS).map(({ field }) => field)).toEqual(faults);
});
