/** The chain executes exactly what the emulated Jupiter quotes, for every swap and every way of requesting it. */
import { base64 } from '@scure/base';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cases } from '../../domain/test-effort.ts';
import { tokenAccountOf } from '../solana/addresses.ts';
import { USDC_MINT, USDT_MINT } from '../solana/chainflip-accounts.ts';
import { createTokenAccount } from '../solana/compose.ts';
import { POOLS, passageOf, TABLES } from '../solana/jupiter-accounts.ts';
import {
  BONK_MINT,
  CBBTC_MINT,
  JUP_MINT,
  MINTS,
  PYUSD_MINT,
  programOfMint,
  WRAPPED_SOL_MINT,
} from '../solana/mints.ts';
import { LONGEST_TRANSACTION } from '../solana/read-transaction.ts';
import { SOL } from '../solana/test-solana.ts';
import { mintIn, tokenAccountIn } from '../solana/tx-record.ts';
import { type Answer, TestJupiter } from './test-jupiter.ts';

let jupiter: TestJupiter;
beforeEach(async () => {
  jupiter = await new TestJupiter().fund();
});
afterEach(() => jupiter.solana.held.remove());

const build = (query: Record<string, unknown>): Promise<Answer> =>
  jupiter.get('/swap/v2/build', { taker: jupiter.alice.address, slippageBps: 50, ...query });
const swapOf = (inputMint: string, outputMint: string, amount: bigint) => ({ inputMint, outputMint, amount });
const held = (mint: string, owner = jupiter.alice.address) => jupiter.ledger.balance(owner, mint);
const lamports = (owner = jupiter.alice.address) => jupiter.ledger.balance(owner);
const feeOf = (signature: string): bigint => jupiter.ledger.node.history.get(signature)?.feeLamports ?? 0n;
const labelsOf = (quote: Answer): string[] => quote.routePlan.map((step: Answer) => step.swapInfo.label);
const tokenAccount = (owner: string, mint: string) => tokenAccountOf(owner, mint, programOfMint(mint));

