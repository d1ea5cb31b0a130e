/** If these fail, adapters meet shapes that the real services do not have: strings for numbers, null for absent, other errors. */
import { describe, expect, it } from 'vitest';
import { fakeAddress, fakeWorld } from './fake-world.ts';
import { createThorFamily } from './thor-family.ts';

const USER_BTC = fakeAddress('BTC', 'user');
const USER_ETH = fakeAddress('ETH', 'user');
const UNKNOWN = 'A'.repeat(64);
const text = expect.stringMatching(/^\d+$/);

async function begin() {
  const world = fakeWorld();
  const family = createThorFamily(world);
  for (const network of family.networks) network.state.marketOn = false;
  await world.blocks(1);
  const ask = async (path: string) => {
    const url = new URL(path, 'http://x');
    const [, prefix = '', ...rest] = url.pathname.split('/');
    const service = family.services.find((one) => one.prefix === prefix);
    return service!.handle({ method: 'GET', path: `/${rest.join('/')}`, query: url.searchParams, body: '' });
  };
  const get = async (path: string) => {
    const answer = await ask(path);
    return { status: answer.status, text: answer.body, body: JSON.parse(answer.body) };
  };
  return { world, ask, get, thor: family.networks[0]!, maya: family.networks[1]! };
}

describe('lists', () => {
  it('inbound addresses: numbers as strings, routers for EVM only, chains without a ledger halted', async () => {
    const { get, world } = await begin();
    const { body } = await get('/thornode/thorchain/inbound_addresses');
    const eth = body.find((one: { chain: string }) => one.chain === 'ETH');
    expect(eth).toEqual({
      chain: 'ETH',
      pub_key: expect.any(String),
      address: world.ledgers.ETH!.vaultAddress('thor-0'),
      router: world.ledgers.ETH!.routerAddress!('thor'),
      halted: false,
      global_trading_paused: false,
      chain_trading_paused: false,
      chain_lp_actions_paused: false,
      observed_fee_rate: text,
      gas_rate: text,
      gas_rate_units: 'gwei',
      outbound_tx_size: text,
      outbound_fee: text,
      dust_threshold: '1000',
    });
    const halted = (list: { chain: string; halted: boolean }[]) =>
      list.filter((one) => one.halted).map((one) => one.chain);
    expect(halted(body)).toEqual(['NOBLE', 'SOL', 'TRON', 'XRP']);
    expect(body.some((one: { chain: string }) => one.chain === 'THOR')).toBe(false);
    const maya = (await get('/mayanode/mayachain/inbound_addresses')).body;
    expect(maya.map((one: { chain: string }) => one.chain)).toEqual([
      'ARB',
      'BTC',
      'DASH',
      'ETH',
      'KUJI',
      'THOR',
      'XRD',
      'ZEC',
    ]);
    expect(halted(maya)).toEqual(['KUJI', 'XRD']);
    expect(maya.find((one: { chain: string }) => one.chain === 'BTC').address).not.toBe(
      world.ledgers.BTC!.vaultAddress('thor-0'),
    );
  });
  it('halts and pauses show in the list, in mimir and in pools', async () => {
    const { get, world } = await begin();
    world.setFault('ETH', 'halt');
    world.setFault('thornode', 'pauseChain', { chain: 'BTC' });
    world.setFault('mayanode', 'pauseTrading');
    const thor = (await get('/thornode/thorchain/inbound_addresses')).body;
    const at = (list: Record<string, unknown>[], chain: string) => list.find((one) => one.chain === chain);
    expect(at(thor, 'ETH')).toMatchObject({ halted: true, chain_trading_paused: false });
    expect(at(thor, 'BTC')).toMatchObject({ halted: false, chain_trading_paused: true, global_trading_paused: false });
    expect(at((await get('/mayanode/mayachain/inbound_addresses')).body, 'BTC')).toMatchObject({
      global_trading_paused: true,
    });
    expect((await get('/thornode/thorchain/mimir')).body).toMatchObject({
      HALTETHCHAIN: 1,
      HALTBTCTRADING: 1,
      HALTLTCCHAIN: 0,
    });
    expect((await get('/thornode/thorchain/mimir/key/HALTETHCHAIN')).text).toBe('1');
    expect((await get('/mayanode/mayachain/mimir/key/NOSUCHKEY')).text).toBe('-1');
    expect((await get('/thornode/thorchain/pool/BTC.BTC')).body.trading_halted).toBe(true);
  });
  it('pools: decimals only where below 8, prices consistent, rune or cacao', async () => {
    const { get } = await begin();
    const pools = (await get('/thornode/thorchain/pools')).body as Record<string, string>[];
    const of = (asset: string) => pools.find((pool) => pool.asset === asset)!;
    expect(of('BTC.BTC')).toMatchObject({
      short_code: 'b',
      status: 'Available',
      balance_asset: text,
      balance_rune: text,
      asset_tor_price: text,
    });
    expect(of('BTC.BTC')).not.toHaveProperty('decimals');
    expect(of('ETH.USDC-0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48')).toMatchObject({ decimals: 6 });
    expect(Number(of('BTC.BTC').asset_tor_price) / 1e8).toBeCloseTo(95_000, -2);
    expect(Number(of('GAIA.ATOM').asset_tor_price) / 1e8).toBeCloseTo(4, 2);
    expect(Number((await get('/thornode/thorchain/network')).body.rune_price_in_tor) / 1e8).toBeCloseTo(0.75, 3);
    const maya = (await get('/mayanode/mayachain/pools')).body as Record<string, string>[];
    expect(maya[0]).toMatchObject({ balance_cacao: text, bondable: false });
    expect(maya[0]).not.toHaveProperty('balance_rune');
    expect(maya[0]).not.toHaveProperty('asset_tor_price');
    for (const pool of [...pools, ...maya]) expect(BigInt(pool.balance_asset!)).toBeGreaterThan(0n);
  });
  it('the time of the latest block, in the block and in each answer’s header, stops while the node does', async () => {
    const { ask, world } = await begin();
    const times = async () => {
      const { headers, body } = await ask('/mayanode/mayachain/block');
      return [String(headers?.['X-Mayachain-Time']), String(JSON.parse(body).header.time)] as const;
    };
    world.setFault('mayanode', 'stale', { seconds: 600 });
    const stopped = await times();
    expect(stopped[0]).toBe(stopped[1]);
    world.wait(60_000);
    expect(await times()).toEqual(stopped);
    world.clearFault('mayanode', 'stale');
    expect(Date.parse((await times())[1]) - Date.parse(stopped[1])).toBe(660_000);
  });
  it('heights, version, vaults, queues, names', async () => {
    const { get } = await begin();
    const block = (await get('/thornode/thorchain/lastblock/BTC')).body;
    expect(block).toEqual([
      { chain: 'BTC', last_observed_in: 100, last_signed_out: expect.any(Number), thorchain: expect.any(Number) },
    ]);
    expect((await get('/mayanode/mayachain/lastblock')).body[0]).toHaveProperty('mayachain');
    expect((await get('/mayanode/mayachain/block')).body).toMatchObject({
      header: { height: expect.any(Number), time: expect.stringMatching(/^2026-/) },
    });
    expect((await get('/thornode/thorchain/version')).body).toHaveProperty('current');
    expect((await get('/thornode/thorchain/constants')).body).toHaveProperty('int_64_values');
    expect((await get('/thornode/thorchain/vaults/asgard')).body).toMatchObject([
      { status: 'ActiveVault', addresses: expect.any(Array), routers: expect.any(Array) },
    ]);
    expect((await get('/thornode/thorchain/queue')).body).toMatchObject({
      swap: 0,
      outbound: 0,
      internal: 0,
      scheduled_outbound_value: '0',
    });
    for (const path of ['queue/swap', 'queue/outbound', 'queue/scheduled', 'swaps/streaming'])
      expect((await get(`/thornode/thorchain/${path}`)).body).toEqual([]);
    expect((await get('/thornode/thorchain/queue/limit_swaps')).body).toEqual({ limit_swaps: [] });
    expect((await get('/thornode/thorchain/thorname/ptg')).body).toMatchObject({
      name: 'ptg',
      affiliate_collector_rune: '0',
      aliases: expect.any(Array),
      preferred_asset: expect.stringContaining('USDC'),
    });
    expect((await get('/mayanode/mayachain/mayaname/ptg')).body).toMatchObject({ name: 'ptg', affiliate_bps: 30 });
    expect(
      (await get('/mayachain-midgard/v2/mayaname/lookup/satoshi')).body.entries.map(
        (one: { chain: string }) => one.chain,
      ),
    ).toEqual(['MAYA', 'BTC', 'ETH', 'THOR']);
    expect((await get('/thorchain-midgard/v2/health')).body).toMatchObject({ database: true, inSync: true });
    expect((await get('/thorchain-midgard/v2/pools')).body[0]).toMatchObject({
      asset: 'AVAX.AVAX',
      assetDepth: text,
      runeDepth: text,
      status: 'available',
    });
  });
});

