/**
 * A recorded order's transaction is signed as it is, and in no other form: every change of where the money goes is
 * caught.
 */
import { readFileSync } from 'node:fs';
import { base58, base64 } from '@scure/base';
import { describe, expect, test } from 'vitest';
import { fromBaseUnits } from '../../domain/amount.ts';
import type { PayableRoute } from '../payable-route.ts';
import { firstFault } from '../payment-fields.ts';
import { readInstruction, SOLANA_PROGRAMS, type SolanaInstruction } from '../solana/instructions.ts';
import { readSolanaPayment } from '../solana/read-solana.ts';
import { NO_FACTS, type SolanaFacts } from '../solana/solana-facts.ts';
import { solanaTerms } from '../solana/solana-terms.ts';
import { associatedTokenAccount } from '../solana/token-account.ts';
import { readSolanaTransaction } from '../solana/transaction.ts';
import { rowsOf } from '../testing/rows.ts';
import { readSolanaOrder } from './read-solana-order.ts';

const recorded = (name: string) =>
  JSON.parse(readFileSync(new URL(`./__fixtures__/${name}.json`, import.meta.url), 'utf8')).result;
const { order_id: orderId, versioned_tx } = recorded('v2_solana_create_order');
const { initiator: SENDER, amount } = recorded('v2_solana_order_status').source_swap;
const BYTES = Uint8Array.from(Buffer.from(versioned_tx, 'hex'));
const PROGRAM = '2bag6xpshpvPe7SJ9nSDLHpxqhEAoHPGpEkjNSv7gxoF';
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const STRANGER = 'So11111111111111111111111111111111111111112';

const [RECORDED] = readSolanaTransaction(BYTES).instructions;
if (!RECORDED) throw new Error('the recorded transaction has no instruction');
const LOCK: SolanaInstruction = RECORDED;

const solRoute = (change: Partial<PayableRoute> = {}): PayableRoute => ({
  providers: ['GARDEN'],
  sellAsset: 'SOL.SOL',
  sellAmount: fromBaseUnits(BigInt(amount), 9),
  buyAsset: 'BTC.BTC',
  sourceAddress: SENDER,
  destinationAddress: 'bcrt1qyaen0zlqy9309r83nyyf5e89ugc8ls84wxqd08',
  expectedBuyAmountMaxSlippage: '0.0005',
  targetAddress: PROGRAM,
  tx: base64.encode(BYTES),
  meta: { txType: 'SOLANA', orderId },
  ...change,
});

/** Of the first program's data: the discriminator, the amount, the slots, the redeemer and the hash. */
const [AMOUNT, SLOTS, REDEEMER] = [8, 16, 24];
const withBytes = (at: number, bytes: Uint8Array): SolanaInstruction => {
  const data = Uint8Array.from(LOCK.data);
  data.set(bytes, at);
  return { ...LOCK, data };
};
const u64 = (value: bigint): Uint8Array => {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, value, true);
  return bytes;
};
const withAccount = (one: SolanaInstruction, index: number, account: string): SolanaInstruction => ({
  ...one,
  accounts: one.accounts.map((known, at) => (at === index ? account : known)),
});
const computePrice = (microLamports: bigint): SolanaInstruction => ({
  programId: SOLANA_PROGRAMS.computeBudget,
  accounts: [],
  data: Uint8Array.of(3, ...u64(microLamports)),
});
const transferTo = (to: string): SolanaInstruction => ({
  programId: SOLANA_PROGRAMS.system,
  accounts: [SENDER, to],
  data: Uint8Array.of(2, 0, 0, 0, ...u64(1n)),
});

/** The same terms in the form of the newer programs. */
const [MARK, TERMS] = [LOCK.data.slice(0, 8), LOCK.data.slice(SLOTS)];
const [ORDER = '', OWNER = '', SYSTEM = ''] = LOCK.accounts;
const newerData = (baseUnits: bigint) => Uint8Array.of(...MARK, ...TERMS, ...u64(baseUnits), 0);
const SPONSORED: SolanaInstruction = {
  ...LOCK,
  accounts: [ORDER, OWNER, OWNER, SYSTEM],
  data: newerData(BigInt(amount)),
};
const SPONSOR = 2;
const FROM = associatedTokenAccount(SENDER, USDC);
const TOKEN_LOCK: SolanaInstruction = {
  ...LOCK,
  accounts: [PROGRAM, ORDER, STRANGER, SENDER, FROM, USDC, SENDER, SOLANA_PROGRAMS.token, SYSTEM],
  data: newerData(25_000_000n),
};
const usdcRoute = solRoute({ sellAsset: `SOL.USDC-${USDC}`, sellAmount: '25' });
const USDC_FACTS: SolanaFacts = {
  tables: {},
  mints: { [USDC]: { decimals: 6, tokenProgram: SOLANA_PROGRAMS.token } },
};
/** Source: SPL AssociatedTokenAccountInstruction::CreateIdempotent. */
const opening = (owner: string): SolanaInstruction => ({
  programId: SOLANA_PROGRAMS.associatedToken,
  accounts: [SENDER, associatedTokenAccount(owner, USDC), owner, USDC, SOLANA_PROGRAMS.system, SOLANA_PROGRAMS.token],
  data: Uint8Array.of(1),
});

const fault = (instructions: SolanaInstruction[], route = solRoute(), facts = NO_FACTS) =>
  firstFault(
    readSolanaOrder(
      { signers: [SENDER], instructions: instructions.map((one) => ({ ...one, read: readInstruction(one) })) },
      solanaTerms(route, facts),
    ),
  )?.message;