describe('a build', () => {
  test('of SOL to USDC and back pays what it said', async () => {
    const out = await build(swapOf(WRAPPED_SOL_MINT, USDC_MINT, SOL));
    const [usdc, sol] = [held(USDC_MINT), lamports()];
    const sold = jupiter.send(jupiter.fromBuild(out));
    expect(held(USDC_MINT) - usdc).toBe(BigInt(out.outAmount));
    expect(BigInt(out.outAmount)).toBeGreaterThan(149_000_000n);
    // The wrapped account is opened and closed again.
    expect(sol - lamports()).toBe(SOL + feeOf(sold));
    const back = await build(swapOf(USDC_MINT, WRAPPED_SOL_MINT, BigInt(out.outAmount)));
    const before = lamports();
    const bought = jupiter.send(jupiter.fromBuild(back));
    expect(lamports() - before + feeOf(bought)).toBe(BigInt(back.outAmount));
  });

  test('is the same for any amount and pair, over one exchange or several, and no unit is made or lost', async () => {
    for (const mint of [CBBTC_MINT, JUP_MINT, BONK_MINT, PYUSD_MINT])
      await jupiter.ledger.fund(jupiter.alice.address, 100_000_000n, mint);
    const { node } = jupiter.ledger;
    const units = (account: string): bigint => tokenAccountIn(node.account(account))?.amount ?? 0n;
    const totalOf = (mint: string): bigint =>
      POOLS.flatMap(({ a, b }) => [a, b])
        .filter((side) => side.mint === mint)
        .reduce((sum, { vault }) => sum + units(vault), held(mint));
    const known = MINTS.filter(({ symbol }) => symbol !== 'JitoSOL').map(({ mint }) => mint);
    const pair = fc.tuple(fc.constantFrom(...known), fc.constantFrom(...known)).filter(([a, b]) => a !== b);
    await fc.assert(
      fc.asyncProperty(pair, fc.integer({ min: 1, max: 900 }), async ([from, to], permille) => {
        const has = from === WRAPPED_SOL_MINT ? 1_000_000_000n : held(from);
        const amount = (has * BigInt(permille)) / 1000n;
        fc.pre(amount > 100_000n);
        const quote = await jupiter.ask('GET', '/swap/v2/build', {
          taker: jupiter.alice.address,
          ...swapOf(from, to, amount),
          slippageBps: 0,
        });
        fc.pre(quote.status === 200);
        const totals = [from, to].map(totalOf);
        const [before, coins] = [held(to), lamports()];
        const opens = node.account(tokenAccount(jupiter.alice.address, to)) ? 0n : undefined;
        const signature = jupiter.send(jupiter.fromBuild(quote.body));
        const got = to === WRAPPED_SOL_MINT ? lamports() - coins + feeOf(signature) : held(to) - before;
        expect(got).toBe(BigInt(quote.body.outAmount));
        if (opens === 0n && to !== WRAPPED_SOL_MINT && from !== WRAPPED_SOL_MINT)
          expect([from, to].map(totalOf)).toEqual(totals);
        for (const mint of MINTS) expect(units(passageOf(mint))).toBe(0n);
      }),
      { numRuns: cases(40) },
    );
  });

  test('over several tokens and two exchanges at once fits into a packet by its lookup tables', async () => {
    await jupiter.ledger.fund(jupiter.alice.address, 2_000n * SOL);
    const large = await build(swapOf(WRAPPED_SOL_MINT, CBBTC_MINT, 1_500n * SOL));
    expect(labelsOf(large)).toEqual(['Raydium', 'Orca V2', 'Raydium']);
    expect(large.routePlan.map(({ bps }: Answer) => bps)).toEqual([6000, 4000, 10_000]);
    const wire = jupiter.fromBuild(large);
    expect(wire.length).toBeLessThanOrEqual(LONGEST_TRANSACTION);
    jupiter.send(wire);
    expect(held(CBBTC_MINT)).toBe(BigInt(large.outAmount));
    await jupiter.ledger.fund(jupiter.alice.address, 10n ** 12n, BONK_MINT);
    const long = await build(swapOf(BONK_MINT, PYUSD_MINT, 10n ** 12n));
    expect(long.routePlan.length).toBeGreaterThan(2);
    jupiter.send(jupiter.fromBuild(long));
    expect(held(PYUSD_MINT)).toBe(BigInt(long.outAmount));
  });

  test('pays the fee to its account, of what comes out or of what goes in', async () => {
    const { bob } = jupiter.solana;
    const { purse } = jupiter.ledger;
    for (const mint of [USDC_MINT, PYUSD_MINT])
      jupiter.ledger.act([createTokenAccount(purse, bob.address, mint, programOfMint(mint))]);
    for (const [mint, wanted] of [
      [USDC_MINT, { mint: PYUSD_MINT, of: 'in' }],
      [PYUSD_MINT, { mint: PYUSD_MINT, of: 'out' }],
    ] as const) {
      const before = [held(mint, bob.address), held(PYUSD_MINT)] as const;
      const answer = await build({
        ...swapOf(USDC_MINT, PYUSD_MINT, 100_000_000n),
        platformFeeBps: 300,
        feeAccount: tokenAccount(bob.address, mint),
      });
      expect(answer.platformFee.feeMint).toBe(mint);
      jupiter.send(jupiter.fromBuild(answer));
      expect(held(mint, bob.address) - before[0], wanted.of).toBe(BigInt(answer.platformFee.amount));
      expect(held(PYUSD_MINT) - before[1]).toBe(BigInt(answer.outAmount));
    }
  });

  test('pays another address: into its token account, or SOL itself into its wallet', async () => {
    const { bob } = jupiter.solana;
    jupiter.ledger.act([createTokenAccount(jupiter.ledger.purse, bob.address, USDC_MINT)]);
    const token = await build({
      ...swapOf(WRAPPED_SOL_MINT, USDC_MINT, SOL),
      destinationTokenAccount: tokenAccount(bob.address, USDC_MINT),
    });
    const usdc = held(USDC_MINT);
    jupiter.send(jupiter.fromBuild(token));
    expect(held(USDC_MINT, bob.address)).toBe(BigInt(token.outAmount));
    expect(held(USDC_MINT)).toBe(usdc);
    const native = await build({
      ...swapOf(USDC_MINT, WRAPPED_SOL_MINT, 10_000_000n),
      nativeDestinationAccount: bob.address,
    });
    expect(native.cleanupInstruction).toBeNull();
    jupiter.send(jupiter.fromBuild(native));
    expect(lamports(bob.address)).toBe(BigInt(native.outAmount));
  });

  test('keeps wrapped SOL wrapped where that was asked for, and tips where that was', async () => {
    const answer = await build({
      ...swapOf(USDC_MINT, WRAPPED_SOL_MINT, 10_000_000n),
      wrapAndUnwrapSol: false,
      tipAmount: 1_000_000,
    });
    expect(answer.cleanupInstruction).toBeNull();
    jupiter.send(jupiter.fromBuild(answer));
    expect(held(WRAPPED_SOL_MINT)).toBe(BigInt(answer.outAmount));
    expect(lamports('96gYZGLnJYVFmbjzopPSU6QiEV5fGqZNyN9nmNhvrZU5')).toBe(1_000_000n);
  });

  test('is paid for by another payer, who signs as well', async () => {
    const { bob, alice } = jupiter.solana;
    await jupiter.ledger.fund(bob.address, SOL);
    const answer = await build({ ...swapOf(USDC_MINT, USDT_MINT, 1_000_000n), payer: bob.address });
    const before = lamports();
    jupiter.send(jupiter.fromBuild(answer, bob.address), [bob, alice]);
    expect(lamports()).toBe(before);
  });
});

