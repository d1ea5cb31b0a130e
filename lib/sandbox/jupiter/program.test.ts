/** The router on the local chain executes what its signer has signed and nothing else, for any accounts and bytes. */
import { base58 } from '@scure/base';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { USDC_MINT, USDT_MINT } from '../solana/chainflip-accounts.ts';
import { createTokenAccount, instruction } from '../solana/compose.ts';
import { ROUTER_PROGRAM } from '../solana/jupiter-accounts.ts';
import { MINTS, mintNamed, PYUSD_MINT, programOfMint, WRAPPED_SOL_MINT } from '../solana/mints.ts';
import { mintData, tokenAccountData } from '../solana/token-data.ts';
import { swapInstruction } from './instructions.ts';
import { TestJupiter } from './test-jupiter.ts';
import { account, attempt, changed, custom, everything, failure, poolOf, send, swap } from './test-program.ts';

let jupiter: TestJupiter;
beforeEach(async () => {
  jupiter = await new TestJupiter().fund();
  await jupiter.ledger.fund(jupiter.solana.bob.address, 10n ** 9n);
  for (const mint of [USDC_MINT, USDT_MINT]) await jupiter.ledger.fund(jupiter.solana.bob.address, 500_000_000n, mint);
});

afterEach(() => jupiter.solana.held.remove());

