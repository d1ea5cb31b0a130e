/**
 * A Solana payment is recognised among other transactions, with the right amount, and a failed one says why nothing
 * was paid.
 */
import { base58 } from '@scure/base';
import { describe, expect, it, test } from 'vitest';
import type { SolanaClient, SolanaStatus, SolanaTransaction } from '../../chain-clients/chain-clients.ts';
import { assetOf } from '../../domain/asset.ts';
import type { RouteDraft } from '../../domain/route.ts';
import { mismatchesOf } from '../payment.ts';
import { draftOf, fakeChains, fakeClients } from '../test-world.ts';
import { sourceOf } from './create-chain-observer.ts';
import { createSolanaSource } from './solana.ts';

const key = (fill: number): string => base58.encode(new Uint8Array(32).fill(fill));
const [SENDER, CHANNEL, OTHER, OWN_ACCOUNT, CHANNEL_ACCOUNT] = [1, 2, 3, 4, 5].map(key) as [
  string,
  string,
  string,
  string,
  string,
];
const SYSTEM = '11111111111111111111111111111111';
const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const PROGRAM = 'J88B7gmadHzTNGiy54c9Ms8BsEXNdB2fntFyhKpk3qoT';
const RECEIVER = `0x${'11'.repeat(20)}`;
const HASH = base58.encode(new Uint8Array(64).fill(9));
const signal = new AbortController().signal;

const le = (value: bigint, length: number): number[] =>
  Array.from({ length }, (_, index) => Number((value >> BigInt(8 * index)) & 255n));
const base58Of = (bytes: readonly number[]): string => base58.encode(Uint8Array.from(bytes));
const vec = (bytes: readonly number[]): number[] => [...le(BigInt(bytes.length), 4), ...bytes];

const sol = (text: bigint) => ({ asset: assetOf('SOL.SOL'), decimals: 9, baseUnits: text });
const usdc = (units: bigint) => ({ asset: assetOf(`SOL.USDC-${USDC}`), decimals: 6, baseUnits: units });
const { inboundAddress: _in, targetAddress: _to, memo: _memo, ...bare } = draftOf({ destinationAddress: RECEIVER });
const channel = (sell = sol(2_000n)): RouteDraft => ({
  ...bare,
  sell,
  inboundAddress: CHANNEL,
  targetAddress: CHANNEL,
});
const vault = (sell = sol(2_000n)): RouteDraft => ({ ...bare, sell, targetAddress: PROGRAM });

const transactionOf = (over: Partial<SolanaTransaction> = {}): SolanaTransaction => ({
  signature: HASH,
  slot: 77,
  blockTime: 1_700_000_000,
  feeLamports: 5000n,
  accounts: [SENDER, CHANNEL, SYSTEM],
  preBalances: [10_000n, 0n, 1n],
  postBalances: [3_000n, 2_000n, 1n],
  tokenChanges: [],
  instructions: [],
  logs: [],
  ...over,
});
const FINAL: SolanaStatus = { slot: 77, confirmations: null, level: 'finalized' };

function world(status: SolanaStatus | undefined, tx: SolanaTransaction | undefined) {
  const unused = () => Promise.reject(new Error('not part of this test'));
  const client: SolanaClient = {
    kind: 'solana',
    chain: 'SOL',
    rpc: unused,
    balance: unused,
    tokenBalance: unused,
    latestBlockhash: unused,
    blockHeight: unused,
    broadcast: unused,
    status: async () => status,
    transaction: async () => tx,
  };
  const source = createSolanaSource(client);
  return { source, look: (draft: RouteDraft) => source.look({ draft, hash: HASH, signal }) };
}
async function seen(draft: RouteDraft, over: Partial<SolanaTransaction> = {}, status = FINAL) {
  const report = await world(status, transactionOf(over)).look(draft);
  return { report, mismatches: report?.payment ? mismatchesOf(draft, report.payment) : undefined };
}

test('Solana is observed where there is a client', () => {
  const clients = fakeClients(fakeChains());
  expect(sourceOf(clients, 'SOL')).toBeUndefined();
  const client = { kind: 'solana', chain: 'SOL' } as SolanaClient;
  expect(sourceOf({ ...clients, solana: () => client }, 'SOL')).toBeDefined();
});

