/** If these fail, a user who pays into Garden on the local chains gets neither the promised output nor the refund. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { LONG_RUN } from '../../domain/test-effort.ts';
import { TestGarden, user, WBTC } from './test-garden.ts';

/** The tests start a node, possibly on a busy machine. */
const LONG_MS = 120_000;

describe('an order', { timeout: LONG_MS }, () => {
  let g: TestGarden;
  beforeAll(async () => {
    g = await TestGarden.open();
  }, LONG_MS);
  afterEach(() => g.clearFaults());
  afterAll(() => g.close(), LONG_MS);

  it('from Bitcoin to WBTC pays the promised amount for a plain deposit', async () => {
    const before = await g.chain.balance(user.address, WBTC);
    const made = await g.createOrder('bitcoin:btc', 'ethereum:wbtc', 1_000_000n);
    expect(made).toMatchObject({ to: expect.stringMatching(/^bcrt1p/), amount: '1000000' });
    expect((await g.order(made.order_id)).source_swap).toMatchObject({
      initiate_tx_hash: '',
      initiate_block_number: '0',
    });
    const hash = await g.payBitcoin(made.to, 1_000_000n);
    await g.step(5);
    expect((await g.order(made.order_id)).source_swap).toMatchObject({
      initiate_tx_hash: hash,
      initiate_block_number: '0',
      current_confirmations: 0,
    });
    const done = await g.settle(made.order_id, 60);
    expect(done.source_swap.initiate_tx_hash).toMatch(new RegExp(`^${hash}:\\d+$`));
    expect(done.destination_swap.redeem_tx_hash).toMatch(/^0x[0-9a-f]{64}$/);
    expect(done.source_swap.redeem_tx_hash).toMatch(/^[0-9a-f]{64}:\d+$/);
    expect(done.destination_swap.filled_amount).toBe(made.quote.destination.amount);
    expect((await g.chain.balance(user.address, WBTC)) - before).toBe(BigInt(made.quote.destination.amount));
    expect(g.chain.errors).toEqual([]);
  });

  it('from WBTC to Bitcoin pays the promised amount, by transaction and by signature', async () => {
    const made = await g.createOrder('ethereum:wbtc', 'bitcoin:btc', 2_000_000n);
    expect(made.typed_data.message).toMatchObject({ amount: '0x1e8480', timelock: '0x1c20' });
    const before = g.btc.balance(g.btcAddress);
    const hash = await g.payEvm(made);
    const done = await g.settle(made.order_id, 60);
    expect(done.source_swap.initiate_tx_hash).toBe(hash);
    expect(done.destination_swap.redeem_tx_hash).toMatch(/^[0-9a-f]{64}/);
    expect(g.btc.balance(g.btcAddress) - before).toBe(BigInt(made.quote.destination.amount));

    const signed = await g.createOrder('ethereum:wbtc', 'bitcoin:btc', 3_000_000n);
    await g.approve(WBTC, signed.initiate_transaction.to, 3_000_000n);
    const signature = await g.signTyped(signed.typed_data);
    const answer = await g.http('PATCH', `/orders/${signed.order_id}?action=initiate`, { signature });
    expect(answer).toMatchObject({ status: 'Ok', result: expect.stringMatching(/^0x[0-9a-f]{64}$/) });
    const finished = await g.settle(signed.order_id, 60);
    expect(finished.source_swap.initiate_tx_hash).toBe(answer.result);
    expect(g.btc.balance(g.btcAddress) - before).toBe(
      BigInt(made.quote.destination.amount) + BigInt(signed.quote.destination.amount),
    );
  });

  it("from the chain's own coin needs no approval and no signature", async () => {
    const before = await g.chain.balance(user.address, WBTC);
    const made = await g.createOrder('ethereum:eth', 'ethereum:wbtc', 10n ** 18n);
    expect(made).toMatchObject({ approval_transaction: null, typed_data: null });
    expect(made.initiate_transaction.value).toBe('0xde0b6b3a7640000');
    await g.payEvm(made);
    const done = await g.settle(made.order_id, 24);
    expect(done.destination_swap.redeem_tx_hash).not.toBe('');
    expect((await g.chain.balance(user.address, WBTC)) - before).toBe(BigInt(made.quote.destination.amount));
  });

  it('that no solver fills returns the whole Bitcoin deposit after 144 blocks', async () => {
    await g.fault('solverAbsent');
    const made = await g.createOrder('bitcoin:btc', 'ethereum:wbtc', 1_000_000n);
    await g.payBitcoin(made.to, 1_000_000n);
    const before = g.btc.balance(g.btcAddress);
    await g.step(13 * 3600);
    expect((await g.order(made.order_id)).source_swap.refund_tx_hash).toBe('');
    await g.step(9 * 3600);
    expect((await g.order(made.order_id)).source_swap.refund_tx_hash).toBe('');
    await g.step(3 * 3600);
    const order = await g.order(made.order_id);
    expect(order.source_swap.refund_tx_hash).toMatch(/^[0-9a-f]{64}:\d+$/);
    expect(order.destination_swap.initiate_tx_hash).toBe('');
    expect(g.btc.balance(g.btcAddress) - before).toBe(1_000_000n);
  });

  if (LONG_RUN)
    it('that no solver fills returns the whole WBTC deposit after 7200 blocks', async () => {
      await g.fault('solverAbsent');
      const before = await g.chain.balance(user.address, WBTC);
      const made = await g.createOrder('ethereum:wbtc', 'bitcoin:btc', 1_000_000n);
      await g.payEvm(made);
      expect(await g.chain.balance(user.address, WBTC)).toBe(before - 1_000_000n);
      await g.step(23 * 3600);
      expect((await g.order(made.order_id)).source_swap.refund_tx_hash).toBe('');
      await g.step(2 * 3600);
      expect((await g.order(made.order_id)).source_swap.refund_tx_hash).toMatch(/^0x/);
      expect(await g.chain.balance(user.address, WBTC)).toBe(before);
    });

  it.each(['bitcoin:btc', 'ethereum:wbtc'])(
    'from %s goes back at once when the solver will not fill it',
    async (from) => {
      await g.fault('instantRefund');
      const to = from === 'bitcoin:btc' ? 'ethereum:wbtc' : 'bitcoin:btc';
      const balance = () =>
        from === 'bitcoin:btc' ? g.btc.balance(g.btcAddress) : g.chain.balance(user.address, WBTC);
      const made = await g.createOrder(from, to, 1_000_000n);
      const before = BigInt(await balance());
      if (from === 'bitcoin:btc') await g.payBitcoin(made.to, 1_000_000n);
      else await g.payEvm(made);
      const order = await g.settle(made.order_id, 60, 30);
      expect(order.source_swap.refund_tx_hash).not.toBe('');
      // On Bitcoin the user's own payment cost a fee.
      expect(before - BigInt(await balance())).toBe(from === 'bitcoin:btc' ? 5_000n : 0n);
    },
  );

  if (LONG_RUN)
    it('whose secret is not shown gives both sides back what they locked', async () => {
      await g.fault('secretKept');
      const stock = g.garden.state.stock['ethereum:wbtc'] ?? 0n;
      const made = await g.createOrder('bitcoin:btc', 'ethereum:wbtc', 1_000_000n);
      await g.payBitcoin(made.to, 1_000_000n);
      await g.step(3600);
      expect(g.garden.state.stock['ethereum:wbtc']).toBe(stock - BigInt(made.quote.destination.amount));
      await g.step(26 * 3600);
      const order = await g.settle(made.order_id, 3600, 4);
      expect(order.destination_swap.refund_tx_hash).toMatch(/^0x/);
      expect(order.source_swap.refund_tx_hash).not.toBe('');
      expect(g.garden.state.stock['ethereum:wbtc']).toBe(stock);
    });

  it.each([
    ['less', 900_000n],
    ['more', 1_100_000n],
  ])('that is paid %s than agreed is not filled, and goes back whole', async (_name, paid) => {
    const made = await g.createOrder('bitcoin:btc', 'ethereum:wbtc', 1_000_000n);
    await g.payBitcoin(made.to, paid);
    const before = g.btc.balance(g.btcAddress);
    await g.step(12 * 3600);
    expect(await g.order(made.order_id)).toMatchObject({
      source_swap: { filled_amount: String(paid), amount: '1000000', refund_tx_hash: '' },
      destination_swap: { initiate_tx_hash: '' },
    });
    await g.step(13 * 3600);
    expect(g.btc.balance(g.btcAddress) - before).toBe(paid);
  });

  it('that is paid after an hour is not filled, and goes back', async () => {
    const made = await g.createOrder('bitcoin:btc', 'ethereum:wbtc', 1_000_000n);
    await g.step(3700);
    await g.payBitcoin(made.to, 1_000_000n);
    const before = g.btc.balance(g.btcAddress);
    await g.step(25 * 3600);
    expect((await g.order(made.order_id)).destination_swap.initiate_tx_hash).toBe('');
    expect(g.btc.balance(g.btcAddress) - before).toBe(1_000_000n);
  });

  it('fills the first of two deposits and gives the second back', async () => {
    const made = await g.createOrder('bitcoin:btc', 'ethereum:wbtc', 1_000_000n);
    await g.payBitcoin(made.to, 1_000_000n);
    await g.payBitcoin(made.to, 1_000_000n);
    const before = g.btc.balance(g.btcAddress);
    await g.step(26 * 3600);
    const order = await g.order(made.order_id);
    expect(order.source_swap.initiate_tx_hash).toMatch(/^[0-9a-f]{64}:\d+,[0-9a-f]{64}:\d+$/);
    expect(order.destination_swap.redeem_tx_hash).not.toBe('');
    expect(g.btc.balance(g.btcAddress) - before).toBe(1_000_000n);
  });
});
