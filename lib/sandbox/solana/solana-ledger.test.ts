import { base58, base64 } from '@scure/base';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cases } from '../../domain/test-effort.ts';
import { tokenAccountOf } from './addresses.ts';
import { depositChannel, USDC_MINT, USDT_MINT } from './chainflip-accounts.ts';
import { createTokenAccount, memoInstruction, signBase64, transferSol, transferToken } from './compose.ts';
import { fetchNative, fetchToken } from './network-instructions.ts';
import { SOL, signerNamed, TestSolana } from './test-solana.ts';

let solana: TestSolana;
beforeEach(async () => {
  solana = await new TestSolana().fund();
});
afterEach(() => solana.held.remove());

const sendToken = (to: string, mint: string, units: bigint): string =>
  solana.send([
    createTokenAccount(solana.alice.address, to, mint),
    transferToken(solana.alice.address, to, mint, units, 6),
  ]);

describe('a deposit channel', () => {
  const channel = { number: 7n };

  test('has one address for its number, which no key signs for and which differs from every other', () => {
    const { channelAddress } = solana.ledger.channels;
    const addresses = Array.from({ length: 50 }, (_, number) => channelAddress({ number: BigInt(number) }));
    expect(new Set(addresses).size).toBe(50);
    expect(channelAddress(channel)).toBe(channelAddress({ ...channel, token: USDC_MINT }));
    expect(base58.decode(channelAddress(channel))).toHaveLength(32);
  });

  test('shows each payment once, native and token, with its transaction and slot', async () => {
    const address = solana.ledger.channels.channelAddress(channel);
    const height = solana.ledger.height();
    const native = solana.send([transferSol(solana.alice.address, address, SOL)]);
    const afterFirst = solana.ledger.height();
    const token = sendToken(address, USDC_MINT, 25_000_000n);
    solana.send([transferSol(solana.alice.address, solana.bob.address, SOL)]);
    const common = { chain: 'SOL', from: solana.alice.address, to: address };
    const first = { ...common, hash: native, amountBaseUnits: SOL, blockHeight: height + 1 };
    const second = { ...common, hash: token, token: USDC_MINT, amountBaseUnits: 25_000_000n, blockHeight: height + 2 };
    const { depositsTo } = solana.ledger.channels;
    expect(await depositsTo([address], height)).toEqual([first, second]);
    expect(await depositsTo([address], afterFirst)).toEqual([second]);
    expect(await depositsTo([address], solana.ledger.height())).toEqual([]);
    expect(await depositsTo([], height)).toEqual([]);
    solana.kill();
    expect(await solana.ledger.channels.depositsTo([address], height)).toEqual([first, second]);
  });

  test('counts a payment of two parts whole, and one that failed not at all', async () => {
    const address = solana.ledger.channels.channelAddress(channel);
    const payment = transferSol(solana.alice.address, address, SOL);
    const height = solana.ledger.height();
    solana.send([payment, payment]);
    const wire = base64.encode(
      solana.sign([payment, transferSol(solana.alice.address, solana.bob.address, 99n * SOL)]),
    );
    await solana.rpc('sendTransaction', wire, { encoding: 'base64', skipPreflight: true });
    const seen = await solana.ledger.channels.depositsTo([address], height);
    expect(seen.map(({ amountBaseUnits }) => amountBaseUnits)).toEqual([2n * SOL]);
  });

  test('is emptied into the vault, once for a key, and a second fetch finds nothing', async () => {
    const { channels } = solana.ledger;
    const address = channels.channelAddress(channel);
    solana.send([transferSol(solana.alice.address, address, SOL)]);
    sendToken(address, USDT_MINT, 5_000_000n);
    const before = solana.ledger.balance(solana.vault);
    const first = await channels.fetch?.({ key: 'one', channel });
    expect(solana.ledger.balance(address)).toBe(0n);
    expect(solana.ledger.balance(solana.vault)).toBe(before + SOL - 5000n);
    await channels.fetch?.({ key: 'two', channel: { ...channel, token: USDT_MINT } });
    expect(solana.ledger.balance(solana.vault, USDT_MINT)).toBe(5_000_000n);
    solana.kill();
    expect(await solana.ledger.channels.fetch?.({ key: 'one', channel })).toEqual(first);
    await expect(solana.ledger.channels.fetch?.({ key: 'three', channel })).rejects.toThrow(/0x1770/);
  });

  test('gives nothing to others, with any accounts that they name', async () => {
    const address = solana.ledger.channels.channelAddress(channel);
    solana.send([transferSol(solana.alice.address, address, SOL)]);
    sendToken(address, USDC_MINT, 5_000_000n);
    const { alice } = solana;
    const custom = (Custom: number) => ({ InstructionError: [0, { Custom }] });
    expect(solana.failure([fetchNative(alice.address, 7n)])).toEqual(custom(2001));
    expect(solana.failure([fetchToken(alice.address, 7n, USDC_MINT)])).toEqual(custom(2001));
    // Without the vault's signature.
    const unsigned = fetchNative(solana.vault, 7n);
    const accounts = unsigned.accounts?.map((each) =>
      each.address === solana.vault ? { ...each, role: 1 as const } : each,
    );
    expect(solana.failure([{ ...unsigned, accounts: accounts ?? [] }])).toEqual(custom(3010));
    // A configuration account other than the program's own.
    const bent = fetchNative(alice.address, 7n);
    const fake = bent.accounts?.map((each, index) =>
      index === 0 ? { ...each, address: tokenAccountOf(alice.address, USDC_MINT) as typeof each.address } : each,
    );
    expect(solana.failure([{ ...bent, accounts: fake ?? [] }])).toEqual(custom(3007));
    expect(solana.ledger.balance(address)).toBe(SOL);
    expect(solana.ledger.balance(depositChannel(7n).address, USDC_MINT)).toBe(5_000_000n);
  });
});

