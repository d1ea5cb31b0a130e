/** Decides the terms of a channel, or names every field that prevents it, all at once. */

import { createHash } from 'node:crypto';
import { validationProblem } from '../api/problem.ts';
import type { FieldFault } from '../api/schemas/problem.ts';
import { checkAddress } from '../chains/address.ts';
import type { NetworkName } from '../chains/chain.ts';
import { CHAINS } from '../chains/chains.ts';
import type { StoredQuote } from '../db/store.ts';
import { affiliateFeeBps, type FeeBook } from '../domain/affiliate-fee.ts';
import { formatAmount } from '../domain/amount.ts';
import { type Asset, assetKey, formatAsset, sameAsset } from '../domain/asset.ts';
import type { ChainId } from '../domain/chain-id.ts';
import type { RouteDraft } from '../domain/route.ts';
import { percentToBps } from '../domain/slippage.ts';
import { CHANNEL_ID, canBeBoosted, payeeTraits } from '../payments/traits.ts';
import { termsOf } from '../providers/chainflip/terms.ts';
import type { Provider, ProviderQuoteRequest } from '../providers/provider.ts';
import { checkAddressField } from '../quote/decode-request.ts';
import type { ChannelWish } from './decode-request.ts';
import { pairFaults } from './quote-faults.ts';

export type QuotedRoute = { quoteId: string; routeIndex: number; createdAt: number; draft: RouteDraft };

export type ChannelTerms = {
  sellAsset: Asset;
  buyAsset: Asset;
  /** Both in the canonical spelling of their chain. */
  destinationAddress: string;
  refundAddress: string;
  /** The sender of the transaction, if one is made. */
  sourceAddress: string | undefined;
  /** Only with a fee above zero; its payout is known. */
  affiliate: ProviderQuoteRequest['affiliate'];
  /** Undefined: as quoted. */
  maxBoostFeeBps: number | undefined;
  sellAmount: string | undefined;
  slippageBps: number | undefined;
  includeTx: boolean;
  quoted: QuotedRoute | undefined;
};

export type TermsContext = {
  network: NetworkName;
  refundAddresses: Partial<Record<ChainId, string>>;
  /** Name in lower case to payout by upstream. */
  affiliates: Record<string, Record<string, string>>;
  /** What this deployment has each affiliate get. Absent: what is asked for. */
  affiliateFees?: FeeBook;
  /** Affiliates can be paid only through the deployment's own broker. */
  paysAffiliates: boolean;
  /** Undefined where this deployment opens no channels. */
  provider: Provider | undefined;
};

const fault = (field: string, message: string, code: string): FieldFault => ({ field, message, code });

const conflict = (field: string, quoted: string): FieldFault =>
  fault(field, `${field} must be ${quoted}, as it was quoted, or be left out.`, 'conflict');

/** The route, or the leg of it, that swaps the channel's deposit. */
export const depositLeg = (draft: RouteDraft): RouteDraft => draft.twoLeg?.legs[0] ?? draft;

/** Why a route that a Chainflip channel might open has no channel; undefined when it has one. */
function noChannel(draft: RouteDraft): FieldFault | undefined {
  const first = draft.providers[0] ?? draft.legs[0]?.provider;
  const refused = (message: string, code: string) => fault('routeIndex', message, code);
  if (draft.twoLeg && !payeeTraits(first).opensDepositChannels)
    return refused(
      `routeIndex must name a route that begins with ${CHANNEL_ID}; this one begins with another and is paid by its own transaction: quote it with includeTx and both addresses.`,
      'wrong_provider',
    );
  if (!payeeTraits(first).opensDepositChannels || !termsOf(depositLeg(draft)))
    return refused(`routeIndex must name a route that begins with ${CHANNEL_ID}; this one does not.`, 'wrong_provider');
  if (draft.twoLeg?.channel)
    return refused('That route has its deposit channel already: pay to its inboundAddress.', 'has_channel');
  return draft.channel ? undefined : refused('That route cannot be paid through a deposit channel.', 'no_channel');
}

/** The route that a request names, or the fault when no Chainflip channel opens that route. */
export function quotedRoute(stored: StoredQuote, routeIndex: number): QuotedRoute | FieldFault {
  const draft = stored.drafts[routeIndex];
  const count = stored.drafts.length;
  if (!draft) {
    const message = `routeIndex must be below ${count}, the number of routes of that quote.`;
    return fault('routeIndex', message, 'out_of_range');
  }
  const refused = noChannel(draft);
  if (refused) return refused;
  return { quoteId: stored.id, routeIndex, createdAt: stored.createdAt, draft };
}

