/** The local Asset Hub neither loses, doubles nor creates money, and accepts only properly signed transactions. */
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cases } from '../../domain/test-effort.ts';
import { EXISTENTIAL_DEPOSIT, feeOf } from './asset-hub.ts';
import { addressOf } from './channels.ts';
import { type Call, mortalEra } from './codecs.ts';
import { readExtrinsic } from './extrinsic.ts';
import { DOT, signerNamed, TestSubstrate, USDC } from './test-substrate.ts';

let chain: TestSubstrate;
beforeEach(async () => {
  chain = await new TestSubstrate().fund();
});
afterEach(() => chain.remove());

const invalid = (data: string) => ({ error: { code: 1010, message: 'Invalid Transaction', data } });
const BAD_SIGNATURE = invalid('Transaction has a bad signature');
const OUTDATED = invalid('Transaction is outdated');
const CANNOT_PAY = invalid('Inability to pay some fees (e.g. account balance too low)');

const toBob = (amount: bigint): Call => ({ kind: 'transferKeepAlive', to: chain.bob.account, amount });
const usdcToBob = (amount: bigint): Call => ({ kind: 'assetTransfer', assetId: 1337, to: chain.bob.account, amount });
/** Sends a call, makes a block, and returns why the call failed there. */
async function run(call: Call, signer = chain.alice): Promise<string | undefined> {
  const sent = chain.sign(call, signer);
  expect(await chain.submit(sent)).toEqual({ result: sent.hash });
  await chain.block();
  const found = chain.node.history.lastWith(({ hash }) => hash === sent.hash);
  expect(found).toBeDefined();
  return found?.block.extrinsics[found.at]?.failed;
}

describe('what is signed', () => {
  it('moves DOT and both assets and costs the fee', async () => {
    const [dot, usdc] = [chain.sign(toBob(5n * DOT)), usdcToBob(5_000_000n)];
    await chain.submit(dot);
    await chain.block();
    expect(chain.balance(chain.bob)).toBe(5n * DOT);
    expect(chain.balance(chain.alice)).toBe(95n * DOT - feeOf(dot.bytes.length));
    expect(await run(usdc)).toBeUndefined();
    expect(chain.balance(chain.bob, USDC)).toBe(5_000_000n);
    expect(chain.balance(chain.alice, USDC)).toBe(995_000_000n);
  });

  it('counts with an ed25519 key as well', async () => {
    const seed = chain.held.world.secret('ed');
    const wire = chain.signEd25519(seed, toBob(DOT));
    await chain.ledger.fund(addressOf(readExtrinsic(wire).signer), 3n * DOT);
    expect(await chain.submit(wire)).toHaveProperty('result');
    await chain.block();
    expect(chain.balance(chain.bob)).toBe(DOT);
  });

  it('and changed in any one bit afterwards is refused', async () => {
    const { bytes } = chain.sign(toBob(DOT), chain.alice, { era: mortalEra(64, chain.node.height()) }, birth());
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.nat(7), async (at, bit) => {
        const changed = Uint8Array.from(bytes);
        changed[at] = (changed[at] ?? 0) ^ (1 << bit);
        expect((await chain.submit(changed)).error?.code).toBeOneOf([1001, 1002, 1010, 1011]);
      }),
      { numRuns: cases(60) },
    );
    expect(chain.node.pool()).toHaveLength(0);
    expect(await chain.submit(bytes)).toHaveProperty('result');
  });

  it('for another network, runtime or block is refused', async () => {
    const foreign = '68d56f15f85d3136970ec16946040bc1752654e906147f7e43e9d539d7c3de2f';
    for (const implied of [{ genesis: foreign }, { birth: foreign }, { specVersion: 1 }, { transactionVersion: 1 }])
      expect(await chain.submit(chain.sign(toBob(DOT), chain.alice, {}, implied))).toEqual(BAD_SIGNATURE);
  });

  it('counts once: a replay is outdated, before and after a restart', async () => {
    const sent = chain.sign(toBob(DOT));
    await chain.submit(sent);
    expect((await chain.submit(sent)).error).toMatchObject({ code: 1013, message: 'Transaction Already Imported' });
    await chain.block();
    expect(await chain.submit(sent)).toEqual(OUTDATED);
    chain.kill();
    expect(await chain.submit(sent)).toEqual(OUTDATED);
    expect(chain.balance(chain.bob)).toBe(DOT);
  });

  it('ahead of its turn waits for the one before it', async () => {
    const [first, second] = [chain.sign(toBob(DOT)), chain.sign(toBob(2n * DOT), chain.alice, { nonce: 1 })];
    await chain.submit(second);
    await chain.block(2);
    expect(chain.balance(chain.bob)).toBe(0n);
    await chain.submit(first);
    expect((await chain.rpc('system_accountNextIndex', addressOf(chain.alice.account))).result).toBe(2);
    await chain.block();
    expect(chain.balance(chain.bob)).toBe(3n * DOT);
  });

  it('gives way to the same number with a higher tip only', async () => {
    await chain.submit(chain.sign(toBob(DOT), chain.alice, { tip: 5n }));
    const rival = (tip: bigint) => chain.submit(chain.sign(toBob(2n * DOT), chain.alice, { nonce: 0, tip }));
    expect((await rival(4n)).error).toMatchObject({ code: 1014, message: 'Priority is too low: (5 vs 4)' });
    expect(await rival(6n)).toHaveProperty('result');
    await chain.block();
    expect(chain.balance(chain.bob)).toBe(2n * DOT);
  });

  it('counts only as long as its era says', async () => {
    const { bytes } = chain.sign(toBob(DOT), chain.alice, { era: mortalEra(4, chain.node.height()) }, birth());
    await chain.block(4);
    expect(await chain.submit(bytes)).toEqual(BAD_SIGNATURE);
    const era = { period: 65_536, phase: 0 };
    expect(await chain.submit(chain.sign(toBob(DOT), chain.alice, { era }))).toEqual(
      invalid('Transaction has an ancient birth block'),
    );
  });

  it('by an account that cannot pay the fee and live on is refused', async () => {
    const poor = signerNamed('poor');
    expect(await chain.submit(chain.sign(toBob(1n), poor))).toEqual(CANNOT_PAY);
    await chain.ledger.fund(addressOf(poor.account), EXISTENTIAL_DEPOSIT);
    expect(await chain.submit(chain.sign(toBob(1n), poor))).toEqual(CANNOT_PAY);
  });

  it('is needed at all: other bytes are rejected as a node does', async () => {
    expect((await chain.rpc('author_submitExtrinsic', '0x1234')).error?.code).toBe(1001);
    expect((await chain.rpc('author_submitExtrinsic', '0x080403')).error?.code).toBe(1002);
    expect((await chain.rpc('author_submitExtrinsic', 'nonsense')).error?.code).toBe(-32602);
    const withHash = chain.sign(toBob(1n), chain.alice, { withMetadataHash: true });
    expect((await chain.submit(withHash)).error?.code).toBe(1011);
  });
});

