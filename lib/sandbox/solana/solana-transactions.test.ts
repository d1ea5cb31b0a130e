import { base58, base64 } from '@scure/base';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cases } from '../../domain/test-effort.ts';
import { USDC_MINT } from './chainflip-accounts.ts';
import { createTokenAccount, memoInstruction, signTransaction, transferSol, transferToken } from './compose.ts';
import { SOL, signerNamed, TestSolana } from './test-solana.ts';

let solana: TestSolana;
beforeEach(async () => {
  solana = await new TestSolana().fund();
});
afterEach(() => solana.held.remove());

const pay = (lamports = SOL) => [transferSol(solana.alice.address, solana.bob.address, lamports)];

describe('only what its owner signed moves coins', () => {
  test('a payment arrives, and costs its sender the fee', () => {
    solana.send(pay());
    expect(solana.ledger.balance(solana.bob.address)).toBe(SOL);
    expect(solana.ledger.balance(solana.alice.address)).toBe(9n * SOL - 5000n);
  });

  test('any flipped bit of a signed transaction makes it another one, which is refused', () => {
    const wire = solana.sign(pay());
    fc.assert(
      fc.property(fc.nat(wire.length * 8 - 1), (bit) => {
        const bent = Uint8Array.from(wire);
        bent[bit >> 3] = (bent[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        expect([-32003, -32602]).toContain(solana.refusal(() => solana.ledger.broadcast(bent)).code);
      }),
      { numRuns: cases(150) },
    );
    expect(solana.ledger.balance(solana.bob.address)).toBe(0n);
    expect(solana.ledger.balance(solana.alice.address)).toBe(10n * SOL);
    solana.ledger.broadcast(wire);
    expect(solana.ledger.balance(solana.bob.address)).toBe(SOL);
  });

  test('without a signature, with a foreign one, or with a part of the required ones, it is refused', () => {
    const mallory = signerNamed('mallory');
    const wire = solana.compose(pay());
    expect(solana.refusal(() => solana.ledger.broadcast(wire))).toMatchObject({
      code: -32003,
      message: 'Transaction signature verification failure',
    });
    const forged = signTransaction(wire, [{ ...mallory, address: solana.alice.address }]);
    expect(solana.refusal(() => solana.ledger.broadcast(forged)).code).toBe(-32003);
    const both = [transferSol(solana.bob.address, mallory.address, 1n)];
    expect(solana.refusal(() => solana.send(both, [solana.alice])).code).toBe(-32003);
  });

  test('coins and tokens of others stay where they are', async () => {
    await solana.ledger.fund(solana.bob.address, SOL);
    const theft = [transferSol(solana.bob.address, solana.alice.address, 1n)];
    const wire = solana.compose(theft, [solana.alice]);
    expect(solana.refusal(() => solana.ledger.broadcast(signTransaction(wire, [solana.alice]))).code).toBe(-32003);
    const token = transferToken(solana.alice.address, solana.bob.address, USDC_MINT, 5n, 6);
    const asBob = {
      ...token,
      accounts: token.accounts?.map((each) => (each.role === 2 ? { ...each, address: solana.bob.address } : each)),
    } as typeof token;
    const create = createTokenAccount(solana.bob.address, solana.bob.address, USDC_MINT);
    expect(solana.failure([create, asBob], [solana.bob])).toEqual({ InstructionError: [1, { Custom: 4 }] });
  });
});

describe('a transaction counts once and for a while', () => {
  test('the same one again is refused, at once and after a restart, and is carried out once', async () => {
    const wire = solana.sign(pay());
    solana.ledger.broadcast(wire);
    const again = () => solana.refusal(() => solana.ledger.broadcast(wire));
    expect(again()).toMatchObject({
      code: -32002,
      message: 'Transaction simulation failed: This transaction has already been processed',
      data: { err: 'AlreadyProcessed' },
    });
    solana.kill();
    expect([-32002]).toContain(again().code);
    expect(solana.ledger.balance(solana.bob.address)).toBe(SOL);
  });

  test('its blockhash is good for 150 slots, not for one more', async () => {
    const [first, second] = [solana.sign(pay()), solana.sign(pay(2n * SOL))];
    await solana.slots(148);
    solana.ledger.broadcast(first);
    await solana.slots(4);
    const refusal = solana.refusal(() => solana.ledger.broadcast(second));
    expect(refusal.message).toBe('Transaction simulation failed: Blockhash not found');
    expect(refusal.data).toMatchObject({ err: 'BlockhashNotFound', logs: [], accounts: null });
    expect(solana.ledger.balance(solana.bob.address)).toBe(SOL);
  });

  test('what would fail is refused with the reason before it costs anything', () => {
    const refusal = solana.refusal(() => solana.send(pay(11n * SOL)));
    expect(refusal.message).toBe(
      'Transaction simulation failed: Error processing Instruction 0: custom program error: 0x1',
    );
    expect(refusal.data).toMatchObject({ err: { InstructionError: [0, { Custom: 1 }] } });
    expect((refusal.data as { logs: string[] }).logs.join('\n')).toContain('insufficient lamports');
    expect(solana.failure(pay(1000n))).toEqual({ InsufficientFundsForRent: { account_index: 1 } });
    expect(solana.failure([transferSol(solana.bob.address, solana.alice.address, 1n)], [solana.bob])).toBe(
      'AccountNotFound',
    );
    expect(solana.ledger.balance(solana.alice.address)).toBe(10n * SOL);
  });

  test('without the check before, a failing one lands as failed and costs its fee only', async () => {
    const wire = base64.encode(solana.sign(pay(11n * SOL)));
    const sent = await solana.rpc('sendTransaction', wire, { encoding: 'base64', skipPreflight: true });
    expect(solana.ledger.balance(solana.alice.address)).toBe(10n * SOL - 5000n);
    const [status] = (await solana.rpc('getSignatureStatuses', [sent.result])).result.value;
    expect(status).toMatchObject({ err: { InstructionError: [0, { Custom: 1 }] }, confirmationStatus: 'processed' });
    expect(await solana.ledger.channels.depositsTo([solana.bob.address], 0)).toEqual([]);
  });

  test('without the check before, a wrong signature is answered and never lands', async () => {
    const wire = solana.sign(pay());
    wire[5] = (wire[5] ?? 0) ^ 1;
    const sent = await solana.rpc('sendTransaction', base58.encode(wire), { skipPreflight: true });
    expect(sent.result).toMatch(/^[1-9A-HJ-NP-Za-km-z]+$/);
    expect((await solana.rpc('getSignatureStatuses', [sent.result])).result.value).toEqual([null]);
    expect(solana.ledger.balance(solana.alice.address)).toBe(10n * SOL);
  });
});

test('lamports are neither made nor lost: what accounts have less is what fees took', () => {
  const people = ['alice', 'bob', 'carol', 'dave'].map(signerNamed);
  const total = (): bigint => people.reduce((sum, person) => sum + solana.ledger.balance(person.address), 0n);
  const tokens = (): bigint =>
    people.reduce((sum, person) => sum + solana.ledger.balance(person.address, USDC_MINT), 0n);
  const step = fc.record({
    from: fc.nat(3),
    to: fc.nat(3),
    amount: fc.bigInt({ min: 0n, max: 12n * SOL }),
    token: fc.boolean(),
    memo: fc.string({ maxLength: 20 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      for (const { from, to, amount, token, memo } of steps) {
        const [payer, payee] = [people[from] ?? solana.alice, people[to] ?? solana.bob];
        const before = { lamports: total(), tokens: tokens(), slot: solana.ledger.height() };
        const instruction = token
          ? transferToken(payer.address, payee.address, USDC_MINT, amount / 1000n, 6)
          : transferSol(payer.address, payee.address, amount);
        const wire = solana.sign([instruction, memoInstruction(memo)], [payer]);
        try {
          solana.ledger.broadcast(wire);
          expect(total()).toBe(before.lamports - 5000n);
        } catch {
          expect(total()).toBe(before.lamports);
        }
        expect(tokens()).toBe(before.tokens);
        for (const record of solana.ledger.node.history.above(before.slot)) expect(record.feeLamports).toBe(5000n);
      }
    }),
    { numRuns: cases(25) },
  );
});