describe('what is unknown', () => {
  it('has each node’s own error', async () => {
    const { get } = await begin();
    expect(await get(`/thornode/thorchain/tx/${UNKNOWN}`)).toMatchObject({
      status: 400,
      body: { code: 3, message: `tx: ${UNKNOWN} doesn't exist: invalid request`, details: [] },
    });
    expect(await get(`/mayanode/mayachain/tx/${UNKNOWN}`)).toMatchObject({
      status: 404,
      body: { error: `tx: ${UNKNOWN} doesn't exist` },
    });
    expect(await get(`/thornode/thorchain/swap/streaming/${UNKNOWN}`)).toMatchObject({
      status: 400,
      body: { message: `could not find streaming swap: ${UNKNOWN}: invalid request` },
    });
    expect(await get('/thornode/thorchain/thorname/nobody')).toMatchObject({
      status: 400,
      body: { code: 3, message: "THORName doesn't exist: nobody: invalid request" },
    });
    expect(await get('/mayanode/mayachain/mayaname/nobody')).toMatchObject({
      status: 404,
      body: { error: "MAYAName doesn't exist: nobody" },
    });
    expect(await get('/thornode/thorchain/pool/BTC.NOPE')).toMatchObject({ status: 400 });
    expect(await get('/thornode/thorchain/quote/saver/deposit')).toEqual({
      status: 501,
      text: '{"code":12,"message":"Not Implemented","details":[]}',
      body: { code: 12, message: 'Not Implemented', details: [] },
    });
    expect((await get('/thorchain-midgard/v2/nothing')).status).toBe(404);
  });
  it('an unknown payment is not an error but not started, also with 0x before its hash', async () => {
    const { get } = await begin();
    const unseen = { stages: { inbound_observed: { started: false, final_count: 0, completed: false } } };
    for (const path of [
      `/thornode/thorchain/tx/status/${UNKNOWN}`,
      `/mayanode/mayachain/tx/status/${UNKNOWN}`,
      `/thornode/thorchain/tx/status/0x${UNKNOWN}`,
    ]) {
      expect(await get(path)).toMatchObject({ status: 200, body: unseen });
    }
    expect((await get(`/thornode/thorchain/tx/stages/${UNKNOWN}`)).body).toEqual(unseen.stages);
    expect((await get(`/thorchain-midgard/v2/actions?txid=${UNKNOWN}`)).body).toMatchObject({
      actions: [],
      count: '0',
    });
  });
});