const faultOfWhole = (route: PayableRoute) => firstFault(readSolanaPayment(String(route.tx), route));

describe('the transaction of an order on Solana', () => {
  test('passes as it was recorded, whole and by its instructions, and with a usual priority fee', () => {
    expect(faultOfWhole(solRoute())).toBeUndefined();
    expect(fault([LOCK])).toBeUndefined();
    expect(fault([computePrice(10_000n), LOCK])).toBeUndefined();
    expect(fault([SPONSORED])).toBeUndefined();
  });

  const LIES: [string, SolanaInstruction[], RegExp][] = [
    ['locks one lamport more', [withBytes(AMOUNT, u64(BigInt(amount) + 1n))], /another amount/],
    ['locks one lamport less', [withBytes(AMOUNT, u64(BigInt(amount) - 1n))], /another amount/],
    ['locks the money for years', [withBytes(SLOTS, u64(1n << 62n))], /time that is not right/],
    ['locks the money for no time', [withBytes(SLOTS, u64(0n))], /time that is not right/],
    ['names the sender as who takes it', [withBytes(REDEEMER, base58.decode(SENDER))], /nobody who could take/],
    ['takes the money of another account', [withAccount(LOCK, 1, STRANGER)], /another account/],
    ['returns its rent to somebody else', [withAccount(SPONSORED, SPONSOR, STRANGER)], /rent/],
    ['locks a token instead', [TOKEN_LOCK], /another asset/],
    ['calls another program', [{ ...LOCK, programId: STRANGER }], /does not lock/],
    ['calls another function', [withBytes(0, new Uint8Array(8))], /does not lock/],
    ['has bytes behind the call', [{ ...LOCK, data: Uint8Array.of(...LOCK.data, 7) }], /does not lock/],
    ['has a byte too few', [{ ...LOCK, data: LOCK.data.slice(0, -1) }], /does not lock/],
    ['locks the money twice', [LOCK, LOCK], /does not lock/],
    ['locks nothing', [computePrice(10_000n)], /does not lock/],
    ['sends coins beside the lock', [LOCK, transferTo(STRANGER)], /also calls/],
    ['opens a token account that a coin does not need', [opening(SENDER), LOCK], /also calls/],
    ['pays a priority fee beyond reason', [computePrice(10n ** 12n), LOCK], /priority fee/],
  ];
  test.each(LIES)('is not signed when it %s', (_what, instructions, message) => {
    expect(fault(instructions)).toMatch(message);
  });

  test('is not signed when the route names no order, no program, or another sender or amount', () => {
    expect(fault([LOCK], solRoute({ meta: { txType: 'SOLANA' } }))).toMatch(/no order/);
    expect(fault([LOCK], solRoute({ targetAddress: undefined }))).toMatch(/no program/);
    expect(fault([LOCK], solRoute({ sourceAddress: STRANGER }))).toMatch(/another account/);
    expect(fault([LOCK], solRoute({ sellAmount: '1' }))).toMatch(/another amount/);
    const payers = solRoute({ sourceAddress: STRANGER });
    expect(faultOfWhole(payers)).toMatchObject({ code: 'mismatch' });
  });
});

describe('the transaction of a token’s order', () => {
  test('passes with the sender’s own account opened, by the mint’s decimals as the chain has them', () => {
    expect(fault([TOKEN_LOCK], usdcRoute, USDC_FACTS)).toBeUndefined();
    expect(fault([opening(SENDER), TOKEN_LOCK], usdcRoute, USDC_FACTS)).toBeUndefined();
  });

  test('is not signed while the decimals are unknown', () => {
    expect(fault([TOKEN_LOCK], usdcRoute, NO_FACTS)).toMatch(/another amount/);
  });

  const MINT = 5;
  const LIES: [string, SolanaInstruction[], RegExp][] = [
    ['locks another token', [withAccount(TOKEN_LOCK, MINT, STRANGER)], /another asset/],
    ['locks SOL instead', [LOCK], /another asset/],
    ['locks one unit more', [{ ...TOKEN_LOCK, data: newerData(25_000_001n) }], /another amount/],
    ['opens an account of somebody else', [opening(STRANGER), TOKEN_LOCK], /also calls/],
  ];
  test.each(LIES)('is not signed when it %s', (_what, instructions, message) => {
    expect(fault(instructions, usdcRoute, USDC_FACTS)).toMatch(message);
  });
});

test('its rows show the locked amount, the redeemer and the time', () => {
  const route = solRoute({ sellAmount: '1' });
  const rows = rowsOf(readSolanaPayment(String(route.tx), route));
  const { redeemer, timelock, secret_hash } = recorded('v2_solana_order_status').source_swap;
  expect(rows).toEqual([
    `signers.signer: ${SENDER}`,
    `solanaLock.program: ${PROGRAM}`,
    'solanaLock.asset: none',
    `solanaLock.amount: ${amount} of SOL.SOL / 1000000000 of SOL.SOL`,
    `solanaLock.initiator: ${SENDER}`,
    `solanaLock.sponsor: ${SENDER}`,
    `solanaLock.redeemer: ${redeemer}`,
    `solanaLock.timelock: ${timelock}`,
    `solanaLock.secretHash: ${secret_hash}`,
    'cost.fee: 5000 of SOL.SOL',
  ]);
});
