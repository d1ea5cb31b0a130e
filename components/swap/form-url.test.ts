import { describe, expect, it } from 'vitest';
import { EMPTY_FORM, readFormUrl, writeFormUrl } from './form-url.ts';

const USDC = 'ETH.USDC-0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';

describe('the form in the address bar', () => {
  it('opens a link as the page was when it was copied', () => {
    const form = { sell: USDC, buy: 'BTC.BTC', amount: '1250.5', to: 'bc1qtest', from: '0xabc', slippage: 0.5 };
    expect(readFormUrl(writeFormUrl(form))).toEqual(form);
  });
  it('begins with BTC to ETH', () => {
    expect(readFormUrl('')).toEqual(EMPTY_FORM);
    expect(EMPTY_FORM.sell).toBe('BTC.BTC');
    expect(EMPTY_FORM.buy).toBe('ETH.ETH');
  });
  it('does not sell what it buys when a link names one side only', () => {
    expect(readFormUrl('?sell=ETH.ETH').buy).toBe('BTC.BTC');
  });
  it('leaves what a link says wrongly at its default', () => {
    expect(readFormUrl('?sell=nonsense&slippage=400&amount=abc')).toEqual(EMPTY_FORM);
  });
  it('takes an asset in any letter case', () => {
    expect(readFormUrl('?sell=eth.usdc-0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48').sell).toBe(USDC);
  });
  it('writes a comma amount as a plain one', () => {
    expect(writeFormUrl({ ...EMPTY_FORM, amount: '0,5' })).toContain('amount=0.5');
  });
});
