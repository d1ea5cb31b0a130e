/** If these fail, an adapter tested here meets answers, numbers or errors that the real node never gives. */
import { hexToBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { CF_CHAINS } from './assets.ts';
import { decodeBitcoinPayload } from './bitcoin-payload.ts';
import { BTC, begin, ETH, FLIP, SOL, USDC, userOn } from './fake-chainflip.ts';
import { accountOn } from './fake-chains.ts';
import { AFFILIATE_ACCOUNT, BROKER_ACCOUNT, OTHER_BROKER_ACCOUNT } from './seed-state.ts';

const ARB_USDC = { chain: 'Arbitrum', asset: 'USDC' };
const node = async () => {
  const sandbox = await begin();
  const call = async (method: string, params: unknown = []) => {
    const { result, error } = await sandbox.rpc('chainflip-rpc', method, params);
    return error === undefined ? result : `${error.code} ${error.message}`;
  };
  return { ...sandbox, call };
};
type Rate = {
  intermediary: string | null;
  output: string;
  ingress_fee: { amount: string };
  network_fee: { amount: string };
};

describe('cf_swap_rate_v3', () => {
  it('has the fields of the real answer, every number in hex', async () => {
    const { call } = await node();
    const rate = await call('cf_swap_rate_v3', [BTC, ETH, '0x989680', 15]);
    const fee = (asset: object) => ({ ...asset, amount: expect.stringMatching(/^0x[0-9a-f]+$/) });
    expect(rate).toEqual({
      intermediary: expect.stringMatching(/^0x[0-9a-f]+$/),
      output: expect.stringMatching(/^0x[0-9a-f]+$/),
      ingress_fee: fee(BTC),
      network_fee: fee(USDC),
      broker_commission: fee(USDC),
      egress_fee: fee(ETH),
    });
    expect((await call('cf_swap_rate_v3', [ETH, USDC, '0xde0b6b3a7640000', 0])) as unknown as Rate).toMatchObject({
      intermediary: null,
    });
  });
  it('takes names, digits and old tickers as well', async () => {
    const { call } = await node();
    const positional = await call('cf_swap_rate_v3', [BTC, ETH, '0x989680', 0]);
    expect(await call('cf_swap_rate_v3', ['BTC', 'ETH', 10_000_000, 0, null, null, null, null])).toEqual(positional);
    expect(
      await call('cf_swap_rate_v3', { from_asset: BTC, to_asset: ETH, amount: '10000000', broker_commission: '0x0' }),
    ).toEqual(positional);
  });
  it('takes the fee of a vault swap where that of a channel is left out', async () => {
    const { call } = await node();
    const rate = async (without: string[]) =>
      (await call('cf_swap_rate_v3', [ETH, USDC, '0xde0b6b3a7640000', 0, null, null, without])) as unknown as Rate;
    expect((await rate(['IngressDepositChannel'])).ingress_fee.amount).toBe('0x0');
    expect((await rate(['Network'])).network_fee.amount).toBe('0x0');
    expect((await rate(['IngressVaultSwap'])).ingress_fee.amount).not.toBe('0x0');
  });
  it('knows resting orders only, until a maker hands in more', async () => {
    const { call } = await node();
    const large = [BTC, USDC, '0x1dcd65000', 0, null, null, null];
    expect(await call('cf_swap_rate_v3', large)).toBe(
      '-32021 DispatchError: Simulated swap failed on the input leg: swap leg failed.',
    );
    const order = { LimitOrder: { base_asset: BTC, quote_asset: USDC, side: 'buy', tick: 0, sell_amount: '0x1' } };
    expect(await call('cf_swap_rate_v3', [...large, [order]])).toMatchObject({ intermediary: null });
    expect(await call('cf_swap_rate_v3', [BTC, FLIP, '0x3b9aca00', 0])).toBe(
      '-32021 DispatchError: Simulated swap failed on the output leg: swap leg failed.',
    );
  });
  it('refuses impossible amounts', async () => {
    const { call } = await node();
    expect(await call('cf_swap_rate_v3', [BTC, ETH, '0x0', 0])).toBe('-32602 Swap input amount cannot be zero.');
    expect(await call('cf_swap_rate_v3', [BTC, ETH, `0x1${'0'.repeat(32)}`, 0])).toBe(
      '-32602 Swap input amount too large.',
    );
    const message = { gas_budget: 1, message_length: 15_001 };
    expect(await call('cf_swap_rate_v3', [BTC, ETH, '0x989680', 0, null, message])).toBe(
      '-32602 CCM message size too large.',
    );
    expect(await call('cf_swap_rate_v3', [BTC, { chain: 'Bitcoin', asset: 'DOGE' }, 1, 0])).toMatch(/^-32602 Invalid/);
  });
});

describe('what the node reports about the chain', () => {
  it('writes its environment in hex, numbers and nulls, with chains that no provider trades', async () => {
    const { call } = await node();
    const environment = (await call('cf_environment')) as unknown as {
      ingress_egress: Record<string, Record<string, unknown>>;
      swapping: Record<string, unknown>;
    };
    const { ingress_egress: inOut, swapping } = environment;
    expect(Object.keys(inOut.minimum_deposit_amounts ?? {})).toEqual([...CF_CHAINS, 'Polkadot', 'Tron']);
    expect(inOut.minimum_deposit_amounts).toMatchObject({ Bitcoin: { BTC: '0x7530' }, Tron: { TRX: '0x0' } });
    expect(inOut.witness_safety_margins).toMatchObject({ Bitcoin: 2, Assethub: null, Tron: null });
    expect(inOut.egress_dust_limits).toMatchObject({ Bitcoin: { BTC: '0x258' } });
    expect(swapping).toMatchObject({
      maximum_swap_amounts: { Ethereum: { ETH: null } },
      max_swap_retry_duration_blocks: 600,
      max_swap_request_duration_blocks: 14_400,
      network_fees: { regular_network_fee: { standard_rate_and_minimum: { rate: 1000, minimum: 500_000 } } },
      default_oracle_price_protection: { Ethereum: { USDC: null, ETH: 100 }, Assethub: { DOT: null } },
    });
  });
  it('gives prices as the square root times 2^96', async () => {
    const { call } = await node();
    const price = (await call('cf_pool_price_v2', [ETH, USDC])) as unknown as Record<
      'sell' | 'buy' | 'range_order',
      string
    >;
    const dollars = (root: string) => (Number(BigInt(root)) / 2 ** 96) ** 2 * 1e12;
    expect(dollars(price.range_order)).toBeCloseTo(3300, 3);
    expect(dollars(price.sell)).toBeCloseTo(3300 * 0.9997, 3);
    expect(dollars(price.buy)).toBeCloseTo(3300 * 1.0003, 3);
    expect(await call('cf_pool_price_v2', [ETH, BTC])).toBe('-32021 DispatchError: PoolDoesNotExist');
  });
  it("gives the oracles' prices for base units with 128 fractional bits", async () => {
    const { call } = await node();
    const prices = (await call('cf_oracle_prices')) as unknown as { base_asset: string; price: string }[];
    const priceOf = (asset: string) =>
      Number(BigInt(prices.find((one) => one.base_asset === asset)?.price ?? 0)) / 2 ** 128;
    expect(priceOf('Btc')).toBeCloseTo(950, 6);
    expect(priceOf('Sol')).toBeCloseTo(0.15, 6);
    expect(prices.find((one) => one.base_asset === 'Usdc')).toMatchObject({
      price: `0x1${'0'.repeat(32)}`,
      quote_asset: 'Usd',
      price_status: 'UpToDate',
    });
  });
  it('lists assets, pools, boost pools, affiliates and vaults', async () => {
    const { call, world } = await node();
    expect(await call('cf_supported_assets')).toContainEqual({ chain: 'Tron', asset: 'TRX' });
    expect(await call('cf_available_pools')).toContainEqual({ base: BTC, quote: USDC });
    expect(await call('cf_boost_pools_depth')).toContainEqual({ ...BTC, tier: 5, available_amount: '0x17d78400' });
    expect(await call('cf_get_affiliates', [BROKER_ACCOUNT])).toEqual([
      [AFFILIATE_ACCOUNT, { short_id: 0, withdrawal_address: expect.stringMatching(/^0x[0-9a-f]{40}$/) }],
    ]);
    expect(await call('cf_get_affiliates', [OTHER_BROKER_ACCOUNT])).toEqual([]);
    expect(await call('cf_safe_mode_statuses')).toMatchObject({
      ingress_egress_bitcoin: { deposit_channel_creation_enabled: true },
    });
    const vaults = (await call('cf_get_vault_addresses')) as unknown as { ethereum: { Eth: number[] } };
    expect(vaults).toMatchObject({ solana_usdc_token_vault_ata: { Sol: expect.any(Array) } });
    const vault = world.ledgers.ETH.channels.vault ?? '';
    expect(Buffer.from(vaults.ethereum.Eth).toString('hex')).toBe(vault.slice(2).toLowerCase());
  });
  it('knows its head, and says which methods it has not', async () => {
    const { call, network } = await node();
    expect(await call('chain_getHeader')).toMatchObject({ number: `0x${network.state.block.toString(16)}` });
    expect(await call('state_getRuntimeVersion')).toMatchObject({ specName: 'chainflip-node', specVersion: 20_300 });
    expect(await call('cf_no_such_thing')).toBe('-32601 Method not found');
    expect(await call('toString')).toBe('-32601 Method not found');
  });
  it('judges streaming and refund terms', async () => {
    const { call } = await node();
    expect(await call('cf_validate_dca_params', [7201, 2])).toBeNull();
    expect(await call('cf_validate_dca_params', [7202, 2])).toBe('-32021 DispatchError: SwapRequestDurationTooLong');
    expect(await call('cf_validate_dca_params', [0, 2])).toBe('-32021 DispatchError: ZeroNumberOfChunksNotAllowed');
    expect(await call('cf_validate_dca_params', [2, 0])).toBe('-32021 DispatchError: ChunkIntervalTooLow');
    expect(await call('cf_validate_refund_params', [BTC, ETH, 600, 100])).toBeNull();
    expect(await call('cf_validate_refund_params', [BTC, ETH, 601])).toBe('-32021 DispatchError: RetryDurationTooHigh');
    expect(await call('cf_validate_refund_params', [BTC, FLIP, 10, 100])).toBe(
      '-32021 DispatchError: OraclePriceNotAvailable',
    );
  });
});

const refund = (address: string, more: object = {}) => ({
  retry_duration: 100,
  refund_address: address,
  min_price: '0x2af31dc4611873bf3f70834acd',
  refund_ccm_metadata: null,
  max_oracle_price_slippage: null,
  ...more,
});
const fromEthereum = (more: object = {}) => ({
  chain: 'Ethereum',
  input_amount: '0x989680',
  refund_parameters: refund(userOn(ETH), more),
});
const request = (
  terms: Partial<
    Record<'src' | 'dst' | 'to' | 'bps' | 'extra' | 'boost' | 'affiliates' | 'dca' | 'ccm' | 'broker', unknown>
  > = {},
) => [
  terms.broker ?? BROKER_ACCOUNT,
  terms.src ?? USDC,
  terms.dst ?? BTC,
  terms.to ?? userOn(BTC),
  terms.bps ?? 0,
  terms.extra ?? fromEthereum(),
  terms.ccm ?? null,
  terms.boost ?? null,
  terms.affiliates ?? null,
  terms.dca ?? null,
];
const ENCODE = 'cf_request_swap_parameter_encoding';

describe('vault swaps', () => {
  it('encodes for the vault of the chain', async () => {
    const { call, world } = await node();
    expect(await call(ENCODE, request())).toMatchObject({
      chain: 'Ethereum',
      value: '0x0',
      to: world.ledgers.ETH.channels.vault?.toLowerCase(),
      calldata: expect.stringMatching(/^0x04fc7da0/),
    });
  });
  it('encodes for Bitcoin, and decodes it again', async () => {
    const { call } = await node();
    const extra = {
      chain: 'Bitcoin',
      min_output_amount: '0x5f5e100',
      retry_duration: 300,
      max_oracle_price_slippage: 150,
    };
    const affiliates = [{ account: AFFILIATE_ACCOUNT, bps: 30 }];
    const terms = { src: BTC, dst: USDC, to: userOn(ETH), bps: 20, extra, affiliates, boost: 5 };
    const encoded = (await call(ENCODE, request(terms))) as Record<string, string>;
    expect(encoded).toMatchObject({ chain: 'Bitcoin', deposit_address: accountOn('BTC', 'channel 1 ') });
    expect(decodeBitcoinPayload(hexToBytes(String(encoded.nulldata_payload).slice(2)))).toMatchObject({
      version: 1,
      minOutput: 100_000_000n,
      affiliates: [{ shortId: 0, bps: 30 }],
    });
    expect(await call('cf_decode_vault_swap_parameter', [BROKER_ACCOUNT, encoded])).toEqual({
      source_asset: BTC,
      destination_asset: USDC,
      destination_address: userOn(ETH).toLowerCase(),
      broker_commission: 20,
      extra_parameters: extra,
      channel_metadata: null,
      boost_fee: 5,
      affiliate_fees: affiliates,
      dca_parameters: { number_of_chunks: 1, chunk_interval: 2 },
    });
  });
  it('encodes for Solana, and decodes it again', async () => {
    const { call } = await node();
    const seed = 'f1'.repeat(32);
    const terms = refund(userOn(SOL), { max_oracle_price_slippage: 200 });
    const extra = {
      chain: 'Solana',
      from: userOn(SOL),
      seed: `0x${seed}`,
      input_amount: 1_000_000,
      refund_parameters: terms,
    };
    const dca = { number_of_chunks: 4, chunk_interval: 2 };
    const encoded = await call(
      ENCODE,
      request({ src: SOL, dst: ARB_USDC, to: userOn(ARB_USDC), bps: 300, extra, dca }),
    );
    expect(await call('cf_decode_vault_swap_parameter', [BROKER_ACCOUNT, encoded])).toEqual({
      source_asset: SOL,
      destination_asset: ARB_USDC,
      destination_address: userOn(ARB_USDC).toLowerCase(),
      broker_commission: 300,
      extra_parameters: { ...extra, seed, from_token_account: null },
      channel_metadata: null,
      boost_fee: 0,
      affiliate_fees: [],
      dca_parameters: dca,
    });
  });
  it('decodes no calldata', async () => {
    const { call } = await node();
    expect(await call('cf_decode_vault_swap_parameter', [BROKER_ACCOUNT, await call(ENCODE, request())])).toBe(
      '-32021 DispatchError: Decoding Vault Swap only supports Bitcoin and Solana',
    );
  });
  it('encodes the parameters alone', async () => {
    const { call } = await node();
    const params = [BROKER_ACCOUNT, USDC, BTC, userOn(BTC), 0, refund(userOn(ETH)), null, null, null, null];
    expect(await call('cf_encode_cf_parameters', params)).toMatch(/^0x0164000000/);
  });
  const bitcoin = { chain: 'Bitcoin', min_output_amount: 1, retry_duration: 10 };
  const share = (account: string, bps: number) => [{ account, bps }];
  it.each([
    ['a destination of another chain', { to: userOn(ETH) }, 'InvalidDestinationAddress'],
    [
      'a refund address of another chain',
      { extra: fromEthereum({ refund_address: userOn(BTC) }) },
      'Invalid refund address',
    ],
    ['too long a retry', { extra: fromEthereum({ retry_duration: 601 }) }, 'RetryDurationTooHigh'],
    ['a commission above a tenth', { bps: 1001 }, 'BrokerCommissionBpsTooHigh'],
    ['a boost beyond a byte', { boost: 256 }, 'BoostFeeTooHigh'],
    ['no chunks', { dca: { number_of_chunks: 0, chunk_interval: 2 } }, 'ZeroNumberOfChunksNotAllowed'],
    [
      'an affiliate that is not registered',
      { affiliates: share(OTHER_BROKER_ACCOUNT, 10) },
      'AffiliateNotRegisteredForBroker',
    ],
    ["an affiliate's share beyond a byte", { affiliates: share(AFFILIATE_ACCOUNT, 256) }, 'AffiliateFeeTooHigh'],
    [
      'another chain in the extra parameters',
      { src: ARB_USDC },
      'Incompatible or unsupported source_asset and extra_parameters',
    ],
    [
      'live protection without oracles',
      { dst: FLIP, to: userOn(ETH), extra: fromEthereum({ max_oracle_price_slippage: 100 }) },
      'OraclePriceNotAvailable',
    ],
    [
      'a broker without a private channel',
      { broker: OTHER_BROKER_ACCOUNT, src: BTC, dst: ETH, to: userOn(ETH), extra: bitcoin },
      'NoPrivateChannelExistsForBroker',
    ],
    [
      "a broker's fee beyond a byte",
      { src: BTC, dst: ETH, to: userOn(ETH), extra: bitcoin, bps: 256 },
      'BrokerFeeTooHigh',
    ],
    [
      'a message from Bitcoin',
      { src: BTC, dst: ETH, to: userOn(ETH), extra: bitcoin, ccm: { message: '0x01', gas_budget: '0x1' } },
      'Vault swaps with CCM are not supported for the Bitcoin Chain',
    ],
  ])('refuses %s', async (_name, terms, error) => {
    const { call } = await node();
    expect(await call(ENCODE, request(terms))).toBe(`-32021 DispatchError: ${error}`);
  });
  it('names the parameter that it cannot read', async () => {
    const { call } = await node();
    expect(await call(ENCODE, request({ broker: 'nobody' }))).toBe('-32602 Invalid params: broker not an account');
    expect(await call(ENCODE, request({ extra: { chain: 'Tron' } }))).toMatch(
      /^-32602 Invalid params: extra_parameters/,
    );
  });
  it('leaves nothing behind', async () => {
    const { call, network } = await node();
    const before = structuredClone(network.state);
    for (let i = 0; i < 10; i += 1) await call(ENCODE, request());
    expect(network.state).toEqual(before);
  });
});

describe('the real client', () => {
  it('posts batches with ids of its own and finds every answer', async () => {
    const { ask } = await node();
    const ids = ['c0ffee00-0000-4000-8000-000000000001', 'c0ffee00-0000-4000-8000-000000000002'];
    const calls = [
      { jsonrpc: '2.0', id: ids[0], method: 'cf_environment', params: [] },
      { jsonrpc: '2.0', id: ids[1], method: 'cf_swap_rate_v3', params: [BTC, ETH, '0x0', 0] },
    ];
    const { body, status } = await ask('chainflip-rpc', 'POST', '/', JSON.stringify(calls));
    expect(status).toBe(200);
    expect(JSON.parse(body)).toMatchObject([
      { id: ids[0], result: {} },
      { id: ids[1], error: { code: -32602 } },
    ]);
  });
});
