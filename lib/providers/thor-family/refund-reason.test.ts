import { expect, it } from 'vitest';
import { refundReason } from './refund-reason.ts';

it('says why the money was refunded, and keeps the network’s message', () => {
  expect(refundReason('emit asset 437 less than price limit 440').reason).toBe(
    'The price moved past your limit (emit asset 437 less than price limit 440).',
  );
  expect(refundReason("trading is halted, can't process swap").reason).toMatch(/^Trading was halted \(/);
  expect(refundReason('not enough asset to pay for fees').reason).toMatch(
    /^The amount did not cover the fee of the payout \(/,
  );
});

it('of several reasons names the one that says something', () => {
  const text =
    'fail to add outbound tx: 2 errors occurred:\n\t* internal error\n\t* outbound amount does not meet requirements (437/440)\n\n';
  expect(refundReason(text)).toEqual({
    reason: 'The price moved past your limit (outbound amount does not meet requirements (437/440)).',
    cause: 'priceLimit',
  });
});

it.each([
  ['emit asset 437 less than price limit 440', 'priceLimit'],
  ["trading is halted, can't process swap", 'halted'],
  ['invalid tx type: hello', 'invalidTerms'],
  ['not enough asset to pay for fees', 'belowMinimum'],
  ['fail swap, not enough fee', 'belowMinimum'],
  ['zero emit asset', 'belowMinimum'],
  ['streaming swaps are paused', 'halted'],
  ["pool BTC.BTC doesn't exist", 'insufficientLiquidity'],
  ['pool(BTC.BTC) is not available', 'insufficientLiquidity'],
])('gives programs the cause: %s', (text, cause) => {
  expect(refundReason(text).cause).toBe(cause);
});

it('passes an unknown reason on as it is, without a cause', () => {
  expect(refundReason('the moon was full')).toEqual({ reason: 'the moon was full' });
});
