/** Chainflip observes each deposit on the local Asset Hub once and pays out once, despite any kill in between. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { encodeSs58 } from '../../chains/ss58.ts';
import { accountOf, addressOf } from './channels.ts';
import type { Call } from './codecs.ts';
import { DOT, TestSubstrate, USDC } from './test-substrate.ts';

let chain: TestSubstrate;
beforeEach(async () => {
  chain = await new TestSubstrate().fund();
});
afterEach(() => chain.remove());

async function run(call: Call): Promise<void> {
  await chain.submit(chain.sign(call));
  await chain.block();
}

describe('deposit channels', () => {
  const channel = (number: bigint) => chain.ledger.channels.channelAddress({ number });
  const deposits = (number: bigint, above = 0) => chain.ledger.channels.depositsTo([channel(number)], above);

  it('have an address each, of no public network, that stays over restarts', () => {
    const before = [channel(1n), channel(2n)];
    expect(new Set(before).size).toBe(2);
    for (const address of before) expect(address).toMatch(/^5/);
    chain.kill();
    expect([channel(1n), channel(2n)]).toEqual(before);
  });

  it('see every asset and inner transfers, by block-index, once, also after a kill', async () => {
    const to = accountOf(channel(7n));
    await run({
      kind: 'batchAll',
      calls: [
        { kind: 'transferAllowDeath', to, amount: 3n * DOT },
        { kind: 'assetTransfer', assetId: 1984, to, amount: 2_000_000n },
      ],
    });
    const hash = `${chain.node.height()}-1`;
    const from = addressOf(chain.alice.account);
    const common = { chain: 'DOT', hash, from, to: channel(7n), blockHeight: chain.node.height() };
    const expected = [
      { ...common, amountBaseUnits: 3n * DOT },
      { ...common, token: '1984', amountBaseUnits: 2_000_000n },
    ];
    expect(await deposits(7n)).toEqual(expected);
    const height = chain.ledger.height();
    chain.kill();
    expect(chain.ledger.height()).toBeGreaterThanOrEqual(height);
    expect(await deposits(7n)).toEqual(expected);
    expect(await deposits(7n, height)).toEqual([]);
    expect(await chain.ledger.confirmations(hash)).toBeGreaterThanOrEqual(1);
    expect(await chain.ledger.confirmations(`${height}-9`)).toBeUndefined();
  });

  it('do not count a payment that failed', async () => {
    await run({ kind: 'transferKeepAlive', to: accountOf(channel(7n)), amount: 500n * DOT });
    expect(await deposits(7n)).toEqual([]);
  });

  it('see what waits, which is there still after a kill and then comes into a block', async () => {
    const sent = chain.sign({ kind: 'transferKeepAlive', to: accountOf(channel(3n)), amount: DOT });
    await chain.submit(sent);
    const [waiting] = await chain.ledger.channels.pendingTo([channel(3n)]);
    expect(waiting).toMatchObject({ hash: sent.hash, amountBaseUnits: DOT, blockHeight: 0 });
    expect(await chain.ledger.confirmations(sent.hash)).toBe(0);
    chain.kill();
    await chain.block();
    expect(await deposits(3n)).toHaveLength(1);
    expect(await chain.ledger.channels.pendingTo([channel(3n)])).toEqual([]);
  });

  it('take an address with the main network’s prefix as the same account', async () => {
    const main = encodeSs58(Uint8Array.from(Buffer.from(accountOf(channel(4n)), 'hex')), 0);
    await chain.ledger.fund(main, DOT);
    expect(await deposits(4n)).toHaveLength(1);
    expect(await chain.ledger.channels.depositsTo([main], 0)).toHaveLength(1);
  });

  it('are emptied by the vault, which pays the fee; the same key acts once, also after a kill', async () => {
    await chain.ledger.fund(channel(9n), 4n * DOT);
    await chain.ledger.fund(channel(9n), 5_000_000n, USDC);
    const vault = chain.ledger.vaultAddress('chainflip-0');
    const before = chain.ledger.balance(vault);
    const fetch = (key: string, token?: string) =>
      chain.ledger.channels.fetch({ key, channel: { number: 9n, ...(token ? { token } : {}) } });
    const taken = await fetch('a');
    await fetch('b', USDC);
    expect(chain.ledger.balance(channel(9n))).toBe(0n);
    expect(chain.ledger.balance(vault, USDC)).toBe(5_000_000n);
    expect(chain.ledger.balance(vault)).toBeGreaterThan(before + 4n * DOT - DOT / 100n);
    chain.kill();
    expect(await fetch('a')).toEqual(taken);
    // The second deposit's fetch finds what the first one's took.
    expect(await fetch('c')).toEqual(taken);
    await expect(chain.ledger.channels.fetch({ key: 'd', channel: { number: 10n } })).rejects.toThrow('nothing lies');
  });
});

describe('payouts', () => {
  const payOut = (key: string, amountBaseUnits: bigint, token?: string) =>
    chain.ledger.payOut({
      key,
      vault: 'chainflip-0',
      to: addressOf(chain.bob.account),
      amountBaseUnits,
      memo: '',
      ...(token ? { token } : {}),
    });

  it('are sent once for a key, also when asked again after a kill, and are in a block at once', async () => {
    const sent = await payOut('1', 2n * DOT);
    expect(sent.hash).toMatch(/^\d+-1$/);
    expect(await chain.ledger.confirmations(sent.hash)).toBe(1);
    chain.kill();
    expect(await payOut('1', 2n * DOT)).toEqual(sent);
    expect(chain.balance(chain.bob)).toBe(2n * DOT);
  });

  it('that cannot be made leave no trace and can be made later', async () => {
    await expect(payOut('2', 5_000_000n, USDC)).rejects.toThrow('vault chainflip-0 cannot pay: Assets.NoAccount');
    await expect(payOut('3', 1n)).rejects.toThrow('Token.BelowMinimum');
    const height = chain.ledger.height();
    await chain.ledger.fund(chain.ledger.vaultAddress('chainflip-0'), 9_000_000n, USDC);
    expect((await payOut('2', 5_000_000n, USDC)).hash).toBe(`${height + 2}-1`);
    await expect(chain.ledger.fund(addressOf(chain.bob.account), 1n, '77')).rejects.toThrow('no asset 77');
  });
});
