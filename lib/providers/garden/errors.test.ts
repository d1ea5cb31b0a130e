import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { assetOf } from '../../domain/asset.ts';
import { ProviderError } from '../../domain/errors.ts';
import { type ErrorContext, GardenRefusal, withProviderCode } from './errors.ts';

const sell = { asset: assetOf('BTC.BTC'), decimals: 8, baseUnits: 5_000n };
const recorded = (name: string): string =>
  JSON.parse(readFileSync(new URL(`./__fixtures__/error_400_${name}.json`, import.meta.url), 'utf8')).error;

function refused(text: string, context: ErrorContext = { sell }): ProviderError {
  const error = withProviderCode(new GardenRefusal(text, 400), context);
  if (!(error instanceof ProviderError)) throw new Error('no ProviderError');
  return error;
}

describe('the table of errors', () => {
  it.each([
    [recorded('no_order_pair'), 'quoteNotFound', 'pair'],
    [recorded('no_quotes_available'), 'quoteNotFound', 'no solver'],
    [recorded('invalid_strategy_id'), 'quoteNotFound', 'no solver'],
    [recorded('amount_out_of_range'), 'swapAmountTooSmall', '0.0001 BTC'],
    [recorded('insufficient_liquidity'), 'insufficientLiquidity', 'Sell less'],
    [recorded('invalid_swap_request'), 'unknownError', 'refuses the order'],
    [recorded('missing_signature'), 'unknownError', 'no signature'],
    ["Asset 'base:xyz' not found", 'tokenNotFound', 'base:xyz'],
    ['chain foo not supported', 'unsupportedChainId', 'reach'],
    ['source and destination assets are the same', 'unknownError', 'into itself'],
    ['source and destination on same chain', 'unknownError', 'into itself'],
    ['Service under maintenance', 'tradingHalted', 'Try again later'],
    ['invalid from amount', 'invalidSellAmount', 'amount'],
    ['what nobody has heard before', 'unknownError', 'what nobody has heard before'],
  ])('%s → %s', (text, code, message) => {
    const error = refused(text);
    expect(error.code).toBe(code);
    expect(error.message).toContain(message);
  });

  it('says on which side of the range the amount is', () => {
    const text = recorded('amount_out_of_range');
    const more = { sell: { ...sell, baseUnits: 600_000_000n } };
    expect(refused(text, more)).toMatchObject({
      code: 'insufficientLiquidity',
      message: expect.stringContaining('5 BTC'),
    });
    expect(refused(text, {}).code).toBe('swapAmountTooSmall');
    expect(refused(text, { sell: { ...sell, baseUnits: 1_000_000n } }).message).toBe(
      'Garden swaps no less than 0.0001 BTC and no more than 5 BTC, counted in what is sold. Sell another amount.',
    );
  });

  it('calls an affiliate’s asset in which Garden does not pay a fault of the settings', () => {
    const error = refused(recorded('affiliate_asset_not_found'), { affiliateAsset: 'base:0x5fa58e...' });
    expect(error.code).toBe('unknownError');
    expect(error.message).toContain('AFFILIATES');
  });

  it('leaves errors alone that are not Garden’s', () => {
    const own = new ProviderError('httpError', 'down');
    expect(withProviderCode(own)).toBe(own);
  });
});
