/** Witnesses lie, and nobody else: at worst nothing is paid, for where a payment goes is never taken from them. */
import { thiefOf } from '../../lib/payments/testing/falsify.ts';
import { nameOf, networkPayees } from '../../lib/payments/testing/lies.ts';
import { verifyRoute } from '../../lib/payments/verify-route.ts';
import type { Payment } from './honest.ts';
import type { Row } from './matrix.ts';

const NOT_NEEDED = 'What is signed needs no witness: it names contracts that are known, and no payee beside them.';
const UNCHANGED = 'The payment goes where it went: a witness is asked whether it agrees, and never where to pay.';

export const witnessRows = (payments: readonly Payment[]): Row[] =>
  payments.flatMap((payment) => {
    const { asked, route, at } = payment;
    const payees = networkPayees(payment);
    const row = (where: string, witnessed: { payees?: string[]; contracts?: string[] }): Row => {
      const isRefused = verifyRoute(asked, route, { ...at, witnessed }).length > 0;
      const common = { teller: 'Witnesses lie', kind: nameOf(payment), field: 'payees', where };
      if (isRefused) return { ...common, outcome: 'refused' };
      return { ...common, outcome: 'harmless', why: payees.length === 0 ? NOT_NEEDED : UNCHANGED };
    };
    const stranger = thiefOf(route.sourceAddress);
    return [
      row('they name a stranger in place of the payee', { payees: [stranger] }),
      row('they name nobody', { payees: [] }),
      row('they name a stranger beside the payee', { payees: [...payees, stranger] }),
      row('they vouch for a contract that nobody calls', { payees, contracts: [stranger] }),
    ];
  });
