/** A swap through Chainflip's program on Solana takes the reviewed asset and tells the network the reviewed order. */
import type { PaymentField } from '../payment-fields.ts';
import { addressField, type SolanaTerms, takenField } from '../solana/solana-terms.ts';
import { orderFields } from './order-fields.ts';
import type { SolanaVaultSwap } from './solana-call.ts';
import { orderOfCall } from './vault-order.ts';

/** `record`: the account in which the swap is written down, which costs rent. */
export const solanaCallFields = (swap: SolanaVaultSwap, terms: SolanaTerms): PaymentField[] => [
  addressField('program', swap.programId, terms.route.targetAddress, 'It calls another program than the route names.'),
  addressField('from', swap.from, terms.route.sourceAddress, 'It takes from another account.'),
  takenField('amount', { baseUnits: swap.amount, mint: swap.mint, decimals: swap.decimals }, terms, {
    asset: 'It takes another asset than the one that you sell.',
    amount: 'It takes another amount than you sell.',
  }),
  { field: 'record', actual: { kind: 'code', text: swap.seed } },
  ...orderFields(() => orderOfCall(swap, swap.amount, 32), terms.route),
];
