import { describe, expect, it } from 'vitest';
import { parseSlippage, slippageAdvice } from './slippage-advice.ts';

describe('slippage', () => {
  it('takes a comma and a percent sign, and nothing outside 0 to 100', () => {
    expect(parseSlippage('0,5')).toBe(0.5);
    expect(parseSlippage('1 %')).toBe(1);
    for (const text of ['', '-1', '101', 'x']) expect(parseSlippage(text)).toBeUndefined();
  });
  it('warns of no limit, of a wide one, and of one so tight that the money comes back', () => {
    expect(slippageAdvice(100, undefined).kind).toBe('wide');
    expect(slippageAdvice(8, undefined).kind).toBe('wide');
    expect(slippageAdvice(0.1, undefined).kind).toBe('tight');
    expect(slippageAdvice(1, { warnings: [], providers: ['THORCHAIN'], meta: {} }).kind).toBe('fits');
  });
  it('warns of a tolerance well below what the provider advises, naming it', () => {
    const route = { warnings: [], providers: ['CHAINFLIP' as const], meta: { recommendedSlippagePercent: 2 } };
    expect(slippageAdvice(1, route)).toMatchObject({ kind: 'tight', words: expect.stringContaining('2 %') });
    expect(slippageAdvice(1.5, route).kind).toBe('fits');
  });
});
