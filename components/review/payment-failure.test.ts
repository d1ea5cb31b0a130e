/**
 * Nobody pays twice because a first payment was wrongly called failed, and nobody waits for one that was never made.
 */
import { describe, expect, it } from 'vitest';
import { createText } from '../../lib/i18n/text.ts';
import { PAYMENT_FAULTS, PaymentError, type PaymentFault } from '../../lib/wallet/wallet-types.ts';
import { failureText, paymentFailure } from './payment-failure.ts';

const t = createText('en');
const HASH = 'ab'.repeat(32);
const failure = (fault: PaymentFault, nothingSent: boolean) =>
  new PaymentError(fault, 'What happened.', { nothingSent });
const textOf = (error: unknown, hash?: string) => failureText(t, paymentFailure(error, hash));

describe('a payment that stopped', () => {
  it('was not made where no hash is known and the wallet says that nothing was sent', () => {
    const failed = paymentFailure(failure('insufficientFunds', true), undefined);
    expect(failed).toMatchObject({ nothingSent: true, expired: false, detail: 'What happened.' });
    expect(failureText(t, failed)).toMatchObject({ title: 'Too little to sell', money: 'Nothing was sent.' });
    expect(textOf(failure('rejected', true)).title).toBe('You rejected the request');
  });

  it('may be under way once a hash is known, whatever the chain’s service said about it', () => {
    for (const error of [
      failure('refusedByNetwork', true),
      failure('unknown', false),
      failure('rejected', true),
      new Error(),
    ]) {
      expect(paymentFailure(error, HASH)).toMatchObject({ nothingSent: false, expired: false, hash: HASH });
      expect(textOf(error, HASH).money).toBe('A payment may be under way.');
    }
    expect(paymentFailure(new Error(), undefined).nothingSent).toBe(false);
  });

  it('was not made where it expired before it was sent, even if its hash is known', () => {
    const failed = paymentFailure(failure('expired', true), HASH);
    expect(failed).toMatchObject({ nothingSent: true, expired: true });
    expect(failureText(t, failed)).toMatchObject({ title: 'This quote is too old', money: 'Nothing was sent.' });
    expect(failed.hash).toBeUndefined();
    expect(paymentFailure(failure('expired', false), HASH)).toMatchObject({ nothingSent: false, expired: false });
  });

  it('asks for a new quote where the price has moved, and not where money or network are wrong', () => {
    expect(paymentFailure(failure('priceMoved', true), undefined)).toMatchObject({ expired: true, nothingSent: true });
    for (const fault of ['lowGas', 'wrongNetwork', 'replaced', 'wrongAccount', 'refusedByNetwork'] as const)
      expect(paymentFailure(failure(fault, true), undefined)).toMatchObject({ expired: false, nothingSent: true });
  });

  it('explains each kind of failure differently, with what to do', () => {
    const all = PAYMENT_FAULTS.map((fault) => textOf(failure(fault, true)));
    expect(new Set(all.map(({ title }) => title)).size).toBe(PAYMENT_FAULTS.length);
    for (const { remedy } of all) expect(remedy).toMatch(/\.$/);
  });
});
