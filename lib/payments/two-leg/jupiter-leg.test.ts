/**
 * The first leg of a route through Jupiter is signed only when the channel receives what was reviewed, and nothing
 * else moves.
 */
import { base58 } from '@scure/base';
import { describe, expect, test } from 'vitest';
import { SOL_SENDER, SOL_STRANGER } from '../../wallet/testing/solana-routes.ts';
import { type Pieces, withSecondLeg } from '../../wallet/testing/two-leg-routes.ts';
import {
  closeAccount,
  computeLimit,
  computePrice,
  openAccount,
  payLamports,
  swapInstruction,
  syncNative,
  type TestInstruction,
  type TestSwap,
  TOKEN,
  transactionOf,
  USDC,
  USDT,
  WSOL,
} from '../jupiter/testing/swap-encoder.ts';
import type { PayableRoute } from '../payable-route.ts';
import { firstFault } from '../payment-fields.ts';
import { SOLANA_PROGRAMS } from '../solana/instructions.ts';
import { readSolanaPayment } from '../solana/read-solana.ts';
import type { SolanaFacts } from '../solana/solana-facts.ts';
import { associatedTokenAccount, programAddress } from '../solana/token-account.ts';

/** Belongs to a program, as Chainflip's channels do: no key has it. */
const CHANNEL = programAddress([new Uint8Array([7])], SOLANA_PROGRAMS.token);
const BONK = 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263';
const [OWN_BONK, OWN_USDC] = [associatedTokenAccount(SOL_SENDER, BONK), associatedTokenAccount(SOL_SENDER, USDC)];
const [THEIRS, STRANGE] = [associatedTokenAccount(CHANNEL, USDC), associatedTokenAccount(SOL_STRANGER, USDC)];
const TABLE = base58.encode(new Uint8Array(32).fill(6));
const VENUES = [31, 32, 33].map((fill) => base58.encode(new Uint8Array(32).fill(fill)));
const mint = (decimals: number) => ({ decimals, tokenProgram: TOKEN });
const FACTS: SolanaFacts = {
  tables: { [TABLE]: VENUES },
  mints: { [USDC]: mint(6), [USDT]: mint(6), [BONK]: mint(5) },
};
const txOf = (steps: readonly TestInstruction[]) => transactionOf(SOL_SENDER, steps, { [TABLE]: VENUES });

const SELL = 100_000_000_000n;
const swapOf = (change: Partial<TestSwap> = {}): TestInstruction =>
  swapInstruction({
    form: 'route_v2',
    sender: SOL_SENDER,
    source: OWN_BONK,
    ownDestination: OWN_USDC,
    destination: THEIRS,
    sellMint: BONK,
    buyMint: USDC,
    amount: SELL,
    quoted: 300_000_000n,
    slippageBps: 50,
    venues: VENUES.map((venue) => [venue, 'w'] as const),
    ...change,
  });
/** Opens the channel's token account, then swaps a million BONK into it. */
const stepsOf = (change: Partial<TestSwap> = {}, opening = openAccount(SOL_SENDER, THEIRS, CHANNEL, USDC)) => [
  computeLimit(400_000),
  computePrice(1000n),
  opening,
  swapOf(change),
];
const routeOf = (
  steps: readonly TestInstruction[] = stepsOf(),
  pieces: Pieces = {},
  change: Partial<PayableRoute> = {},
): PayableRoute => ({
  ...withSecondLeg(
    {
      providers: ['JUPITER'],
      sellAsset: `SOL.BONK-${BONK}`,
      sellAmount: '1000000',
      buyAsset: '',
      sourceAddress: SOL_SENDER,
      destinationAddress: '',
      expectedBuyAmountMaxSlippage: '',
      tx: txOf(steps),
      meta: { txType: 'SOLANA', slippagePercent: 1 },
    },
    { bridge: `SOL.USDC-${USDC}`, least: '298.5', depositAddress: CHANNEL },
    pieces,
  ),
  ...change,
});

/** The same into SOL, which the program pays to the channel itself. */
const coinRoute = (change: Partial<TestSwap> = {}, pieces: Pieces = {}) => {
  const wrapped = associatedTokenAccount(SOL_SENDER, WSOL);
  const steps = [
    computeLimit(400_000),
    computePrice(1000n),
    openAccount(SOL_SENDER, wrapped, SOL_SENDER, WSOL),
    swapOf({ buyMint: WSOL, ownDestination: wrapped, destination: CHANNEL, quoted: 2_000_000_000n, ...change }),
  ];
  return routeOf(steps, {
    ...pieces,
    bridge: { asset: 'SOL.SOL', ...pieces.bridge },
    leg: { buyAsset: 'SOL.SOL', buyAmountMaxSlippage: '1.99', ...pieces.leg },
  });
};

