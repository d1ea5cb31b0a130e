/**
 * The router on the local chain executes what its signer has signed and nothing else, whatever accounts and bytes it
 * gets.
 */
import { base58 } from '@scure/base';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cases } from '../../domain/test-effort.ts';
import { tokenAccountOf } from '../solana/addresses.ts';
import { USDC_MINT, USDT_MINT } from '../solana/chainflip-accounts.ts';
import { createTokenAccount, instruction } from '../solana/compose.ts';
import {
  EVENT_AUTHORITY,
  POOLS,
  type PoolAccount,
  PROGRAM_AUTHORITY,
  passageOf,
  ROUTER_PROGRAM,
} from '../solana/jupiter-accounts.ts';
import { CBBTC_MINT, MINTS, mintNamed, PYUSD_MINT, programOfMint, WRAPPED_SOL_MINT } from '../solana/mints.ts';
import { mintData, tokenAccountData } from '../solana/token-data.ts';
import { readTransaction } from '../solana/transaction-parts.ts';
import { tokenAccountIn } from '../solana/tx-record.ts';
import { type SwapCall, type SwapInstruction, swapInstruction } from './instructions.ts';
import { outputOf, readPools } from './market.ts';
import { TestJupiter } from './test-jupiter.ts';

let jupiter: TestJupiter;
beforeEach(async () => {
  jupiter = await new TestJupiter().fund();
  await jupiter.ledger.fund(jupiter.solana.bob.address, 10n ** 9n);
  for (const mint of [USDC_MINT, USDT_MINT]) await jupiter.ledger.fund(jupiter.solana.bob.address, 500_000_000n, mint);
});
afterEach(() => jupiter.solana.held.remove());

const AMOUNT = 10_000_000n;
const account = (owner: string, mint: string) => tokenAccountOf(owner, mint, programOfMint(mint));
const poolOf = (a: string, b: string): PoolAccount => {
  const found = POOLS.find((pool) => pool.a.mint === a && pool.b.mint === b);
  if (!found) throw new Error('no such pool');
  return found;
};
const custom = (Custom: number) => ({ InstructionError: [0, { Custom }] });

/** A swap of USDC to USDT through their pool, as Alice, with the actual output as the quote. */
function swap(changes: Partial<SwapCall> = {}): SwapCall {
  const pool = poolOf(USDC_MINT, USDT_MINT);
  const now = readPools(jupiter.ledger).find((one) => one.account === pool);
  const { alice } = jupiter.solana;
  return {
    version: 2,
    shared: false,
    taker: alice.address,
    source: account(alice.address, USDC_MINT),
    ownDestination: account(alice.address, USDT_MINT),
    inputMint: USDC_MINT,
    outputMint: USDT_MINT,
    inAmount: AMOUNT,
    quotedOut: now ? outputOf(now, true, AMOUNT) : 0n,
    slippageBps: 0,
    platformFeeBps: 0,
    positiveSlippageBps: 0,
    steps: [{ pool, forth: true, bps: 10_000, inputIndex: 0, outputIndex: 1 }],
    ...changes,
  };
}

const role = ({ isSigner, isWritable }: { isSigner: boolean; isWritable: boolean }) =>
  `${isWritable ? 'w' : ''}${isSigner ? 's' : ''}` as '' | 'w' | 's' | 'ws';
const asInstruction = ({ programId, accounts, data }: SwapInstruction) =>
  instruction(
    programId,
    accounts.map((one) => [one.pubkey, role(one)] as const),
    data,
  );
const send = (call: SwapInstruction) => jupiter.solana.send([asInstruction(call)]);
/** Why a call would fail; undefined if it would not. Nothing is signed: all required signers count as having signed. */
const failure = (call: SwapInstruction): unknown => {
  const parts = readTransaction(jupiter.solana.compose([asInstruction(call)]));
  return jupiter.ledger.node.simulate(parts, { verify: false }).outcome.err;
};

type Change = { at: number; by: string; writable?: boolean; signer?: boolean };
const changed = (made: SwapInstruction, { at, by, writable, signer }: Change): SwapInstruction => ({
  ...made,
  accounts: made.accounts.map((one, index) =>
    index === at ? { pubkey: by, isWritable: writable ?? one.isWritable, isSigner: signer ?? one.isSigner } : one,
  ),
});

