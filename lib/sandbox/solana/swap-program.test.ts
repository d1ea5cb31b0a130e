import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cases } from '../../domain/test-effort.ts';
import { keyBytes, tokenAccountOf } from './addresses.ts';
import {
  CHANNEL_DATA_ACCOUNT,
  NATIVE_VAULT,
  SWAP_DATA_ACCOUNT,
  SWAP_ENDPOINT_PROGRAM,
  supportedTokenAccount,
  swapEventAccount,
  TOKEN_VAULT_OWNER,
  tokenVaultOf,
  USDC_MINT,
  USDT_MINT,
  VAULT_DATA_ACCOUNT,
} from './chainflip-accounts.ts';
import { composeTransaction, createTokenAccount, instruction, mintTokens, transferSol } from './compose.ts';
import { LEAST_LAMPORTS, LEAST_TOKEN_UNITS, MOST_OPEN_EVENTS } from './genesis.ts';
import { closeSwapEvents, fetchSwapped } from './network-instructions.ts';
import { readTransaction } from './read-transaction.ts';
import { openEvents } from './swap-event.ts';
import { SOL, signerNamed, TestSolana } from './test-solana.ts';
import { type TestSwap, vaultSwap, vaultSwapAccounts, vaultSwapData } from './test-vault-swap.ts';

let solana: TestSolana;
beforeEach(async () => {
  solana = await new TestSolana().fund();
});
afterEach(() => solana.held.remove());

const seed = new Uint8Array(17).fill(5);
const swapOf = (changes: Partial<TestSwap> = {}): TestSwap => ({
  from: solana.alice.address,
  amount: SOL,
  seed,
  ...changes,
});
const usdc = (changes: Partial<TestSwap> = {}): TestSwap =>
  swapOf({ amount: 25_000_000n, mint: USDC_MINT, ...changes });
const custom = (Custom: number, at = 0) => ({ InstructionError: [at, { Custom }] });
const vaultSwaps = (above = 0) => solana.ledger.channels.vaultSwapsAbove?.(above);
const open = (): string[] => openEvents(solana.ledger.node.account(SWAP_DATA_ACCOUNT)?.data ?? new Uint8Array(28));
const units = (account: string): bigint => {
  const data = solana.ledger.node.account(account)?.data ?? new Uint8Array(72);
  return new DataView(data.buffer, data.byteOffset).getBigUint64(64, true);
};

/** Checks that nothing of Alice's or the vault's has moved. */
const untouched = () => {
  expect(solana.ledger.balance(solana.alice.address)).toBe(10n * SOL);
  expect(solana.ledger.balance(solana.alice.address, USDC_MINT)).toBe(1_000_000_000n);
  expect(units(tokenVaultOf(USDC_MINT))).toBe(0n);
  expect(open()).toEqual([]);
};

test('runs an instruction that Chainflip’s network made for mainnet, with its accounts and data as they are', async () => {
  // An answer of cf_request_swap_parameter_encoding, recorded in gemwalletcom/core
  // crates/swapper/src/chainflip/test/chainflip_sol_arb_usdc_quote_data.json.
  const from = 'A21o4asMbFHYadqXdLusT9Bvx9xaC5YV9gcaidjqtdXC';
  const event = 'GrPKTiTrwut3V4Pnp92UjRXXzta5KmQGsPPyjHNsccJB';
  const accounts = [
    ['ACLMuTFvDAb3oecQQGkTVqpUbhCKHG3EZ9uNXHK1W9ka', ''],
    ['3tJ67qa2GDfvv2wcMYNUfN5QBZrFpTwcU8ASZKMvCTVU', 'w'],
    [from, 'ws'],
    [event, 'w'],
    ['FmAcjWaRFUxGWBfGT7G3CzcFeJFsewQ4KPJVG4f6fcob', 'w'],
    ['11111111111111111111111111111111', ''],
  ] as const;
  const data =
    'a3265ce2f3698dc4801d2c04000000000400000014000000514bcb1f9aabb904e6106bd1052b66d2706dbbb707000000006c000000000a00000085fba93ee29c604fa858a351688c01290841eafb19c63a70a475d3c7bc3bef9fcaa145b6f3fdd478e926fa7302d075310000000000000000000000000000000000001e83d2972d3dca3a330d60c2777ee5b8d25683c63fa359116985609830f42054050004002d1100000038924cc334561890e3a819407353710e09';
  const before = solana.ledger.balance(NATIVE_VAULT);
  await solana.ledger.fund(from, SOL);
  const call = instruction('J88B7gmadHzTNGiy54c9Ms8BsEXNdB2fntFyhKpk3qoT', accounts, hexToBytes(data));
  const wire = composeTransaction(from, solana.ledger.latestBlockhash(), [call]);
  // The key is not available here.
  const { outcome, accounts: after } = solana.ledger.node.simulate(readTransaction(wire), { verify: false });
  expect(outcome.err, outcome.logs.join('\n')).toBeUndefined();
  expect(after.get(NATIVE_VAULT)?.lamports).toBe(before + 70_000_000n);
  expect(bytesToHex(after.get(event)?.data ?? new Uint8Array())).toContain('514bcb1f9aabb904e6106bd1052b66d2706dbbb7');
  expect(swapEventAccount(from, hexToBytes('38924cc334561890e3a819407353710e09'))).toBe(event);
});

