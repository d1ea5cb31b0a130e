/** Every form of the swap instruction keeps its promise, for any accounts and bytes. */
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cases } from '../../domain/test-effort.ts';
import { USDC_MINT, USDT_MINT } from '../solana/chainflip-accounts.ts';
import { EVENT_AUTHORITY, PROGRAM_AUTHORITY, passageOf, ROUTER_PROGRAM } from '../solana/jupiter-accounts.ts';
import { CBBTC_MINT, PYUSD_MINT, programOfMint, WRAPPED_SOL_MINT } from '../solana/mints.ts';
import { type SwapCall, swapInstruction } from './instructions.ts';
import { outputOf, readPools } from './market.ts';
import { TestJupiter } from './test-jupiter.ts';
import {
  AMOUNT,
  account,
  asInstruction,
  attempt,
  changed,
  custom,
  everything,
  failure,
  poolOf,
  send,
  swap,
} from './test-program.ts';

let jupiter: TestJupiter;
beforeEach(async () => {
  jupiter = await new TestJupiter().fund();
  await jupiter.ledger.fund(jupiter.solana.bob.address, 10n ** 9n);
  for (const mint of [USDC_MINT, USDT_MINT]) await jupiter.ledger.fund(jupiter.solana.bob.address, 500_000_000n, mint);
});

afterEach(() => jupiter.solana.held.remove());

const FORMS: [string, Partial<SwapCall>][] = [
  ['route', { version: 1, shared: false }],
  ['shared_accounts_route', { version: 1, shared: true }],
  ['route_v2', { version: 2, shared: false }],
  ['shared_accounts_route_v2', { version: 2, shared: true }],
];