const birth = () => ({ birth: chain.node.blockHash(chain.node.height()) });

describe('existential deposits', () => {
  it('an account is not begun with less', async () => {
    expect(await run(toBob(EXISTENTIAL_DEPOSIT - 1n))).toBe('Token.BelowMinimum');
    expect(await run(usdcToBob(9_999n))).toBe('Token.BelowMinimum');
    expect(await run(toBob(EXISTENTIAL_DEPOSIT))).toBeUndefined();
    expect(await run(usdcToBob(10_000n))).toBeUndefined();
    expect(chain.balance(chain.bob)).toBe(EXISTENTIAL_DEPOSIT);
  });

  it('an account that would keep less stays alive or is reaped, as the call says; its dust is gone', async () => {
    const poor = signerNamed('poor');
    await chain.ledger.fund(addressOf(poor.account), DOT);
    const most = DOT - feeOf(chain.sign(toBob(DOT), poor).bytes.length) - 1n;
    expect(await run(toBob(most), poor)).toBe('Token.NotExpendable');
    const left = chain.balance(poor);
    const fee = feeOf(
      chain.sign({ kind: 'transferAllowDeath', to: chain.bob.account, amount: left }, poor).bytes.length,
    );
    expect(
      await run({ kind: 'transferAllowDeath', to: chain.bob.account, amount: left - fee - 1n }, poor),
    ).toBeUndefined();
    expect(chain.balance(poor)).toBe(0n);
    expect(chain.node.accounts.get(poor.account).nonce).toBe(0);
    expect(chain.balance(chain.bob)).toBe(left - fee - 1n);
  });

  it('all that there is goes, or all but the deposit', async () => {
    await run({ kind: 'transferAll', to: chain.bob.account, keepAlive: true });
    expect(chain.balance(chain.alice)).toBe(EXISTENTIAL_DEPOSIT);
    await run({ kind: 'transferAll', to: chain.alice.account, keepAlive: false }, chain.bob);
    expect(chain.balance(chain.bob)).toBe(0n);
  });

  it('what is too little of an asset to stay goes along', async () => {
    expect(await run(usdcToBob(999_995_000n))).toBeUndefined();
    expect(chain.balance(chain.bob, USDC)).toBe(1_000_000_000n);
    expect(chain.balance(chain.alice, USDC)).toBe(0n);
  });
});

