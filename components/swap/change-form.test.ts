import { describe, expect, it } from 'vitest';
import { createText } from '../../lib/i18n/text.ts';
import { droppedText, flipped, withSide } from './change-form.ts';
import { EMPTY_FORM } from './form-url.ts';

const t = createText('en');
const FORM = { ...EMPTY_FORM, amount: '0.12345678', to: '0xabc', from: 'bc1q', slippage: 3 };

describe('a change of sides', () => {
  it('never changes the recipient, the sender and the tolerance', () => {
    for (const { form } of [flipped(FORM, 18, 'en'), withSide(FORM, 'buy', 'LTC.LTC', undefined, 'en')]) {
      expect(form).not.toHaveProperty('to');
      expect(form).not.toHaveProperty('from');
      expect(form).not.toHaveProperty('slippage');
    }
    expect(flipped(FORM, 18, 'en').form).toEqual({ sell: 'ETH.ETH', buy: 'BTC.BTC' });
  });
  it('keeps an amount that the other asset can hold, and says when it had to round one', () => {
    expect(flipped(FORM, 18, 'en').dropped).toEqual([]);
    const cut = flipped(FORM, 6, 'en');
    expect(cut.form.amount).toBe('0.123456');
    expect(droppedText(t, cut.dropped, 'USDC')).toContain('USDC');
  });
  it('never sells one asset in the amount that a value came to in another', () => {
    const change = flipped({ ...FORM, value: '100' }, 6, 'en');
    expect(change).toMatchObject({ form: { amount: '' }, dropped: [] });
    expect(change.form).not.toHaveProperty('value');
    expect(withSide({ ...FORM, value: '100' }, 'buy', 'LTC.LTC', 8, 'en').form).not.toHaveProperty('amount');
  });
  it('drops a route that was chosen for the other direction, and says so', () => {
    const change = withSide({ ...FORM, route: 'THORCHAIN' }, 'sell', 'LTC.LTC', 8, 'en');
    expect(change.form.route).toBe('');
    expect(droppedText(t, change.dropped, 'LTC')).toContain('route');
  });
});
