/**
 * A transaction on Solana is read whole, described step by step, and refused when it does anything but the quoted
 * swap.
 */
import { readFileSync } from 'node:fs';
import { base58, base64 } from '@scure/base';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { cases } from '../../domain/test-effort.ts';
import { DecodeError } from '../byte-reader.ts';
import { associatedTokenAccount } from '../solana/token-account.ts';
import { readLookupTable } from '../solana/transaction.ts';
import { type JupiterTerms, jupiterFault } from './check-transaction.ts';
import { decodeJupiterSwap, enforcedMinimum } from './decode-swap.ts';
import {
  closeAccount,
  computeLimit,
  computePrice,
  JUP,
  openAccount,
  payLamports,
  SYSTEM,
  swapInstruction,
  swapTail,
  syncNative,
  type TestInstruction,
  type TestSwap,
  TOKEN,
  TOKEN_2022,
  tableAccount,
  transactionOf,
  USDC,
  WSOL,
} from './testing/swap-encoder.ts';
import { readJupiterTransaction } from './transaction.ts';

const recorded = JSON.parse(
  readFileSync(new URL('./__fixtures__/v1_swap_tx_single_hop_sol_to_usdc.json', import.meta.url), 'utf8'),
) as { swapTransaction: string; lookupTables: { key: string; dataBase64: string }[] };
const recordedTables = Object.fromEntries(
  recorded.lookupTables.map(({ key, dataBase64 }) => [key, readLookupTable(base64.decode(dataBase64))]),
);

const key = (fill: number) => base58.encode(new Uint8Array(32).fill(fill));
const [ALICE, BOB, EVE, FEE_OWNER, POOL, TABLE] = [1, 2, 3, 4, 5, 6].map(key) as [
  string,
  string,
  string,
  string,
  string,
  string,
];
const ata = associatedTokenAccount;
const WRAPPED = ata(ALICE, WSOL);
const SELL = 1_000_000_000n;

describe('the recorded transaction of July 2026', () => {
  const tx = readJupiterTransaction(recorded.swapTransaction, recordedTables, {
    [USDC]: { symbol: 'USDC', decimals: 6 },
  });
  const sender = tx.signers[0] ?? '';
  const terms: JupiterTerms = {
    sender,
    destination: sender,
    sell: { mint: WSOL, native: true },
    buy: { mint: USDC, native: false },
    sellBaseUnits: SELL,
    slippageBps: 50,
    leastBuyBaseUnits: 77_228_049n,
  };

  it('is read whole, with the accounts of its lookup table, each step in words', () => {
    expect(tx.swap).toMatchObject({ name: 'route', amount: SELL, quoted: 77_616_130n, slippageBps: 50, swaps: 1 });
    expect(tx.steps.map(({ name }) => name)).toEqual([
      ...['Compute Budget', 'Compute Budget', 'Associated Token Account', 'System', 'Token'],
      ...['Jupiter Aggregator v6', 'Token'],
    ]);
    expect(tx.steps[3]?.words).toMatch(/^Moves 1 SOL from /);
    expect(tx.steps[5]?.words).toContain('for at least 77.228049 USDC into');
    expect(tx.priorityLamports).toBe(100_000n);
    expect(JSON.stringify(tx.steps.map(({ instruction }) => instruction.accounts))).not.toContain('[1');
  });

  it('passes as its own swap, and as no other', () => {
    expect(jupiterFault(tx, terms)).toBeUndefined();
    expect(jupiterFault(tx, { ...terms, sellBaseUnits: SELL - 1n })).toContain('another amount');
    expect(jupiterFault(tx, { ...terms, slippageBps: 49 })).toContain('slippage');
    expect(jupiterFault(tx, { ...terms, destination: EVE })).toContain('not the destination');
    expect(jupiterFault(tx, { ...terms, leastBuyBaseUnits: 77_228_050n })).toContain('guarantees less');
  });

  it('is refused while its lookup table is unknown', () => {
    const blind = readJupiterTransaction(recorded.swapTransaction);
    expect(jupiterFault(blind, { ...terms, buy: { mint: WSOL, native: true } })).toBeDefined();
  });
});

type Forms = TestSwap['form'];
const FORMS: Forms[] = ['route', 'shared_accounts_route', 'route_v2', 'shared_accounts_route_v2'];
const FEE_ACCOUNT = ata(FEE_OWNER, USDC);

