import { expect, it } from 'vitest';
import { refundReason } from './refund-reason.ts';

it('tells a person why the money came back, and keeps the words of the network', () => {
  expect(refundReason('emit asset 437 less than price limit 440')).toBe(
    'The price moved past your limit (emit asset 437 less than price limit 440).',
  );
  expect(refundReason("trading is halted, can't process swap")).toMatch(/^Trading was halted \(/);
  expect(refundReason('not enough asset to pay for fees')).toMatch(
    /^The amount did not cover the fee of the payout \(/,
  );
});

it('hands on a reason that it does not know as it is', () => {
  expect(refundReason('the moon was full')).toBe('the moon was full');
});
