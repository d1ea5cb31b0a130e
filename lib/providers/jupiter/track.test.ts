/**
 * The end of a swap on Solana is read from the chain: the output to the unit, why it failed, or that it never
 * happened.
 */
import { base58 } from '@scure/base';
import { describe, expect, it } from 'vitest';
import type { SolanaClient, SolanaStatus, SolanaTransaction } from '../../chain-clients/chain-clients.ts';
import { clientsWith } from '../../chain-clients/test-clients.ts';
import { assetOf } from '../../domain/asset.ts';
import { deriveSwap } from '../../domain/derive-swap.ts';
import { ATA, JUP, SYSTEM, TOKEN, TOKEN_2022, USDC, WSOL } from '../../payments/jupiter/testing/swap-encoder.ts';
import { associatedTokenAccount as ata } from '../../payments/solana/token-account.ts';
import type { TrackedLeg } from '../provider.ts';
import { type JupiterTracking, trackingOf } from './terms.ts';
import { ALICE, BOB, channelAccount, EVE, HEIGHT, NOW_MS, WRAPPED } from './testing/jupiter-double.ts';
import { trackJupiter } from './track.ts';

const SIGNATURE = '5'.repeat(88);
const SLOT = 400;
const amount = (id: string, decimals: number, baseUnits: bigint) => ({ asset: assetOf(id), decimals, baseUnits });
const sol = (baseUnits: bigint) => amount('SOL.SOL', 9, baseUnits);
const usdc = (baseUnits: bigint) => amount(`SOL.USDC-${USDC}`, 6, baseUnits);

const selling: JupiterTracking = {
  sender: ALICE,
  destination: ALICE,
  sellMint: WSOL,
  sellNative: true,
  buyMint: USDC,
  buyNative: false,
  lastValidBlockHeight: HEIGHT,
};
const buying: JupiterTracking = { ...selling, sellMint: USDC, sellNative: false, buyMint: WSOL, buyNative: true };

function legOf(terms: JupiterTracking, changes: Partial<TrackedLeg> = {}): TrackedLeg {
  const [sell, buy] = terms.buyNative ? [usdc(5n), sol(7n)] : [sol(5n), usdc(7n)];
  return {
    route: {
      providers: ['JUPITER'],
      sell,
      expectedBuy: buy,
      guaranteedBuy: buy,
      sourceAddress: terms.sender,
      destinationAddress: terms.destination,
      fees: [],
      totalSlippageBps: 0,
      legs: [{ provider: 'JUPITER', sell, buy, buyAtMaxSlippage: buy }],
      warnings: [],
      pricesUsd: [],
      tracking: trackingOf(terms),
    },
    leg: 0,
    hash: SIGNATURE,
    chain: 'SOL',
    knownSince: NOW_MS - 600_000,
    ...changes,
  };
}

const finalized: SolanaStatus = { slot: SLOT, confirmations: null, level: 'finalized' };
const swapCall = { programId: JUP, accounts: [ALICE], data: '' };
const transaction = (changes: Partial<SolanaTransaction> = {}): SolanaTransaction => ({
  signature: SIGNATURE,
  slot: SLOT,
  blockTime: NOW_MS / 1000 - 100,
  feeLamports: 6_000n,
  accounts: [ALICE, ata(ALICE, USDC), BOB, JUP],
  preBalances: [10_000_000_000n, 2_039_280n, 0n, 1n],
  postBalances: [9_000_000_000n, 2_039_280n, 0n, 1n],
  tokenChanges: [{ account: ata(ALICE, USDC), mint: USDC, owner: ALICE, before: 10n, after: 159n }],
  instructions: [swapCall],
  logs: [],
  ...changes,
});

/** `ageSeconds` of the newest block. */
type Chain = {
  ageSeconds?: number;
  status?: SolanaStatus | undefined;
  tx?: SolanaTransaction | undefined;
  height?: number;
  down?: true;
};
function nodeOf({ status, tx, height, down, ageSeconds = 1 }: Chain): Partial<SolanaClient> {
  const answer = async <T>(value: T): Promise<T> => {
    if (down) throw new Error('down');
    return value;
  };
  return {
    status: () => answer(status),
    transaction: () => answer(tx),
    blockHeight: () => answer(height ?? HEIGHT),
    rpc: (method) => answer(method === 'getBlockTime' ? NOW_MS / 1000 - ageSeconds : SLOT),
  };
}
const look = (tracked: TrackedLeg, chain: Chain) =>
  trackJupiter({ clients: clientsWith({ solana: nodeOf(chain) }), now: () => NOW_MS, log: () => undefined }, tracked, {
    signal: new AbortController().signal,
  });
const outputOf = async (tracked: TrackedLeg, tx: SolanaTransaction) => {
  const { observations } = await look(tracked, { status: finalized, tx });
  return observations.flatMap((one) => (one.kind === 'outboundSent' ? [one.tx.amount?.baseUnits] : []))[0];
};