describe('a transaction that was given out whole', () => {
  const quoted = (version: 'v1' | 'v2', query: Record<string, unknown>) => jupiter.get(`/swap/${version}/quote`, query);

  test('by version 2 pays what its quote said, and says what its priority costs', async () => {
    const quoteResponse = await quoted('v2', { ...swapOf(WRAPPED_SOL_MINT, JUP_MINT, SOL), slippageBps: 0 });
    const answer = await jupiter.post('/swap/v2/swap', { quoteResponse, taker: jupiter.alice.address });
    const before = lamports();
    const signature = jupiter.send(answer.swapTransaction);
    expect(held(JUP_MINT)).toBe(BigInt(quoteResponse.outAmount));
    expect(feeOf(signature)).toBe(5000n + BigInt(answer.prioritizationFeeLamports));
    expect(before - lamports() - feeOf(signature) - SOL).toBe(2_039_280n);
  });

  test.each([
    [{}, {}, 'e517cb977ae3ad2a'],
    [{}, { useSharedAccounts: true }, 'c1209b3341d69c81'],
    [{ instructionVersion: 'V2' }, {}, 'bb64facc31c4af14'],
    [{ onlyDirectRoutes: true }, { asLegacyTransaction: true }, 'e517cb977ae3ad2a'],
  ])('by version 1, asked %j and %j', async (query, wishes, discriminator) => {
    for (const [from, to] of [
      [WRAPPED_SOL_MINT, USDC_MINT],
      [USDC_MINT, PYUSD_MINT],
      [USDC_MINT, WRAPPED_SOL_MINT],
    ] as const) {
      const quoteResponse = await quoted('v1', { ...swapOf(from, to, 10_000_000n), ...query });
      const swap = { quoteResponse, userPublicKey: jupiter.alice.address, ...wishes };
      const { swapInstruction } = await jupiter.post('/swap/v1/swap-instructions', swap);
      expect(Buffer.from(base64.decode(swapInstruction.data)).toString('hex', 0, 8)).toBe(discriminator);
      const answer = await jupiter.post('/swap/v1/swap', swap);
      expect(answer.simulationError).toBeNull();
      const before = to === WRAPPED_SOL_MINT ? lamports() : held(to);
      const signature = jupiter.send(answer.swapTransaction);
      const after = to === WRAPPED_SOL_MINT ? lamports() + feeOf(signature) : held(to);
      expect(after - before).toBe(BigInt(quoteResponse.outAmount));
    }
  });

  test('by version 1 over several tokens through shared accounts, with a fee of one byte', async () => {
    const { bob } = jupiter.solana;
    jupiter.ledger.act([createTokenAccount(jupiter.ledger.purse, bob.address, PYUSD_MINT, programOfMint(PYUSD_MINT))]);
    const quoteResponse = await quoted('v1', {
      ...swapOf(WRAPPED_SOL_MINT, PYUSD_MINT, SOL),
      platformFeeBps: 255,
      slippageBps: 0,
    });
    const answer = await jupiter.post('/swap/v1/swap', {
      quoteResponse,
      userPublicKey: jupiter.alice.address,
      useSharedAccounts: true,
      feeAccount: tokenAccount(bob.address, PYUSD_MINT),
      dynamicComputeUnitLimit: true,
    });
    jupiter.send(answer.swapTransaction);
    expect(held(PYUSD_MINT)).toBe(BigInt(quoteResponse.outAmount));
    expect(held(PYUSD_MINT, bob.address)).toBe(BigInt(quoteResponse.platformFee.amount));
  });

  test('names its accounts by tables that are on the chain, and `getTransaction` shows which', async () => {
    const quoteResponse = await quoted('v2', swapOf(WRAPPED_SOL_MINT, USDC_MINT, SOL));
    const answer = await jupiter.post('/swap/v2/swap', { quoteResponse, taker: jupiter.alice.address });
    const signature = jupiter.send(answer.swapTransaction);
    await jupiter.solana.slots(40);
    const shown = await jupiter.solana.rpc('getTransaction', signature, {
      encoding: 'json',
      maxSupportedTransactionVersion: 0,
    });
    const { loadedAddresses } = shown.result.meta;
    const known = TABLES.flatMap(({ entries }) => entries);
    for (const address of [...loadedAddresses.writable, ...loadedAddresses.readonly]) expect(known).toContain(address);
    expect(loadedAddresses.writable.length).toBeGreaterThan(1);
    const tables = shown.result.transaction.message.addressTableLookups.map(({ accountKey }: Answer) => accountKey);
    expect(tables.toSorted()).toEqual(TABLES.map(({ address }) => address).toSorted());
    const read = await jupiter.solana.rpc('getMultipleAccounts', tables, { encoding: 'base64' });
    for (const [index, { data }] of read.result.value.entries()) {
      const table = TABLES.find(({ address }) => address === tables[index]);
      expect(base64.decode(data[0]).length).toBe(56 + 32 * (table?.entries.length ?? 0));
    }
  });
});

