/** If these fail, adapters tested against the sandbox would meet sums, memos or errors that the real nodes never give. */
import { describe, expect, it } from 'vitest';
import { fakeAddress, fakeWorld } from './fake-world.ts';
import { MAYA_CONFIG, type NetworkConfig, THOR_CONFIG } from './network-config.ts';
import { quoteFees } from './quote-math.ts';
import type { Pool } from './state.ts';
import { createThorFamily } from './thor-family.ts';

type Body = Record<string, unknown> & { fees: Record<string, unknown> };
const USER_BTC = fakeAddress('BTC', 'user');
const USER_ETH = fakeAddress('ETH', 'user');
const USER_THOR = fakeAddress('THOR', 'user');
const USER_MAYA = fakeAddress('MAYA', 'user');

function sandbox(options: { thor?: NetworkConfig; maya?: NetworkConfig; pools?: Partial<Pool>[] } = {}) {
  const world = fakeWorld();
  const family = createThorFamily(world, options);
  const [thor, maya] = family.networks;
  if (options.pools) {
    const pools = options.pools.map(
      (pool) =>
        ({
          status: 'Available',
          decimals: 0,
          chainDecimals: 18,
          income: 0n,
          marketPrice: 1n,
          volumeNative: 0n,
          ...pool,
        }) as Pool,
    );
    thor!.state.pools = pools.map((pool) => ({ ...pool }));
    maya!.state.pools = pools.map((pool) => ({ ...pool }));
  }
  const ask = async (node: 'thornode' | 'mayanode', params: Record<string, string>, raw = '') => {
    const service = family.services.find((one) => one.prefix === node);
    const query = new URLSearchParams(raw || params);
    const path = node === 'thornode' ? '/thorchain/quote/swap' : '/mayachain/quote/swap';
    const answer = await service!.handle({ method: 'GET', path, query, body: '' });
    return { status: answer.status, headers: answer.headers, text: answer.body, body: JSON.parse(answer.body) as Body };
  };
  return { world, thor: thor!, maya: maya!, ask };
}

