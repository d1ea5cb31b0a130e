import { describe, expect, it } from 'vitest';
import type { WireProviderError } from '../../lib/api/schemas/quote.ts';
import { PROVIDER_ERROR_CODES } from '../../lib/domain/errors.ts';
import { createText } from '../../lib/i18n/text.ts';
import { allDown, byHelp, failedBrands, failureDeed, failureRemedy, minimumIn } from './failure-text.ts';

const t = createText('en');
const small = (message: string): WireProviderError => ({
  provider: 'THORCHAIN',
  errorCode: 'swapAmountTooSmall',
  message,
});
const failed = (errorCode: WireProviderError['errorCode']): WireProviderError => ({
  provider: 'MAYACHAIN',
  errorCode,
  message: '',
});

describe('the reason why a provider offers no route', () => {
  it('is a sentence for every code', () => {
    for (const errorCode of PROVIDER_ERROR_CODES) {
      expect(failureRemedy(t, { provider: 'THORCHAIN', errorCode })).toMatch(/^[A-Z].+\.$/);
      expect(failureRemedy(t, { provider: 'CHAINFLIP->ONEINCH', errorCode })).toMatch(/^[A-Z].+\.$/);
    }
  });
  it('lists first what a seller can change', () => {
    const sorted = byHelp([failed('tokenNotFound'), failed('httpError'), failed('swapAmountTooSmall')]);
    expect(sorted.map(({ errorCode }) => errorCode)).toEqual(['swapAmountTooSmall', 'httpError', 'tokenNotFound']);
  });
  it('is given once for each provider, and not for one that has a route', () => {
    const of = (provider: WireProviderError['provider'], errorCode: WireProviderError['errorCode']) => ({
      provider,
      errorCode,
      message: '',
    });
    const errors = [
      of('THORCHAIN_STREAMING', 'quoteNotFound'),
      of('MAYACHAIN', 'tokenNotFound'),
      of('MAYACHAIN_STREAMING', 'swapAmountTooSmall'),
    ];
    const names = (routes: Parameters<typeof failedBrands>[1]) =>
      failedBrands(errors, routes).map(({ provider, errorCode }) => `${provider} ${errorCode}`);
    expect(names([{ providers: ['THORCHAIN'] }])).toEqual(['MAYACHAIN_STREAMING swapAmountTooSmall']);
    expect(names([])).toHaveLength(2);
  });
  it('blames no provider only where none could be reached', () => {
    expect(allDown([failed('httpError'), failed('providerQuoteTimeout'), failed('tokenNotFound')])).toBe(true);
    expect(allDown([failed('httpError'), failed('swapAmountTooSmall')])).toBe(false);
    expect(allDown([failed('tokenNotFound')])).toBe(false);
    expect(allDown([])).toBe(false);
  });
});

describe('the action beside a failure', () => {
  it('sells the amount that is sure to be accepted as minimum, or the maximum', () => {
    expect(failureDeed(small('It keeps deposits below 4 DOT. Sell 4.4 DOT or more.'), 'DOT')).toEqual({
      kind: 'sell',
      amount: '4.4',
    });
    const most = { errorCode: 'insufficientLiquidity' as const, message: 'No more than 12.5 BTC at once. Sell less.' };
    expect(failureDeed(most, 'BTC')).toEqual({ kind: 'sell', amount: '12.5' });
  });
  it('leads to the amount where no number is given, retries what passes by itself, and is absent where nothing helps', () => {
    expect(failureDeed(small('Too small.'), 'BTC')).toEqual({ kind: 'amount' });
    expect(failureDeed(failed('httpError'), 'BTC')).toEqual({ kind: 'retry' });
    expect(failureDeed(failed('tokenNotFound'), 'BTC')).toEqual({ kind: 'asset' });
    expect(failureDeed(failed('quoteNotFound'), 'BTC')).toBeUndefined();
  });
});

describe('the least amount', () => {
  it('is the lowest that any provider names, where all say too small', () => {
    expect(minimumIn([small('The least is 0.002 BTC.'), small('Sell at least 0.0005 BTC')], 'BTC')).toBe('0.0005');
  });
  it('is the amount with its margin, where one is given', () => {
    expect(minimumIn([small('It keeps deposits below 4 DOT. Sell 4.4 DOT or more.')], 'DOT')).toBe('4.4');
  });
  it('is also offered where a streaming id leaves the amount to its plain one, or a provider does not trade the pair', () => {
    const others = [failed('quoteNotFound'), failed('tokenNotFound')];
    expect(minimumIn([small('Sell 0.00006174 BTC or more.'), ...others], 'BTC')).toBe('0.00006174');
    expect(minimumIn(others, 'BTC')).toBeUndefined();
  });
  it('is not offered while a provider failed for another reason', () => {
    expect(minimumIn([small('The least is 0.002 BTC.'), failed('tradingHalted')], 'BTC')).toBeUndefined();
    expect(minimumIn([], 'BTC')).toBeUndefined();
  });
});
