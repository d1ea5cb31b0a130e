/** Gets a fresh price for a channel without a quote: none is opened without price protection. */

import { Problem, validationProblem } from '../api/problem.ts';
import type { Store } from '../db/store.ts';
import { amountText } from '../domain/amount.ts';
import { formatAsset } from '../domain/asset.ts';
import type { ProviderFailure } from '../domain/errors.ts';
import type { RouteDraft } from '../domain/route.ts';
import { percentToBps } from '../domain/slippage.ts';
import { timeLimit } from '../domain/time-limit.ts';
import { CHANNEL_ID } from '../payments/traits.ts';
import { termsOf } from '../providers/chainflip/terms.ts';
import type { Provider, ProviderQuoteRequest } from '../providers/provider.ts';
import type { DecodedQuoteRequest } from '../quote/decode-request.ts';
import { getQuote, type QuoteDeps, type QuoteOptions } from '../quote/get-quote.ts';
import { type ChannelTerms, depositLeg, type QuotedRoute } from './channel-terms.ts';
import { refusalFaults } from './quote-faults.ts';

export type PriceDeps = Omit<QuoteDeps, 'store'> & { store: Pick<Store, 'saveQuote' | 'loadQuote'> };

/** Percent. Our tolerance for a swap that names none, when the provider advises none. */
const USUAL_SLIPPAGE_PERCENT = 2.5;
/** The highest that Chainflip's own rule advises (for FLIP). */
const MOST_ADVISED_PERCENT = 10;

export const badGateway = (detail: string, headers: Record<string, string> = {}): Problem =>
  new Problem({ status: 502, title: 'Bad Gateway', detail, headers });

/**
 * Why there is no price: faults of the caller's fields, when changing them would help, otherwise the upstream's
 * failure.
 */
function noPrice(failure: ProviderFailure | undefined, terms: ChannelTerms): Problem {
  const { errorCode: code, message } = failure ?? {
    errorCode: 'unknownError',
    message: 'Chainflip opens no deposit channel for this pair now.',
  };
  const faults = refusalFaults({ code, message });
  const named = faults.filter(({ field }) => field !== 'sellAmount' || terms.sellAmount !== undefined);
  return named.length > 0 ? validationProblem(named) : badGateway(message);
}

/** The network keeps deposits below the minimum and above the maximum: such a swap gets no address. */
export function assertDepositable(draft: RouteDraft): void {
  const { sell, channel } = draft;
  if (!channel) return;
  const { minimumDeposit, maximumDeposit } = channel;
  const refused = (message: string) => {
    throw validationProblem([{ field: 'sellAmount', message, code: 'out_of_range' }]);
  };
  if (sell.baseUnits < minimumDeposit.baseUnits)
    refused(`sellAmount must be at least ${amountText(minimumDeposit)}: Chainflip keeps what is below.`);
  if (maximumDeposit && sell.baseUnits > maximumDeposit.baseUnits)
    refused(`sellAmount must be at most ${amountText(maximumDeposit)}: Chainflip keeps what is above.`);
}

/** Whether the deposit has a minimum price. Without one it may be swapped at any price, so no channel is opened. */
export const isProtected = (draft: RouteDraft): boolean => BigInt(termsOf(depositLeg(draft))?.minPriceX128 ?? 0) > 0n;

/** The quoted variant that fits the caller's boost limit. */
function chosen(drafts: readonly RouteDraft[], maxBoostFeeBps: number): number {
  const fits = (draft: RouteDraft): boolean => draft.channel !== undefined && isProtected(draft);
  const boosted = drafts.findIndex((draft) => fits(draft) && draft.boost && draft.boost.maxFeeBps <= maxBoostFeeBps);
  return boosted >= 0 ? boosted : drafts.findIndex((draft) => fits(draft) && !draft.boost);
}

