/** A transaction on Solana is read whole and described step by step, and passes only as the quoted swap. */
import { readFileSync } from 'node:fs';
import { base58, base64 } from '@scure/base';
import { describe, expect, it, test } from 'vitest';
import { readLookupTable } from '../solana/transaction.ts';
import { type JupiterTerms, jupiterFault } from './check-transaction.ts';
import {
  closeAccount,
  openAccount,
  payLamports,
  swapInstruction,
  type TestInstruction,
  TOKEN_2022,
  tableAccount,
  USDC,
  WSOL,
} from './testing/swap-encoder.ts';
import { ALICE, ata, EVE, faultOf, SELL, WRAPPED } from './testing/test-swaps.ts';
import { readJupiterTransaction } from './transaction.ts';

const recorded = JSON.parse(
  readFileSync(new URL('./__fixtures__/v1_swap_tx_single_hop_sol_to_usdc.json', import.meta.url), 'utf8'),
) as { swapTransaction: string; lookupTables: { key: string; dataBase64: string }[] };
const recordedTables = Object.fromEntries(
  recorded.lookupTables.map(({ key, dataBase64 }) => [key, readLookupTable(base64.decode(dataBase64))]),
);

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
    expect(tx.steps[3]?.sentence).toMatch(/^Moves 1 SOL from /);
    expect(tx.steps[5]?.sentence).toContain('for at least 77.228049 USDC into');
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