test('everything is there after a kill: reserves, prices of the wide market, what was bought', async () => {
  const out = await build(swapOf(WRAPPED_SOL_MINT, USDC_MINT, SOL));
  jupiter.send(jupiter.fromBuild(out));
  await jupiter.control('jupiter-move-price', { mint: 'BONK', percent: 100 });
  const state = await jupiter.control('jupiter-state');
  const bought = held(USDC_MINT);
  jupiter.kill();
  const again = await jupiter.control('jupiter-state');
  expect({ ...again, slot: 0 }).toEqual({ ...state, slot: 0 });
  expect(again.prices.Bonk).toBe(0.000_04);
  expect(held(USDC_MINT)).toBe(bought);
  const more = await build(swapOf(WRAPPED_SOL_MINT, USDC_MINT, SOL));
  jupiter.send(jupiter.fromBuild(more));
  expect(held(USDC_MINT) - bought).toBe(BigInt(more.outAmount));
});

test('there is never more of a token than was minted', async () => {
  const { node } = jupiter.ledger;
  for (const { mint, symbol } of MINTS) {
    if (symbol === 'SOL') continue;
    const inPools = POOLS.flatMap(({ a, b }) => [a, b])
      .filter((side) => side.mint === mint)
      .reduce((sum, { vault }) => sum + (tokenAccountIn(node.account(vault))?.amount ?? 0n), 0n);
    expect(mintIn(node.account(mint))?.supply).toBe(inPools + held(mint));
  }
});
