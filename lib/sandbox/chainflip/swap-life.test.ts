/** If these fail, somebody's money is lost, paid twice, or shown in a state that it is not in. */
import { describe, expect, it } from 'vitest';
import { BTC, begin, ETH, USDC, userOn } from './fake-chainflip.ts';

describe('a swap through a channel', () => {
  it('goes through every state, each seen, and pays what the quote said', async () => {
    const s = await begin();
    const quoted = await s.ask(
      'chainflip-backend',
      'GET',
      '/v2/quote?srcChain=Bitcoin&srcAsset=BTC&destChain=Ethereum&destAsset=ETH&amount=10000000',
    );
    const quote = JSON.parse(quoted.body)[0] as {
      egressAmount: string;
      includedFees: { type: string; amount: string }[];
    };
    const channel = await s.open();
    expect(await s.status(channel.id)).toMatchObject({
      state: 'WAITING',
      depositChannel: { id: channel.id, isExpired: false },
    });
    const hash = channel.chain.deposit({ to: channel.address, amountBaseUnits: 10_000_000n }, 'wait');
    await s.world.ticks(1);
    expect(await s.status(channel.id)).toMatchObject({
      state: 'RECEIVING',
      deposit: { amount: '10000000', txRef: hash, txConfirmations: 0 },
    });
    const seen: string[] = [];
    for (let at = 0; at < 12; at += 1) {
      await s.world.blocks(1);
      seen.push((await s.status(channel.id)).state);
    }
    expect([...new Set(seen)]).toEqual(['RECEIVING', 'SWAPPING', 'SENDING', 'SENT', 'COMPLETED']);
    const done = await s.status(channel.id);
    expect(s.world.ledgers.ETH.sent).toHaveLength(1);
    expect(s.world.ledgers.ETH.sent[0]).toMatchObject({ vault: 'chainflip-0', to: userOn(ETH) });
    expect(done.swapEgress?.amount).toBe(quote.egressAmount);
    expect(done.swapEgress?.txRef).toBe(s.world.ledgers.ETH.sent[0]?.hash);
    expect(done.fees.toSorted((a, b) => a.type.localeCompare(b.type))).toEqual(
      quote.includedFees
        .map((fee) => expect.objectContaining({ type: fee.type, amount: fee.amount }))
        .toSorted((a, b) => String(a.sample.type).localeCompare(String(b.sample.type))),
    );
    expect(await s.status(hash.toUpperCase())).toEqual(done);
    expect(await s.status(String(done.swapId))).toEqual(done);
    expect(await s.status(channel.id.toLowerCase())).toEqual(done);
  });
  it('pays out tokens', async () => {
    const s = await begin();
    const channel = await s.open({ from: ETH, to: USDC });
    channel.chain.deposit({ to: channel.address, amountBaseUnits: 10n ** 18n });
    await s.world.blocks(12);
    expect((await s.status(channel.id)).state).toBe('COMPLETED');
    expect(s.world.ledgers.ETH.sent[0]?.token).toMatch(/^0xA0b8/);
    void BTC;
  });
});