describe('a payment with a memo', () => {
  const memo = memoInstruction('=:b:tb1qreceiver:1');

  test('is seen with its amount and memo; two transfers in one transaction are not observed', async () => {
    const { alice, bob, ledger } = solana;
    const height = ledger.height();
    const pay = () => transferSol(alice.address, bob.address, SOL);
    const hash = solana.send([pay(), memo]);
    solana.send([pay(), pay(), memo]);
    expect(await ledger.inboundsAbove(height)).toEqual([
      {
        chain: 'SOL',
        hash,
        from: alice.address,
        to: bob.address,
        amountBaseUnits: SOL,
        memo: '=:b:tb1qreceiver:1',
        blockHeight: expect.any(Number),
        gasBaseUnits: 5000n,
      },
    ]);
  });
});

describe('a payout', () => {
  const order = { key: 'egress-1', vault: 'chainflip-0', memo: '' };

  test('is really signed, pays to the unit, and goes once for its key, also after a kill', async () => {
    const to = solana.bob.address;
    const before = solana.ledger.balance(solana.vault);
    const first = await solana.ledger.payOut({ ...order, to, amountBaseUnits: SOL });
    expect(first.gasBaseUnits).toBe(5000n);
    expect(await solana.ledger.payOut({ ...order, to, amountBaseUnits: SOL })).toEqual(first);
    solana.kill();
    expect(await solana.ledger.payOut({ ...order, to, amountBaseUnits: SOL })).toEqual(first);
    expect(solana.ledger.balance(to)).toBe(SOL);
    expect(solana.ledger.balance(solana.vault)).toBe(before - SOL - 5000n);
    const { result } = await solana.rpc('getSignatureStatuses', [first.hash], { searchTransactionHistory: true });
    expect(result.value[0].err).toBeNull();
    expect(await solana.ledger.confirmations(first.hash)).toBeGreaterThan(0);
  });

  test('of a token creates the recipient’s account if it is missing, at the vault’s cost', async () => {
    await solana.ledger.fund(solana.vault, 500_000_000n, USDC_MINT);
    const pay = (key: string) =>
      solana.ledger.payOut({ ...order, key, to: solana.bob.address, token: USDC_MINT, amountBaseUnits: 7n });
    expect((await pay('a')).gasBaseUnits).toBe(5000n + solana.ledger.node.machine.rentExempt(165));
    expect((await pay('b')).gasBaseUnits).toBe(5000n);
    expect(solana.ledger.balance(solana.bob.address, USDC_MINT)).toBe(14n);
    expect(solana.ledger.balance(solana.vault, USDC_MINT)).toBe(500_000_000n - 14n);
  });

  test('to an address off the curve works as well: programs own such ones', async () => {
    const to = solana.ledger.channels.channelAddress({ number: 3n });
    await solana.ledger.fund(solana.vault, 500n, USDT_MINT);
    await solana.ledger.payOut({ ...order, to, token: USDT_MINT, amountBaseUnits: 500n });
    expect(solana.ledger.balance(to, USDT_MINT)).toBe(500n);
  });

  test('that cannot be made says why, keeps nothing, and can be made later under the same key', async () => {
    const to = solana.bob.address;
    const much = { ...order, to, amountBaseUnits: 1000n * SOL };
    await expect(solana.ledger.payOut(much)).rejects.toThrow('vault chainflip-0 cannot pay');
    await expect(solana.ledger.payOut({ ...order, to, amountBaseUnits: 5n })).rejects.toThrow(
      /insufficient funds for rent/,
    );
    await expect(solana.ledger.payOut({ ...order, to, amountBaseUnits: 0n })).rejects.toThrow(/payment of 0/);
    await expect(solana.ledger.payOut({ ...order, to: 'nobody', amountBaseUnits: 1n })).rejects.toThrow(
      /not a Solana address/,
    );
    await expect(
      solana.ledger.payOut({ ...order, to, token: signerNamed('coin').address, amountBaseUnits: 1n }),
    ).rejects.toThrow(/has no token/);
    await solana.ledger.fund(solana.vault, 2000n * SOL);
    await solana.ledger.payOut(much);
    expect(solana.ledger.balance(to)).toBe(1000n * SOL);
  });
});

