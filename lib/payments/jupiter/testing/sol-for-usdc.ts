/** For tests: 2 SOL sold for USDC through Jupiter, as a transaction of its steps and as a route. */
import { base58 } from '@scure/base';
import { SOL_SENDER } from '../../../wallet/testing/solana-routes.ts';
import type { PayableRoute } from '../../payable-route.ts';
import type { SolanaFacts } from '../../solana/solana-facts.ts';
import { associatedTokenAccount } from '../../solana/token-account.ts';
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
  WSOL,
} from './swap-encoder.ts';

export const SELL = 2_000_000_000n;
export const WRAPPED = associatedTokenAccount(SOL_SENDER, WSOL);
export const OWN_USDC = associatedTokenAccount(SOL_SENDER, USDC);
export const TABLE = base58.encode(new Uint8Array(32).fill(6));
export const VENUES = [31, 32, 33].map((fill) => base58.encode(new Uint8Array(32).fill(fill)));
export const MINTS = { [USDC]: { decimals: 6, tokenProgram: TOKEN } };
export const FACTS: SolanaFacts = { tables: { [TABLE]: VENUES }, mints: MINTS };

export const swapOf = (change: Partial<TestSwap> = {}): TestInstruction =>
  swapInstruction({
    form: 'route_v2',
    sender: SOL_SENDER,
    source: WRAPPED,
    ownDestination: OWN_USDC,
    sellMint: WSOL,
    buyMint: USDC,
    amount: SELL,
    quoted: 300_000_000n,
    slippageBps: 100,
    venues: VENUES.map((venue) => [venue, 'w'] as const),
    ...change,
  });

/** Wraps 2 SOL, swaps it for USDC, closes the wrapped account. */
export const stepsOf = (change: Partial<TestSwap> = {}): TestInstruction[] => [
  computeLimit(400_000),
  computePrice(1000n),
  openAccount(SOL_SENDER, WRAPPED, SOL_SENDER, WSOL),
  payLamports(SOL_SENDER, WRAPPED, SELL),
  syncNative(WRAPPED),
  openAccount(SOL_SENDER, OWN_USDC, SOL_SENDER, USDC),
  swapOf(change),
  closeAccount(WRAPPED, SOL_SENDER, SOL_SENDER),
];
const tables = { [TABLE]: VENUES };
export const txOf = (steps: readonly TestInstruction[] = stepsOf(), payer = SOL_SENDER) =>
  transactionOf(payer, steps, tables);

export const routeOf = (tx: string = txOf(), change: Partial<PayableRoute> = {}): PayableRoute => ({
  providers: ['JUPITER'],
  sellAsset: 'SOL.SOL',
  sellAmount: '2',
  buyAsset: `SOL.USDC-${USDC}`,
  sourceAddress: SOL_SENDER,
  destinationAddress: SOL_SENDER,
  expectedBuyAmountMaxSlippage: '297',
  tx,
  meta: { txType: 'SOLANA', slippagePercent: 1 },
  ...change,
});
/** The steps with one more among them. */
export const plus = (step: TestInstruction, at = 6) => [...stepsOf().slice(0, at), step, ...stepsOf().slice(at)];
