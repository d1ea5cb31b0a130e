/** A transaction on Solana is refused when it does anything but the quoted swap. */
import { base64 } from '@scure/base';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { cases } from '../../domain/test-effort.ts';
import { jupiterFault } from './check-transaction.ts';
import { decodeJupiterSwap, enforcedMinimum } from './decode-swap.ts';
import {
  closeAccount,
  computeLimit,
  computePrice,
  openAccount,
  payLamports,
  SYSTEM,
  type TestInstruction,
  TOKEN,
  transactionOf,
  USDC,
  WSOL,
} from './testing/swap-encoder.ts';
import {
  ALICE,
  ata,
  BOB,
  EVE,
  FORMS,
  type Forms,
  faultOf,
  replaced,
  SELL,
  steps,
  swap,
  TABLE,
  tables,
  terms,
  WRAPPED,
} from './testing/test-swaps.ts';
import { readJupiterTransaction } from './transaction.ts';

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