/** The balances of all token accounts, of users and pools. */
const everything = () => {
  const { node } = jupiter.ledger;
  const accounts = [
    ...POOLS.flatMap(({ a, b }) => [a.vault, b.vault]),
    ...MINTS.flatMap(({ mint }) =>
      [jupiter.solana.alice, jupiter.solana.bob].map(({ address }) => account(address, mint)),
    ),
    ...MINTS.map(passageOf),
  ];
  return accounts.map((address) => tokenAccountIn(node.account(address))?.amount);
};

const FORMS: [string, Partial<SwapCall>][] = [
  ['route', { version: 1, shared: false }],
  ['shared_accounts_route', { version: 1, shared: true }],
  ['route_v2', { version: 2, shared: false }],
  ['shared_accounts_route_v2', { version: 2, shared: true }],
];

describe.each(FORMS)('%s', (_name, form) => {
  const made = (changes: Partial<SwapCall> = {}) => swapInstruction(swap({ ...form, ...changes }));
  const quoted = () => swap(form).quotedOut;

  test('takes the input to the unit and pays what the pool has for it', () => {
    const { alice } = jupiter.solana;
    const before = [USDC_MINT, USDT_MINT].map((mint) => jupiter.ledger.balance(alice.address, mint));
    const due = quoted();
    send(made());
    const after = [USDC_MINT, USDT_MINT].map((mint) => jupiter.ledger.balance(alice.address, mint));
    expect([(before[0] ?? 0n) - (after[0] ?? 0n), (after[1] ?? 0n) - (before[1] ?? 0n)]).toEqual([AMOUNT, due]);
  });

  test('fails with 6001 one unit below what was promised, and holds at it', () => {
    const before = everything();
    expect(failure(made({ quotedOut: quoted() + 1n }))).toEqual(custom(6001));
    expect(everything()).toEqual(before);
    // Half a percent less than this rounds down to the actual output.
    const promise = (quoted() * 10_000n) / 9_950n;
    send(made({ quotedOut: promise, slippageBps: 50 }));
    expect(failure(made({ quotedOut: promise, slippageBps: 50 }))).toEqual(custom(6001));
  });

  test('says by its numbers what is wrong', () => {
    const before = everything();
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
        failure(made(changes)),
        JSON.stringify(changes, (_k, v) => String(v).slice(0, 40)),
      ).toEqual(custom(error));
    expect(everything()).toEqual(before);
  });

  test('walks no plan that is not whole', () => {
    const pool = poolOf(USDC_MINT, USDT_MINT);
    const step = { pool, forth: true, bps: 10_000, inputIndex: 0, outputIndex: 1 };
    const pyusd = { ...step, pool: poolOf(USDC_MINT, PYUSD_MINT) };
    const before = everything();
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
      expect(failure(made({ steps })), `${error} ${steps.length}`).toEqual(custom(error));
    const long = made({ steps: Array.from({ length: 7 }, () => step) });
    expect(failure({ ...long, accounts: long.accounts.slice(0, 60) })).toEqual(custom(6010));
    expect(everything()).toEqual(before);
  });

  test('gives one pool no better price for being asked in parts', () => {
    const half = { pool: poolOf(USDC_MINT, USDT_MINT), forth: true, bps: 5000, inputIndex: 0, outputIndex: 1 };
    const due = quoted();
    expect(failure(made({ steps: [half, half], quotedOut: due + 2n }))).toEqual(custom(6001));
    send(made({ steps: [half, half], quotedOut: due - 2n }));
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
    const before = everything();
    // The accounts that the taker may choose freely: the output's destination, and (in version 1) no other.
    const target = call.accounts.findIndex(({ pubkey }) => pubkey === account(alice.address, USDT_MINT));
    for (let at = 0; at < call.accounts.length; at += 1)
      for (const by of others) {
        if (call.accounts[at]?.pubkey === by || at === target) continue;
        // An omitted destination, fee account or second token program is represented by the program itself.
        const wasNone = call.accounts[at]?.pubkey === ROUTER_PROGRAM;
        if (wasNone) continue;
        // A called program cannot be written to.
        const writes = changed(call, {
          at,
          by,
          signer: false,
          ...(by === ROUTER_PROGRAM ? { writable: false } : {}),
        });
        expect(failure(writes), `${at} ${by}`).toBeDefined();
      }
    expect(everything()).toEqual(before);
  });

  test('needs its signer, and write access where it writes', () => {
    const call = made();
    const { alice } = jupiter.solana;
    const before = everything();
    const at = call.accounts.findIndex(({ isSigner }) => isSigner);
    const { bob } = jupiter.solana;
    // Bob pays and signs, Alice does not.
    const unsigned = asInstruction(changed(call, { at, by: alice.address, signer: false }));
    expect(jupiter.solana.failure([unsigned], [bob])).toEqual(custom(3010));
    // Bob signs for himself, but with Alice's account.
    const forBob = asInstruction(changed(call, { at, by: bob.address }));
    expect(jupiter.solana.failure([forBob], [bob])).toEqual(custom(2015));
    for (const [index, { isWritable, pubkey }] of call.accounts.entries()) {
      if (!isWritable) continue;
      // An account listed twice is writable through the other entry.
      const everywhere = call.accounts.map((one) => (one.pubkey === pubkey ? { ...one, isWritable: false } : one));
      expect(failure({ ...call, accounts: everywhere }), `${index}`).toEqual(custom(2000));
    }
    expect(everything()).toEqual(before);
  });

  test('does nothing with fewer accounts or other bytes, wherever they are cut', () => {
    const call = made();
    const before = everything();
    for (let count = 0; count < call.accounts.length; count += 1) {
      const short = { ...call, accounts: call.accounts.slice(0, count) };
      if (short.accounts.some(({ isSigner }) => isSigner)) expect(failure(short), `${count}`).toEqual(custom(6008));
    }
    for (let length = 0; length < call.data.length; length += 1)
      expect([custom(100), custom(102)]).toContainEqual(failure({ ...call, data: call.data.slice(0, length) }));
    expect(failure({ ...call, data: Uint8Array.of(...call.data, 0) })).toEqual(custom(102));
    expect(everything()).toEqual(before);
  });

  test('whatever byte is changed, it takes no more than it then says, and never pays less than it then promises', () => {
    const { alice } = jupiter.solana;
    fc.assert(
      fc.property(fc.nat(made().data.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const call = made();
        const data = call.data.slice();
        data[at] = (data[at] ?? 0) ^ change;
        const [usdc, usdt] = [USDC_MINT, USDT_MINT].map((mint) => jupiter.ledger.balance(alice.address, mint));
        const pools = readPools(jupiter.ledger);
        const result = attempt({ ...call, data });
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
      { numRuns: cases(40) },
    );
  });
});

function attempt(call: SwapInstruction): 'done' | unknown {
  try {
    send(call);
    return 'done';
  } catch (error) {
    return error;
  }
}

describe('the program', () => {
  test('is not taken in by a pool of somebody’s own making', () => {
    const { machine } = jupiter.ledger.node;
    const real = poolOf(USDC_MINT, USDT_MINT);
    const fake = base58.encode(new Uint8Array(32).fill(7));
    const state = machine.account(real.address);
    if (!state) throw new Error('no pool');
    machine.put(fake, { ...state, owner: programOfMint(USDC_MINT) });
    const steps = [{ pool: { ...real, address: fake }, forth: true, bps: 10_000, inputIndex: 0, outputIndex: 1 }];
    const before = everything();
    expect(failure(swapInstruction(swap({ steps })))).toEqual(custom(3007));
    // Even if the program owned it: only its true address can sign for the vaults.
    machine.put(fake, state);
    expect(attempt(swapInstruction(swap({ steps })))).not.toBe('done');
    machine.put(fake, { ...state, data: Uint8Array.of(...new Uint8Array(8), ...state.data.slice(8)) });
    expect(failure(swapInstruction(swap({ steps })))).toEqual(custom(3002));
    expect(everything()).toEqual(before);
  });

  test('is not taken in by token accounts that are none, frozen ones, or a wrong token program', () => {
    const { machine } = jupiter.ledger.node;
    const { alice } = jupiter.solana;
    const source = account(alice.address, USDC_MINT);
    const state = machine.account(source);
    if (!state) throw new Error('no account');
    const whole = swapInstruction(swap());
    machine.put(source, { ...state, owner: ROUTER_PROGRAM });
    expect(failure(whole)).toEqual(custom(6025));
    const frozen = state.data.slice();
    frozen[108] = 2;
    machine.put(source, { ...state, data: frozen });
    expect(failure(whole)).toEqual(custom(6025));
    machine.put(source, state);
    const wrong = programOfMint(PYUSD_MINT);
    expect(failure(changed(whole, { at: 5, by: wrong }))).toEqual(custom(6014));
    expect(failure(changed(whole, { at: 6, by: wrong }))).toEqual(custom(6014));
    const v1 = swapInstruction(swap({ version: 1 }));
    expect(failure(changed(v1, { at: 0, by: wrong }))).toEqual(custom(6014));
    const shared = swapInstruction(swap({ version: 1, shared: true }));
    expect(failure(changed(shared, { at: 0, by: wrong }))).toEqual(custom(6014));
    send(whole);
  });

  test('asks for token-2022 where a mint is of it', () => {
    const { alice } = jupiter.solana;
    jupiter.ledger.act([
      createTokenAccount(jupiter.ledger.purse, alice.address, PYUSD_MINT, programOfMint(PYUSD_MINT)),
    ]);
    const step = { pool: poolOf(USDC_MINT, PYUSD_MINT), forth: true, bps: 10_000, inputIndex: 0, outputIndex: 1 };
    const own = account(alice.address, PYUSD_MINT);
    const call = swapInstruction(
      swap({ version: 1, shared: true, outputMint: PYUSD_MINT, ownDestination: own, steps: [step], quotedOut: 9n }),
    );
    expect(failure(changed(call, { at: 10, by: ROUTER_PROGRAM }))).toEqual(custom(6015));
    send(call);
  });

  test('needs a fee account for a fee (6003 in version 1), and no more of it than was said', () => {
    const { bob } = jupiter.solana;
    expect(failure(swapInstruction(swap({ version: 1, platformFeeBps: 50 })))).toEqual(custom(6003));
    expect(failure(swapInstruction(swap({ version: 1, shared: true, platformFeeBps: 50 })))).toEqual(custom(6003));
    const before = jupiter.ledger.balance(bob.address, USDT_MINT);
    const feeAccount = account(bob.address, USDT_MINT);
    const due = swap().quotedOut;
    send(swapInstruction(swap({ platformFeeBps: 125, feeAccount, quotedOut: due - (due * 125n) / 10_000n })));
    expect(jupiter.ledger.balance(bob.address, USDT_MINT) - before).toBe((due * 125n) / 10_000n);
    expect(failure(swapInstruction(swap({ platformFeeBps: 125, feeAccount })))).toEqual(custom(6001));
    expect(failure(swapInstruction(swap({ positiveSlippageBps: 1 })))).toEqual(custom(6016));
  });

  test('pays SOL to a wallet only where a wallet was named, and never to the signer’s account that is not there', () => {
    const { alice, bob } = jupiter.solana;
    const pool = poolOf(WRAPPED_SOL_MINT, USDC_MINT);
    const base = swap({
      outputMint: WRAPPED_SOL_MINT,
      ownDestination: account(alice.address, WRAPPED_SOL_MINT),
      quotedOut: 1n,
      steps: [{ pool, forth: false, bps: 10_000, inputIndex: 0, outputIndex: 1 }],
    });
    const missing = account(alice.address, WRAPPED_SOL_MINT);
    for (const shared of [true, false]) {
      expect(failure(swapInstruction({ ...base, shared }))).toEqual(custom(6025));
      expect(failure(swapInstruction({ ...base, shared, destination: missing }))).toEqual(custom(6025));
      const before = jupiter.ledger.balance(bob.address);
      send(swapInstruction({ ...base, shared, destination: bob.address }));
      expect(jupiter.ledger.balance(bob.address)).toBeGreaterThan(before);
    }
    expect(failure(swapInstruction({ ...base, version: 1, destination: bob.address }))).toEqual(custom(6025));
    // No other mint can be paid out as SOL.
    expect(failure(swapInstruction(swap({ shared: true, destination: bob.address })))).toEqual(custom(6025));
  });

  test('lets nobody but the maker take from a pool, and only to an account of that mint', () => {
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
    const before = everything();
    expect(jupiter.solana.failure([take(alice.address, pool.a.vault, own, USDC_MINT)])).toEqual(custom(2001));
    const asPurse = (call: ReturnType<typeof take>) => () => jupiter.ledger.act([call]);
    const { purse } = jupiter.ledger;
    expect(asPurse(take(purse, own, pool.a.vault, USDC_MINT))).toThrow('0x7dc');
    expect(asPurse(take(purse, pool.a.vault, account(alice.address, USDT_MINT), USDC_MINT))).toThrow('0x1789');
    expect(asPurse(take(purse, pool.a.vault, own, USDT_MINT))).toThrow('0x7de');
    expect(everything()).toEqual(before);
  });

  test('knows no other instruction, the exact-output ones among them', () => {
    const whole = swapInstruction(swap());
    for (const name of [0xd0, 0xb0, 0x9d, 0x01])
      expect(failure({ ...whole, data: Uint8Array.of(name, ...whole.data.slice(1)) })).toEqual(custom(101));
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
    expect(failure(swapInstruction(swap({ ...call, steps: [step] })))).toEqual(custom(6002));
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
