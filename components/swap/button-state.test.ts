import { describe, expect, it } from 'vitest';
import { type ButtonInput, buttonState } from './button-state.ts';
import { parseTypedAmount } from './parse-amount.ts';

const good = (text: string) => ({ text, check: { ok: true as const, canonical: text } });
const bad = (text: string) => ({ text, check: { ok: false as const, reason: 'no' } });

const READY: ButtonInput = {
  sell: { symbol: 'BTC', chainName: 'Bitcoin', decimals: 8 },
  buy: { symbol: 'ETH', chainName: 'Ethereum' },
  amount: parseTypedAmount('0.5'),
  balance: undefined,
  to: good('0xF3'),
  from: good('bc1q'),
  connected: false,
  offerWallet: true,
  quote: { phase: 'done', hasRoute: true },
};
const state = (change: Partial<ButtonInput>) => buttonState({ ...READY, ...change });

describe('the one button', () => {
  it('repeats the deed once all is there', () => {
    expect(state({})).toEqual({ label: 'Review swap of 0.5 BTC', action: 'review' });
  });
  it('asks for a side that is missing before anything else', () => {
    expect(state({ sell: undefined }).action).toBe('chooseSell');
    expect(state({ buy: undefined }).action).toBe('chooseBuy');
  });
  it.each(['', '0', '0.000', 'x'])('wants an amount when it is "%s"', (text) => {
    expect(state({ amount: parseTypedAmount(text) }).action).toBe('enterAmount');
  });
  it('does not ask for quotes of an amount finer than the asset', () => {
    expect(state({ amount: parseTypedAmount('0.123456789') })).toEqual({
      label: 'BTC has 8 decimals at most',
      action: 'enterAmount',
    });
  });
  it('never lets more be reviewed than the account holds, to the last digit', () => {
    expect(state({ balance: '0.49999999' })).toEqual({ label: 'Not enough BTC', action: 'useMaximum' });
    expect(state({ balance: '0' }).action).toBe('enterAmount');
    expect(state({ balance: '0.50000000' }).action).toBe('review');
  });
  it('keeps back what the network takes on top, where it takes it in the same coin', () => {
    expect(state({ balance: '0.5', reserve: '0.00002' })).toEqual({
      label: 'Keep 0.00002 BTC for the network fee',
      action: 'useMaximum',
    });
    expect(state({ balance: '0.50002', reserve: '0.00002' }).action).toBe('review');
  });
  it('cannot be pressed while quotes are on their way', () => {
    const waiting = state({ quote: { phase: 'asking', hasRoute: false } });
    expect(waiting.action).toBeUndefined();
    expect(waiting.busy).toBe(true);
  });
  it('leads to the reasons when nobody offers a route', () => {
    expect(state({ quote: { phase: 'done', hasRoute: false } }).action).toBe('showFailures');
    expect(state({ quote: { phase: 'done', hasRoute: false, halted: true } }).label).toMatch(/paused/);
    expect(state({ quote: { phase: 'failed', hasRoute: false } }).action).toBe('retry');
  });
  it('offers the least amount where all said too small', () => {
    expect(state({ quote: { phase: 'done', hasRoute: false, minimum: '0.002' } })).toEqual({
      label: 'The least is 0.002 BTC. Use it',
      action: 'useMinimum',
    });
  });
  it('reviews nothing without a good address to pay to', () => {
    expect(state({ to: { text: '' } }).action).toBe('enterTo');
    expect(state({ to: bad('bc1q') })).toEqual({ label: 'This is no Ethereum address', action: 'enterTo' });
  });
  it('offers a wallet where one can sign, and asks for the address otherwise', () => {
    expect(state({ from: { text: '' } }).action).toBe('connect');
    expect(state({ from: { text: '' }, offerWallet: false }).action).toBe('enterFrom');
    expect(state({ from: bad('x') }).action).toBe('enterFrom');
    expect(state({ from: { text: '' }, connected: true }).action).toBe('review');
  });
});
