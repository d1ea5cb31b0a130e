/** If these fail, a kill in the middle of a swap loses money, or Maya swaps by the wrong rules. */
import { describe, expect, it } from 'vitest';
import { beginSandbox as begin, payBtc, txStatus, USER_ETH } from './fake-sandbox.ts';
import { fakeAddress, fakeWorld } from './fake-world.ts';

describe('a restart', () => {
  it('in any block of a swap neither loses nor doubles it', async () => {
    for (let at = 0; at <= 14; at += 1) {
      let s = await begin();
      const id = payBtc(s.world, s.thor, 50_000_000n, `=:e:${USER_ETH}::ptg:50`);
      await s.world.blocks(at);
      s = await begin(fakeWorld(s.world));
      await s.world.blocks(200);
      const done = await txStatus(s, id);
      expect(done.out_txs, `killed after block ${at}`).toHaveLength(2);
      expect(s.world.ledgers.ETH!.sent, `killed after block ${at}`).toHaveLength(1);
      expect(s.world.ledgers.THOR!.sent, `killed after block ${at}`).toHaveLength(1);
    }
  });

  it('between paying and saving pays once', async () => {
    const s = await begin();
    const id = payBtc(s.world, s.thor, 1_000_000n, `=:e:${USER_ETH}`);
    await s.world.blocks(3);
    const before = new Map(s.world.saved);
    await s.world.blocks(30);
    expect(s.world.ledgers.ETH!.sent).toHaveLength(1);
    s.world.saved.clear();
    for (const [name, text] of before) s.world.saved.set(name, text);
    const again = await begin(fakeWorld(s.world));
    await again.world.blocks(40);
    expect(again.world.ledgers.ETH!.sent).toHaveLength(1);
    expect((await txStatus(again, id)).out_txs).toHaveLength(1);
  });

  it('a chain that cannot pay is asked again', async () => {
    const s = await begin();
    const id = payBtc(s.world, s.thor, 1_000_000n, `=:e:${USER_ETH}`);
    s.world.ledgers.ETH!.failing = true;
    await s.world.blocks(30);
    expect((await txStatus(s, id)).stages.outbound_signed).toMatchObject({ completed: false });
    s.world.ledgers.ETH!.failing = false;
    await s.world.blocks(1);
    expect((await txStatus(s, id)).stages.outbound_signed).toEqual({ completed: true });
  });
});

describe('a swap on Maya', () => {
  it('is one swap without an interval and streams with one, showing its progress', async () => {
    const s = await begin();
    const whole = payBtc(s.world, s.maya, 10_000_000n, `=:e:${USER_ETH}`);
    const stream = payBtc(s.world, s.maya, 10_000_000n, `=:e:${USER_ETH}:0/3/4`);
    await s.world.blocks(4);
    expect((await txStatus(s, whole, 'mayanode')).planned_out_txs).toHaveLength(1);
    const running = await txStatus(s, stream, 'mayanode');
    expect(running.stages.swap_status).toEqual({ pending: true, streaming: { interval: 3, quantity: 4, count: 1 } });
    await s.world.blocks(60);
    expect((await txStatus(s, stream, 'mayanode')).out_txs).toHaveLength(1);
  });

  it('refunds all when the first sub-swap fails', async () => {
    const s = await begin();
    const id = payBtc(s.world, s.maya, 10_000_000n, `=:e:${USER_ETH}:99999999999/3/4`);
    await s.world.blocks(40);
    expect((await txStatus(s, id, 'mayanode')).out_txs).toMatchObject([{ memo: `REFUND:${id}` }]);
  });

  it('takes RUNE by a plain transfer and pays CACAO at once less 0.2', async () => {
    const s = await begin();
    const to = fakeAddress('MAYA', 'user');
    const thor = s.world.ledgers.THOR!;
    const id = thor.pay({
      from: fakeAddress('THOR', 'user'),
      to: thor.vaultAddress('maya-0'),
      amountBaseUnits: 10_000_000_000n,
      memo: `=:c:${to}`,
    });
    const quote = await s.get(
      'mayanode',
      `/mayachain/quote/swap?from_asset=THOR.RUNE&to_asset=MAYA.CACAO&amount=10000000000&destination=${to}`,
    );
    await s.world.blocks(5);
    expect((await txStatus(s, id, 'mayanode')).out_txs?.[0]).toMatchObject({ id: '0'.repeat(64), chain: 'MAYA' });
    expect(s.world.ledgers.MAYA!.sent[0]?.amountBaseUnits).toBe(BigInt(String(quote.expected_amount_out)));
    expect(s.thor.state.inbounds).toHaveLength(0);
  });
});