describe('a payment, in every view of it', () => {
  it('is the same in tx, details, stages, queue and Midgard', async () => {
    const { get, world } = await begin();
    const eth = world.ledgers.ETH!;
    const id = eth.pay({
      from: '0xAbCdEf0123456789aBcDeF0123456789ABCDEF01',
      to: eth.vaultAddress('thor-0'),
      router: eth.routerAddress!('thor'),
      token: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
      amountBaseUnits: 2_000_000_000n,
      memo: `=:b:${USER_BTC}::ptg:50`,
      gasBaseUnits: 10n ** 14n,
    });
    eth.mine(1);
    await world.blocks(4);
    const planned = (await get('/thornode/thorchain/queue')).body;
    expect(planned.outbound).toBeGreaterThan(0);
    expect((await get('/thornode/thorchain/queue/scheduled')).body[0]).toMatchObject({
      chain: 'BTC',
      in_hash: id,
      memo: `OUT:${id}`,
    });
    await world.blocks(40);
    const { tx, stages } = (await get(`/thornode/thorchain/tx/status/${id}`)).body;
    expect(tx).toEqual({
      id,
      chain: 'ETH',
      from_address: '0xabcdef0123456789abcdef0123456789abcdef01',
      to_address: eth.vaultAddress('thor-0'),
      coins: [{ asset: 'ETH.USDC-0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48', amount: '200000000000', decimals: 6 }],
      gas: [{ asset: 'ETH.ETH', amount: '10000' }],
      memo: `=:b:${USER_BTC}::ptg:50`,
    });
    expect((await get(`/thornode/thorchain/tx/stages/${id}`)).body).toEqual(stages);
    const whole = (await get(`/thornode/thorchain/tx/${id}`)).body;
    expect(whole).toMatchObject({
      observed_tx: { status: 'done', external_observed_height: expect.any(Number), out_hashes: expect.any(Array) },
      consensus_height: expect.any(Number),
      finalised_height: expect.any(Number),
      outbound_height: expect.any(Number),
    });
    expect((await get(`/thornode/thorchain/tx/details/${id}`)).body).toMatchObject({
      tx_id: id,
      out_txs: expect.any(Array),
      actions: expect.any(Array),
    });
    const { actions } = (await get(`/thorchain-midgard/v2/actions?txid=${id}`)).body;
    expect(actions).toHaveLength(1);
    expect(actions[0]).toMatchObject({
      date: expect.stringMatching(/^\d{19}$/),
      height: text,
      type: 'swap',
      status: 'success',
      in: [{ txID: id }],
      metadata: {
        swap: {
          affiliateAddress: 'ptg',
          affiliateFee: '50',
          isStreamingSwap: false,
          streamingSwapMeta: { count: '1', quantity: '1' },
        },
      },
    });
    const native = actions[0].out.find((one: { coins: { asset: string }[] }) => one.coins[0]!.asset === 'THOR.RUNE');
    expect(native).toMatchObject({ txID: '', affiliate: true });
    const btc = actions[0].out.find((one: { address: string }) => one.address === USER_BTC);
    expect((await get(`/thorchain-midgard/v2/actions?txid=${btc.txID}`)).body.actions).toHaveLength(1);
  });
  it('lists affiliates before the user for some payments and after for others', async () => {
    const { world, thor } = await begin();
    for (let at = 0; at < 16; at += 1) {
      world.ledgers.BTC!.pay({
        from: USER_BTC,
        to: world.ledgers.BTC!.vaultAddress('thor-0'),
        amountBaseUnits: 1_000_000n,
        memo: `=:e:${USER_ETH}:${at}:ptg:50`,
      });
    }
    await world.blocks(4);
    const firsts = thor.state.inbounds.map((one) => one.outbounds[0]?.affiliate);
    expect(new Set(firsts)).toEqual(new Set([true, false]));
  });
});
