/** Reports to the payer why a payment is not signed: the fault of its reading, as a wallet error. */
import type { PayableRoute } from '../payments/payable-route.ts';
import { type FieldFault, firstFault, type PaymentSection } from '../payments/payment-fields.ts';
import { signedLeg } from '../payments/two-leg/signed-leg.ts';
import { PaymentError } from './wallet-types.ts';

export const refusal = ({ code, message }: FieldFault): PaymentError =>
  new PaymentError(code === 'expired' ? 'expired' : 'mismatch', message, { nothingSent: true });

/** Another account would pay than the reviewed one. */
export const wrongAccount = (): PaymentError =>
  new PaymentError(
    'wrongAccount',
    'Your wallet has another account selected now. Choose the one that you reviewed, or ask for a new quote.',
    { nothingSent: true },
  );

/** The route as it is signed: of two legs the first. @throws {PaymentError} `mismatch`: nothing was sent. */
export function routeToSign<R extends PayableRoute>(reviewed: R): R {
  const { route, fault } = signedLeg(reviewed);
  if (fault) throw refusal(fault);
  return route;
}

/** @throws {PaymentError} for the first fault of a reading; nothing was sent. */
export function refuseFault(sections: readonly PaymentSection[]): void {
  const fault = firstFault(sections);
  if (fault) throw refusal(fault);
}