/** A caller who asks for no fee must not pay the quote's, nor may one affiliate's share go to another. */
function affiliateConflicts({ affiliate: asked, affiliateFields }: ChannelWish, { affiliate }: RouteDraft) {
  const { name, feeBps } = affiliateFields;
  if (!affiliate || affiliate.feeBps === 0) return asked ? [conflict('affiliateCode', 'absent')] : [];
  if (name !== undefined && affiliate.name.toLowerCase() !== name.toLowerCase())
    return [conflict('affiliateCode', `"${affiliate.name}"`)];
  return feeBps === undefined || affiliate.feeBps === feeBps
    ? []
    : [conflict('affiliateBps', String(affiliate.feeBps))];
}

/** The fields in which the request contradicts the quote that it refers to. */
function conflicts(wish: ChannelWish, { draft }: QuotedRoute, request: StoredQuote['request']): FieldFault[] {
  const { sell, expectedBuy } = draft;
  const found: FieldFault[] = affiliateConflicts(wish, draft);
  if (wish.sellAsset && !sameAsset(wish.sellAsset, sell.asset))
    found.push(conflict('sellAsset', formatAsset(sell.asset)));
  if (wish.buyAsset && !sameAsset(wish.buyAsset, expectedBuy.asset))
    found.push(conflict('buyAsset', formatAsset(expectedBuy.asset)));
  if (wish.sellAmount !== undefined && wish.sellAmount !== formatAmount(sell))
    found.push(conflict('sellAmount', formatAmount(sell)));
  const { slippage } = request;
  if (wish.slippageBps !== undefined && typeof slippage === 'number' && wish.slippageBps !== percentToBps(slippage))
    found.push(conflict('slippage', String(slippage)));
  return found;
}

type Addresses = Pick<ChannelTerms, 'destinationAddress' | 'refundAddress' | 'sourceAddress'>;

/** Refunds go where the caller, the quote or the deployment says, in this order; an address is never guessed. */
function refundOf(wish: ChannelWish, chain: ChainId, quoted: QuotedRoute | undefined, context: TermsContext) {
  const own = context.refundAddresses[chain];
  const checked = own === undefined ? undefined : checkAddress(chain, own, context.network);
  const candidates = [
    wish.refundAddress,
    quoted?.draft.refundAddress,
    wish.sourceAddress,
    quoted?.draft.sourceAddress,
    checked?.ok ? checked.canonical : undefined,
  ];
  return candidates.find((address) => address !== undefined && address !== '');
}

function addressesOf(
  wish: ChannelWish,
  pair: { sellAsset: Asset | undefined; buyAsset: Asset | undefined },
  quoted: QuotedRoute | undefined,
  context: TermsContext,
): { addresses: Partial<Addresses>; faults: FieldFault[] } {
  const decode = { network: context.network, canonicalAsset: (asset: Asset) => asset };
  const { sellAsset, buyAsset } = pair;
  const destination = checkAddressField('destinationAddress', wish.destinationAddress, buyAsset, decode);
  const refund = checkAddressField('refundAddress', wish.refundAddress, sellAsset, decode);
  const source = checkAddressField('sourceAddress', wish.sourceAddress, sellAsset, decode);
  const faults = [...destination.faults, ...refund.faults, ...source.faults];
  const toWhere = quoted?.draft.destinationAddress;
  if (quoted && toWhere && destination.value && destination.value !== toWhere)
    faults.push(conflict('destinationAddress', toWhere));
  if (quoted && !toWhere && !wish.names.destinationAddress) {
    const message = 'destinationAddress is required: the route was quoted without one.';
    faults.push(fault('destinationAddress', message, 'required'));
  }
  const canonical = { ...wish, refundAddress: refund.value, sourceAddress: source.value };
  const refundAddress = sellAsset && refundOf(canonical, sellAsset.chain, quoted, context);
  if (sellAsset && refundAddress === undefined && refund.faults.length + source.faults.length === 0) {
    const where = CHAINS[sellAsset.chain].name;
    const message = `refundAddress is required: an address on ${where} to which a deposit that cannot be swapped goes back.`;
    faults.push(fault('refundAddress', message, 'required'));
  }
  const destinationAddress = toWhere || destination.value;
  const sourceAddress = source.value ?? (quoted?.draft.sourceAddress || undefined);
  return {
    addresses: {
      ...(destinationAddress === undefined ? {} : { destinationAddress }),
      ...(refundAddress === undefined ? {} : { refundAddress }),
      sourceAddress,
    },
    faults,
  };
}

