/** If these fail, adapters tested against the sandbox would meet errors that the real nodes never give, or miss theirs. */
import { describe, expect, it } from 'vitest';
import { quoteSandbox as sandbox, USER_BTC, USER_ETH, USER_MAYA, USER_THOR } from './fake-sandbox.ts';
import { fakeAddress } from './fake-world.ts';

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
    s.world.setFault('mayanode', 'stale');
    expect((await s.ask('mayanode', base)).body).toHaveProperty('expected_amount_out');
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
