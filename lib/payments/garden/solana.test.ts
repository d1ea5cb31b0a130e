import { readFileSync } from 'node:fs';
import { base64 } from '@scure/base';
import { describe, expect, it } from 'vitest';
import { SOLANA_PROGRAMS } from '../solana/instructions.ts';
import { readSolanaInitiate } from './solana-initiate.ts';
import { orderTransactionFault, readOrderTransaction, type SolanaOrder } from './solana-transaction.ts';

const recorded = (name: string) =>
  JSON.parse(readFileSync(new URL(`./__fixtures__/${name}.json`, import.meta.url), 'utf8')).result;
const HEX: string = recorded('v2_solana_create_order').versioned_tx;
const source = recorded('v2_solana_order_status').source_swap;

const order: SolanaOrder = {
  owner: source.initiator,
  programId: '2bag6xpshpvPe7SJ9nSDLHpxqhEAoHPGpEkjNSv7gxoF',
  redeemer: source.redeemer,
  secretHash: source.secret_hash,
  amount: BigInt(source.amount),
  timelock: BigInt(source.timelock),
};

function decoded(text = HEX) {
  const read = readOrderTransaction(text);
  if (!read) throw new Error('not read');
  return read;
}

describe('a recorded Garden transaction on Solana', () => {
  it('is the payment of its order, as hex and as base64', () => {
    expect(orderTransactionFault(decoded(), order)).toBeUndefined();
    const text = base64.encode(Uint8Array.from(Buffer.from(HEX, 'hex')));
    expect(orderTransactionFault(decoded(text), order)).toBeUndefined();
    expect(decoded(text).base64).toBe(decoded().base64);
    expect(decoded().signers).toEqual([order.owner]);
  });

  it.each([
    ['amount', { amount: order.amount + 1n }],
    ['redeemer', { redeemer: order.owner }],
    ['secret hash', { secretHash: '00'.repeat(32) }],
    ['time lock', { timelock: 1n }],
    ['owner', { owner: source.redeemer }],
    ['program', { programId: SOLANA_PROGRAMS.system }],
    ['asset', { mint: source.redeemer }],
  ] as const)('is refused when the order has another %s', (_name, change) => {
    expect(orderTransactionFault(decoded(), { ...order, ...change })).toBeDefined();
  });

  it('is refused with any other instruction that moves money', () => {
    const read = decoded();
    const transfer = new Uint8Array(12);
    new DataView(transfer.buffer).setUint32(0, 2, true);
    transfer[4] = 1;
    const extra = { programId: SOLANA_PROGRAMS.system, accounts: [order.owner, order.redeemer], data: transfer };
    expect(orderTransactionFault({ ...read, instructions: [...read.instructions, extra] }, order)).toContain(
      'also calls',
    );
    const twice = { ...read, instructions: [...read.instructions, ...read.instructions] };
    expect(orderTransactionFault(twice, order)).toContain('exactly once');
    expect(orderTransactionFault({ ...read, signers: [...read.signers, order.redeemer] }, order)).toContain(
      'signature',
    );
  });

  it('is refused with an excessive priority fee, and passes with a usual one', () => {
    const read = decoded();
    const priced = (microLamports: bigint) => {
      const price = new Uint8Array(9);
      price[0] = 3;
      new DataView(price.buffer).setBigUint64(1, microLamports, true);
      const fee = { programId: SOLANA_PROGRAMS.computeBudget, accounts: [], data: price };
      return orderTransactionFault({ ...read, instructions: [fee, ...read.instructions] }, order);
    };
    expect(priced(10_000n)).toBeUndefined();
    expect(priced(10n ** 12n)).toContain('priority fee');
  });

  it('is not read with bytes removed or appended', () => {
    expect(readOrderTransaction(HEX.slice(0, -2))).toBeUndefined();
    expect(readOrderTransaction(`${HEX}00`)).toBeUndefined();
    expect(readOrderTransaction('')).toBeUndefined();
    expect(readOrderTransaction('not a transaction')).toBeUndefined();
    const read = decoded().instructions[0];
    if (!read) throw new Error('no instruction');
    expect(readSolanaInitiate({ ...read, data: read.data.slice(0, -1) })).toBeUndefined();
    expect(readSolanaInitiate({ ...read, data: Uint8Array.of(...read.data, 7) })).toBeUndefined();
    expect(readSolanaInitiate({ ...read, accounts: read.accounts.slice(1) })).toBeUndefined();
  });

  it('is read in the newer forms as well: with a sponsor, and for tokens', () => {
    const old = decoded().instructions[0];
    if (!old) throw new Error('no instruction');
    const amount = old.data.slice(8, 16);
    const rest = old.data.slice(16);
    const data = Uint8Array.of(...old.data.slice(0, 8), ...rest, ...amount, 0);
    const [orderAccount = '', initiator = '', system = ''] = old.accounts;
    const native = readSolanaInitiate({ ...old, accounts: [orderAccount, initiator, initiator, system], data });
    expect(native).toMatchObject({
      kind: 'native',
      amount: order.amount,
      redeemer: order.redeemer,
      sponsor: initiator,
    });
    const tokenAccounts = ['id', orderAccount, 'vault', initiator, 'from', 'mint', initiator, 'token', system];
    expect(readSolanaInitiate({ ...old, accounts: tokenAccounts, data })).toMatchObject({
      kind: 'token',
      amount: order.amount,
      mint: 'mint',
      fromTokenAccount: 'from',
    });
  });
});
