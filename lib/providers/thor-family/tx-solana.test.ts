import { describe, expect, it } from 'vitest';
import { clientsWith } from '../../chain-clients/test-clients.ts';
import { readInstruction } from '../../payments/solana/instructions.ts';
import { readSolanaMemo } from '../../payments/solana/memo.ts';
import { readSolanaTransaction } from '../../payments/solana/transaction.ts';
import { build, MEMO } from './testing/build-payment.ts';
import { NOW_MS } from './testing/node-double.ts';

describe('payments of SOL', () => {
  const vault = '5n3VkMUZGCzk4Jr8Z6Z2jMadWBj5VjP1XfGK3EJchsi2';
  const payer = 'vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTg';
  const sol = { asset: 'SOL.SOL', decimals: 9, baseUnits: 2_000_000_010n };
  const node = (lamports: bigint) =>
    clientsWith({
      solana: {
        balance: async () => lamports,
        latestBlockhash: async () => ({ blockhash: vault, lastValidBlockHeight: 9 }),
        rpc: async () => ({ value: { err: null } }),
      },
    });

  it('are one transfer to the vault and the memo, without tables', async () => {
    const changes = { sourceAddress: payer, inboundAddress: vault };
    const { tx, expirationSeconds } = await build('thor', sol, changes, node(10n ** 12n));
    expect(expirationSeconds).toBe(Math.floor(NOW_MS / 1000) + 60);
    if (tx?.type !== 'SOLANA') throw new Error('no transaction');
    const { instructions, lookups, signers } = readSolanaTransaction(tx.tx);
    expect([signers, lookups, instructions.length]).toEqual([[payer], [], 2]);
    const [transfer, memo] = instructions;
    expect(transfer && readInstruction(transfer)).toEqual({
      kind: 'transfer',
      from: payer,
      to: vault,
      baseUnits: sol.baseUnits,
    });
    expect(memo && readSolanaMemo(memo)).toBe(MEMO);
  });

  it('are not made where the money is missing', async () => {
    const built = await build('thor', sol, { sourceAddress: payer, inboundAddress: vault }, node(5n));
    expect(built.txUnavailable).toContain('holds 0.000000005 SOL');
  });
});
