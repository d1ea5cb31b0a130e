import { describe, expect, it } from 'vitest';
import { createText } from '../../lib/i18n/text.ts';
import { BUTTON_STATES, type ButtonInput, type ButtonStateName, buttonState } from './button-state.ts';

const t = createText('en');
const number = (value: string) => ({ kind: 'number' as const, value });

const READY: ButtonInput = {
  sell: { symbol: 'BTC', chainName: 'Bitcoin', decimals: 8 },
  buy: { symbol: 'ETH', chainName: 'Ethereum' },
  amount: number('0.5'),
  connected: true,
  offerWallet: true,
  to: 'good',
  from: 'none',
  quote: { phase: 'done', hasRoute: true },
};
const state = (change: Partial<ButtonInput>) => buttonState(t, { ...READY, ...change });
const quote = (change: Partial<ButtonInput['quote']>) => ({ quote: { ...READY.quote, hasRoute: false, ...change } });

/**
 * For each state: the input that leads to it, the label, and the action of a press. Without an action the button is
 * disabled.
 */
const TABLE: Record<ButtonStateName, { change: Partial<ButtonInput>; label: string; action?: string; busy?: true }> = {
  chooseSell: { change: { sell: undefined }, label: 'Choose what you sell', action: 'chooseSell' },
  chooseBuy: { change: { buy: undefined }, label: 'Choose what you buy', action: 'chooseBuy' },
  enterAmount: { change: { amount: { kind: 'empty' } }, label: 'Enter an amount', action: 'enterAmount' },
  notANumber: { change: { amount: { kind: 'bad' } }, label: 'Enter a number', action: 'enterAmount' },
  unclearNumber: {
    change: { amount: { kind: 'unclear', value: '1234', other: '1.234' } },
    label: 'Choose which amount you mean',
    action: 'enterAmount',
  },
  tooManyDecimals: {
    change: { amount: number('0.123456789') },
    label: 'BTC has at most 8 decimals. Use 0.12345678',
    action: 'cutDecimals',
  },
  valueNeedsPrice: {
    change: { amount: { kind: 'empty' }, valueWithoutPrice: true },
    label: 'No price for BTC. Enter an amount',
    action: 'enterInCoins',
  },
  minimum: { change: quote({ minimum: '0.002' }), label: 'The minimum is 0.002 BTC. Use it', action: 'useMinimum' },
  connect: { change: { connected: false }, label: 'Connect a wallet', action: 'connect' },
  switchNetwork: { change: { wrongNetwork: true }, label: 'Switch your wallet to Bitcoin', action: 'switchNetwork' },
  enterRecipient: { change: { to: 'none' }, label: 'Enter your Ethereum address', action: 'enterTo' },
  checkingRecipient: { change: { to: 'checking' }, label: 'Checking…', busy: true },
  resolvingName: { change: { to: 'resolving' }, label: 'Looking up the name…', busy: true },
  nameNotFound: { change: { to: 'nameNotFound' }, label: 'This name has no Ethereum address', action: 'enterTo' },
  nameFailed: { change: { to: 'nameFailed' }, label: 'Look up the name again', action: 'resolveAgain' },
  recipientWrong: { change: { to: 'wrong' }, label: 'Not an address on Ethereum', action: 'enterTo' },
  notEnough: { change: { balance: '0.49999999' }, label: 'Not enough BTC', action: 'useMaximum' },
  keepForFee: {
    change: { balance: '0.5', reserve: '0.00002' },
    label: 'Keep 0.00002 BTC for the network fee',
    action: 'useMaximum',
  },
  notEnoughGas: {
    change: { gasMissing: { amount: '0.0012', symbol: 'ETH' } },
    label: 'You need 0.0012 ETH more for the network fee',
  },
  offline: { change: quote({ phase: 'failed', trouble: 'offline' }), label: 'You are offline', action: 'retry' },
  tooManyRequests: {
    change: quote({ phase: 'failed', trouble: 'tooManyRequests', retryInSeconds: 8 }),
    label: 'Too many requests. Trying again in 8 seconds',
    busy: true,
  },
  unreachable: { change: quote({ phase: 'failed' }), label: 'Try again', action: 'retry' },
  gettingQuotes: { change: quote({ phase: 'asking' }), label: 'Getting quotes…', busy: true },
  paused: {
    change: quote({ pausedOn: 'Bitcoin' }),
    label: 'Trading is paused on Bitcoin. See why',
    action: 'showFailures',
  },
  noRoute: { change: quote({}), label: 'No route. See why', action: 'showFailures' },
  lossTooHigh: { change: { lossTooHigh: 7.2 }, label: 'This swap loses 7.2%, more than this site allows' },
  enterRefund: {
    change: { connected: false, offerWallet: false },
    label: 'Enter the Bitcoin address you pay from',
    action: 'enterFrom',
  },
  checkingRefund: { change: { connected: false, from: 'checking' }, label: 'Checking…', busy: true },
  refundWrong: {
    change: { connected: false, from: 'wrong' },
    label: 'Not an address on Bitcoin',
    action: 'enterFrom',
  },
  refreshing: {
    change: { quote: { phase: 'asking', hasRoute: true, stale: true } },
    label: 'Refreshing the quotes…',
    busy: true,
  },
  approve: { change: { needsApproval: true }, label: 'Approve BTC and review the swap', action: 'review' },
  review: { change: {}, label: 'Review swap of 0.5 BTC', action: 'review' },
};

