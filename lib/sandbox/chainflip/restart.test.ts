/** If these fail, a kill in the middle of a swap loses money, or pays it twice. */
import { describe, expect, it } from 'vitest';
import { begin, ETH, USDC } from './fake-chainflip.ts';
import { fakeWorld } from './fake-chains.ts';

describe('a restart', () => {
  it('in any block of a swap in chunks neither loses nor doubles it', async () => {
    for (let at = 0; at <= 16; at += 1) {
      let s = await begin();
      const channel = await s.open({
        commission: 50,
        boost: at % 2 === 0 ? 30 : 0,
        dca: { number_of_chunks: 2, chunk_interval: 3 },
      });
      channel.chain.deposit({ to: channel.address, amountBaseUnits: 10_000_000n });
      await s.world.blocks(at);
      s = await begin(fakeWorld(s.world));
      await s.world.blocks(30);
      const done = await s.status(channel.id);
      expect(done.state, `killed after block ${at}`).toBe('COMPLETED');
      expect(s.world.ledgers.ETH.sent, `killed after block ${at}`).toHaveLength(1);
      expect(channel.chain.fetched, `killed after block ${at}`).toHaveLength(1);
      expect(s.network.state.swaps).toHaveLength(1);
    }
  });

  it('between paying and saving pays once', async () => {
    const s = await begin();
    const channel = await s.open({ from: ETH, to: USDC });
    channel.chain.deposit({ to: channel.address, amountBaseUnits: 10n ** 18n });
    let planned = new Map(s.world.saved);
    for (let at = 0; at < 20 && s.world.ledgers.ETH.sent.length === 0; at += 1) {
      planned = new Map(s.world.saved);
      await s.world.blocks(1);
    }
    expect(s.world.ledgers.ETH.sent).toHaveLength(1);
    s.world.saved.clear();
    for (const [name, text] of planned) s.world.saved.set(name, text);
    const again = await begin(fakeWorld(s.world));
    await again.world.blocks(10);
    expect(again.world.ledgers.ETH.sent).toHaveLength(1);
    expect(await again.status(channel.id)).toMatchObject({
      state: 'COMPLETED',
      swapEgress: { txRef: again.world.ledgers.ETH.sent[0]?.hash },
    });
  });

  it('sees what was deposited while it was away', async () => {
    const s = await begin();
    const channel = await s.open();
    channel.chain.deposit({ to: channel.address, amountBaseUnits: 1_000_000n });
    channel.chain.mine(20);
    const again = await begin(fakeWorld(s.world));
    await again.world.blocks(12);
    expect((await again.status(channel.id)).state).toBe('COMPLETED');
    expect(again.world.ledgers.ETH.sent).toHaveLength(1);
  });

  it('keeps blocks going up, and the market where it was moved to', async () => {
    const s = await begin();
    await s.world.blocks(60);
    s.control('move-price', { asset: 'Eth', percent: 10 });
    const before = s.network.state;
    const again = await begin(fakeWorld(s.world));
    expect(again.network.state.block).toBeGreaterThan(before.block - 1);
    expect(again.network.state.market.pools.Eth?.reference).toBe(before.market.pools.Eth?.reference);
  });
});