const swap = (form: Forms, change: Partial<TestSwap> = {}): TestInstruction =>
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
const steps = (form: Forms, change: Partial<TestSwap> = {}): TestInstruction[] => [
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

const terms: JupiterTerms = {
  sender: ALICE,
  destination: BOB,
  sell: { mint: WSOL, native: true, tokenProgram: TOKEN },
  buy: { mint: USDC, native: false, tokenProgram: TOKEN },
  sellBaseUnits: SELL,
  slippageBps: 100,
  leastBuyBaseUnits: 148_500_000n,
  fee: { bps: 50, account: FEE_ACCOUNT, owner: FEE_OWNER },
};

const tables = { [TABLE]: [POOL, USDC, WSOL, TOKEN, SYSTEM, ata(BOB, USDC), FEE_ACCOUNT, WRAPPED, ata(ALICE, USDC)] };
const faultOf = (all: readonly TestInstruction[], withTables: boolean, wanted = terms): string | undefined =>
  jupiterFault(
    readJupiterTransaction(transactionOf(ALICE, all, withTables ? tables : {}), withTables ? tables : {}),
    wanted,
  );

const replaced = (all: TestInstruction[], index: number, ...others: TestInstruction[]) =>
  all.toSpliced(index, 1, ...others);

/** What a lying upstream would change, and the text of the refusal. */
const TAMPERED: [string, (form: Forms) => TestInstruction[], RegExp][] = [
  ['takes more than is sold', (form) => steps(form, { amount: SELL + 1n }), /takes/],
  ['allows more slippage', (form) => steps(form, { slippageBps: 101 }), /slippage/],
  ['guarantees less', (form) => steps(form, { quoted: 100_000_000n }), /guarantees less/],
  ['pays somebody else', (form) => steps(form, { destination: ata(EVE, USDC) }), /not the destination/],
  ['pays the sender instead', (form) => steps(form, { destination: ata(ALICE, USDC) }), /not the destination/],
  ['takes from another account', (form) => steps(form, { source: ata(EVE, WSOL) }), /takes from another/],
  ['acts for somebody else', (form) => steps(form, { sender: EVE }), /signature of somebody else/],
  ['buys another token', (form) => steps(form, { buyMint: EVE }), /buys another token/],
  ['takes a higher fee', (form) => steps(form, { feeBps: 51 }), /fee of 51/],
  ['leaves the fee out', (form) => steps(form, { feeBps: 0 }), /fee of 0/],
  [
    'pays the fee to somebody else',
    (form) => steps(form, { feeAccount: ata(EVE, USDC) }),
    /another account than the affiliate/,
  ],
  ['moves SOL elsewhere', (form) => replaced(steps(form), 5, payLamports(ALICE, EVE, SELL)), /moves SOL to/],
  [
    'moves more SOL',
    (form) => replaced(steps(form), 5, payLamports(ALICE, WRAPPED, SELL + 1n)),
    /another amount of SOL/,
  ],
  ['moves SOL twice', (form) => [...steps(form).slice(0, 6), ...steps(form).slice(5)], /exactly once/],
  ['wraps nothing', (form) => steps(form).toSpliced(5, 1), /exactly once/],
  [
    'closes to somebody else',
    (form) => replaced(steps(form), 8, closeAccount(WRAPPED, EVE, ALICE)),
    /to somebody else/,
  ],
  [
    'closes another account',
    (form) => replaced(steps(form), 8, closeAccount(ata(ALICE, USDC), ALICE, ALICE)),
    /closes a token account/,
  ],
  ['closes too early', (form) => steps(form).toSpliced(4, 0, closeAccount(WRAPPED, ALICE, ALICE)), /order/],
  [
    'opens accounts of others',
    (form) => steps(form).toSpliced(4, 0, openAccount(ALICE, ata(EVE, USDC), EVE, USDC)),
    /nothing to do with the swap/,
  ],
  [
    'opens a wrong address',
    (form) => steps(form).toSpliced(4, 0, openAccount(ALICE, EVE, ALICE, USDC)),
    /nothing to do with the swap/,
  ],
  ['swaps twice', (form) => [...steps(form).slice(0, 8), ...steps(form).slice(7)], /not one swap/],
  ['does not swap', (form) => steps(form).toSpliced(7, 1), /not one swap/],
  ['offers a huge priority fee', (form) => replaced(steps(form), 1, computePrice(30_000_000n)), /priority fee/],
  ['sets the fee twice', (form) => [computePrice(1n), ...steps(form)], /twice/],
  [
    'hands the account to a delegate',
    (form) => [
      ...steps(form),
      {
        programId: TOKEN,
        uses: [
          [WRAPPED, 'w'],
          [EVE, ''],
          [ALICE, 's'],
        ],
        data: Uint8Array.of(4, 255, 255, 255, 255, 255, 255, 255, 255),
      },
    ],
    /no part of the swap/,
  ],
  [
    'hands the account to a new owner',
    (form) => [
      ...steps(form),
      {
        programId: TOKEN,
        uses: [
          [ata(ALICE, USDC), 'w'],
          [ALICE, 's'],
        ],
        data: Uint8Array.of(6, 2, 1, ...new Uint8Array(32).fill(3)),
      },
    ],
    /no part of the swap/,
  ],
  [
    'moves tokens beside the swap',
    (form) => [
      ...steps(form),
      {
        programId: TOKEN,
        uses: [
          [ata(ALICE, USDC), 'w'],
          [ata(EVE, USDC), 'w'],
          [ALICE, 's'],
        ],
        data: Uint8Array.of(3, 1, 0, 0, 0, 0, 0, 0, 0),
      },
    ],
    /moves money beside/,
  ],
  [
    'gives the wallet itself away',
    (form) => [
      ...steps(form),
      { programId: SYSTEM, uses: [[ALICE, 'ws']], data: Uint8Array.of(1, 0, 0, 0, ...new Uint8Array(32).fill(3)) },
    ],
    /no part of the swap/,
  ],
  [
    'calls another program',
    (form) => [...steps(form), { programId: EVE, uses: [[ALICE, 's']], data: Uint8Array.of(1) }],
    /no part of the swap/,
  ],
  [
    'needs another signature',
    (form) => [...steps(form), { ...computeLimit(1), programId: BUDGET_OF_EVE, uses: [[EVE, 's']] }],
    /signature of somebody else/,
  ],
];
const BUDGET_OF_EVE = 'ComputeBudget111111111111111111111111111111';

describe.each(FORMS)('a transaction by %s', (form) => {
  it.each([false, true])('passes as it was quoted (lookup tables: %s)', (withTables) => {
    expect(faultOf(steps(form), withTables)).toBeUndefined();
  });

  it.each(TAMPERED)('is refused when it %s', (_what, tamper, fault) => {
    for (const withTables of [false, true]) expect(faultOf(tamper(form), withTables)).toMatch(fault);
  });

  it('is refused when another account pays for it', () => {
    const tx = readJupiterTransaction(transactionOf(EVE, steps(form)));
    expect(jupiterFault(tx, terms)).toContain('paid for by another account');
  });

  it('is refused when its lookup table has another account in the place of the destination', () => {
    const lie = { [TABLE]: (tables[TABLE] ?? []).map((one) => (one === ata(BOB, USDC) ? ata(EVE, USDC) : one)) };
    expect(jupiterFault(readJupiterTransaction(transactionOf(ALICE, steps(form), tables), lie), terms)).toBeDefined();
  });

  it('has its accounts and amounts read, whatever they are', () => {
    const u64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
    fc.assert(
      fc.property(u64, u64, fc.nat(10_000), fc.nat(255), (amount, quoted, slippageBps, feeBps) => {
        const { programId, uses, data } = swap(form, { amount, quoted, slippageBps, feeBps });
        const read = decodeJupiterSwap({ programId, accounts: uses.map(([name]) => name), data });
        expect(read).toMatchObject({ name: form, amount, quoted, slippageBps, platformFeeBps: feeBps, swaps: 1 });
        expect(read).toMatchObject({ authority: ALICE, source: WRAPPED, destination: ata(BOB, USDC) });
        expect(enforcedMinimum(read)).toBe((quoted * BigInt(10_000 - slippageBps)) / 10_000n);
      }),
    );
  });

  test('with any byte changed is refused, or harmless', () => {
    const honest = base64.decode(transactionOf(ALICE, steps(form), tables));
    const before = readJupiterTransaction(honest, tables);
    const outcome = (tx: typeof before) => {
      const { venueAccounts: _venues, swaps: _swaps, ...rest } = tx.swap ?? { venueAccounts: [], swaps: 0 };
      return { ...rest, slippageBps: 0, quoted: 0n, userDestination: '', feeAccount: '' };
    };
    fc.assert(
      fc.property(fc.nat(honest.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
        const bytes = Uint8Array.from(honest);
        bytes[at] = (bytes[at] ?? 0) ^ flip;
        let tx: typeof before;
        try {
          tx = readJupiterTransaction(bytes, tables);
        } catch {
          return;
        }
        if (jupiterFault(tx, terms) !== undefined) return;
        // What passes still takes the same, from and into the same accounts, for no less.
        expect(tx.signers).toEqual(before.signers);
        expect(outcome(tx)).toEqual(outcome(before));
        expect(tx.swap && enforcedMinimum(tx.swap)).toBeGreaterThanOrEqual(terms.leastBuyBaseUnits);
        expect(tx.priorityLamports).toBeLessThanOrEqual(5_000_000n);
      }),
      { numRuns: cases(1000) },
    );
  });
});

describe('the numbers behind a route plan', () => {
  const read = ({ programId, uses, data }: TestInstruction) =>
    decodeJupiterSwap({ programId, accounts: uses.map(([name]) => name), data });

  it('are not taken from a copy after the true ones, which the program ignores', () => {
    const honest = swapTail(SELL, 150_000_000n, 100, 50);
    for (const form of ['route', 'shared_accounts_route'] as const)
      expect(() => read(swap(form, { quoted: 1n, slippageBps: 10_000, afterArguments: honest }))).toThrow(DecodeError);
  });

  it('are not guessed when the plan names an unknown venue', () => {
    const instruction = swap('route');
    const data = Uint8Array.from(instruction.data);
    data[12] = 250;
    expect(() => read({ ...instruction, data })).toThrow(/venue \(250\)/);
  });

  it('are not read from instructions that are not swaps', () => {
    const { programId, uses, data } = swap('route_v2');
    const accounts = uses.map(([name]) => name);
    expect(() => decodeJupiterSwap({ programId: EVE, accounts, data })).toThrow(DecodeError);
    expect(() => decodeJupiterSwap({ programId, accounts: accounts.slice(0, 9), data })).toThrow(DecodeError);
    expect(() => decodeJupiterSwap({ programId, accounts, data: data.slice(0, 20) })).toThrow(DecodeError);
    expect(() => decodeJupiterSwap({ programId, accounts: accounts.toSpliced(9, 1, EVE), data })).toThrow(DecodeError);
    expect(() => decodeJupiterSwap({ programId, accounts, data: Uint8Array.of(1, 2, 3) })).toThrow(DecodeError);
  });

  test('no bytes break the reader', () => {
    const accounts = Array.from({ length: 14 }, () => JUP);
    const discriminators = FORMS.map((form) => [...swap(form).data.slice(0, 8)]);
    fc.assert(
      fc.property(fc.constantFrom(...discriminators), fc.uint8Array({ maxLength: 200 }), (head, rest) => {
        try {
          decodeJupiterSwap({ programId: JUP, accounts, data: Uint8Array.from([...head, ...rest]) });
        } catch (error) {
          expect(error).toBeInstanceOf(DecodeError);
        }
      }),
    );
  });
});

describe('SOL and wrapped SOL', () => {
  const sale = (all: TestInstruction[]) => all;
  const buying: JupiterTerms = {
    sender: ALICE,
    destination: ALICE,
    sell: { mint: USDC, native: false },
    buy: { mint: WSOL, native: true },
    sellBaseUnits: 5n,
    slippageBps: 50,
    leastBuyBaseUnits: 1n,
  };
  const buy = swapInstruction({
    form: 'route_v2',
    sender: ALICE,
    source: ata(ALICE, USDC),
    ownDestination: WRAPPED,
    sellMint: USDC,
    buyMint: WSOL,
    amount: 5n,
    quoted: 100n,
    slippageBps: 50,
  });
  const all = [openAccount(ALICE, WRAPPED, ALICE, WSOL), buy, closeAccount(WRAPPED, ALICE, ALICE)];

  it('stay apart: bought SOL is unwrapped, wrapped SOL is kept', () => {
    expect(faultOf(sale(all), false, buying)).toBeUndefined();
    expect(faultOf(all.slice(0, 2), false, buying)).toContain('wrapped SOL');
    const kept = { ...buying, buy: { mint: WSOL, native: false } };
    expect(faultOf(all.slice(0, 2), false, kept)).toBeUndefined();
    expect(faultOf(all, false, kept)).toContain('unwraps');
  });

  it('move no SOL when a token is sold', () => {
    const extra = [payLamports(ALICE, WRAPPED, 1n), ...all];
    expect(faultOf(extra, false, buying)).toContain('moves SOL');
  });

  it('hold each side to its own token program', () => {
    const other = { ...buying, sell: { mint: USDC, native: false, tokenProgram: TOKEN_2022 } };
    expect(faultOf(all, false, other)).toContain('another account');
  });
});

test('a lookup table is read from its account, and from no other kind of account', () => {
  const entries = [7, 8, 9].map((fill) => new Uint8Array(32).fill(fill));
  expect(readLookupTable(tableAccount(entries))).toEqual(entries.map((entry) => base58.encode(entry)));
  expect(() => readLookupTable(new Uint8Array(56))).toThrow(RangeError);
  expect(() => readLookupTable(tableAccount(entries).slice(0, 100))).toThrow(RangeError);
});
