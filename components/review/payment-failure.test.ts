/** Nobody pays twice because a first payment was called off wrongly, and nobody waits for one that was never made. */
import { describe, expect, it } from 'vitest';
import { PaymentError } from '../../lib/wallet/wallet-types.ts';
import { paymentFailure } from './payment-failure.ts';

const HASH = 'ab'.repeat(32);
const told = (fault: PaymentError['fault'], nothingSent: boolean) =>
  new PaymentError(fault, 'What happened.', { nothingSent });

describe('a payment that stopped', () => {
  it('was not made where no hash is known and the wallet says that nothing was sent', () => {
    const failed = paymentFailure(told('insufficientFunds', true), undefined);
    expect(failed).toMatchObject({ title: 'Too little to sell', nothingSent: true, expired: false });
    expect(failed.message).toBe('What happened. Nothing was sent.');
    expect(paymentFailure(told('rejected', true), undefined).title).toBe('You rejected the request');
  });

  it('may be under way once a hash is known, whatever the chain’s service said of it', () => {
    for (const error of [told('refusedByNetwork', true), told('unknown', false), told('rejected', true), new Error()])
      expect(paymentFailure(error, HASH)).toMatchObject({ nothingSent: false, expired: false, hash: HASH });
    expect(paymentFailure(new Error(), undefined).nothingSent).toBe(false);
  });

  it('was not made where it lapsed before it was sent, also where its hash is known', () => {
    const failed = paymentFailure(told('expired', true), HASH);
    expect(failed).toMatchObject({ title: 'This quote is too old', nothingSent: true, expired: true });
    expect(failed.message).toContain('Nothing was sent.');
    expect(failed.hash).toBeUndefined();
    expect(paymentFailure(told('expired', false), HASH)).toMatchObject({ nothingSent: false, expired: false });
  });

  it('asks for a new quote where the price has moved, and for no other where money or network are wrong', () => {
    expect(paymentFailure(told('priceMoved', true), undefined)).toMatchObject({ expired: true, nothingSent: true });
    for (const fault of ['lowGas', 'wrongNetwork', 'replaced', 'wrongAccount', 'refusedByNetwork'] as const)
      expect(paymentFailure(told(fault, true), undefined)).toMatchObject({ expired: false, nothingSent: true });
  });

  it('names each kind of stop differently, so that people see what to do', () => {
    const titles = (['priceMoved', 'lowGas', 'wrongNetwork', 'wrongAccount', 'replaced', 'mismatch'] as const).map(
      (fault) => paymentFailure(told(fault, true), undefined).title,
    );
    expect(new Set(titles).size).toBe(titles.length);
    expect(titles).not.toContain('The payment was not made');
  });
});
