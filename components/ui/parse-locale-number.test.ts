import { describe, expect, it } from 'vitest';
import { fc, property } from '../../lib/domain/test-property.ts';
import { intlTag, LOCALES } from '../../lib/i18n/locales.ts';
import { fullAmount } from './format.ts';
import { parseLocaleNumber } from './parse-locale-number.ts';

const number = (value: string) => ({ kind: 'number', value });

describe('a typed number', () => {
  it.each([
    ['0.5', 'en', '0.5'],
    ['0,5', 'en', '0.5'],
    ['0,5', 'de', '0.5'],
    ['1,5', 'en', '1.5'],
    ['1.234', 'en', '1.234'],
    ['1,234', 'de', '1.234'],
    ['0,123', 'en', '0.123'],
    ['0.123', 'de', '0.123'],
    ['1.234,5', 'en', '1234.5'],
    ['1,234.5', 'de', '1234.5'],
    ['1,000,000', 'en', '1000000'],
    ['12,34,567.8', 'en', '1234567.8'],
    ['1 234,5', 'fr', '1234.5'],
    ['1\u202f234,5', 'fr', '1234.5'],
    ["1'234.5", 'de', '1234.5'],
    ['١٢٫٥', 'ar-u-nu-latn', '12.5'],
    ['１２．５', 'ja', '12.5'],
    ['.5', 'en', '0.5'],
    ['5.', 'en', '5'],
    ['007', 'en', '7'],
  ])('%s in %s is %s', (text, locale, value) => {
    expect(parseLocaleNumber(text, locale)).toEqual(number(value));
  });

  it('says that a thousand may have been meant, and guesses nothing', () => {
    expect(parseLocaleNumber('1,234', 'en')).toEqual({ kind: 'unclear', value: '1234', other: '1.234' });
    expect(parseLocaleNumber('1.234', 'de')).toEqual({ kind: 'unclear', value: '1234', other: '1.234' });
  });

  it.each(['-1', '1e5', '0x10', '1,23,4.5', '1.2.3', '1..5', ',', 'NaN', '1,2,3', '10²', '1.5¹', '1½', '①'])(
    'refuses %s',
    (text) => {
      expect(parseLocaleNumber(text, 'en')).toEqual({ kind: 'bad' });
    },
  );

  property([
    fc.bigInt({ min: 0n, max: 10n ** 24n }),
    fc.stringMatching(/^(\d{0,17}[1-9])?$/),
    fc.constantFrom(...LOCALES),
  ])('reads back what the page itself shows, in every language', (whole, fraction, locale) => {
    const decimal = fraction ? `${whole}.${fraction}` : `${whole}`;
    const read = parseLocaleNumber(fullAmount(decimal, intlTag(locale)), intlTag(locale));
    expect(read.kind === 'number' || read.kind === 'unclear' ? read.value : read.kind).toBe(decimal);
  });
});
