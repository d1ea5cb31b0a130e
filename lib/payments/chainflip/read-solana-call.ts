/** Reads a call of Chainflip's swap program on Solana and compares its asset and order with the review. */
import { heldField, type PaymentField } from '../payment-fields.ts';
import { accountValue, addressField, type SolanaTerms, takenField } from '../solana/solana-terms.ts';
import { orderFields } from './order-fields.ts';
import { strangeAccount } from './solana-accounts.ts';
import type { SolanaVaultSwap } from './solana-call.ts';
import { orderOfCall } from './vault-order.ts';

/** Only when one is wrong: the other rows name the right ones. */
function accountFields(swap: SolanaVaultSwap): PaymentField[] {
  const strange = strangeAccount(swap);
  return strange
    ? [
        heldField('account', accountValue(strange.actual), accountValue(strange.wanted), {
          agrees: false,
          what: 'It gives the program an account that is not the network’s.',
        }),
      ]
    : [];
}

/** `record`: the account in which the swap is recorded, which costs rent. */
export const solanaCallFields = (swap: SolanaVaultSwap, terms: SolanaTerms): PaymentField[] => [
  addressField('program', swap.programId, terms.route.targetAddress, 'It calls another program than the route names.'),
  addressField('from', swap.from, terms.route.sourceAddress, 'It takes from another account.'),
  takenField('amount', { baseUnits: swap.amount, mint: swap.mint, decimals: swap.decimals }, terms, {
    asset: 'It takes another asset than the one that you sell.',
    amount: 'It takes another amount than you sell.',
  }),
  { field: 'record', actual: { kind: 'code', text: swap.seed } },
  ...orderFields(() => orderOfCall(swap, swap.amount, 32), terms.route),
  ...accountFields(swap),
];
