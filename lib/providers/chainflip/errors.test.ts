/** Chainflip's refusals become a code that a client can act on and a sentence in the asset's own unit. */
import { describe, expect, it } from 'vitest';
import type { ProviderErrorCode } from '../../domain/errors.ts';
import { bench } from './testing/bench.ts';

/** Status, text, code, and what the sentence must contain. The pair is BTC to ETH. */
const ROWS: [status: number, text: string, code: ProviderErrorCode, says: RegExp][] = [
  [400, 'expected amount is below minimum swap amount (40000)', 'swapAmountTooSmall', /0\.0004 BTC/],
  [400, 'amount is lower than estimated ingress fee (1750)', 'swapAmountTooSmall', /0\.0000175 BTC/],
  [400, 'swap amount is lower than ingress fee', 'swapAmountTooSmall', /Sell more/],
  [
    400,
    'swap output amount is lower than the egress fee (165403829640000)',
    'swapAmountTooSmall',
    /0\.00016540382964 ETH/,
  ],
  [
    400,
    'egress amount (1) is lower than minimum egress amount (1000000000000)',
    'swapAmountTooSmall',
    /0\.000000000000000001 ETH.* 0\.000001 ETH/,
  ],
  [400, 'insufficient liquidity for the requested amount', 'insufficientLiquidity', /Sell less/],
  [400, 'insufficient liquidity for requested amount', 'insufficientLiquidity', /Sell less/],
  [400, 'expected amount is above maximum swap amount (500000000)', 'insufficientLiquidity', / 5 BTC/],
  [400, 'Requested assets cannot be swapped', 'tokenNotFound', /no pool to swap BTC into ETH/],
  [503, 'The swap service is currently unavailable due to maintenance', 'tradingHalted', /maintenance/],
  [503, 'Quoting is currently unavailable due to maintenance', 'tradingHalted', /maintenance/],
  [503, 'Asset ArbUsdc is disabled', 'tradingHalted', /USDC on Arbitrum/],
  [503, 'Asset Btc is disabled', 'tradingHalted', /switched off BTC/],
  [503, 'Asset NewThing is disabled', 'tradingHalted', /NewThing/],
  [400, 'invalid request', 'invalidSellAmount', /cannot take this amount/],
  [404, 'Not found', 'httpError', /Not found/],
  [400, 'something that nobody has read before', 'unknownError', /something that nobody has read before/],
];

describe('the backend’s refusals', () => {
  it.each(ROWS)('%i %s', async (status, message, code, says) => {
    const { refusal, called } = await bench({ quote: () => ({ status, json: { message } }) });
    const error = await refusal();
    expect(error.code).toBe(code);
    expect(error.message).toMatch(says);
    // A refusal by Chainflip is final: no node, which knows less, is asked for another.
    expect(called('cf_swap_rate_v3')).toEqual([]);
  });
});

const noBackend = { quote: () => ({ status: 500, json: { message: 'unknown error' } }) };

describe('the node’s refusals, where the backend is silent', () => {
  it.each<[number, string, ProviderErrorCode]>([
    [-32021, 'Simulated swap failed on the input leg: swap leg failed.', 'insufficientLiquidity'],
    [-32021, 'Simulated swap failed on the output leg: swap leg failed.', 'insufficientLiquidity'],
    [-32602, 'Swap input amount too large.', 'insufficientLiquidity'],
    [-32602, 'Swap input amount cannot be zero.', 'invalidSellAmount'],
    [-32602, 'Invalid params', 'unknownError'],
    [-32603, 'Internal error', 'httpError'],
    [-32601, 'Method not found', 'httpError'],
  ])('%i %s', async (errorCode, message, code) => {
    const { refusal } = await bench({
      ...noBackend,
      rpc: (method) => (method === 'cf_swap_rate_v3' ? { error: { code: errorCode, message } } : undefined),
    });
    expect((await refusal()).code).toBe(code);
  });

  it.each([
    ['429', { status: 429, json: { message: 'Too many requests, please try again later' } }],
    ['500', { status: 500, json: { message: 'unknown error' } }],
    ['HTML', { body: '<html>' }],
  ])('%s of both is httpError', async (_what, reply) => {
    const { refusal } = await bench({
      quote: () => reply,
      rpc: (method) => (method === 'cf_swap_rate_v3' ? { error: { code: -32601, message: 'unknown' } } : undefined),
    });
    expect((await refusal()).code).toBe('httpError');
  });
});