describe('finality', () => {
  it('an unknown signature is absent', async () => {
    expect(await world(undefined, undefined).look(channel())).toBeUndefined();
  });

  it('before the node shows what was paid, the payment is not judged', async () => {
    const report = await world({ slot: 5, confirmations: 0, level: 'processed' }, undefined).look(channel());
    expect(report).toMatchObject({ final: false, tx: { confirmations: 0, blockNumber: 5 } });
    expect(report?.payment).toBeUndefined();
  });

  it('confirmations grow, and only a rooted slot is final', async () => {
    const young = await seen(channel(), {}, { slot: 77, confirmations: 31, level: 'confirmed' });
    expect(young.report).toMatchObject({ final: false, tx: { confirmations: 31, requiredConfirmations: 32 } });
    const early = await seen(channel(), {}, { slot: 77, confirmations: null, level: 'confirmed' });
    expect(early.report).toMatchObject({ final: false });
    const { report } = await seen(channel());
    expect(report).toMatchObject({ final: true, at: 1_700_000_000_000, tx: { confirmations: 32, blockNumber: 77 } });
  });

  it('a payout is as deep as its slot; one that failed is none', async () => {
    const { source } = world({ slot: 9, confirmations: 4, level: 'confirmed' }, undefined);
    expect(await source.confirmationsOf(HASH, signal)).toEqual({ confirmations: 4, blockNumber: 9 });
    const failed = world({ slot: 9, confirmations: null, level: 'finalized', failed: 'no' }, undefined).source;
    expect(await failed.confirmationsOf(HASH, signal)).toBeUndefined();
    expect(await world(undefined, undefined).source.confirmationsOf(HASH, signal)).toBeUndefined();
  });
});

describe('a payment to an address', () => {
  it('is the amount that it received, whoever moved it there', async () => {
    const { report, mismatches } = await seen(channel());
    expect(report).toMatchObject({
      payment: { to: CHANNEL, asset: 'native', baseUnits: 2_000n },
      tx: { address: CHANNEL, amount: { baseUnits: 2_000n } },
    });
    expect(mismatches).toEqual([]);
  });

  it('in tokens counts for the owner of the account that received them', async () => {
    const tokenChanges = [
      { account: OWN_ACCOUNT, mint: USDC, owner: SENDER, before: 90n, after: 40n },
      { account: CHANNEL_ACCOUNT, mint: USDC, owner: CHANNEL, before: 0n, after: 50n },
    ];
    const { report, mismatches } = await seen(channel(usdc(50n)), { tokenChanges, postBalances: [5_000n, 0n, 1n] });
    expect(report?.payment).toEqual({ to: CHANNEL, asset: USDC, baseUnits: 50n });
    expect(mismatches).toEqual([]);
    const wrong = await seen(channel(sol(50n)), { tokenChanges, postBalances: [5_000n, 0n, 1n] });
    expect(wrong.mismatches).toEqual([{ field: 'sellAsset', expected: 'SOL.SOL', actual: USDC }]);
    expect(wrong.report?.tx.amount).toBeUndefined();
  });

  it('to another address names the recipient', async () => {
    const { mismatches } = await seen(channel(), { accounts: [SENDER, OTHER, SYSTEM] });
    expect(mismatches).toEqual([{ field: 'inboundAddress', expected: CHANNEL, actual: OTHER }]);
    const nothing = await seen(channel(), { postBalances: [5_000n, 0n, 1n] });
    expect(nothing.mismatches).toMatchObject([{ actual: 'no payment' }]);
  });
});