describe('worked numbers of the nodes themselves', () => {
  const oneLeg: NetworkConfig = {
    ...THOR_CONFIG,
    minSlipBps: 0n,
    chains: THOR_CONFIG.chains.map((chain) => (chain.chain === 'BTC' ? { ...chain, outboundFee: 7000n } : chain)),
  };
  // thornode test/regression/suites/api/quotes/swap.yaml: 1 BTC = 1000 RUNE, first case of the ordered run.
  it('THORNode: RUNE to BTC to the unit', async () => {
    const s = sandbox({
      thor: oneLeg,
      pools: [{ name: 'BTC.BTC', native: 100_000_350_000n, asset: 100_000_000n, decimals: 8 }],
    });
    const { body } = await s.ask('thornode', {
      from_asset: 'THOR.RUNE',
      to_asset: 'BTC.BTC',
      amount: '1000000000',
      destination: USER_BTC,
    });
    expect(body).toMatchObject({
      expected_amount_out: '973292',
      memo: `=:b:${USER_BTC}`,
      recommended_min_amount_in: '24000084',
      fees: {
        asset: 'BTC.BTC',
        affiliate: '0',
        liquidity: '9998',
        outbound: '7000',
        total: '16998',
        slippage_bps: 100,
        total_bps: 170,
      },
    });
    for (const absent of ['inbound_address', 'recommended_gas_rate', 'gas_rate_units', 'router', 'dust_threshold'])
      expect(body).not.toHaveProperty(absent);
  });
  // Same suite, later cases: what a sub-swap gave there, multiplied.
  it.each([
    [509_252n, 5246n, 19n, { expected: 9_668_788n, liquidity: 99_674n, slippageBps: 101n, totalBps: 109n }],
    [950_270n, 18_681n, 10n, { expected: 9_495_700n, liquidity: 186_810n, slippageBps: 192n, totalBps: 199n }],
  ])('THORNode: %d times its quantity', (emitPerSwap, liquidityPerSwap, quantity, expected) => {
    expect(
      quoteFees({
        emitPerSwap,
        liquidityPerSwap,
        quantity,
        outbound: 7000n,
        affiliateBps: [],
        addedSlipBps: 0n,
        paysAffiliate: () => true,
      }),
    ).toMatchObject(expected);
  });
  it('THORNode: an affiliate is cut before the outbound fee', () => {
    // Same suite: emit 1045576 with 500 bps gives affiliate 52279 and total_bps 629.
    const fees = quoteFees({
      emitPerSwap: 1_045_576n,
      liquidityPerSwap: 10_946n,
      quantity: 1n,
      outbound: 7000n,
      affiliateBps: [500n],
      addedSlipBps: 0n,
      paysAffiliate: () => true,
    });
    expect(fees).toMatchObject({ affiliate: 52_279n, slippageBps: 103n, totalBps: 629n, expected: 986_297n });
  });
  const plainMaya: NetworkConfig = {
    ...MAYA_CONFIG,
    addedSlipBps: 0n,
    chains: MAYA_CONFIG.chains.map((chain) =>
      chain.chain === 'BTC'
        ? { ...chain, outboundFee: 14_000n }
        : chain.chain === 'ZEC'
          ? { ...chain, outboundFee: 100_000n }
          : chain,
    ),
  };
  // mayanode test/regression/suites/api/quotes/swap.yaml, first case.
  it('MAYANode: CACAO to BTC to the unit', async () => {
    const s = sandbox({
      maya: plainMaya,
      pools: [{ name: 'BTC.BTC', native: 10_000_000_000_000n, asset: 100_000_000n }],
    });
    const { body, text } = await s.ask('mayanode', {
      from_asset: 'MAYA.CACAO',
      to_asset: 'BTC.BTC',
      amount: '100000000000000',
      destination: USER_BTC,
    });
    expect(body).toMatchObject({
      expected_amount_out: '8250462',
      memo: `=:BTC.BTC:${USER_BTC}`,
      recommended_min_amount_in: '8000000000',
      fees: { liquidity: '82644628', outbound: '14000', slippage_bps: 9090, total_bps: 9091 },
    });
    expect(body).not.toHaveProperty('inbound_address');
    expect(text).toContain('\n  "');
  });
  it('MAYANode: CACAO to ZEC to the unit', async () => {
    const s = sandbox({
      maya: plainMaya,
      pools: [{ name: 'ZEC.ZEC', native: 10_000_000_000_000n, asset: 1_000_000_000n }],
    });
    const { body } = await s.ask('mayanode', { from_asset: 'MAYA.CACAO', to_asset: 'ZEC.ZEC', amount: '10000000000' });
    expect(body).toMatchObject({ expected_amount_out: '898002', fees: { outbound: '100000', slippage_bps: 9 } });
    expect(body).not.toHaveProperty('memo');
  });
  it('MAYANode: streaming turns 16 % of slip into 1 %', async () => {
    const pools = [
      { name: 'BTC.BTC', native: 10_000_000_000_000n, asset: 100_000_000n },
      { name: 'ETH.ETH', native: 10_000_000_000_000n, asset: 1_000_000_000n },
    ];
    const s = sandbox({ maya: { ...plainMaya, streamingMinBpFee: 100n }, pools });
    const params = { from_asset: 'ETH.ETH', to_asset: 'BTC.BTC', amount: '100000000', destination: USER_BTC };
    const whole = (await s.ask('mayanode', params)).body;
    expect(whole.max_streaming_quantity).toBe(0);
    expect(whole).not.toHaveProperty('streaming_swap_seconds');
    const stream = (await s.ask('mayanode', { ...params, streaming_interval: '10' })).body;
    expect(stream).toMatchObject({
      max_streaming_quantity: 20,
      streaming_swap_blocks: 190,
      streaming_swap_seconds: 1140,
      total_swap_seconds: 1164,
    });
    expect(stream.fees).toMatchObject({ slippage_bps: 98 });
    expect(Number(whole.fees.slippage_bps)).toBeGreaterThan(1500);
  });
});