describe('the one button', () => {
  it.each(Object.entries(TABLE))('%s: says what to do and does it', (name, { change, ...shown }) => {
    expect(state(change)).toEqual({ state: name, ...shown });
  });
  it('has no state that cannot be reached', () => {
    expect(Object.keys(TABLE)).toEqual([...BUTTON_STATES]);
  });
  it('says first what comes first in the list when several things are missing', () => {
    const comesFirst = (first: ButtonStateName, second: ButtonStateName) =>
      expect(state({ ...TABLE[second].change, ...TABLE[first].change }).state).toBe(first);
    comesFirst('chooseSell', 'chooseBuy');
    comesFirst('chooseBuy', 'enterAmount');
    comesFirst('enterAmount', 'connect');
    comesFirst('tooManyDecimals', 'connect');
    comesFirst('connect', 'enterRecipient');
    comesFirst('switchNetwork', 'enterRecipient');
    comesFirst('minimum', 'connect');
    comesFirst('minimum', 'enterRecipient');
    comesFirst('recipientWrong', 'gettingQuotes');
    comesFirst('notEnough', 'gettingQuotes');
    comesFirst('notEnoughGas', 'paused');
    comesFirst('gettingQuotes', 'approve');
    comesFirst('noRoute', 'enterRefund');
    comesFirst('refreshing', 'approve');
  });
  it.each(['0', '0.000'])('asks for an amount when it is %s', (zero) => {
    expect(state({ amount: number(zero) }).state).toBe('enterAmount');
  });
  it('starts no review while an address is unchecked', () => {
    for (const to of ['checking', 'resolving', 'wrong', 'none', 'nameNotFound', 'nameFailed'] as const)
      expect(state({ to }).action).not.toBe('review');
    for (const from of ['checking', 'resolving', 'wrong', 'none', 'nameNotFound', 'nameFailed'] as const)
      expect(state({ connected: false, offerWallet: false, from }).action).not.toBe('review');
  });
  it('allows no review of more than the account holds, to the last digit', () => {
    expect(state({ balance: '0' })).toMatchObject({ state: 'notEnough', action: 'enterAmount' });
    expect(state({ balance: '0.50000000' }).action).toBe('review');
    expect(state({ balance: '0.50002', reserve: '0.00002' }).action).toBe('review');
    expect(state({ balance: '0.5', reserve: '0.6' })).toMatchObject({ state: 'keepForFee', action: 'enterAmount' });
  });
  it('waits for the check of a connected wallet’s address as for any other', () => {
    expect(state({ connected: true, from: 'checking' }).action).toBeUndefined();
    expect(state({ connected: true, from: 'good' }).action).toBe('review');
  });
  it('asks a user who has entered the sending address for no wallet', () => {
    expect(state({ connected: false, from: 'good' }).action).toBe('review');
    expect(state({ connected: false, from: 'wrong' }).state).toBe('refundWrong');
  });
  it('can be pressed where "too many requests" names no time, and never counts below zero', () => {
    expect(state(quote({ phase: 'failed', trouble: 'tooManyRequests' })).action).toBe('retry');
  });
});
