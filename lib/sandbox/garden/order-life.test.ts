/** If these fail, a user who pays into Garden on the local chains does not get what was promised, or not back what was paid. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { TestGarden, user, WBTC } from './test-garden.ts';

/** A node is started, on machines that may be busy. */
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
    const made = await g.place('bitcoin:btc', 'ethereum:wbtc', 1_000_000n);
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
    const made = await g.place('ethereum:wbtc', 'bitcoin:btc', 2_000_000n);
    expect(made.typed_data.message).toMatchObject({ amount: '0x1e8480', timelock: '0x1c20' });
    const before = g.btc.balance(g.btcAddress);
    const hash = await g.payEvm(made);
    const done = await g.settle(made.order_id, 60);
    expect(done.source_swap.initiate_tx_hash).toBe(hash);
    expect(done.destination_swap.redeem_tx_hash).toMatch(/^[0-9a-f]{64}/);
    expect(g.btc.balance(g.btcAddress) - before).toBe(BigInt(made.quote.destination.amount));

    const signed = await g.place('ethereum:wbtc', 'bitcoin:btc', 3_000_000n);
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
});