describe('the fields of an answer', () => {
  it('have the types and absences of THORNode', async () => {
    const s = sandbox();
    const { body, headers } = await s.ask('thornode', {
      from_asset: 'BTC.BTC',
      to_asset: 'ETH.ETH',
      amount: '50000000',
      destination: USER_ETH,
      liquidity_tolerance_bps: '100',
    });
    expect(headers).toHaveProperty('X-Thorchain-Height');
    expect(body).toEqual({
      inbound_address: s.world.ledgers.BTC!.vaultAddress('thor-0'),
      inbound_confirmation_blocks: 1,
      inbound_confirmation_seconds: 600,
      outbound_delay_blocks: expect.any(Number),
      outbound_delay_seconds: Number(body.outbound_delay_blocks) * 6,
      fees: {
        asset: 'ETH.ETH',
        affiliate: '0',
        outbound: '9293',
        liquidity: expect.stringMatching(/^\d+$/),
        total: expect.stringMatching(/^\d+$/),
        slippage_bps: expect.any(Number),
        total_bps: expect.any(Number),
      },
      expiry: Math.floor(s.world.clock.now() / 1000) + 900,
      warning: expect.stringMatching(
        /^Do not cache this response\. Do not send funds after the expiry\. Rapid streaming time is a best-case estimate\./,
      ),
      notes: expect.stringMatching(/^First output should be to inbound_address.*address formats\.$/),
      dust_threshold: '1000',
      recommended_min_amount_in: expect.stringMatching(/^\d+$/),
      recommended_gas_rate: '3',
      gas_rate_units: 'satsperbyte',
      memo: expect.stringMatching(new RegExp(`^=:e:${USER_ETH}:\\d+$`)),
      expected_amount_out: expect.stringMatching(/^\d+$/),
      max_streaming_quantity: expect.any(Number),
      streaming_swap_blocks: Math.ceil(Number(body.max_streaming_quantity) / 3),
      streaming_swap_seconds: expect.any(Number),
      total_swap_seconds: Math.max(Number(body.outbound_delay_seconds), Number(body.streaming_swap_seconds)) + 600,
    });
    const limit = BigInt(String(body.memo).split(':')[3] ?? '0');
    expect(limit).toBe((BigInt(String(body.expected_amount_out)) * 9900n) / 10_000n);
    // Half a bitcoin streams, and slips by about twice the least slip.
    expect(body.max_streaming_quantity).toBeGreaterThan(5);
    expect(body.fees.slippage_bps).toBeLessThan(30);
  });
  it('name the router for EVM sources, upper-case contracts, and floor to the token', async () => {
    const s = sandbox();
    const { body } = await s.ask('thornode', {
      from_asset: 'ETH.ETH',
      to_asset: 'ETH.USDC',
      amount: '10000000',
      destination: USER_ETH,
    });
    expect(body.router).toBe(s.world.ledgers.ETH!.routerAddress!('thor'));
    expect(body.fees.asset).toBe('ETH.USDC-0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48');
    expect(body.memo).toBe(`=:ETH.USDC:${USER_ETH}`);
    expect(String(body.expected_amount_out)).toMatch(/00$/);
  });
  it('give whole memos for every kind of request', async () => {
    const s = sandbox();
    const memo = async (node: 'thornode' | 'mayanode', params: Record<string, string>, raw = '') =>
      (await s.ask(node, params, raw)).body.memo ?? (await s.ask(node, params, raw)).body;
    const btcEth = { from_asset: 'BTC.BTC', to_asset: 'e', amount: '50000000', destination: USER_ETH };
    expect(await memo('thornode', { ...btcEth, streaming_interval: '1' })).toBe(`=:e:${USER_ETH}:0/1/0`);
    expect(await memo('thornode', { ...btcEth, streaming_interval: '1', streaming_quantity: '1' })).toBe(
      `=:e:${USER_ETH}:0/1/1`,
    );
    expect(await memo('thornode', { ...btcEth, streaming_quantity: '3' })).toBe(`=:e:${USER_ETH}:0/0/3`);
    expect(await memo('thornode', { ...btcEth, streaming_quantity: '1' })).toBe(`=:e:${USER_ETH}`);
    expect(await memo('thornode', { ...btcEth, affiliate: 'ptg', affiliate_bps: '30' })).toBe(
      `=:e:${USER_ETH}::ptg:30`,
    );
    expect(await memo('thornode', { ...btcEth, affiliate: 'ptg/xx', affiliate_bps: '30/10' })).toBe(
      `=:e:${USER_ETH}::ptg/xx:30/10`,
    );
    expect(
      await memo('thornode', {
        from_asset: 'r',
        to_asset: 'b',
        amount: '10000000000',
        destination: USER_BTC,
        refund_address: USER_THOR,
      }),
    ).toBe(`=:b:${USER_BTC}/${USER_THOR}`);
    expect(
      await memo('thornode', { from_asset: 'r', to_asset: 'b', amount: '10000000000', destination: 'satoshi' }),
    ).toMatch(/^=:b:bcrt1/);
    const fromCacao = { from_asset: 'c', to_asset: 'e', amount: '1000000000000', destination: USER_ETH };
    expect(await memo('mayanode', fromCacao)).toBe(`=:ETH.ETH:${USER_ETH}`);
    expect(await memo('mayanode', { ...fromCacao, affiliate: 'ptg' })).toBe(`=:ETH.ETH:${USER_ETH}::ptg`);
    expect(
      await memo(
        'mayanode',
        {},
        `${new URLSearchParams(fromCacao)}&affiliate=xx/yy&affiliate=zz&affiliate_bps=10/20&affiliate_bps=30`,
      ),
    ).toBe(`=:ETH.ETH:${USER_ETH}::xx/yy/zz:10/20/30`);
    expect(await memo('mayanode', { ...btcEth, streaming_interval: '3' })).toMatch(
      new RegExp(`^=:e:${USER_ETH}:0/3/0$`),
    );
    expect(
      await memo('mayanode', { from_asset: 'e', to_asset: 'ARB.USDC', amount: '10000000', destination: USER_ETH }),
    ).toBe(`=:ARB.USDC:${USER_ETH}`);
  });
  it('match contracts by their end', async () => {
    const s = sandbox();
    const { body } = await s.ask('thornode', {
      from_asset: 'eth.usdc-6EB48',
      to_asset: 'b',
      amount: '100000000000',
      destination: USER_BTC,
    });
    expect(body.memo).toBe(`=:b:${USER_BTC}`);
    expect(body.notes).toContain('router.depositWithExpiry');
  });
  it('split a long memo over outputs when asked to', async () => {
    const s = sandbox();
    const long = {
      from_asset: 'BTC.BTC',
      to_asset: 'ETH.ETH',
      amount: '50000000',
      destination: USER_ETH,
      affiliate: USER_THOR,
      affiliate_bps: '30',
      liquidity_tolerance_bps: '100',
    };
    expect((await s.ask('thornode', long)).body).toEqual({
      code: 3,
      message: 'generated memo too long for source chain: invalid request',
      details: [],
    });
    const { body } = await s.ask('thornode', { ...long, extended: 'true' });
    const vout = body.vout as { type: string; data?: string; address?: string; amount: string }[];
    const [head, ...rest] = vout;
    expect(Buffer.from(head?.data ?? '', 'hex').toString()).toBe(`${String(body.memo).slice(0, 79)}^`);
    expect(
      rest.every((one) => one.type === 'address' && one.address?.startsWith('bcrt1q') && one.amount === '294'),
    ).toBe(true);
  });
});

