/** If these fail, a user's money is lost, paid twice, or shown in a wrong state. */
import { describe, expect, it } from 'vitest';
import { beginSandbox as begin, type Json, payBtc, txStatus, USER_BTC, USER_ETH } from './fake-sandbox.ts';
import { fakeAddress, fakeLedger, fakeWorld } from './fake-world.ts';
import type { Network } from './network.ts';
import { poolOf } from './state.ts';

const worth = (network: Network) => network.state.pools.map((pool) => [pool.name, pool.native * pool.asset] as const);

describe('a swap on THORChain', () => {
  it('goes through every stage and pays what the quote said', async () => {
    const s = await begin();
    const quote = await s.get(
      'thornode',
      `/thorchain/quote/swap?from_asset=BTC.BTC&to_asset=ETH.ETH&amount=5000000&destination=${USER_ETH}&liquidity_tolerance_bps=300`,
    );
    expect(quote.memo).toMatch(/^=:e:0x[0-9a-f]{40}:\d+$/);
    const id = payBtc(s.world, s.thor, 5_000_000n, String(quote.memo));
    expect((await txStatus(s, id)).stages).toEqual({
      inbound_observed: { started: false, final_count: 0, completed: false },
    });
    await s.world.blocks(1);
    expect((await txStatus(s, id)).stages.inbound_observed).toMatchObject({ started: true, completed: false });
    await s.world.blocks(1);
    const final = await txStatus(s, id);
    expect(final.stages).toMatchObject({
      inbound_observed: { completed: true },
      inbound_confirmation_counted: { remaining_confirmation_seconds: 0, completed: true },
      inbound_finalised: { completed: true },
      // For one block it is final, not pending, and has no planned payouts: a quirk of the node that clients must
      // handle.
      swap_status: { pending: false },
      swap_finalised: { completed: true },
    });
    expect(final.planned_out_txs).toBeUndefined();
    await s.world.blocks(1);
    const planned = await txStatus(s, id);
    expect(planned.planned_out_txs).toHaveLength(1);
    expect(planned.stages.outbound_delay).toMatchObject({ completed: false });
    expect(planned.stages.outbound_signed).toMatchObject({ completed: false });
    await s.world.blocks(30);
    const done = await txStatus(s, id);
    expect(done.stages.outbound_signed).toEqual({ completed: true });
    expect(done.out_txs?.[0]?.coins[0]?.amount).toBe(quote.expected_amount_out);
    const sent = s.world.ledgers.ETH!.sent;
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({
      to: USER_ETH,
      vault: 'thor-0',
      memo: `OUT:${id}`,
      amountBaseUnits: BigInt(String(quote.expected_amount_out)) * 10n ** 10n,
    });
    expect(done.out_txs?.[0]?.id).toBe(sent[0]!.hash.slice(2).toUpperCase());
  });

  it('runs one sub-swap a block without counter-flow and shows it going on', async () => {
    const s = await begin();
    const id = payBtc(s.world, s.thor, 50_000_000n, `=:ETH.USDC:${USER_ETH}`);
    await s.world.blocks(3);
    const first = await s.get('thornode', `/thorchain/swap/streaming/${id}`);
    expect(first).toMatchObject({ tx_id: id, count: 1, interval: 0, deposit: '50000000' });
    expect(Number(first.quantity)).toBeGreaterThan(3);
    await s.world.blocks(1);
    expect(await s.get('thornode', `/thorchain/swap/streaming/${id}`)).toMatchObject({ count: 2 });
    const { stages } = await txStatus(s, id);
    // The advanced queue is not in the legacy store from which this field is read.
    expect(stages.swap_status).toEqual({ pending: true });
    await s.world.blocks(Number(first.quantity));
    expect(await s.get('thornode', `/thorchain/swap/streaming/${id}`)).toMatchObject({ code: 3 });
    expect((await txStatus(s, id)).planned_out_txs?.[0]).toMatchObject({
      chain: 'ETH',
      to_address: USER_ETH,
      refund: false,
    });
  });

  it('lets rapid swaps of opposite directions share a block', async () => {
    const s = await begin();
    const one = payBtc(s.world, s.thor, 200_000_000n, `=:r:${fakeAddress('THOR', 'user')}`);
    s.world.ledgers.THOR!.pay({
      from: fakeAddress('THOR', 'other'),
      to: 'module',
      amountBaseUnits: 24_000_000_000_000n,
      memo: `=:b:${USER_BTC}`,
    });
    await s.world.blocks(4);
    const view = await s.get('thornode', `/thorchain/swap/streaming/${one}`);
    expect(Number(view.count)).toBeGreaterThan(2);
  });

  it('of SOL is known by the signature of its payment, whose letter case is its own', async () => {
    const world = fakeWorld();
    const sol = fakeLedger('SOL');
    world.ledgers.SOL = sol;
    const s = await begin(world);
    const vault = sol.vaultAddress('thor-0');
    const to = fakeAddress('THOR', 'user');
    sol.pay({ from: 'SolPayer', to: vault, amountBaseUnits: 2_000_000_000n, memo: `=:r:${to}` });
    await s.world.blocks(12);
    const [inbound] = s.thor.state.inbounds;
    const [payment] = await sol.inboundsAbove(0);
    expect(inbound).toMatchObject({ id: payment?.hash, coin: { asset: 'SOL.SOL', amount: 200_000_000n } });
    expect((await txStatus(s, inbound?.id ?? '')).out_txs?.[0]).toMatchObject({ to_address: to });
  });

  it('refunds less its fee when the limit is missed, and says why', async () => {
    const s = await begin();
    const id = payBtc(s.world, s.thor, 1_000_000n, `=:e:${USER_ETH}:99999999999`);
    await s.world.blocks(12);
    const done = await txStatus(s, id);
    expect(done.planned_out_txs).toEqual([
      {
        chain: 'BTC',
        to_address: USER_BTC,
        coin: { asset: 'BTC.BTC', amount: String(1_000_000 - 1058) },
        refund: true,
      },
    ]);
    expect(done.out_txs?.[0]).toMatchObject({ memo: `REFUND:${id}` });
    const midgard = (await s.get('thorchain-midgard', `/v2/actions?txid=${id}`)) as { actions: Json[] };
    expect(midgard.actions).toHaveLength(1);
    expect(midgard.actions[0]).toMatchObject({ type: 'refund', status: 'success' });
    expect(JSON.stringify(midgard.actions[0])).toMatch(/emit asset \d+ less than price limit \d+/);
  });

  it.each([
    ['pays what the limit asks for after every fee', 0n, 'OUT'],
    ['refunds what would come to one unit less, and says how much', 1n, 'REFUND'],
  ])('of one swap on Maya %s', async (_what, more, sent) => {
    const s = await begin();
    const asked = `/mayachain/quote/swap?from_asset=BTC.BTC&to_asset=ETH.ETH&amount=5000000&destination=${USER_ETH}`;
    const quote = await s.get('mayanode', asked);
    const payout = BigInt(String(quote.expected_amount_out));
    const pools = structuredClone(s.maya.state.pools);
    const id = payBtc(s.world, s.maya, 5_000_000n, `=:e:${USER_ETH}:${payout + more}`);
    await s.world.blocks(30);
    const [out] = (await txStatus(s, id, 'mayanode')).out_txs ?? [];
    expect(out).toMatchObject({ memo: `${sent}:${id}` });
    if (sent === 'OUT') return expect(out?.coins[0]?.amount).toBe(String(payout));
    const { actions } = (await s.get('mayachain-midgard', `/v2/actions?txid=${id}`)) as { actions: Json[] };
    expect(JSON.stringify(actions[0])).toContain(`does not meet requirements (${payout}/${payout + 1n})`);
    const eth = (all: typeof pools) => all.find(({ name }) => name === 'ETH.ETH')?.asset;
    expect(eth(s.maya.state.pools)).toBe(eth(pools));
  });

  it('pays what was swapped and refunds the rest when a stream breaks off', async () => {
    const s = await begin();
    const id = payBtc(s.world, s.thor, 50_000_000n, `=:e:${USER_ETH}:0/1/5`);
    await s.world.blocks(3);
    s.world.setFault('thornode', 'failSubSwaps');
    await s.world.blocks(200);
    const done = await txStatus(s, id);
    expect(done.out_txs?.map((one) => String(one.memo).split(':')[0]).sort()).toEqual(['OUT', 'REFUND']);
    const refunded = done.out_txs?.find((one) => String(one.memo).startsWith('REFUND'));
    expect(refunded?.coins[0]?.amount).toBe(String(40_000_000 - 1058));
    const { actions } = (await s.get('thorchain-midgard', `/v2/actions?txid=${id}`)) as { actions: Json[] };
    expect(actions.map((one) => one.type).sort()).toEqual(['refund', 'swap']);
  });

  it.each([
    ['a memo that is no memo', 'hello', 'invalid tx type'],
    ['an empty memo', '', "memo can't be empty"],
    ['an address of another chain', `=:e:${USER_BTC}`, 'not recognizable'],
    ['an asset that there is none of', `=:FOO.FOO:${USER_ETH}`, 'not recognizable'],
    ['too many affiliates', `=:e:${USER_ETH}::a/b/c/d/e/f:1`, 'maximum allowed affiliates is 5'],
  ])('refunds %s', async (_what, memo, reason) => {
    const s = await begin();
    const id = payBtc(s.world, s.thor, 1_000_000n, memo);
    await s.world.blocks(12);
    expect((await txStatus(s, id)).out_txs?.[0]).toMatchObject({ memo: `REFUND:${id}`, to_address: USER_BTC });
    expect(JSON.stringify(await s.get('thorchain-midgard', `/v2/actions?txid=${id}`))).toContain(reason);
  });

  it('refunds to the address that the memo names', async () => {
    const s = await begin();
    const other = fakeAddress('BTC', 'refund');
    const id = payBtc(s.world, s.thor, 1_000_000n, `=:e:${USER_ETH}/${other}:99999999999`);
    await s.world.blocks(12);
    expect((await txStatus(s, id)).out_txs?.[0]).toMatchObject({ to_address: other });
  });

  it('refunds while trading is halted, and holds what is already under way', async () => {
    const s = await begin();
    const running = payBtc(s.world, s.thor, 50_000_000n, `=:e:${USER_ETH}:0/1/0`);
    await s.world.blocks(4);
    const before = await s.get('thornode', `/thorchain/swap/streaming/${running}`);
    s.world.setFault('thornode', 'pauseChain', { chain: 'ETH' });
    const late = payBtc(s.world, s.thor, 1_000_000n, `=:e:${USER_ETH}`);
    await s.world.blocks(12);
    expect((await s.get('thornode', `/thorchain/swap/streaming/${running}`)).count).toBe(before.count);
    expect((await txStatus(s, running)).stages.swap_status).toEqual({ pending: true });
    expect((await txStatus(s, late)).out_txs?.[0]).toMatchObject({ memo: `REFUND:${late}` });
    s.world.clearFault('thornode', 'pauseChain');
    await s.world.blocks(200);
    expect((await txStatus(s, running)).out_txs?.[0]).toMatchObject({ memo: `OUT:${running}` });
  });

  it('leaves payouts unsigned while their chain is halted', async () => {
    const s = await begin();
    const id = payBtc(s.world, s.thor, 1_000_000n, `=:e:${USER_ETH}`);
    await s.world.blocks(3);
    s.world.setFault('ETH', 'halt');
    await s.world.blocks(50);
    expect((await txStatus(s, id)).stages.outbound_signed).toMatchObject({ completed: false });
    expect(Number((await txStatus(s, id)).stages.outbound_signed?.blocks_since_scheduled)).toBeGreaterThan(0);
    s.world.clearFault('ETH', 'halt');
    await s.world.blocks(1);
    expect((await txStatus(s, id)).stages.outbound_signed).toEqual({ completed: true });
  });

  it('ignores dust, other routers, and its own change', async () => {
    const s = await begin();
    payBtc(s.world, s.thor, 999n, `=:e:${USER_ETH}`);
    const eth = s.world.ledgers.ETH!;
    const token = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
    const deposit = {
      from: USER_ETH,
      to: eth.vaultAddress('thor-0'),
      token,
      amountBaseUnits: 500_000_000n,
      memo: `=:b:${USER_BTC}`,
    };
    eth.pay({ ...deposit, router: fakeAddress('ETH', 'somebody') });
    eth.pay({ ...deposit, from: eth.vaultAddress('thor-0'), router: eth.routerAddress!('thor') });
    await s.world.blocks(4);
    expect(s.thor.state.inbounds).toHaveLength(0);
    eth.pay({ ...deposit, router: eth.routerAddress!('thor') });
    await s.world.blocks(2);
    expect(s.thor.state.inbounds.map((one) => one.coin)).toEqual([
      { asset: 'ETH.USDC-0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48', amount: 50_000_000_000n, decimals: 6 },
    ]);
  });

  it('counts confirmations of a large payment', async () => {
    const s = await begin();
    const id = payBtc(s.world, s.thor, 700_000_000n, `=:e:${USER_ETH}`);
    await s.world.blocks(2);
    expect((await txStatus(s, id)).stages.inbound_confirmation_counted).toMatchObject({
      completed: false,
      chain: 'BTC',
    });
    s.world.ledgers.BTC!.mine(1);
    await s.world.blocks(1);
    expect((await txStatus(s, id)).stages.inbound_finalised).toEqual({ completed: false });
    s.world.ledgers.BTC!.mine(1);
    await s.world.blocks(1);
    expect((await txStatus(s, id)).stages.inbound_finalised).toEqual({ completed: true });
  });

  it('pays RUNE at once under the id of 64 zeros, and a native deposit has no gas', async () => {
    const s = await begin();
    const to = fakeAddress('THOR', 'user');
    const id = payBtc(s.world, s.thor, 1_000_000n, `=:r:${to}`);
    await s.world.blocks(4);
    expect((await txStatus(s, id)).out_txs?.[0]).toMatchObject({
      id: '0'.repeat(64),
      chain: 'THOR',
      to_address: to,
      gas: [{ asset: 'THOR.RUNE', amount: '2000000' }],
    });
    expect(s.world.ledgers.THOR!.sent[0]).toMatchObject({ vault: 'module', to });
    const back = s.world.ledgers.THOR!.pay({
      from: to,
      to: 'module',
      amountBaseUnits: 10_000_000_000n,
      memo: `=:b:${USER_BTC}`,
    });
    await s.world.blocks(30);
    const native = await txStatus(s, back);
    expect(native.tx?.gas).toBeNull();
    // Deposits go to the network's own module, an account like any other.
    expect(native.tx?.to_address).toMatch(/^tthor1/);
    expect(native.stages).not.toHaveProperty('inbound_confirmation_counted');
    expect(native.out_txs?.[0]).toMatchObject({ chain: 'BTC', memo: `OUT:${back}` });
  });

  it('pays a registered affiliate through the collector, and an unknown one nothing', async () => {
    const s = await begin();
    const known = payBtc(s.world, s.thor, 5_000_000n, `=:e:${USER_ETH}::ptg:100`);
    const unknown = payBtc(s.world, s.thor, 5_000_000n, `=:e:${USER_ETH}::nobody:100`);
    await s.world.blocks(40);
    const planned = (await txStatus(s, known)).planned_out_txs ?? [];
    expect(planned).toHaveLength(2);
    expect(planned.map((one) => one.chain).sort()).toEqual(['ETH', 'THOR']);
    const plain = (await txStatus(s, unknown)).planned_out_txs ?? [];
    expect(plain).toHaveLength(1);
    const amount = (list: Json[]) =>
      Number((list.find((one) => one.chain === 'ETH') as { coin: { amount: string } }).coin.amount);
    expect(amount(planned) / amount(plain)).toBeCloseTo(0.99, 2);
  });

  it('keeps coins and pools in balance over a whole swap', async () => {
    const s = await begin();
    const sum = (name: string) => poolOf(s.thor.state, name)!;
    const before = {
      btc: sum('BTC.BTC').asset,
      eth: sum('ETH.ETH').asset,
      native: sum('BTC.BTC').native + sum('ETH.ETH').native + s.thor.state.reserve,
    };
    const products = new Map(worth(s.thor));
    payBtc(s.world, s.thor, 50_000_000n, `=:e:${USER_ETH}`);
    await s.world.blocks(150);
    const paid = s.world.ledgers.ETH!.sent.reduce((total, one) => total + one.amountBaseUnits / 10n ** 10n, 0n);
    expect(sum('BTC.BTC').asset).toBe(before.btc + 50_000_000n);
    expect(sum('ETH.ETH').asset).toBe(before.eth - paid);
    expect(sum('BTC.BTC').native + sum('ETH.ETH').native + s.thor.state.reserve).toBe(
      before.native + sum('BTC.BTC').income + sum('ETH.ETH').income,
    );
    for (const [name, product] of worth(s.thor)) {
      if (['BTC.BTC', 'ETH.ETH'].includes(name)) expect((product * 1000n) / products.get(name)!).toBeGreaterThan(990n);
      else expect(product).toBe(products.get(name));
    }
  });

  it('watches the old vault for a while after a churn, then no longer', async () => {
    const s = await begin();
    await s.world.controls.get('churn')!({});
    const list = (await s.get('thornode', '/thorchain/inbound_addresses')) as unknown as Json[];
    expect(list.find((one) => one.chain === 'BTC')?.address).toBe(s.world.ledgers.BTC!.vaultAddress('thor-1'));
    payBtc(s.world, s.thor, 1_000_000n, `=:e:${USER_ETH}`);
    await s.world.blocks(40);
    expect(s.world.ledgers.ETH!.sent[0]).toMatchObject({ vault: 'thor-1' });
    s.thor.state.height += 2000;
    await s.world.blocks(2);
    payBtc(s.world, s.thor, 1_000_000n, `=:e:${USER_ETH}:1`);
    await s.world.blocks(4);
    expect(s.thor.state.inbounds).toHaveLength(1);
  });
});