function providerRequest(terms: ChannelTerms, sellAmount: string, slippageBps: number): ProviderQuoteRequest {
  const { sellAsset, buyAsset, affiliate } = terms;
  return {
    sellAsset,
    buyAsset,
    providerId: CHANNEL_ID,
    sellAmount,
    slippageBps,
    includeTx: false,
    destinationAddress: terms.destinationAddress,
    ...(terms.sourceAddress ? { sourceAddress: terms.sourceAddress } : {}),
    ...(affiliate ? { affiliate } : {}),
    ...(terms.maxBoostFeeBps ? { maxBoostFeeBps: terms.maxBoostFeeBps } : {}),
  };
}

/** The slippage that the provider advises for this amount; quoting once more with it gives the price protection. */
async function advisedSlippage(provider: Provider, terms: ChannelTerms, sellAmount: string, signal: AbortSignal) {
  const request = providerRequest(terms, sellAmount, percentToBps(USUAL_SLIPPAGE_PERCENT));
  const drafts = await provider.quote(request, { signal }).catch(() => []);
  const advised = drafts[0]?.recommendedSlippagePercent;
  return advised !== undefined && advised > 0 && advised <= MOST_ADVISED_PERCENT ? advised : USUAL_SLIPPAGE_PERCENT;
}

function quoteRequest(terms: ChannelTerms, sellAmount: string, slippagePercent: number): DecodedQuoteRequest {
  const { sellAsset, buyAsset, affiliate, maxBoostFeeBps, sourceAddress, destinationAddress } = terms;
  const decoded = {
    sellAsset,
    buyAsset,
    amount: { sellAmount },
    slippagePercent,
    slippageBps: percentToBps(slippagePercent),
    providers: [CHANNEL_ID] satisfies DecodedQuoteRequest['providers'],
    sourceAddress,
    destinationAddress,
    // Its fee is the channel's.
    affiliate: affiliate && { ...affiliate, byRules: false },
    includeTx: false,
    refundAddress: undefined,
    allowUnfunded: false,
    maxBoostFeeBps,
  };
  const wire = {
    sellAsset: formatAsset(sellAsset),
    buyAsset: formatAsset(buyAsset),
    sellAmount,
    slippage: slippagePercent,
    providers: decoded.providers,
    destinationAddress,
    ...(sourceAddress ? { sourceAddress } : {}),
    ...(affiliate ? { affiliate: affiliate.name, affiliateFee: affiliate.feeBps } : {}),
    ...(maxBoostFeeBps === undefined ? {} : { maxBoostFeeBps }),
  };
  return { ...decoded, wire };
}

/**
 * A stored quote for these terms, and its route by which the channel is to swap. Without an amount, the price is that
 * of an amount well within the provider's limits. @throws {Problem} 400 on the field that prevents it, 502 when the
 * upstream does.
 */
export async function priceChannel(
  deps: PriceDeps,
  provider: Provider,
  terms: ChannelTerms,
  options: QuoteOptions,
): Promise<QuotedRoute> {
  const limit = AbortSignal.any([options.signal, timeLimit(deps.quoteTimeoutMs)]);
  const { sellAsset, buyAsset } = terms;
  const sellAmount =
    terms.sellAmount ??
    (await provider.channels?.referenceAmount({ sellAsset, buyAsset }, { signal: limit }).catch((error: unknown) => {
      options.log({ event: 'channel', fault: String(error) });
      throw badGateway('Chainflip gave no price for this pair; try again, or name a sellAmount.');
    }));
  if (sellAmount === undefined) throw badGateway('Chainflip gave no price for this pair.');
  const slippagePercent =
    terms.slippageBps === undefined
      ? await advisedSlippage(provider, terms, sellAmount, limit)
      : terms.slippageBps / 100;
  const quote = await getQuote(deps, quoteRequest(terms, sellAmount, slippagePercent), options);
  const stored = await deps.store.loadQuote(quote.quoteId);
  const drafts = stored?.drafts ?? [];
  const routeIndex = chosen(drafts, terms.maxBoostFeeBps ?? 0);
  const draft = drafts[routeIndex];
  if (!stored || !draft) throw noPrice(quote.providerErrors?.[0], terms);
  if (terms.sellAmount !== undefined) assertDepositable(draft);
  return { quoteId: stored.id, routeIndex, createdAt: stored.createdAt, draft };
}