describe('a payment that failed', () => {
  const failed = { failed: 'the account holds too little', postBalances: [5_000n, 0n, 1n] };
  const transfer = { programId: SYSTEM, accounts: [SENDER, CHANNEL], data: base58Of([2, 0, 0, 0, ...le(2_000n, 8)]) };

  it('is the route’s by what it would have paid, and says why it failed once that is final', async () => {
    const { report, mismatches } = await seen(channel(), { ...failed, instructions: [transfer] });
    expect(mismatches).toEqual([]);
    expect(report).toMatchObject({ final: false, failed: 'The transaction failed: the account holds too little.' });
    const young = await seen(channel(), { ...failed, instructions: [transfer] }, { ...FINAL, level: 'confirmed' });
    expect(young.report?.failed).toBeUndefined();
    expect(young.report?.final).toBe(false);
  });

  it('in tokens is recognised by the recipient account, also when that was to be opened first', async () => {
    const pay = {
      programId: TOKEN,
      accounts: [OWN_ACCOUNT, USDC, CHANNEL_ACCOUNT, SENDER],
      data: base58Of([12, ...le(50n, 8), 6]),
    };
    const open = {
      programId: 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
      accounts: [SENDER, CHANNEL_ACCOUNT, CHANNEL, USDC, SYSTEM, TOKEN],
      data: base58Of([1]),
    };
    const opened = await seen(channel(usdc(50n)), { ...failed, instructions: [open, pay] });
    expect(opened.report?.payment).toEqual({ to: CHANNEL, asset: USDC, baseUnits: 50n });
    const tokenChanges = [{ account: CHANNEL_ACCOUNT, mint: USDC, owner: CHANNEL, before: 7n, after: 7n }];
    const there = await seen(channel(usdc(50n)), { ...failed, tokenChanges, instructions: [pay] });
    expect(there.mismatches).toEqual([]);
  });

  it('without a readable recipient is not the route’s', async () => {
    const { mismatches } = await seen(channel(), { ...failed, instructions: [{ ...transfer, data: '!' }] });
    expect(mismatches).toEqual([{ field: 'inboundAddress', expected: CHANNEL, actual: 'no payment' }]);
    const elsewhere = { ...transfer, accounts: [SENDER, OTHER] };
    expect((await seen(channel(), { ...failed, instructions: [elsewhere] })).mismatches).toMatchObject([
      { actual: OTHER },
    ]);
  });
});

describe('a vault swap', () => {
  const swap = (change: { amount?: bigint; token?: number; to?: number; mint?: string } = {}) => {
    const { amount = 2_000n, token = 1, to = 0x11, mint } = change;
    const accounts = Array.from({ length: mint ? 10 : 6 }, (_, index) =>
      index === 8 && mint ? mint : key(index + 20),
    );
    return {
      programId: PROGRAM,
      accounts,
      data: base58Of([
        ...Buffer.from(mint ? '4532fc63e55377eb' : 'a3265ce2f3698dc4', 'hex'),
        ...le(amount, 8),
        ...le(1n, 4),
        ...vec(Array(20).fill(to)),
        ...le(BigInt(token), 4),
        0,
        ...vec([0]),
        ...(mint ? [6] : []),
        ...vec([1, 2]),
      ]),
    };
  };

  it('is its instruction: amount, asset, program, destination', async () => {
    const { report, mismatches } = await seen(vault(), { instructions: [swap()] });
    expect(report).toMatchObject({
      payment: { contract: PROGRAM, asset: 'native', baseUnits: 2_000n, destination: { address: RECEIVER } },
      tx: { address: PROGRAM, amount: { baseUnits: 2_000n } },
    });
    expect(mismatches).toEqual([]);
    const token = await seen(vault(usdc(50n)), { instructions: [swap({ mint: USDC, amount: 50n })] });
    expect(token.mismatches).toEqual([]);
  });

  it('of another asset, for another receiver, or of a very different amount is another payment', async () => {
    const differs = async (change: Parameters<typeof swap>[0], draft = vault()) =>
      (await seen(draft, { instructions: [swap(change)] })).mismatches?.map(({ field }) => field);
    expect(await differs({ mint: USDC, amount: 50n })).toContain('sellAsset');
    expect(await differs({ to: 0x12 })).toEqual(['destinationAddress']);
    expect(await differs({ token: 3 })).toEqual(['buyAsset']);
    expect(await differs({ amount: 20_001n })).toEqual(['sellAmount']);
    const [leg] = vault().legs;
    if (!leg) throw new Error('no leg');
    expect(await differs({ to: 0x12, token: 3 }, { ...vault(), legs: [leg, leg] })).toEqual([]);
  });

  it('that is missing, or went to another program, is reported', async () => {
    expect((await seen(vault(), { instructions: [] })).mismatches).toEqual([
      { field: 'targetAddress', expected: PROGRAM, actual: 'no payment' },
    ]);
  });

  it('that failed keeps its amount and says why', async () => {
    const { report, mismatches } = await seen(vault(), { failed: 'the program says: no', instructions: [swap()] });
    expect(mismatches).toEqual([]);
    expect(report?.failed).toBe('The transaction failed: the program says: no.');
  });
});
