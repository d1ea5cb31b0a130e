/** Compares the called contract with the route's and, for kinds of payments with a known contract, with that one. */
import type { WireEvmTx } from '../../api/schemas/route.ts';
import { sameAddress } from '../../chains/address.ts';
import type { PaymentField } from '../payment-fields.ts';
import { addressField, type EvmTerms } from './evm-terms.ts';

/**
 * @param known set when only one contract may be called, whatever the route says; an `undefined` address means none.
 */
export function contractField(
  { to }: WireEvmTx,
  terms: EvmTerms,
  known?: { address: string | undefined },
): PaymentField<'contract'> {
  const { route, chain } = terms;
  const field = addressField(
    'contract' as const,
    terms,
    to,
    route.targetAddress,
    'The transaction does not go to the contract of the route.',
  );
  const isKnown = !known || (known.address !== undefined && sameAddress(chain, to, known.address));
  return field.fault || isKnown
    ? field
    : addressField('contract', terms, to, known.address, 'The transaction calls a contract that is not known.');
}