/** The affiliate of a channel without a quote, with the fee that a quote for it would have. */
function askedAffiliate(
  { affiliateFields, byFeeRules, sellAsset, buyAsset }: ChannelWish,
  { affiliateFees }: TermsContext,
) {
  const { name, feeBps = 0 } = affiliateFields;
  if (name === undefined || !sellAsset || !buyAsset) return undefined;
  const of = { provider: CHANNEL_ID, from: sellAsset.chain, to: buyAsset.chain };
  return { name, feeBps: affiliateFeeBps(affiliateFees ?? {}, { name, feeBps, byRules: byFeeRules }, of) };
}

/** The affiliate, and whether it can be paid here. Fields are named as the caller wrote them. */
function affiliateOf(wish: ChannelWish, quoted: QuotedRoute | undefined, context: TermsContext) {
  const asked = quoted ? quoted.draft.affiliate : askedAffiliate(wish, context);
  if (!asked || asked.feeBps === 0) return { affiliate: undefined, faults: [] };
  const name = asked.name.toLowerCase();
  const payout = Object.hasOwn(context.affiliates, name) ? context.affiliates[name] : undefined;
  const affiliate = { name: asked.name, feeBps: asked.feeBps, ...(payout ? { payout } : {}) };
  const refused = (field: string, message: string, code: string) => ({
    affiliate,
    faults: quoted
      ? [fault('quoteId', `quoteId must be that of a quote without this affiliate’s fee: ${message}.`, code)]
      : [fault(field, `${field} must be another or absent: ${message}.`, code)],
  });
  const noBroker = 'this deployment has no Chainflip broker of its own, so that nobody could be paid';
  if (!context.paysAffiliates) return refused('affiliateBps', noBroker, 'no_broker');
  const unknown = `this deployment cannot pay "${asked.name}" through Chainflip`;
  if (payout?.chainflip === undefined) return refused('affiliateCode', unknown, 'unknown_affiliate');
  return { affiliate, faults: [] };
}

/** Keeps the first fault of each field. */
const oncePerField = (faults: readonly FieldFault[]): FieldFault[] =>
  [...new Map([...faults].reverse().map((one) => [one.field ?? '', one])).values()].reverse();

/**
 * @param stored the quote that the request names, if it names one.
 * @throws {Problem} 400 naming every field that is wrong, missing or at odds with the quote.
 */
export function channelTerms(wish: ChannelWish, stored: StoredQuote | undefined, context: TermsContext): ChannelTerms {
  const found = stored && wish.quote && quotedRoute(stored, wish.quote.routeIndex);
  const quoted = found && 'draft' in found ? found : undefined;
  const routeFaults = found && !('draft' in found) ? [found] : [];
  const pair = {
    sellAsset: quoted?.draft.sell.asset ?? wish.sellAsset,
    buyAsset: quoted?.draft.expectedBuy.asset ?? wish.buyAsset,
  };
  const { sellAsset, buyAsset } = pair;
  const { addresses, faults: addressFaults } =
    routeFaults.length > 0 ? { addresses: {}, faults: [] } : addressesOf(wish, pair, quoted, context);
  const { affiliate, faults: affiliateFaults } = affiliateOf(wish, quoted, context);
  const faults = oncePerField([
    ...wish.faults,
    ...routeFaults,
    ...(quoted && stored ? conflicts(wish, quoted, stored.request) : []),
    ...addressFaults,
    ...affiliateFaults,
    ...(sellAsset && buyAsset && !quoted ? pairFaults(context.provider, { sellAsset, buyAsset }) : []),
  ]);
  const { destinationAddress, refundAddress, sourceAddress } = addresses;
  if (faults.length > 0 || !sellAsset || !buyAsset || !destinationAddress || !refundAddress)
    throw validationProblem(faults);
  return {
    sellAsset,
    buyAsset,
    destinationAddress,
    refundAddress,
    sourceAddress,
    affiliate,
    maxBoostFeeBps: canBeBoosted(sellAsset.chain) ? wish.maxBoostFeeBps : undefined,
    sellAmount: wish.sellAmount,
    slippageBps: wish.slippageBps,
    includeTx: wish.includeTx,
    quoted,
  };
}

/**
 * Equal for equal terms of any caller: the route of a quote and what the request adds to it, or else all terms of the
 * swap in the request.
 */
export function termsKey(terms: ChannelTerms): string {
  const { quoted, affiliate } = terms;
  const asked = quoted
    ? [quoted.quoteId, quoted.routeIndex]
    : [
        assetKey(terms.sellAsset),
        assetKey(terms.buyAsset),
        affiliate ? [affiliate.name.toLowerCase(), affiliate.feeBps] : null,
        terms.sellAmount ?? null,
        terms.slippageBps ?? null,
      ];
  const content = [asked, terms.destinationAddress, terms.refundAddress, terms.maxBoostFeeBps ?? null];
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}