describe('a swap', () => {
  test('of lamports moves them to the vault and is seen with all that its sender wrote', async () => {
    const height = solana.ledger.height();
    const vault = solana.ledger.balance(NATIVE_VAULT);
    const message = { bytes: Uint8Array.of(1, 2, 3), gasAmount: 77n };
    const hash = solana.send([vaultSwap(swapOf({ message }))]);
    expect(solana.ledger.balance(NATIVE_VAULT)).toBe(vault + SOL);
    const seen = {
      chain: 'SOL',
      hash,
      from: solana.alice.address,
      amountBaseUnits: SOL,
      blockHeight: height + 1,
      dstChain: 1,
      dstAddress: 'ab'.repeat(20),
      dstToken: 3,
      cfParameters: 'cf'.repeat(108),
      message: '010203',
      gasAmount: 77n,
    };
    expect(await vaultSwaps(height)).toEqual([seen]);
    expect(await vaultSwaps(height + 1)).toEqual([]);
    solana.kill();
    expect(await vaultSwaps(height)).toEqual([seen]);
  });

  test('of a token moves it to the vault and names its mint', async () => {
    const hash = solana.send([vaultSwap(usdc())]);
    expect(units(tokenVaultOf(USDC_MINT))).toBe(25_000_000n);
    expect(solana.ledger.balance(solana.alice.address, USDC_MINT)).toBe(975_000_000n);
    expect(await vaultSwaps()).toMatchObject([{ hash, token: USDC_MINT, amountBaseUnits: 25_000_000n }]);
  });

  test('is recorded to the byte for any content', async () => {
    const text = fc.uint8Array({ maxLength: 100 });
    const made = fc.record({
      dstAddress: text,
      cfParameters: text,
      seed: fc.uint8Array({ maxLength: 32 }),
      token: fc.boolean(),
    });
    const used = new Set<string>();
    await fc.assert(
      fc.asyncProperty(made, async ({ token, ...content }) => {
        fc.pre(!used.has(bytesToHex(content.seed)));
        used.add(bytesToHex(content.seed));
        const height = solana.ledger.height();
        const amount = token ? LEAST_TOKEN_UNITS : LEAST_LAMPORTS;
        solana.send([vaultSwap(swapOf({ ...content, amount, ...(token ? { mint: USDT_MINT } : {}) }))]);
        expect(await vaultSwaps(height)).toMatchObject([
          {
            amountBaseUnits: amount,
            dstAddress: bytesToHex(content.dstAddress),
            cfParameters: bytesToHex(content.cfParameters),
          },
        ]);
      }),
      { numRuns: cases(25) },
    );
  });

  test('whose address received coins before is created all the same', async () => {
    const event = swapEventAccount(solana.alice.address, seed);
    await solana.ledger.fund(event, 1_000_000n);
    solana.send([vaultSwap(swapOf())]);
    expect(await vaultSwaps()).toHaveLength(1);
  });
});