describe('the output', () => {
  it('is read from the balances of its recipient, with the hash of the payment, and ends the swap', async () => {
    const { observations } = await look(legOf(selling), { status: finalized, tx: transaction() });
    const derived = deriveSwap(observations, { now: NOW_MS });
    expect(derived).toMatchObject({
      trackingStatus: 'completed',
      outbound: { hash: SIGNATURE, chain: 'SOL', amount: usdc(149n), blockNumber: SLOT, address: ALICE },
    });
  });

  it('counts all accounts of the destination, and no others', async () => {
    const tokenChanges = [
      { account: ata(BOB, USDC), mint: USDC, owner: BOB, before: 0n, after: 100n },
      { account: EVE, mint: USDC, owner: BOB, before: 5n, after: 6n },
      { account: ata(BOB, WSOL), mint: WSOL, owner: BOB, before: 0n, after: 9n },
      { account: ata(ALICE, USDC), mint: USDC, owner: ALICE, before: 0n, after: 50n },
    ];
    expect(await outputOf(legOf({ ...selling, destination: BOB }), transaction({ tokenChanges }))).toBe(101n);
  });

  it('in SOL is the account’s gain, without the fee, rents of new accounts and SOL wrapped before', async () => {
    const create = {
      programId: ATA,
      accounts: [ALICE, ata(EVE, USDC), EVE, USDC, SYSTEM, TOKEN],
      data: base58.encode(Uint8Array.of(1)),
    };
    const tx = transaction({
      accounts: [ALICE, WRAPPED, ata(EVE, USDC), JUP],
      // 3 SOL were wrapped before, beside the rent; a new account for the fee is paid for; 0.5 SOL come out.
      preBalances: [10_000_000_000n, 3_002_039_280n, 0n, 1n],
      postBalances: [10_000_000_000n - 6_000n - 2_039_280n + 3_002_039_280n + 500_000_000n, 0n, 2_039_280n, 1n],
      tokenChanges: [],
      instructions: [create, swapCall],
    });
    expect(await outputOf(legOf(buying), tx)).toBe(500_000_000n);
  });

  it('in SOL for another address is that address’s gain', async () => {
    const tx = transaction({ postBalances: [9_000_000_000n, 2_039_280n, 77n, 1n], tokenChanges: [] });
    expect(await outputOf(legOf({ ...buying, destination: BOB }), tx)).toBe(77n);
  });

  it('of a first leg is what its deposit channel received, on its token account or in SOL', async () => {
    const channel = channelAccount(7n);
    const tokenChanges = [{ account: ata(channel, USDC), mint: USDC, owner: channel, before: 3n, after: 150n }];
    expect(await outputOf(legOf({ ...selling, destination: channel }), transaction({ tokenChanges }))).toBe(147n);
    const native = transaction({
      accounts: [ALICE, ata(ALICE, USDC), channel, JUP],
      postBalances: [9_000_000_000n, 2_039_280n, 1_000_000n, 1n],
      tokenChanges: [],
    });
    expect(await outputOf(legOf({ ...buying, destination: channel }), native)).toBe(1_000_000n);
  });

  it('of a token that taxes transfers is the amount that arrived', async () => {
    const account = ata(ALICE, USDC, TOKEN_2022);
    const tx = transaction({ tokenChanges: [{ account, mint: USDC, owner: ALICE, before: 0n, after: 99n }] });
    expect(await outputOf(legOf(selling), tx)).toBe(99n);
  });
});

describe('a swap under way', () => {
  it('is not over before its block is final', async () => {
    const confirmed: SolanaStatus = { slot: SLOT, confirmations: 3, level: 'confirmed' };
    const { observations } = await look(legOf(selling), { status: confirmed, tx: transaction() });
    expect(observations.map(({ kind }) => kind)).toEqual(['providerSeen', 'swapDone']);
    expect(deriveSwap(observations, { now: NOW_MS }).trackingStatus).not.toBe('completed');
    const processed = await look(legOf(selling), { status: { ...confirmed, level: 'processed' }, tx: transaction() });
    expect(processed).toEqual({ observations: [], stale: false });
  });

  it('waits for a transaction that lags behind its status, and ignores one of another sender', async () => {
    const nothing = { observations: [], stale: false };
    expect(await look(legOf(selling), { status: finalized })).toEqual(nothing);
    const others = transaction({ accounts: [EVE, ata(ALICE, USDC), BOB, JUP] });
    expect(await look(legOf(selling), { status: finalized, tx: others })).toEqual(nothing);
    const noSwap = transaction({ instructions: [{ programId: SYSTEM, accounts: [ALICE], data: '' }] });
    expect(await look(legOf(selling), { status: finalized, tx: noSwap })).toEqual(nothing);
  });

  it('is stale, and nothing else, while no node answers', async () => {
    expect(await look(legOf(selling), { down: true })).toEqual({ observations: [], stale: true });
  });

  it('reports nothing without a hash, or of another provider’s route', async () => {
    const nothing = { observations: [], stale: false };
    expect(await look(legOf(selling, { hash: '' }), { status: finalized, tx: transaction() })).toEqual(nothing);
    const foreign = legOf(selling);
    foreign.route.tracking = { other: 1 };
    expect(await look(foreign, { status: finalized, tx: transaction() })).toEqual(nothing);
  });
});