describe('calls that fail', () => {
  it('cost the fee, count the nonce and move nothing, a batch not even in part', async () => {
    const before = chain.balance(chain.alice);
    const batch: Call = { kind: 'batchAll', calls: [toBob(DOT), usdcToBob(10_000_000_000n)] };
    const { bytes } = chain.sign(batch);
    expect(await run(batch)).toBe('Assets.BalanceLow');
    expect(chain.balance(chain.alice)).toBe(before - feeOf(bytes.length));
    expect(chain.balance(chain.bob)).toBe(0n);
    expect(chain.node.accounts.get(chain.alice.account).nonce).toBe(1);
    expect(await run({ kind: 'assetTransfer', assetId: 7, to: chain.bob.account, amount: 1n })).toBe('Assets.Unknown');
  });

  it('show as such in the events, and the others as paid', async () => {
    await run(toBob(500n * DOT));
    const hash = (await chain.rpc('chain_getBlockHash', chain.node.height())).result;
    const key = '0x26aa394eea5630e07c48ae0c9558cef780d41e5e16056765bc8461851072c9d7';
    const failed = String((await chain.rpc('state_getStorage', key, hash)).result);
    // Phase ApplyExtrinsic(1), System.ExtrinsicFailed, DispatchError::Token(FundsUnavailable).
    expect(failed).toContain('000100000000010700');
    await run(toBob(DOT));
    const paid = String((await chain.rpc('state_getStorage', key)).result);
    expect(paid).toContain(`00010000000a02${chain.alice.account}${chain.bob.account}00e40b5402`);
    expect(paid).toContain('00010000000000');
  });
});

const KINDS = ['transferAllowDeath', 'transferKeepAlive', 'transferAll', 'assetTransfer'] as const;
function callOf(
  kind: (typeof KINDS)[number],
  { keepAlive, ...payment }: { to: string; amount: bigint; keepAlive: boolean },
): Call {
  if (kind === 'transferAll') return { kind, to: payment.to, keepAlive };
  return kind === 'assetTransfer' ? { kind, assetId: 1337, ...payment } : { kind, ...payment };
}

it('only fees and dust leave the world, for any transfers', async () => {
  const people = [chain.alice, chain.bob, signerNamed('carol')];
  const total = (): [bigint, bigint] => {
    const all = chain.node.accounts.entries().map(([, state]) => state);
    return [
      all.reduce((sum, { free }) => sum + free, 0n),
      all.reduce((sum, { assets }) => sum + (assets[1337] ?? 0n), 0n),
    ];
  };
  const amounts = fc.oneof(fc.bigInt(0n, 2n * EXISTENTIAL_DEPOSIT), fc.bigInt(0n, 200n * DOT));
  const step = fc.record({
    from: fc.nat(2),
    to: fc.nat(2),
    amount: amounts,
    kind: fc.constantFrom(...KINDS),
    keepAlive: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 6 }), async (steps) => {
      for (const { from, to, kind, amount, keepAlive } of steps) {
        const [dotBefore, usdcBefore] = total();
        const target = people[to]?.account ?? '';
        const call = callOf(kind, { to: target, amount, keepAlive });
        const sent = chain.sign(call, people[from]);
        const taken = (await chain.submit(sent)).error === undefined;
        await chain.block();
        const [dot, usdc] = total();
        const lost = dotBefore - dot - (taken ? feeOf(sent.bytes.length) : 0n);
        expect(lost).toBeGreaterThanOrEqual(0n);
        expect(lost).toBeLessThan(EXISTENTIAL_DEPOSIT);
        expect(usdc).toBe(usdcBefore);
        for (const [, { free, assets }] of chain.node.accounts.entries()) {
          expect(free === 0n || free >= EXISTENTIAL_DEPOSIT).toBe(true);
          expect(assets[1337] === undefined || assets[1337] >= 10_000n).toBe(true);
        }
      }
    }),
    { numRuns: cases(25) },
  );
});
