/** Asks Garden what must be sold for a wanted output: its quotes take either amount. */
import { fromBaseUnits } from '../../domain/amount.ts';
import { wantedUnits } from '../../domain/wanted-output.ts';
import type { CallOptions, SaleEstimate, WantedQuote } from '../provider.ts';
import { affiliateFeeOf } from './affiliates.ts';
import { GardenRefusal } from './errors.ts';
import { knownPair, type QuoteDeps } from './quote.ts';

/** An order fixes its output, so that the guarantee is the expectation. @throws {ProviderError} */
export async function saleFor(
  { client, state, network }: Pick<QuoteDeps, 'client' | 'state' | 'network'>,
  request: WantedQuote,
  { signal }: CallOptions,
): Promise<SaleEstimate> {
  const catalogue = await state.catalogue(signal);
  const { sell, buy } = knownPair(request, catalogue);
  const affiliateFee = affiliateFeeOf(request.affiliate, catalogue, network);
  const wanted = wantedUnits(request.wanted, buy.decimals);
  try {
    const quotes = await client.quotes(
      {
        from: sell.id,
        to: buy.id,
        to_amount: wanted.toString(),
        ...(affiliateFee ? { affiliate_fee: String(affiliateFee.fee) } : {}),
      },
      signal,
    );
    const sales = quotes
      .filter(({ source, destination }) => source.amount > 0n && destination.amount >= wanted)
      .map(({ source }) => source.amount);
    const [least] = sales.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    return { questions: 1, ...(least === undefined ? {} : { sellAmount: fromBaseUnits(least, sell.decimals) }) };
  } catch (error) {
    // A quote for what is sold gives the reason in the seller's terms.
    if (error instanceof GardenRefusal) return { questions: 1 };
    throw error;
  }
}
