/** Shows what a Solana transaction does, instruction by instruction. */
import type { Text } from '../../lib/i18n/text.ts';
import type { PayableRoute } from '../../lib/payments/payable-route.ts';
import { readSolanaPayment } from '../../lib/payments/solana/read-solana.ts';
import type { SolanaFacts } from '../../lib/payments/solana/solana-facts.ts';
import { signingOf } from './field-rows.ts';
import type { Signing } from './signing.ts';

/** @throws {Error} unless all of it can be read. */
export const readSolana = (t: Text, transaction: string, route: PayableRoute, facts: SolanaFacts): Signing =>
  signingOf(t, readSolanaPayment(transaction, route, facts), {
    context: { buyAsset: route.buyAsset },
    raw: transaction,
  });