const faultIn = (route: PayableRoute, facts = FACTS) => firstFault(readSolanaPayment(String(route.tx), route, facts));

describe('the right first leg passes', () => {
  test('into the channel’s token account, which it opens; or which exists', () => {
    expect(faultIn(routeOf())).toBeUndefined();
    expect(faultIn(routeOf(stepsOf().toSpliced(2, 1)))).toBeUndefined();
  });
  test('as SOL to the channel itself', () => {
    expect(faultIn(coinRoute())).toBeUndefined();
  });
});

describe('it is not signed when', () => {
  const TAMPERED: [string, PayableRoute, SolanaFacts?][] = [
    ['it pays the token account of a stranger', routeOf(stepsOf({ destination: STRANGE }))],
    ['it pays the sender’s own token account', routeOf(stepsOf({ destination: OWN_USDC }))],
    ['it pays tokens to the channel’s address itself', routeOf(stepsOf({ destination: CHANNEL }))],
    [
      'it pays the channel’s account for another token',
      routeOf(stepsOf({ destination: associatedTokenAccount(CHANNEL, USDT) })),
    ],
    ['the channel is another', routeOf(stepsOf(), { bridge: { depositAddress: SOL_STRANGER } })],
    ['no channel was opened', routeOf(stepsOf(), { bridge: { depositAddress: undefined } })],
    ['it buys another token', routeOf(stepsOf({ buyMint: USDT }))],
    ['it guarantees one unit less than the leg', routeOf(stepsOf({ quoted: 299_999_999n }))],
    ['the leg guarantees one unit more', routeOf(stepsOf(), { leg: { buyAmountMaxSlippage: '298.500001' } })],
    ['it allows more slippage', routeOf(stepsOf({ slippageBps: 51 }))],
    ['it sells one unit more', routeOf(stepsOf({ amount: SELL + 1n }))],
    ['it sells one unit less', routeOf(stepsOf({ amount: SELL - 1n }))],
    ['it sells another token', routeOf(stepsOf({ sellMint: USDT }))],
    ['it takes a fee, which the second leg takes', routeOf(stepsOf({ feeBps: 30, feeAccount: STRANGE }))],
    ['it opens an account for a stranger', routeOf(stepsOf({}, openAccount(SOL_SENDER, STRANGE, SOL_STRANGER, USDC)))],
    [
      'it opens another account of the channel',
      routeOf(stepsOf({}, openAccount(SOL_SENDER, associatedTokenAccount(CHANNEL, USDT), CHANNEL, USDT))),
    ],
    [
      'it moves SOL elsewhere',
      routeOf([...stepsOf().slice(0, 3), payLamports(SOL_SENDER, SOL_STRANGER, 1n), swapOf()]),
    ],
    [
      'it moves SOL to the channel as well',
      routeOf([...stepsOf().slice(0, 3), payLamports(SOL_SENDER, CHANNEL, 1n), swapOf()]),
    ],
    ['it wraps SOL', routeOf([...stepsOf().slice(0, 3), syncNative(OWN_USDC), swapOf()])],
    ['it closes an account', routeOf([...stepsOf(), closeAccount(OWN_BONK, SOL_SENDER, SOL_SENDER)])],
    ['it swaps twice', routeOf([...stepsOf(), swapOf()])],
    ['its lookup table is not on the chain', routeOf(), { ...FACTS, tables: {} }],
    ['the mint has other decimals', routeOf(), { ...FACTS, mints: { ...FACTS.mints, [USDC]: mint(9) } }],
    ['the first leg is said to be of another provider', routeOf(stepsOf(), { leg: { provider: 'GARDEN' } })],
    ['the first leg is said to sell another amount', routeOf(stepsOf(), { leg: { sellAmount: '2000000' } })],
    [
      'the legs meet in another asset than the route says',
      routeOf(stepsOf(), { bridge: { asset: `SOL.USDT-${USDT}` } }),
    ],
    ['nobody says where they meet', routeOf(stepsOf(), { meta: { bridge: undefined } })],
    ['SOL goes to a stranger', coinRoute({ destination: SOL_STRANGER })],
    ['SOL goes to the sender', coinRoute({ destination: SOL_SENDER })],
    ['SOL goes wrapped to the channel', coinRoute({ destination: associatedTokenAccount(CHANNEL, WSOL) })],
    ['less SOL is guaranteed', coinRoute({ quoted: 1_999_999_999n })],
  ];
  test.each(TAMPERED)('%s', (_what, route, facts = FACTS) => {
    expect(faultIn(route, facts)).toMatchObject({ code: 'mismatch' });
  });
});
