/** If these fail, adapters tested against the sandbox would meet sums or memos that the real nodes never give. */
import { describe, expect, it } from 'vitest';
import { quoteSandbox as sandbox, USER_BTC, USER_ETH, USER_THOR } from './fake-sandbox.ts';
import { MAYA_CONFIG, type NetworkConfig, THOR_CONFIG } from './network-config.ts';
import { quoteFees } from './quote-math.ts';

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
  // Same suite, later cases: the output of a sub-swap there, multiplied.
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
    // Same suite: an emission of 1045576 with 500 bps gives the affiliate 52279 and a total_bps of 629.
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
    // Half a bitcoin streams, and slips by about twice the minimum slip.
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