describe.each(FORMS)('%s', (_name, form) => {
  const made = (changes: Partial<SwapCall> = {}) => swapInstruction(swap(jupiter, { ...form, ...changes }));
  const quoted = () => swap(jupiter, form).quotedOut;

  test('takes the input to the unit and pays what the pool has for it', () => {
    const { alice } = jupiter.solana;
    const before = [USDC_MINT, USDT_MINT].map((mint) => jupiter.ledger.balance(alice.address, mint));
    const due = quoted();
    send(jupiter, made());
    const after = [USDC_MINT, USDT_MINT].map((mint) => jupiter.ledger.balance(alice.address, mint));
    expect([(before[0] ?? 0n) - (after[0] ?? 0n), (after[1] ?? 0n) - (before[1] ?? 0n)]).toEqual([AMOUNT, due]);
  });

  test('fails with 6001 one unit below what was promised, and holds at it', () => {
    const before = everything(jupiter);
    expect(failure(jupiter, made({ quotedOut: quoted() + 1n }))).toEqual(custom(6001));
    expect(everything(jupiter)).toEqual(before);
    // Half a percent less than this rounds down to what is due.
    const promise = (quoted() * 10_000n) / 9_950n;
    send(jupiter, made({ quotedOut: promise, slippageBps: 50 }));
    expect(failure(jupiter, made({ quotedOut: promise, slippageBps: 50 }))).toEqual(custom(6001));
  });

  test('says by its numbers what is wrong', () => {
    const before = everything(jupiter);
    for (const [changes, error] of [
      [{ inAmount: 1_000_000_001n }, 6024],
      [{ inAmount: 2n ** 64n - 1n }, 6024],
      [{ inAmount: 0n }, 6002],
      [{ slippageBps: 10_001 }, 6004],
      [{ steps: [] }, 6000],
      [{ platformFeeBps: 100, feeAccount: account(jupiter.solana.bob.address, CBBTC_MINT) }, 6025],
      [{ ownDestination: account(jupiter.solana.alice.address, CBBTC_MINT) }, 6025],
      [{ ownDestination: account(jupiter.solana.alice.address, USDC_MINT) }, 6025],
      [{ outputMint: USDC_MINT, ownDestination: account(jupiter.solana.alice.address, USDC_MINT) }, 6018],
    ] as const)
      expect(
        failure(jupiter, made(changes)),
        JSON.stringify(changes, (_k, v) => String(v).slice(0, 40)),
      ).toEqual(custom(error));
    expect(everything(jupiter)).toEqual(before);
  });

  test('walks no plan that is not whole', () => {
    const pool = poolOf(USDC_MINT, USDT_MINT);
    const step = { pool, forth: true, bps: 10_000, inputIndex: 0, outputIndex: 1 };
    const pyusd = { ...step, pool: poolOf(USDC_MINT, PYUSD_MINT) };
    const before = everything(jupiter);
    for (const [steps, error] of [
      [[{ ...step, bps: 5000 }], 6005],
      [
        [
          { ...step, bps: 5000 },
          { ...step, bps: 6000 },
        ],
        6005,
      ],
      [[{ ...step, bps: 0 }], 6005],
      [[{ ...step, inputIndex: 1 }], 6006],
      [[step, { ...step, inputIndex: 9 }], 6006],
      [[{ ...step, outputIndex: 0 }], 6007],
      [[{ ...step, outputIndex: 8 }], 6007],
      [[{ ...step, outputIndex: 200 }], 6007],
      [[pyusd], 6007],
      [
        [
          { ...step, bps: 5000 },
          { ...pyusd, bps: 5000 },
        ],
        6007,
      ],
      [
        [
          { ...step, bps: 5000 },
          { ...pyusd, bps: 5000, outputIndex: 2 },
        ],
        6005,
      ],
      [[{ ...step, pool: { ...pool, kind: 'raydium' as const } }], 6016],
    ] as const)
      expect(failure(jupiter, made({ steps })), `${error} ${steps.length}`).toEqual(custom(error));
    const long = made({ steps: Array.from({ length: 7 }, () => step) });
    expect(failure(jupiter, { ...long, accounts: long.accounts.slice(0, 60) })).toEqual(custom(6010));
    expect(everything(jupiter)).toEqual(before);
  });

  test('gives one pool no better price for being asked in parts', () => {
    const half = { pool: poolOf(USDC_MINT, USDT_MINT), forth: true, bps: 5000, inputIndex: 0, outputIndex: 1 };
    const due = quoted();
    expect(failure(jupiter, made({ steps: [half, half], quotedOut: due + 2n }))).toEqual(custom(6001));
    send(jupiter, made({ steps: [half, half], quotedOut: due - 2n }));
  });

  test('moves nothing for any other account in any place', () => {
    const { alice, bob } = jupiter.solana;
    const others = [
      bob.address,
      account(bob.address, USDC_MINT),
      account(bob.address, USDT_MINT),
      account(alice.address, USDC_MINT),
      passageOf({ mint: CBBTC_MINT, program: programOfMint(CBBTC_MINT) }),
      poolOf(USDC_MINT, PYUSD_MINT).address,
      poolOf(USDC_MINT, PYUSD_MINT).a.vault,
      poolOf(WRAPPED_SOL_MINT, USDT_MINT).b.vault,
      PYUSD_MINT,
      EVENT_AUTHORITY,
      PROGRAM_AUTHORITY,
      ROUTER_PROGRAM,
    ];
    const call = made();
    const before = everything(jupiter);
    // Places that the taker chooses freely: where the output goes, and (version 1) nothing else.
    const target = call.accounts.findIndex(({ pubkey }) => pubkey === account(alice.address, USDT_MINT));
    for (let at = 0; at < call.accounts.length; at += 1)
      for (const by of others) {
        if (call.accounts[at]?.pubkey === by || at === target) continue;
        // The optional destination, fee account and second token program are given as the program itself.
        const wasNone = call.accounts[at]?.pubkey === ROUTER_PROGRAM;
        if (wasNone) continue;
        // A program that is called cannot be written to.
        const writes = changed(call, {
          at,
          by,
          signer: false,
          ...(by === ROUTER_PROGRAM ? { writable: false } : {}),
        });
        expect(failure(jupiter, writes), `${at} ${by}`).toBeDefined();
      }
    expect(everything(jupiter)).toEqual(before);
  });

  test('needs its signer, and write access where it writes', () => {
    const call = made();
    const { alice } = jupiter.solana;
    const before = everything(jupiter);
    const at = call.accounts.findIndex(({ isSigner }) => isSigner);
    const { bob } = jupiter.solana;
    // Bob pays and signs, Alice does not.
    const unsigned = asInstruction(changed(call, { at, by: alice.address, signer: false }));
    expect(jupiter.solana.failure([unsigned], [bob])).toEqual(custom(3010));
    // Bob signs for himself, with Alice's account.
    const forBob = asInstruction(changed(call, { at, by: bob.address }));
    expect(jupiter.solana.failure([forBob], [bob])).toEqual(custom(2015));
    for (const [index, { isWritable, pubkey }] of call.accounts.entries()) {
      if (!isWritable) continue;
      // An account that occurs twice is writable through the other occurrence.
      const everywhere = call.accounts.map((one) => (one.pubkey === pubkey ? { ...one, isWritable: false } : one));
      expect(failure(jupiter, { ...call, accounts: everywhere }), `${index}`).toEqual(custom(2000));
    }
    expect(everything(jupiter)).toEqual(before);
  });

  test('does nothing with fewer accounts or other bytes, wherever they are cut', () => {
    const call = made();
    const before = everything(jupiter);
    for (let count = 0; count < call.accounts.length; count += 1) {
      const short = { ...call, accounts: call.accounts.slice(0, count) };
      if (short.accounts.some(({ isSigner }) => isSigner))
        expect(failure(jupiter, short), `${count}`).toEqual(custom(6008));
    }
    for (let length = 0; length < call.data.length; length += 1)
      expect([custom(100), custom(102)]).toContainEqual(
        failure(jupiter, { ...call, data: call.data.slice(0, length) }),
      );
    expect(failure(jupiter, { ...call, data: Uint8Array.of(...call.data, 0) })).toEqual(custom(102));
    expect(everything(jupiter)).toEqual(before);
  });

  test('with any byte changed, it takes no more than it then says, and never pays less than it then promises', () => {
    const { alice } = jupiter.solana;
    fc.assert(
      fc.property(fc.nat(made().data.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const call = made();
        const data = call.data.slice();
        data[at] = (data[at] ?? 0) ^ change;
        const [usdc, usdt] = [USDC_MINT, USDT_MINT].map((mint) => jupiter.ledger.balance(alice.address, mint));
        const pools = readPools(jupiter.ledger);
        const result = attempt(jupiter, { ...call, data });
        const paid = (usdc ?? 0n) - jupiter.ledger.balance(alice.address, USDC_MINT);
        const got = jupiter.ledger.balance(alice.address, USDT_MINT) - (usdt ?? 0n);
        if (result !== 'done') expect([paid, got]).toEqual([0n, 0n]);
        else {
          const pool = pools.find(({ account: one }) => one === poolOf(USDC_MINT, USDT_MINT));
          expect(pool && outputOf(pool, true, paid)).toBe(got);
          const view = new DataView(data.buffer);
          const v1 = data.length - 19;
          const v2 = form.shared ? 9 : 8;
          const from = form.version === 1 ? v1 : v2;
          expect(view.getBigUint64(from, true)).toBe(paid);
          const least =
            (view.getBigUint64(from + 8, true) * (10_000n - BigInt(view.getUint16(from + 16, true)))) / 10_000n;
          expect(got >= least).toBe(true);
        }
      }),
      { numRuns: cases(15) },
    );
  });
});