describe('the program takes nothing', () => {
  const refused = (
    swap: TestSwap,
    change: { index: number; by: string; role?: '' | 'w' } | undefined,
    error: unknown,
  ) => {
    const accounts = vaultSwapAccounts(swap).map(([key, role], index) =>
      index === change?.index ? ([change.by, change.role ?? role] as const) : ([key, role] as const),
    );
    expect(solana.failure([instruction(SWAP_ENDPOINT_PROGRAM, accounts, vaultSwapData(swap))])).toEqual(error);
    untouched();
  };

  test('for another account than the one that belongs in a place', async () => {
    const { alice, bob } = solana;
    await solana.ledger.fund(bob.address, SOL);
    await solana.ledger.fund(bob.address, 5n, USDC_MINT);
    const bobs = tokenAccountOf(bob.address, USDC_MINT);
    const otherEvent = swapEventAccount(alice.address, Uint8Array.of(1));
    for (const [index, by, error] of [
      [0, CHANNEL_DATA_ACCOUNT, custom(2006)],
      [1, bob.address, custom(2006)],
      [3, otherEvent, custom(2006)],
      [4, VAULT_DATA_ACCOUNT, custom(2006)],
      [5, SWAP_ENDPOINT_PROGRAM, custom(3008)],
    ] as const)
      refused(swapOf(), { index, by }, error);
    for (const [index, by, error] of [
      [0, CHANNEL_DATA_ACCOUNT, custom(2006)],
      [1, bobs, custom(2006)],
      [1, tokenVaultOf(USDT_MINT), custom(2006)],
      [3, bobs, custom(2015)],
      [3, tokenAccountOf(alice.address, USDT_MINT), custom(2014)],
      [3, tokenVaultOf(USDC_MINT), custom(2040)],
      [4, otherEvent, custom(2006)],
      [5, VAULT_DATA_ACCOUNT, custom(2006)],
      [6, supportedTokenAccount(USDT_MINT), custom(2006)],
      [7, SWAP_ENDPOINT_PROGRAM, custom(3008)],
      [8, USDT_MINT, custom(2006)],
      [9, SWAP_ENDPOINT_PROGRAM, custom(3008)],
    ] as const)
      refused(usdc(), { index, by }, error);
  });

  test('when an account that it writes may not be written', () => {
    for (const index of [1, 3, 4])
      refused(swapOf(), { index, by: vaultSwapAccounts(swapOf())[index]?.[0] ?? '', role: '' }, custom(2000));
    for (const index of [1, 3, 4, 5])
      refused(usdc(), { index, by: vaultSwapAccounts(usdc())[index]?.[0] ?? '', role: '' }, custom(2000));
  });

  test('from an account that has not signed', () => {
    const swap = swapOf({ from: solana.bob.address });
    refused(swap, { index: 2, by: solana.bob.address, role: 'w' }, custom(3010));
    refused({ ...swap, mint: USDC_MINT }, { index: 2, by: solana.bob.address, role: 'w' }, custom(3010));
  });

  test('below the least amount, and not more than the sender has', () => {
    refused(swapOf({ amount: LEAST_LAMPORTS - 1n }), undefined, custom(6002));
    refused(usdc({ amount: LEAST_TOKEN_UNITS - 1n }), undefined, custom(6002));
    refused(swapOf({ amount: 0n }), undefined, custom(6002));
    refused(swapOf({ amount: 11n * SOL }), undefined, custom(1));
    refused(usdc({ amount: 1_000_000_001n }), undefined, custom(1));
    refused(swapOf({ amount: 2n ** 64n - 1n }), undefined, custom(1));
  });

  test('of a mint that the vault does not take, or with other decimals than the mint’s', async () => {
    const { alice, ledger } = solana;
    const mint = signerNamed('a coin of her own').address;
    const { machine } = ledger.node;
    const copy = (from: string, to: string, changed: Uint8Array): void => {
      const state = machine.account(from);
      if (!state) throw new Error('nothing to copy');
      machine.put(to, { ...state, data: Uint8Array.of(...changed, ...state.data.subarray(changed.length)) });
    };
    copy(USDC_MINT, mint, new Uint8Array());
    copy(tokenAccountOf(alice.address, USDC_MINT), tokenAccountOf(alice.address, mint), keyBytes(mint));
    refused(usdc({ mint }), undefined, custom(3007));
    copy(tokenVaultOf(USDC_MINT), tokenVaultOf(mint), keyBytes(mint));
    refused(usdc({ mint }), undefined, custom(3007));
    refused(usdc({ mint }), { index: 6, by: supportedTokenAccount(USDC_MINT) }, custom(2006));
    refused(usdc({ decimals: 9 }), undefined, custom(18));
  });

  test('for a seed that was used before, and the first swap stays as it is', async () => {
    solana.send([vaultSwap(swapOf())]);
    const first = await vaultSwaps();
    expect(solana.failure([vaultSwap(swapOf({ amount: 2n * SOL }))])).toEqual(custom(0));
    expect(solana.failure([vaultSwap(usdc())])).toEqual(custom(0));
    expect(await vaultSwaps()).toEqual(first);
    expect(open()).toHaveLength(1);
    expect(solana.ledger.balance(solana.alice.address, USDC_MINT)).toBe(1_000_000_000n);
    // A swap of another sender may have the same one.
    await solana.ledger.fund(solana.bob.address, 2n * SOL);
    solana.send([vaultSwap(swapOf({ from: solana.bob.address }))], [solana.bob]);
    expect(open()).toHaveLength(2);
  });

  test('of a call that says too much or too little, at any place where it may be cut', () => {
    const whole = vaultSwapData(swapOf());
    const call = (data: Uint8Array) =>
      solana.failure([instruction(SWAP_ENDPOINT_PROGRAM, vaultSwapAccounts(swapOf()), data)]);
    fc.assert(
      fc.property(fc.nat(whole.length - 1), (length) => {
        expect([custom(100), custom(102)]).toContainEqual(call(whole.slice(0, length)));
      }),
      { numRuns: cases(40) },
    );
    expect(call(Uint8Array.of(...whole, 0))).toEqual(custom(102));
    expect(call(Uint8Array.of(9, ...whole.slice(1)))).toEqual(custom(101));
    expect(call(vaultSwapData(swapOf({ dstAddress: new Uint8Array(129) })))).toEqual(custom(6004));
    expect(solana.failure([vaultSwap(swapOf({ seed: new Uint8Array(33) }))])).toEqual(custom(2006));
    // Lengths near the largest number.
    const bent = whole.slice();
    bent.set([255, 255, 255, 255], 20);
    expect(call(bent)).toEqual(custom(102));
    untouched();
  });

  test('with any single byte of a call changed, nothing beyond that change is executed', async () => {
    const whole = vaultSwapData(swapOf());
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const data = whole.slice();
        data[at] = (data[at] ?? 0) ^ change;
        const height = solana.ledger.height();
        const before = solana.ledger.balance(NATIVE_VAULT);
        try {
          solana.send([instruction(SWAP_ENDPOINT_PROGRAM, vaultSwapAccounts(swapOf()), data)]);
        } catch {
          expect(solana.ledger.balance(NATIVE_VAULT)).toBe(before);
          return;
        }
        const [seen] = (await vaultSwaps(height)) ?? [];
        expect(solana.ledger.balance(NATIVE_VAULT) - before).toBe(seen?.amountBaseUnits);
      }),
      { numRuns: cases(40) },
    );
  });
});

