import { describe, expect, it } from 'vitest';
import { createText } from '../../lib/i18n/text.ts';
import { testRoute } from './test-routes.ts';
import { warningText } from './warning-text.ts';

const t = createText('en');
const high = { code: 'highSlippage', display: 'A token takes 2 % of every transfer for itself.' } as const;

describe('a warning', () => {
  it('names its cause: what the route costs, or a tolerance that is too tight', () => {
    expect(warningText(t, testRoute('THORCHAIN', { totalSlippageBps: 1234 }), high)).toEqual({
      text: 'This route costs 12.34% of what you sell.',
    });
    const tight = testRoute('CHAINFLIP', { meta: { slippagePercent: 0.5, recommendedSlippagePercent: 2 } });
    expect(warningText(t, tight, high).text).toBe('At 0.5% slippage this swap may be refunded. Use 2%.');
  });
  it('says how much less may arrive where the guarantee is below the slippage, besides another cause', () => {
    const below = testRoute('CHAINFLIP', { expectedBuyAmountMaxSlippage: '42.96', meta: { slippagePercent: 10 } });
    const text = 'The minimum is 12.32% below what is expected, more than your slippage of 10%.';
    expect(warningText(t, below, high)).toEqual({ text });
    expect(warningText(t, { ...below, totalSlippageBps: 1234 }, high).text).toBe(
      `${text} This route costs 12.34% of what you sell.`,
    );
  });
  it('never calls a cheap route expensive: where the cause is unknown, the service’s sentence is shown too', () => {
    const warning = warningText(t, testRoute('JUPITER', { totalSlippageBps: 35 }), high);
    expect(warning.text).not.toContain('costs');
    expect(warning.detail).toBe(high.display);
  });
  it('of a wide tolerance names it, and says so where nothing is enforced', () => {
    const wide = { code: 'exceedsRecommendedSlippage', display: '' } as const;
    const route = testRoute('THORCHAIN', { meta: { slippagePercent: 10 } });
    expect(warningText(t, route, wide).text).toContain('10% slippage');
    expect(warningText(t, { ...route, expectedBuyAmountMaxSlippage: '0' }, wide).text).toContain('any result');
  });
});
