/**
 * Reads a plain transfer on Solana: it must pay the address that was opened for this swap from the sender's account,
 * exactly.
 */
import type { PaymentField } from '../payment-fields.ts';
import type { ReadInstruction } from '../solana/instructions.ts';
import { addressField, type SolanaTerms, takenField } from '../solana/solana-terms.ts';
import { associatedTokenAccount } from '../solana/token-account.ts';

type Of<K extends ReadInstruction['kind']> = Extract<ReadInstruction, { kind: K }>;

const OTHER_AMOUNT = 'The transfer is not what you sell.';
const OTHER_ACCOUNT = 'The transfer comes from another account.';
const OTHER_ADDRESS = 'The transfer does not go to the deposit address.';

export const solTransferFields = ({ from, to, baseUnits }: Of<'transfer'>, terms: SolanaTerms): PaymentField[] => [
  takenField('amount', { baseUnits, mint: undefined, decimals: undefined }, terms, {
    asset: 'It pays SOL, which is not what you sell.',
    amount: OTHER_AMOUNT,
  }),
  addressField('from', from, terms.route.sourceAddress, OTHER_ACCOUNT),
  addressField('recipient', to, terms.route.inboundAddress, OTHER_ADDRESS),
];

/** The chain checks the decimals against the mint, so a transfer with wrong decimals fails. */
export function tokenTransferFields(transfer: Of<'tokenTransfer'>, terms: SolanaTerms): PaymentField[] {
  const { route, mint } = terms;
  const { baseUnits, decimals, authority, destination } = transfer;
  const inbound = route.inboundAddress;
  const account = mint !== undefined && inbound ? associatedTokenAccount(inbound, mint) : undefined;
  return [
    takenField('amount', { baseUnits, mint: transfer.mint ?? '', decimals }, terms, {
      asset: 'It pays another token than the one that you sell.',
      amount: OTHER_AMOUNT,
    }),
    addressField('from', authority, route.sourceAddress, OTHER_ACCOUNT),
    addressField('tokenAccount', destination, account, OTHER_ADDRESS),
  ];
}
