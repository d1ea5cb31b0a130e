import { describe, expect, it } from 'vitest';
import { fc, property } from '../../lib/domain/test-property.ts';
import { intlTag, LOCALES } from '../../lib/i18n/locales.ts';
import { EMPTY_FORM, readFormUrl, type SwapForm, typedText, writeFormUrl } from './form-url.ts';

const USDC = 'ETH.USDC-0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const FULL: SwapForm = {
  sell: USDC,
  buy: 'BTC.BTC',
  amount: '1250.5',
  value: undefined,
  to: 'bc1qtest',
  from: '0xabc',
  slippage: 0.5,
  route: 'CHAINFLIP->ONEINCH+boosted',
};

describe('the form in the address bar', () => {
  it('opens a link as the page was when it was copied, with the chosen provider and recipient', () => {
    expect(readFormUrl(writeFormUrl(FULL, 'en'), 'en')).toEqual(FULL);
  });
  it('keeps the mode: a typed value is typed again, beside the amount that it came to', () => {
    const typed = { ...FULL, value: '100.00', amount: '0.00106' };
    expect(readFormUrl(writeFormUrl(typed, 'en'), 'en')).toEqual(typed);
    expect(readFormUrl('?value=', 'en').value).toBe('');
    expect(readFormUrl('?amount=1', 'en').value).toBeUndefined();
  });
  it('begins with BTC to ETH', () => {
    expect(readFormUrl('', 'en')).toEqual(EMPTY_FORM);
    expect([EMPTY_FORM.sell, EMPTY_FORM.buy]).toEqual(['BTC.BTC', 'ETH.ETH']);
  });
  it('never sells what it buys', () => {
    expect(readFormUrl('?sell=ETH.ETH', 'en').buy).toBe('BTC.BTC');
    expect(readFormUrl('?sell=LTC.LTC&buy=ltc.ltc', 'en').buy).toBe('ETH.ETH');
    const first = { sell: 'SOL.SOL', buy: 'THOR.RUNE' };
    expect(readFormUrl('', 'en', first)).toEqual({ ...EMPTY_FORM, ...first });
    expect(readFormUrl('?sell=THOR.RUNE', 'en', first).buy).toBe('SOL.SOL');
  });
  it('keeps the default of an option that a link has wrong', () => {
    const wrong = '?sell=nonsense&slippage=400&amount=abc&route=%3Cscript%3E';
    expect(readFormUrl(wrong, 'en')).toEqual(EMPTY_FORM);
    expect(readFormUrl('?slippage=', 'en').slippage).toBeUndefined();
  });
  it('accepts an asset in any letter case, and never guesses between a thousand and one', () => {
    expect(readFormUrl('?sell=ltc.ltc', 'en').sell).toBe('LTC.LTC');
    expect(readFormUrl('?amount=1,234', 'en').amount).toBe('');
    expect(readFormUrl('?amount=0,5', 'en').amount).toBe('0.5');
  });
  it('is the same link in every language: a comma in the field, a point in the address', () => {
    expect(writeFormUrl({ ...EMPTY_FORM, amount: '0,5' }, 'de')).toContain('amount=0.5');
    expect(readFormUrl('?amount=1234.5', 'de').amount).toBe('1234,5');
  });
  it('preserves foreign parameters, and lists none twice', () => {
    const kept = writeFormUrl(EMPTY_FORM, 'en', '?utm_source=x&sell=DOGE.DOGE&a=1&a=2');
    expect(kept).toBe('?sell=BTC.BTC&buy=ETH.ETH&utm_source=x&a=1&a=2');
  });
  property([fc.stringMatching(/^(0|[1-9]\d{0,8})(\.\d{0,17}[1-9])?$/), fc.constantFrom(...LOCALES)])(
    'reads back every amount exactly, in every language',
    (amount, locale) => {
      const tag = intlTag(locale);
      const form = { ...EMPTY_FORM, amount: typedText(amount, tag) };
      expect(readFormUrl(writeFormUrl(form, tag), tag)).toEqual(form);
    },
  );
});