describe('errors, literally', () => {
  const base = { from_asset: 'BTC.BTC', to_asset: 'ETH.ETH', amount: '5000000', destination: USER_ETH };
  type Case = [what: string, params: Record<string, string>, thor: string | undefined, maya: string | undefined];
  const cases: Case[] = [
    [
      'no from_asset',
      { ...base, from_asset: '' },
      'missing from_asset parameter',
      'missing required parameter from_asset',
    ],
    ['no to_asset', { ...base, to_asset: '' }, 'missing to_asset parameter', 'missing required parameter to_asset'],
    ['no amount', { ...base, amount: '' }, 'missing Amount parameter', 'missing required parameter amount'],
    [
      'both tolerances',
      { ...base, tolerance_bps: '1', liquidity_tolerance_bps: '1' },
      'must only include one of: tolerance_bps or liquidity_tolerance_bps',
      'must only include one of: tolerance_bps or liquidity_tolerance_bps',
    ],
    ['a bad asset', { ...base, to_asset: 'ETH.' }, 'bad to asset: invalid symbol', 'bad to asset: invalid symbol'],
    [
      'a bad chain',
      { ...base, from_asset: 'B1C.BTC' },
      'bad from asset: invalid chain',
      'bad from asset: invalid chain',
    ],
    [
      'a bad amount',
      { ...base, amount: '-1' },
      'bad amount: math.Uint: invalid value "-1"',
      'bad amount: math.Uint: invalid value "-1"',
    ],
    ['dust', { ...base, amount: '999' }, 'amount less than dust threshold', 'amount less than dust threshold'],
    [
      'a bad interval',
      { ...base, streaming_interval: 'x' },
      'bad streaming interval amount: strconv.ParseUint: parsing "x": invalid syntax',
      'bad streaming interval amount: strconv.ParseUint: parsing "x": invalid syntax',
    ],
    [
      'a bad quantity',
      { ...base, streaming_quantity: 'x' },
      'bad streaming quantity amount: strconv.ParseUint: parsing "x": invalid syntax',
      'bad streaming quantity amount: strconv.ParseUint: parsing "x": invalid syntax',
    ],
    [
      'an unknown name',
      { ...base, destination: 'nobody' },
      "bad destination address: unable to parse address: THORName doesn't exist: nobody",
      "bad destination address: unable to parse address: MAYAName doesn't exist: nobody",
    ],
    [
      'a name without that chain',
      { ...base, destination: 'xx' },
      'bad destination address: no thorname alias for chain ETH',
      'bad destination address: no mayaname alias for chain ETH',
    ],
    [
      'a bad refund address',
      { ...base, refund_address: 'nobody' },
      "bad refund address: unable to parse address: THORName doesn't exist: nobody",
      "bad refund address: unable to parse address: MAYAName doesn't exist: nobody",
    ],
    [
      'too high a tolerance',
      { ...base, tolerance_bps: '10001' },
      'tolerance basis points must be less than 10000',
      'tolerance basis points must be less than 10000',
    ],
    [
      'too high a liquidity tolerance',
      { ...base, liquidity_tolerance_bps: '10000' },
      'liquidity tolerance basis points must be less than 10000',
      'liquidity tolerance basis points must be less than 10000',
    ],
    [
      'too high an affiliate fee',
      { ...base, affiliate: 'ptg', affiliate_bps: '1001' },
      'bad affiliate params: total affiliate fee must not be more than 1000 bps',
      'bad affiliate params: total affiliate fee basis points must not exceed 500 (provided total bps: 1001)',
    ],
    [
      'affiliates that do not pair up',
      { ...base, affiliate: 'ptg/xx', affiliate_bps: '1/2/3' },
      'bad affiliate params: mismatch between number of affiliates (2) and BPS values (3)',
      'bad affiliate params: affiliate mayanames and affiliate fee bps count mismatch (2 / 3)',
    ],
    [
      'bps of nobody',
      { ...base, affiliate_bps: '5' },
      'bad affiliate params: BPS value specified but no affiliate: (0 affiliates, 1 BPS values)',
      'bad affiliate params: affiliate mayanames and affiliate fee bps count mismatch (0 / 1)',
    ],
    [
      'an unknown affiliate',
      { ...base, affiliate: 'nobody', affiliate_bps: '5' },
      undefined,
      'bad affiliate params: invalid affiliate mayaname or address: nobody is not recognizable',
    ],
    [
      'no pool',
      { ...base, to_asset: 'ETH.NOPE', destination: '' },
      'failed to calculate min swap amount: fail to convert dest fee to src asset pool does not exist',
      "failed to simulate swap: pool ETH.NOPE doesn't exist",
    ],
    [
      'no pool, with a limit',
      { ...base, to_asset: 'ETH.NOPE', destination: '', tolerance_bps: '10' },
      'pool does not exist',
      'pool does not exist',
    ],
    [
      'a missed limit',
      { ...base, tolerance_bps: '0' },
      expect.stringMatching(
        /^failed to simulate swap: failed to simulate handler: emit asset \d+ less than price limit \d+$/,
      ),
      expect.stringMatching(/^failed to simulate swap: emit asset \d+ less than price limit \d+$/),
    ],
    [
      'too little to pay the fee',
      { ...base, from_asset: 'MAYA.CACAO', to_asset: 'ETH.ETH', amount: '100000000' },
      undefined,
      'failed to simulate swap: not enough asset to pay for fees',
    ],
    [
      'too long a memo',
      { ...base, destination: fakeAddress('ETH', 'user'), affiliate: fakeAddress('MAYA', 'me'), affiliate_bps: '10' },
      'generated memo too long for source chain',
      expect.stringMatching(/^generated memo too long for source chain: =:e:0x\w{40}::tmaya1\w+:10 \(\d+\/80\)$/),
    ],
  ];
  it.each(cases)('%s', async (_what, params, thorText, mayaText) => {
    const s = sandbox();
    if (thorText !== undefined) {
      const { status, body } = await s.ask('thornode', params);
      const message =
        typeof thorText === 'string' ? `${thorText}: invalid request` : expect.stringMatching(/: invalid request$/);
      expect({ status, body }).toEqual({ status: 400, body: { code: 3, message, details: [] } });
      if (typeof thorText !== 'string')
        expect(String(body.message).replace(/: invalid request$/, '')).toEqual(thorText);
    }
    if (mayaText !== undefined) {
      const { status, body } = await s.ask('mayanode', params);
      expect({ status, body }).toEqual({ status: 200, body: { error: mayaText } });
    }
  });
  it('no parameters at all on Maya', async () => {
    expect((await sandbox().ask('mayanode', {})).body).toEqual({ error: 'no parameters provided' });
  });
  it('below what the outbound fee takes, naming the least amount', async () => {
    const { status, body } = await sandbox().ask('thornode', {
      ...base,
      amount: '1001',
      to_asset: 'l',
      destination: fakeAddress('LTC', 'user'),
    });
    expect(status).toBe(200);
    const tiny = await sandbox().ask('thornode', {
      ...base,
      from_asset: 'r',
      to_asset: 'b',
      destination: USER_BTC,
      amount: '10000000',
    });
    expect(tiny).toMatchObject({
      status: 400,
      body: {
        code: 3,
        message: expect.stringMatching(
          /^amount less than min swap amount \(recommended_min_amount_in: \d+\): invalid request$/,
        ),
      },
    });
    expect(body.fees).toBeDefined();
  });
  it('another chain’s address is HTTP 500 code 2', async () => {
    const s = sandbox();
    const wrong = { ...base, destination: USER_BTC };
    expect(await s.ask('thornode', wrong)).toMatchObject({
      status: 500,
      body: {
        code: 2,
        message:
          'failed to simulate swap: failed to validate message: swap destination address is not the same chain as the target asset: unknown request [cosmossdk.io/errors@v1.0.2/errors.go:151]: unknown request',
        details: [],
      },
    });
    expect((await s.ask('mayanode', wrong)).body.error).toContain(
      'swap destination address is not the same chain as the target asset',
    );
    expect((await s.ask('thornode', { ...base, to_asset: 'b', destination: USER_BTC })).body.message).toContain(
      'swap Source and Target cannot be the same.',
    );
  });
  it('halts come before amounts of the simulation, after those of the request', async () => {
    const s = sandbox();
    s.world.setFault('thornode', 'pauseTrading');
    s.world.setFault('ETH', 'halt');
    const halted =
      "failed to simulate swap: failed to simulate handler: trading is halted, can't process swap: invalid request";
    expect((await s.ask('thornode', base)).body.message).toBe(halted);
    expect(
      (await s.ask('thornode', { ...base, from_asset: 'r', to_asset: 'b', destination: USER_BTC, amount: '1' })).body
        .message,
    ).toBe(halted);
    expect((await s.ask('thornode', { ...base, amount: '1' })).body.message).toContain('dust');
    expect((await s.ask('mayanode', base)).body.error).toBe(
      "failed to simulate swap: trading is halted, can't process swap",
    );
  });
  it('a chain without a local ledger is halted, a staged pool is not available', async () => {
    const s = sandbox();
    expect((await s.ask('thornode', { ...base, to_asset: 'XRP.XRP', destination: '' })).body.message).toContain(
      'trading is halted',
    );
    const staged = { ...base, to_asset: 'ETH.HOT', destination: USER_ETH };
    expect((await s.ask('thornode', staged)).body.message).toBe(
      'failed to simulate swap: failed to simulate handler: pool(ETH.HOT-0X6C6EE5E31D828DE241282B9606C8E98EA48526E2) is not available: invalid request',
    );
  });
  it('synths and trade assets are refused', async () => {
    const s = sandbox();
    const message = async (params: Record<string, string>) => String((await s.ask('thornode', params)).body.message);
    expect(await message({ ...base, to_asset: 'ETH/ETH', destination: USER_THOR })).toContain(
      'manual swaps to synths not supported, use trade assets instead',
    );
    expect(await message({ ...base, to_asset: 'ETH~ETH', destination: USER_THOR })).toContain(
      'swaps from L1 to trade asset incur slip, use trade+',
    );
    expect(await message({ ...base, from_asset: 'BTC~BTC' })).toContain(
      'swaps from trade asset to L1 incur slip, use trade-',
    );
    expect(
      String((await s.ask('mayanode', { ...base, to_asset: 'ETH/ETH', destination: USER_MAYA })).body.error),
    ).toContain('minting synthetics has been disabled');
  });
  it('faults of the node: stale, no name lookup, tampered answers, wrong types', async () => {
    const s = sandbox();
    s.world.setFault('thornode', 'stale');
    expect((await s.ask('thornode', base)).body.message).toBe(
      'refusing quote on node with stale state: invalid request',
    );
    s.world.clearFault('thornode', 'stale');
    s.world.setFault('thornode', 'nameLookup');
    expect(await s.ask('thornode', { ...base, destination: 'satoshi' })).toMatchObject({
      status: 500,
      body: { code: 2, message: 'fail to fetch THORName' },
    });
    s.world.setFault('thornode', 'otherDestination');
    expect((await s.ask('thornode', base)).body.memo).toContain('0x000000000000000000000000000000000000dEaD');
    s.world.setFault('thornode', 'otherVault');
    expect((await s.ask('thornode', base)).body.inbound_address).not.toBe(s.world.ledgers.BTC!.vaultAddress('thor-0'));
    s.world.setFault('mayanode', 'wrongTypes', { path: '/quote' });
    expect((await s.ask('mayanode', base)).body.fees).toBe('none');
  });
});
