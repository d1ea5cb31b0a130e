/** A wrong request is answered with every fault at once, and a right one is never refused. */
import { describe, expect, it } from 'vitest';
import { isProblem, type Problem } from '../api/problem.ts';
import { formatAsset } from '../domain/asset.ts';
import { type DecodeContext, decodeQuoteRequest } from './decode-request.ts';
import { BTC_ADDRESS, ETH_ADDRESS } from './test-quotes.ts';

const mainnet: DecodeContext = { network: 'mainnet', canonicalAsset: (asset) => asset };
const good = { sellAsset: 'BTC.BTC', buyAsset: 'ETH.ETH', sellAmount: '0.5', slippage: 1 };

function faultsOf(body: unknown, context = mainnet): Record<string, string | undefined> {
  try {
    decodeQuoteRequest(body, context);
  } catch (error) {
    if (!isProblem(error)) throw error;
    expect(error).toMatchObject({ status: 400, title: 'Validation Error' } satisfies Partial<Problem>);
    for (const fault of error.errors ?? []) expect(fault.message.length).toBeGreaterThan(10);
    return Object.fromEntries((error.errors ?? []).map(({ field, code }) => [field ?? '', code]));
  }
  return {};
}

const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';

/** The change to a good request, and the reported faults. */
const FAULTS: [what: string, change: Record<string, unknown>, faults: Record<string, string>][] = [
  ['amount missing', { sellAmount: undefined }, { sellAmount: 'required' }],
  ['amount as a number', { sellAmount: 0.5 }, { sellAmount: 'invalid_type' }],
  ['amount zero', { sellAmount: '0' }, { sellAmount: 'out_of_range' }],
  ['amount zero with fraction', { sellAmount: '0.000' }, { sellAmount: 'out_of_range' }],
  ['amount negative', { sellAmount: '-1' }, { sellAmount: 'invalid_format' }],
  ['amount with exponent', { sellAmount: '1e8' }, { sellAmount: 'invalid_format' }],
  ['amount with a plus', { sellAmount: '+1' }, { sellAmount: 'invalid_format' }],
  ['amount without whole part', { sellAmount: '.5' }, { sellAmount: 'invalid_format' }],
  ['amount with a trailing dot', { sellAmount: '1.' }, { sellAmount: 'invalid_format' }],
  ['amount with a comma', { sellAmount: '1,5' }, { sellAmount: 'invalid_format' }],
  ['amount with spaces', { sellAmount: ' 1 ' }, { sellAmount: 'invalid_format' }],
  ['amount with a line break', { sellAmount: '1\n' }, { sellAmount: 'invalid_format' }],
  ['amount hexadecimal', { sellAmount: '0x10' }, { sellAmount: 'invalid_format' }],
  ['amount in other digits', { sellAmount: '١' }, { sellAmount: 'invalid_format' }],
  ['amount not a number', { sellAmount: 'NaN' }, { sellAmount: 'invalid_format' }],
  ['amount empty', { sellAmount: '' }, { sellAmount: 'required' }],
  ['both amounts', { buyAmount: '1' }, { buyAmount: 'one_of_two' }],
  ['output zero', { sellAmount: null, buyAmount: '0' }, { buyAmount: 'out_of_range' }],
  ['output with exponent', { sellAmount: null, buyAmount: '1e3' }, { buyAmount: 'invalid_format' }],
  ['another exactness', { sellAmount: null, buyAmount: '1', exact: 'roughly' }, { exact: 'invalid_value' }],
  ['a guarantee of nothing', { sellAmount: null, buyAmount: '1', slippage: 100 }, { exact: 'not_enforced' }],
  ['amount of 79 digits', { sellAmount: '1'.repeat(79) }, { sellAmount: 'too_many_digits' }],
  ['amount of 79 digits with fraction', { sellAmount: `1.${'1'.repeat(78)}` }, { sellAmount: 'too_many_digits' }],
  ['slippage missing', { slippage: undefined }, { slippage: 'required' }],
  ['slippage below 0', { slippage: -0.01 }, { slippage: 'out_of_range' }],
  ['slippage above 100', { slippage: 100.01 }, { slippage: 'out_of_range' }],
  ['slippage as text', { slippage: '1' }, { slippage: 'invalid_type' }],
  ['slippage null', { slippage: null }, { slippage: 'invalid_type' }],
  ['slippage infinite (1e400 in JSON)', { slippage: Number.POSITIVE_INFINITY }, { slippage: 'invalid_type' }],
  ['chain unknown', { sellAsset: 'XYZ.XYZ' }, { sellAsset: 'invalid_asset' }],
  ['asset without chain', { sellAsset: 'BTC' }, { sellAsset: 'invalid_asset' }],
  ['asset empty', { buyAsset: '' }, { buyAsset: 'invalid_asset' }],
  ['asset with a null byte', { buyAsset: 'ETH.ETH\u0000' }, { buyAsset: 'invalid_asset' }],
  ['asset very long', { buyAsset: `ETH.${'A'.repeat(5000)}` }, { buyAsset: 'too_long' }],
  ['asset a list', { buyAsset: ['ETH.ETH'] }, { buyAsset: 'invalid_type' }],
  ['both assets equal', { buyAsset: 'BTC.BTC' }, { buyAsset: 'same_asset' }],
  ['both assets equal but for case', { buyAsset: 'btc.btc' }, { buyAsset: 'same_asset' }],
  [
    'the same token in two spellings',
    { sellAsset: `ETH.USDC-${USDC}`, buyAsset: `eth.usdc-${USDC.toUpperCase()}` },
    { buyAsset: 'same_asset' },
  ],
  ['provider unknown', { providers: ['THORCHAIN', 'NOPE'] }, { 'providers.1': 'unknown_provider' }],
  ['provider in lower case', { providers: ['thorchain'] }, { 'providers.0': 'unknown_provider' }],
  ['providers no list', { providers: 'THORCHAIN' }, { providers: 'invalid_type' }],
  ['destination of another chain', { destinationAddress: BTC_ADDRESS }, { destinationAddress: 'invalid_address' }],
  ['source of another chain', { sourceAddress: ETH_ADDRESS }, { sourceAddress: 'invalid_address' }],
  [
    'destination with a wrong checksum',
    { destinationAddress: '0x742d35CC6634C0532925a3b844Bc454e4438f44e' },
    { destinationAddress: 'invalid_address' },
  ],
  [
    'a test-network address on mainnet',
    { sourceAddress: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx' },
    { sourceAddress: 'invalid_address' },
  ],
  ['refund on another chain', { refundAddress: ETH_ADDRESS }, { refundAddress: 'invalid_address' }],
  ['fee without affiliate', { affiliateFee: 30 }, { affiliate: 'required' }],
  ['fee above 1000', { affiliate: 'ptg', affiliateFee: 1001 }, { affiliateFee: 'out_of_range' }],
  ['fee negative', { affiliate: 'ptg', affiliateFee: -1 }, { affiliateFee: 'out_of_range' }],
  ['fee with a fraction', { affiliate: 'ptg', affiliateFee: 0.5 }, { affiliateFee: 'invalid_type' }],
  ['affiliate that would break a memo', { affiliate: 'a:b', affiliateFee: 1 }, { affiliate: 'invalid_affiliate' }],
  ['fee with an affiliate left empty', { affiliate: '', affiliateFee: 30 }, { affiliate: 'required' }],
  ['includeTx as text', { includeTx: 'true' }, { includeTx: 'invalid_type' }],
];

describe('decoding a quote request', () => {
  it.each(FAULTS)('names the field: %s', (_what, change, faults) => {
    expect(faultsOf({ ...good, ...change })).toEqual(faults);
  });

  it('names every bad field at once, faults of shape and of meaning together', () => {
    const body = {
      sellAsset: 'NOPE.X',
      buyAsset: 7,
      sellAmount: '-1',
      slippage: 101,
      providers: ['NOPE'],
      destinationAddress: BTC_ADDRESS,
      affiliateFee: 5000,
      includeTx: 1,
    };
    expect(faultsOf(body)).toEqual({
      sellAsset: 'invalid_asset',
      buyAsset: 'invalid_type',
      sellAmount: 'invalid_format',
      slippage: 'out_of_range',
      'providers.0': 'unknown_provider',
      affiliateFee: 'out_of_range',
      affiliate: 'required',
      includeTx: 'invalid_type',
    });
    expect(Object.keys(faultsOf({}))).toEqual(['sellAsset', 'buyAsset', 'slippage', 'sellAmount']);
  });

  it.each([
    [{}, { buyAmount: '0.5', exact: 'guaranteed' }],
    [
      { exact: 'expected', slippage: 100 },
      { buyAmount: '0.5', exact: 'expected' },
    ],
  ])('takes a wanted output in place of what is sold: %j', (change, wanted) => {
    const { sellAmount: _left, ...rest } = good;
    expect(decodeQuoteRequest({ ...rest, buyAmount: '00.50', ...change }, mainnet).amount).toEqual({ wanted });
  });

  it.each(['', null])('treats %j as an optional field that is left out', (nothing) => {
    const left = ['providers', 'sourceAddress', 'destinationAddress', 'affiliate', 'affiliateFee', 'includeTx'];
    const given = { ...good, ...Object.fromEntries(left.map((name) => [name, nothing])) };
    expect(decodeQuoteRequest(given, mainnet)).toEqual(decodeQuoteRequest(good, mainnet));
  });

  it('reports a missing field as missing', () => {
    const thrown = () => decodeQuoteRequest({ ...good, sellAsset: undefined }, mainnet);
    expect(thrown).toThrow(
      expect.objectContaining({
        errors: [{ field: 'sellAsset', message: 'sellAsset is missing: it must be text in quotes.', code: 'required' }],
      }),
    );
  });

  it.each([
    ['null', null],
    ['a list', [good]],
    ['text', 'x'],
    ['a number', 1],
    ['true', true],
  ])('refuses a body that is %s', (_what, body) => {
    expect(faultsOf(body)).toEqual({ body: 'invalid_type' });
  });

  it('accepts everything that the interface allows', () => {
    for (const change of [
      {},
      { slippage: 0 },
      { slippage: 100 },
      { sellAmount: '1'.repeat(78) },
      { sellAmount: `0.${'0'.repeat(76)}1` },
      { providers: [] },
      { providers: ['JUPITER->CHAINFLIP'] },
      { affiliate: 'ptg' },
      { affiliate: 'longer-name', affiliateFee: 1000 },
      { affiliateFee: 0 },
      { sellAsset: 'btc.btc', buyAsset: `eth.usdc-${USDC.toLowerCase()}` },
      { sellAsset: 'THOR.BTC/BTC' },
      { sellAsset: 'FIAT.USD' },
      { unknownField: { deep: [1, 2, 3] } },
    ])
      expect(faultsOf({ ...good, ...change }), JSON.stringify(change)).toEqual({});
  });

  it('passes on canonical values, each provider once, and keeps only fields of the interface', () => {
    const decoded = decodeQuoteRequest(
      {
        ...good,
        sellAsset: `eth.usdc-${USDC.toUpperCase()}`,
        buyAsset: 'btc.btc',
        sellAmount: '00.500',
        slippage: 0.145,
        sourceAddress: ETH_ADDRESS.toLowerCase(),
        destinationAddress: BTC_ADDRESS.toUpperCase(),
        providers: ['THORCHAIN', 'MAYACHAIN', 'THORCHAIN'],
        affiliate: 'PTG',
        affiliateFee: 30,
        secret: 'not kept',
      },
      mainnet,
    );
    expect(formatAsset(decoded.sellAsset)).toBe(`ETH.USDC-${USDC}`);
    expect(decoded).toMatchObject({
      amount: { sellAmount: '0.5' },
      slippageBps: 15,
      sourceAddress: ETH_ADDRESS,
      destinationAddress: BTC_ADDRESS,
      providers: ['THORCHAIN', 'MAYACHAIN'],
      affiliate: { name: 'PTG', feeBps: 30 },
      includeTx: false,
    });
    expect(decoded.wire).not.toHaveProperty('secret');
  });

  it('accepts addresses of the main network in the sandbox too', () => {
    const sandbox: DecodeContext = { ...mainnet, network: 'sandbox' };
    const addresses = { sourceAddress: BTC_ADDRESS, destinationAddress: ETH_ADDRESS };
    expect(faultsOf({ ...good, ...addresses }, sandbox)).toEqual({});
  });

  it('takes the spelling of a mint from the token lists', () => {
    const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
    const context: DecodeContext = {
      ...mainnet,
      canonicalAsset: (asset) => (asset.kind === 'token' ? { ...asset, address: mint } : asset),
    };
    const decoded = decodeQuoteRequest({ ...good, buyAsset: `SOL.USDC-${mint.toUpperCase()}` }, context);
    expect(formatAsset(decoded.buyAsset)).toBe(`SOL.USDC-${mint}`);
  });
});