describe('the network', () => {
  test('closes what it has seen: the rent goes back to the sender, what was swapped to its own account', async () => {
    const start = solana.ledger.balance(solana.alice.address);
    const vault = solana.ledger.balance(solana.vault);
    solana.send([vaultSwap(swapOf())]);
    solana.send([vaultSwap(usdc({ seed: Uint8Array.of(2) }))]);
    const event = swapEventAccount(solana.alice.address, seed);
    expect(solana.ledger.node.account(event)).toBeDefined();
    await solana.held.world.clock.step(120);
    expect(solana.ledger.node.account(event)).toBeUndefined();
    expect(open()).toEqual([]);
    expect(solana.ledger.balance(solana.alice.address)).toBe(start - SOL - 10_000n);
    expect(solana.ledger.balance(solana.vault)).toBe(vault + SOL - 5000n);
    expect(await vaultSwaps()).toHaveLength(2);
    solana.kill();
    expect(open()).toEqual([]);
    expect(await vaultSwaps()).toHaveLength(2);
  });

  test('alone may do so, and gives the rent to the sender only', () => {
    solana.send([vaultSwap(swapOf())]);
    const { alice, bob } = solana;
    const account = swapEventAccount(alice.address, seed);
    expect(solana.failure([closeSwapEvents(alice.address, [{ account, sender: alice.address }])])).toEqual(
      custom(2001),
    );
    expect(solana.failure([fetchSwapped(alice.address)])).toEqual(custom(2001));
    const asVault = closeSwapEvents(solana.vault, [{ account, sender: bob.address }]);
    const wire = composeTransaction(solana.vault, solana.ledger.latestBlockhash(), [asVault]);
    const { outcome } = solana.ledger.node.simulate(readTransaction(wire), { verify: false });
    expect(outcome.err).toEqual(custom(2001));
  });

  test('keeps so many swaps open and no more; the next one is refused whole', () => {
    const swap = (index: number) =>
      swapOf({ amount: LEAST_LAMPORTS, seed: Uint8Array.of(index & 255, index >> 8), cfParameters: new Uint8Array() });
    const last = () => vaultSwap(swap(MOST_OPEN_EVENTS));
    for (let index = 0; index < MOST_OPEN_EVENTS; index += 2)
      solana.send([vaultSwap(swap(index)), vaultSwap(swap(index + 1))]);
    expect(open()).toHaveLength(MOST_OPEN_EVENTS);
    const before = solana.ledger.balance(solana.alice.address);
    expect(solana.failure([last()])).toEqual(custom(6005));
    expect(solana.ledger.balance(solana.alice.address)).toBe(before);
  });
});

test('tokens are made by the purse alone, and the vault’s own tokens never move', () => {
  const { alice } = solana;
  expect(solana.failure([mintTokens(alice.address, alice.address, USDC_MINT, 5n)])).toEqual(custom(4));
  solana.send([vaultSwap(usdc())]);
  const out = createTokenAccount(alice.address, TOKEN_VAULT_OWNER, USDC_MINT);
  expect(solana.failure([out, transferSol(NATIVE_VAULT, alice.address, 1n)])).toBe(-32003);
});