describe('a swap that failed', () => {
  const failed: SolanaStatus = { ...finalized, failed: 'instruction 4 failed with error 6001' };
  it('says why in words, by the program’s number, and that nothing was sold', async () => {
    const tx = transaction({
      failed: 'instruction 4 failed with error 6001',
      logs: [`Program ${JUP} failed: custom program error: 0x1771`],
    });
    const { observations } = await look(legOf(selling), { status: failed, tx });
    const derived = deriveSwap(observations, { now: NOW_MS });
    expect(derived.trackingStatus).toBe('failed');
    expect(derived.reason).toContain('the price moved by more than the slippage that was allowed (error 6001)');
    expect(derived.reason).toContain('Nothing was sold');
    expect(derived.reasonCode).toBe('priceLimit');
    const byStatus = await look(legOf(selling), { status: failed });
    expect(byStatus.observations[0]).toMatchObject({
      reason: expect.stringContaining('slippage that was allowed'),
      cause: 'priceLimit',
    });
  });

  it.each([
    [6008, 'lacks accounts', 'paymentFailed'],
    [6014, 'token program', 'paymentFailed'],
    [6017, 'exact output', 'paymentFailed'],
    [6024, 'too little', 'insufficientFunds'],
    [6025, 'token account is missing', 'paymentFailed'],
    [6099, 'ended with error 6099', 'paymentFailed'],
  ])('names error %i of the program', async (code, reason, reasonCode) => {
    const logs = [`Program ${JUP} failed: custom program error: 0x${code.toString(16)}`];
    const { observations } = await look(legOf(selling), { status: failed, tx: transaction({ failed: 'x', logs }) });
    expect(observations[0]).toMatchObject({ reason: expect.stringContaining(reason) });
    expect(deriveSwap(observations, { now: NOW_MS }).reasonCode).toBe(reasonCode);
  });

  it('names the venue when the number is that venue’s own', async () => {
    const logs = [
      `Program ${EVE} failed: custom program error: 0x1771`,
      `Program ${JUP} failed: custom program error: 0x1771`,
    ];
    const tx = transaction({ failed: 'the program says no', logs });
    const { observations } = await look(legOf(selling), { status: failed, tx });
    expect(observations[0]).toMatchObject({ reason: expect.stringContaining(`${EVE} ended with error 6001`) });
    expect(observations[0]).not.toHaveProperty('cause');
  });

  it('is not failed before the failure’s block is final', async () => {
    const early: SolanaStatus = { ...failed, level: 'confirmed', confirmations: 1 };
    expect(await look(legOf(selling), { status: early })).toEqual({ observations: [], stale: false });
  });
});

describe('an unseen transaction', () => {
  const late = HEIGHT + 76;
  it('has failed once it can no longer be mined, and nothing was sold', async () => {
    const { observations } = await look(legOf(selling), { height: late });
    const derived = deriveSwap(observations, { now: NOW_MS });
    expect(derived.trackingStatus).toBe('failed');
    expect(derived.reason).toContain('nothing was sold');
    expect(derived.reason).toContain('expired');
    expect(derived.reasonCode).toBe('expired');
  });

  it('of a node that is far behind is stale, and ends nothing', async () => {
    const behind = { ageSeconds: 65, height: HEIGHT };
    expect(await look(legOf(selling), behind)).toEqual({ observations: [], stale: true });
    expect(await look(legOf(selling), { ...behind, ageSeconds: 60 })).toEqual({ observations: [], stale: false });
    // A known transaction is known even when the node lags.
    const known = await look(legOf(selling), { ...behind, status: finalized, tx: transaction() });
    expect(known.stale).toBe(false);
  });

  it('has not failed while it may still come: early blocks, a wallet that signed later, a node that found it after all', async () => {
    const nothing = { observations: [], stale: false };
    expect(await look(legOf(selling), { height: late - 1 })).toEqual(nothing);
    expect(await look(legOf(selling, { knownSince: NOW_MS - 89_000 }), { height: late })).toEqual(nothing);
    expect(await look(legOf(selling), { height: late, tx: transaction() })).toEqual(nothing);
    const { lastValidBlockHeight: _none, ...unknown } = selling;
    expect(await look(legOf(unknown), { height: late })).toEqual(nothing);
  });
});
