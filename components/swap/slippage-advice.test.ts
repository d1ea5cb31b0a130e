import { describe, expect, it } from 'vitest';
import { createText } from '../../lib/i18n/text.ts';
import { autoSlippage, parseSlippage, slippageAdvice } from './slippage-advice.ts';

const t = createText('en');

describe('slippage', () => {
  it('accepts a comma and a percent sign, and nothing outside 0 to 100', () => {
    expect(parseSlippage('0,5', 'en')).toBe(0.5);
    expect(parseSlippage('0,5', 'de')).toBe(0.5);
    expect(parseSlippage('1 %', 'en')).toBe(1);
    for (const text of ['', '-1', '101', 'x']) expect(parseSlippage(text, 'en')).toBeUndefined();
  });
  it('warns of no limit, of a wide one, and of one so tight that the swap would be refunded, with the number', () => {
    expect(slippageAdvice(t, 100, undefined)).toMatchObject({ kind: 'wide', better: 1 });
    expect(slippageAdvice(t, 8, undefined)).toMatchObject({ kind: 'wide', text: expect.stringContaining('8%') });
    expect(slippageAdvice(t, 0.1, undefined)).toMatchObject({ kind: 'tight', better: 0.2 });
    expect(slippageAdvice(t, 1, { warnings: [], providers: ['THORCHAIN'], meta: {} }).kind).toBe('fits');
  });
  it('warns of a tolerance below what the provider advises, and offers that one', () => {
    const route = { warnings: [], providers: ['CHAINFLIP' as const], meta: { recommendedSlippagePercent: 2 } };
    expect(slippageAdvice(t, 1, route)).toMatchObject({
      kind: 'tight',
      text: 'At 1% this swap may be refunded.',
      better: 2,
    });
    expect(slippageAdvice(t, 2, route).kind).toBe('fits');
  });
  it('never warns of Portage’s own default', () => {
    const route = { warnings: [], providers: ['CHAINFLIP' as const], meta: { recommendedSlippagePercent: 2 } };
    expect(slippageAdvice(t, undefined, route)).toEqual({ kind: 'fits', text: '' });
  });
  it('says what would suffice where a route needs less', () => {
    const warnings = [{ code: 'exceedsRecommendedSlippage' as const, display: '', tooltip: '' }];
    const route = { warnings, providers: ['CHAINFLIP' as const], meta: { recommendedSlippagePercent: 0.5 } };
    expect(slippageAdvice(t, 4, route)).toMatchObject({ kind: 'wide', better: 0.5 });
  });
  it('is, where the user chose none, what the provider advises, within 0.1 and 3 percent and the host’s limit', () => {
    const advised = (recommendedSlippagePercent?: number) =>
      autoSlippage({ meta: recommendedSlippagePercent === undefined ? {} : { recommendedSlippagePercent } });
    expect([advised(), advised(1.5), advised(0.02), advised(8)]).toEqual([1, 1.5, 0.1, 3]);
    expect(autoSlippage({ meta: { recommendedSlippagePercent: 2 } }, 0.5)).toBe(0.5);
  });
});
