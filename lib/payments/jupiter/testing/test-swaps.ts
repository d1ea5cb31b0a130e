/** For this folder's tests: swaps of SOL into USDC in every form, and the fault that the check finds in one. */
import { base58 } from '@scure/base';
import { associatedTokenAccount } from '../../solana/token-account.ts';
import { type JupiterTerms, jupiterFault } from '../check-transaction.ts';
import { readJupiterTransaction } from '../transaction.ts';
import {
  closeAccount,
  computeLimit,
  computePrice,
  openAccount,
  payLamports,
  SYSTEM,
  swapInstruction,
  syncNative,
  type TestInstruction,
  type TestSwap,
  TOKEN,
  transactionOf,
  USDC,
  WSOL,
} from './swap-encoder.ts';

export const key = (fill: number) => base58.encode(new Uint8Array(32).fill(fill));
export const [ALICE, BOB, EVE, FEE_OWNER, POOL, TABLE] = [1, 2, 3, 4, 5, 6].map(key) as [
  string,
  string,
  string,
  string,
  string,
  string,
];
export const ata = associatedTokenAccount;
export const WRAPPED = ata(ALICE, WSOL);
export const SELL = 1_000_000_000n;

export type Forms = TestSwap['form'];
export const FORMS: Forms[] = ['route', 'shared_accounts_route', 'route_v2', 'shared_accounts_route_v2'];
export const FEE_ACCOUNT = ata(FEE_OWNER, USDC);

export const swap = (form: Forms, change: Partial<TestSwap> = {}): TestInstruction =>
  swapInstruction({
    form,
    sender: ALICE,
    source: WRAPPED,
    ownDestination: ata(ALICE, USDC),
    destination: ata(BOB, USDC),
    sellMint: WSOL,
    buyMint: USDC,
    amount: SELL,
    quoted: 150_000_000n,
    slippageBps: 100,
    feeBps: 50,
    feeAccount: FEE_ACCOUNT,
    venues: [
      [POOL, 'w'],
      [ALICE, 's'],
    ],
    ...change,
  });

/** SOL of Alice's into USDC of Bob's, with a fee. */
export const steps = (form: Forms, change: Partial<TestSwap> = {}): TestInstruction[] => [
  computeLimit(200_000),
  computePrice(10_000n),
  openAccount(ALICE, ata(BOB, USDC), BOB, USDC),
  openAccount(ALICE, FEE_ACCOUNT, FEE_OWNER, USDC),
  openAccount(ALICE, WRAPPED, ALICE, WSOL),
  payLamports(ALICE, WRAPPED, SELL),
  syncNative(WRAPPED),
  swap(form, change),
  closeAccount(WRAPPED, ALICE, ALICE),
];

export const terms: JupiterTerms = {
  sender: ALICE,
  destination: BOB,
  sell: { mint: WSOL, native: true, tokenProgram: TOKEN },
  buy: { mint: USDC, native: false, tokenProgram: TOKEN },
  sellBaseUnits: SELL,
  slippageBps: 100,
  leastBuyBaseUnits: 148_500_000n,
  fee: { bps: 50, account: FEE_ACCOUNT, owner: FEE_OWNER },
};

export const tables = {
  [TABLE]: [POOL, USDC, WSOL, TOKEN, SYSTEM, ata(BOB, USDC), FEE_ACCOUNT, WRAPPED, ata(ALICE, USDC)],
};
export const faultOf = (all: readonly TestInstruction[], withTables: boolean, wanted = terms): string | undefined =>
  jupiterFault(
    readJupiterTransaction(transactionOf(ALICE, all, withTables ? tables : {}), withTables ? tables : {}),
    wanted,
  );

export const replaced = (all: TestInstruction[], index: number, ...others: TestInstruction[]) =>
  all.toSpliced(index, 1, ...others);