describe('slots', () => {
  test('pass with the clock, never block a transaction, and are never given out twice', async () => {
    const seen = [solana.ledger.height()];
    await solana.slots(100);
    seen.push(solana.ledger.height());
    expect(seen[1]).toBeGreaterThanOrEqual((seen[0] ?? 0) + 90);
    solana.send([transferSol(solana.alice.address, solana.bob.address, SOL)]);
    seen.push(solana.ledger.height());
    for (let kill = 0; kill < 3; kill += 1) {
      solana.kill();
      seen.push(solana.ledger.height());
      await solana.slots(700);
      seen.push(solana.ledger.height());
    }
    for (const [index, slot] of seen.entries())
      if (index > 0) expect(slot).toBeGreaterThanOrEqual(seen[index - 1] ?? 0);
  });

  test('confirmations of a transaction grow with them', async () => {
    const hash = solana.send([transferSol(solana.alice.address, solana.bob.address, SOL)]);
    expect(await solana.ledger.confirmations(hash)).toBe(1);
    await solana.slots(50);
    expect(await solana.ledger.confirmations(hash)).toBeGreaterThan(40);
    expect(await solana.ledger.confirmations(base58.encode(new Uint8Array(64).fill(9)))).toBeUndefined();
  });

  test('while none are produced transactions wait, also over a kill, and then land', async () => {
    solana.held.world.faults.set({ target: 'SOL', kind: 'no-blocks', params: {} });
    const height = solana.ledger.height();
    const hash = solana.send([transferSol(solana.alice.address, solana.bob.address, SOL)]);
    await solana.slots(10);
    solana.kill();
    await solana.slots(10);
    expect(await solana.ledger.confirmations(hash)).toBe(0);
    expect(solana.ledger.balance(solana.bob.address)).toBe(0n);
    solana.held.world.faults.clear('SOL', 'no-blocks');
    expect(solana.ledger.height()).toBeGreaterThan(height);
    expect(await solana.ledger.confirmations(hash)).toBeGreaterThan(0);
    expect(solana.ledger.balance(solana.bob.address)).toBe(SOL);
  });

  test('a transaction that is lost on its way is answered, and never lands', async () => {
    solana.held.world.faults.set({ target: 'SOL', kind: 'drop-transactions', params: {} });
    const hash = solana.send([transferSol(solana.alice.address, solana.bob.address, SOL)]);
    solana.held.world.faults.clear('SOL', 'drop-transactions');
    await solana.slots(200);
    expect(await solana.ledger.confirmations(hash)).toBeUndefined();
    expect(solana.ledger.balance(solana.alice.address)).toBe(10n * SOL);
  });
});

test('a kill after any number of transactions loses none of them, no coin and no account', async () => {
  const people = [solana.alice, solana.bob, signerNamed('carol')];
  const state = () => ({
    coins: people.map(({ address }) => solana.ledger.balance(address)),
    tokens: people.map(({ address }) => solana.ledger.balance(address, USDC_MINT)),
    history: solana.ledger.node.history.of(solana.alice.address),
  });
  const step = fc.tuple(fc.nat(2), fc.boolean(), fc.bigInt({ min: 1_000_000n, max: 3_000_000n }));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 30 }), async (steps) => {
      for (const [to, isToken, amount] of steps) {
        const payee = people[to]?.address ?? '';
        if (isToken) sendToken(payee, USDC_MINT, amount / 1_000_000n);
        else solana.send([transferSol(solana.alice.address, payee, amount)]);
      }
      const before = state();
      solana.kill();
      expect(state()).toEqual(before);
    }),
    { numRuns: cases(8) },
  );
});

test('a transaction that another program composed can be signed with an account of the sandbox', () => {
  const unsigned = base64.encode(solana.compose([transferSol(solana.alice.address, solana.bob.address, SOL)]));
  solana.ledger.broadcast(base64.decode(signBase64(unsigned, [solana.alice])));
  expect(solana.ledger.balance(solana.bob.address)).toBe(SOL);
});