describe('the program', () => {
  test('is not deceived by a forged pool', () => {
    const { machine } = jupiter.ledger.node;
    const real = poolOf(USDC_MINT, USDT_MINT);
    const fake = base58.encode(new Uint8Array(32).fill(7));
    const state = machine.account(real.address);
    if (!state) throw new Error('no pool');
    machine.put(fake, { ...state, owner: programOfMint(USDC_MINT) });
    const steps = [{ pool: { ...real, address: fake }, forth: true, bps: 10_000, inputIndex: 0, outputIndex: 1 }];
    const before = everything(jupiter);
    expect(failure(jupiter, swapInstruction(swap(jupiter, { steps })))).toEqual(custom(3007));
    // Even if it were the program's: only its true address signs for the vaults.
    machine.put(fake, state);
    expect(attempt(jupiter, swapInstruction(swap(jupiter, { steps })))).not.toBe('done');
    machine.put(fake, { ...state, data: Uint8Array.of(...new Uint8Array(8), ...state.data.slice(8)) });
    expect(failure(jupiter, swapInstruction(swap(jupiter, { steps })))).toEqual(custom(3002));
    expect(everything(jupiter)).toEqual(before);
  });

  test('is not taken in by token accounts that are none, frozen ones, or a wrong token program', () => {
    const { machine } = jupiter.ledger.node;
    const { alice } = jupiter.solana;
    const source = account(alice.address, USDC_MINT);
    const state = machine.account(source);
    if (!state) throw new Error('no account');
    const whole = swapInstruction(swap(jupiter));
    machine.put(source, { ...state, owner: ROUTER_PROGRAM });
    expect(failure(jupiter, whole)).toEqual(custom(6025));
    const frozen = state.data.slice();
    frozen[108] = 2;
    machine.put(source, { ...state, data: frozen });
    expect(failure(jupiter, whole)).toEqual(custom(6025));
    machine.put(source, state);
    const wrong = programOfMint(PYUSD_MINT);
    expect(failure(jupiter, changed(whole, { at: 5, by: wrong }))).toEqual(custom(6014));
    expect(failure(jupiter, changed(whole, { at: 6, by: wrong }))).toEqual(custom(6014));
    const v1 = swapInstruction(swap(jupiter, { version: 1 }));
    expect(failure(jupiter, changed(v1, { at: 0, by: wrong }))).toEqual(custom(6014));
    const shared = swapInstruction(swap(jupiter, { version: 1, shared: true }));
    expect(failure(jupiter, changed(shared, { at: 0, by: wrong }))).toEqual(custom(6014));
    send(jupiter, whole);
  });

  test('asks for token-2022 where a mint is of it', () => {
    const { alice } = jupiter.solana;
    jupiter.ledger.act([
      createTokenAccount(jupiter.ledger.purse, alice.address, PYUSD_MINT, programOfMint(PYUSD_MINT)),
    ]);
    const step = { pool: poolOf(USDC_MINT, PYUSD_MINT), forth: true, bps: 10_000, inputIndex: 0, outputIndex: 1 };
    const own = account(alice.address, PYUSD_MINT);
    const call = swapInstruction(
      swap(jupiter, {
        version: 1,
        shared: true,
        outputMint: PYUSD_MINT,
        ownDestination: own,
        steps: [step],
        quotedOut: 9n,
      }),
    );
    expect(failure(jupiter, changed(call, { at: 10, by: ROUTER_PROGRAM }))).toEqual(custom(6015));
    send(jupiter, call);
  });

  test('needs a fee account for a fee (6003 in version 1), and no more of it than agreed', () => {
    const { bob } = jupiter.solana;
    expect(failure(jupiter, swapInstruction(swap(jupiter, { version: 1, platformFeeBps: 50 })))).toEqual(custom(6003));
    expect(failure(jupiter, swapInstruction(swap(jupiter, { version: 1, shared: true, platformFeeBps: 50 })))).toEqual(
      custom(6003),
    );
    const before = jupiter.ledger.balance(bob.address, USDT_MINT);
    const feeAccount = account(bob.address, USDT_MINT);
    const due = swap(jupiter).quotedOut;
    send(
      jupiter,
      swapInstruction(swap(jupiter, { platformFeeBps: 125, feeAccount, quotedOut: due - (due * 125n) / 10_000n })),
    );
    expect(jupiter.ledger.balance(bob.address, USDT_MINT) - before).toBe((due * 125n) / 10_000n);
    expect(failure(jupiter, swapInstruction(swap(jupiter, { platformFeeBps: 125, feeAccount })))).toEqual(custom(6001));
    expect(failure(jupiter, swapInstruction(swap(jupiter, { positiveSlippageBps: 1 })))).toEqual(custom(6016));
  });

  test('pays SOL to a wallet only where a wallet was named, and never to the signer’s account that is not there', () => {
    const { alice, bob } = jupiter.solana;
    const pool = poolOf(WRAPPED_SOL_MINT, USDC_MINT);
    const base = swap(jupiter, {
      outputMint: WRAPPED_SOL_MINT,
      ownDestination: account(alice.address, WRAPPED_SOL_MINT),
      quotedOut: 1n,
      steps: [{ pool, forth: false, bps: 10_000, inputIndex: 0, outputIndex: 1 }],
    });
    const missing = account(alice.address, WRAPPED_SOL_MINT);
    for (const shared of [true, false]) {
      expect(failure(jupiter, swapInstruction({ ...base, shared }))).toEqual(custom(6025));
      expect(failure(jupiter, swapInstruction({ ...base, shared, destination: missing }))).toEqual(custom(6025));
      const before = jupiter.ledger.balance(bob.address);
      send(jupiter, swapInstruction({ ...base, shared, destination: bob.address }));
      expect(jupiter.ledger.balance(bob.address)).toBeGreaterThan(before);
    }
    expect(failure(jupiter, swapInstruction({ ...base, version: 1, destination: bob.address }))).toEqual(custom(6025));
    // No other mint turns into SOL.
    expect(failure(jupiter, swapInstruction(swap(jupiter, { shared: true, destination: bob.address })))).toEqual(
      custom(6025),
    );
  });

  test('lets only the maker take from a pool, and only to an account of that mint', () => {
    const { alice } = jupiter.solana;
    const pool = poolOf(USDC_MINT, USDT_MINT);
    const data = Uint8Array.of(0xf2, 0xfa, 0x54, 0x03, 0xae, 0xbd, 0xc2, 0x2b, 1, 0, 0, 0, 0, 0, 0, 0);
    const take = (maker: string, vault: string, to: string, mint: string) =>
      instruction(
        ROUTER_PROGRAM,
        [
          [pool.address, ''],
          [maker, 's'],
          [vault, 'w'],
          [to, 'w'],
          [mint, ''],
          [programOfMint(mint), ''],
        ],
        data,
      );
    const own = account(alice.address, USDC_MINT);
    const before = everything(jupiter);
    expect(jupiter.solana.failure([take(alice.address, pool.a.vault, own, USDC_MINT)])).toEqual(custom(2001));
    const asPurse = (call: ReturnType<typeof take>) => () => jupiter.ledger.act([call]);
    const { purse } = jupiter.ledger;
    expect(asPurse(take(purse, own, pool.a.vault, USDC_MINT))).toThrow('0x7dc');
    expect(asPurse(take(purse, pool.a.vault, account(alice.address, USDT_MINT), USDC_MINT))).toThrow('0x1789');
    expect(asPurse(take(purse, pool.a.vault, own, USDT_MINT))).toThrow('0x7de');
    expect(everything(jupiter)).toEqual(before);
  });

  test('knows no other instruction, the exact-output ones among them', () => {
    const whole = swapInstruction(swap(jupiter));
    for (const name of [0xd0, 0xb0, 0x9d, 0x01])
      expect(failure(jupiter, { ...whole, data: Uint8Array.of(name, ...whole.data.slice(1)) })).toEqual(custom(101));
  });

  test('counts no token whose transfers cost something as whole', () => {
    const known = mintNamed(PYUSD_MINT);
    if (!known) throw new Error('no mint');
    const { machine } = jupiter.ledger.node;
    const { alice } = jupiter.solana;
    jupiter.ledger.act([createTokenAccount(jupiter.ledger.purse, alice.address, PYUSD_MINT, known.program)]);
    const data = mintData({ ...known, supply: 10n ** 13n });
    // Both fees of the transfer fee extension: maximum, then basis points.
    const first = 82 + 83 + 1 + 4 + 32 + 32 + 8;
    for (const at of [first, first + 18]) {
      data.set(new Uint8Array(8).fill(255), at + 8);
      data[at + 16] = 100;
    }
    machine.put(PYUSD_MINT, { lamports: 10n ** 9n, owner: known.program, executable: false, data });
    const step = { pool: poolOf(USDC_MINT, PYUSD_MINT), forth: true, bps: 10_000, inputIndex: 0, outputIndex: 1 };
    const call = { outputMint: PYUSD_MINT, ownDestination: account(alice.address, PYUSD_MINT), quotedOut: 1n };
    expect(failure(jupiter, swapInstruction(swap(jupiter, { ...call, steps: [step] })))).toEqual(custom(6002));
  });
});

test('accounts at the start are laid out as the token programs lay them out themselves', () => {
  const { node } = jupiter.ledger;
  const { alice } = jupiter.solana;
  for (const { mint, program } of MINTS) {
    jupiter.ledger.act([createTokenAccount(jupiter.ledger.purse, alice.address, mint, program)]);
    const made = node.account(account(alice.address, mint));
    const ours = tokenAccountData({ mint, owner: alice.address, program, amount: 0n });
    expect(ours.length).toBe(made?.data.length);
  }
});
