import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addressOf } from './channels.ts';
import { DOT, signerNamed, TestSubstrate, USDC } from './test-substrate.ts';

let chain: TestSubstrate;
beforeEach(async () => {
  chain = await new TestSubstrate().fund();
});
afterEach(() => chain.remove());

describe('smoke', () => {
  it('transfers', async () => {
    const to = chain.bob.account;
    const sent = chain.sign({ kind: 'transferKeepAlive', to, amount: 5n * DOT });
    expect(await chain.submit(sent)).toEqual({ result: sent.hash });
    await chain.block();
    expect(chain.balance(chain.bob)).toBe(5n * DOT);
    const asset = chain.sign({ kind: 'assetTransfer', assetId: 1337, to, amount: 5_000_000n });
    expect(await chain.submit(asset)).toEqual({ result: asset.hash });
    await chain.block();
    expect(chain.balance(chain.bob, USDC)).toBe(5_000_000n);
    expect(await chain.submit(asset)).toMatchObject({ error: { code: 1010, data: 'Transaction is outdated' } });
    const ed = chain.signEd25519(signerNamed('x').secretKey.slice(0, 32), {
      kind: 'transferKeepAlive',
      to,
      amount: 1n,
    });
    expect(await chain.submit(ed)).toMatchObject({ error: { data: /Inability/ } });
    expect(addressOf(to)).toMatch(/^5/);
  });
});
