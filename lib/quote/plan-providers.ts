/** Decides which providers are asked with which request, and which fail at once because asking would be useless. */

import { affiliateFeeBps, type FeeBook } from '../domain/affiliate-fee.ts';
import type { ProviderFailure } from '../domain/errors.ts';
import { PROVIDER_NAMES, type ProviderId } from '../domain/provider-id.ts';
import { offReason, type SwitchedOff } from '../domain/switches.ts';
import type { AskedQuote, Pair, Provider } from '../providers/provider.ts';
import type { DecodedQuoteRequest } from './decode-request.ts';
import { type ListedAt, misnamed } from './unlisted-asset-error.ts';

export type Ask = { provider: Provider; request: AskedQuote };
/** Every requested id is either asked or has failed; never both, never neither. */
export type QuotePlan = { asks: Ask[]; failures: ProviderFailure[] };

export type PlanContext = {
  providers: readonly Provider[];
  /** Name in lower case to payout by upstream. */
  affiliates: Record<string, Record<string, string>>;
  /** What this deployment has each affiliate get. Absent: what is asked for. */
  affiliateFees?: FeeBook;
  /** Why a provider is not asked here, as a sentence. */
  off: Partial<Record<ProviderId, string>>;
  /** What the operator has switched off now. */
  switchedOff?: SwitchedOff;
  /** Absent: a token's symbol is taken as it is given. */
  listedAt?: ListedAt;
  /** Why an unlisted token is not the one that its contract names. */
  misnamedOnChain?: string | undefined;
};

/** A fault of one provider's local check costs only that provider. */
function refusalOf(provider: Provider, pair: Pair, id: ProviderId): ReturnType<Provider['refuse']> {
  try {
    return provider.refuse(pair, id);
  } catch {
    return {
      code: 'unknownError',
      message: `${PROVIDER_NAMES[id]} could not be asked because of a fault on our side.`,
    };
  }
}

/** The affiliates that may be requested instead; names appear in memos, so they are no secret. */
function knownAffiliates({ affiliates }: PlanContext): string {
  const names = Object.keys(affiliates);
  return names.length === 0
    ? 'It pays none: ask without affiliateFee.'
    : `Ask for one of ${names.join(', ')}, or without affiliateFee.`;
}

/** The affiliate with its fee for this provider's route. */
function affiliateOf(id: ProviderId, { affiliate, sellAsset, buyAsset }: DecodedQuoteRequest, context: PlanContext) {
  if (!affiliate) return undefined;
  const of = { provider: id, from: sellAsset.chain, to: buyAsset.chain };
  return { name: affiliate.name, feeBps: affiliateFeeBps(context.affiliateFees ?? {}, affiliate, of) };
}

function planOne(id: ProviderId, request: DecodedQuoteRequest, context: PlanContext): Ask | ProviderFailure {
  const provider = context.providers.find((one) => one.ids.includes(id));
  const refused = (errorCode: ProviderFailure['errorCode'], message: string) => ({ provider: id, errorCode, message });
  if (!provider)
    return refused('quoteNotFound', context.off[id] ?? `This deployment has not enabled ${PROVIDER_NAMES[id]}.`);
  const { sellAsset, buyAsset } = request;
  const affiliate = affiliateOf(id, request, context);
  const stopped = context.switchedOff && offReason(context.switchedOff, id, [sellAsset.chain, buyAsset.chain]);
  if (stopped !== undefined) return refused('tradingHalted', stopped);
  const another = misnamed({ sellAsset, buyAsset }, context.listedAt) ?? context.misnamedOnChain;
  if (another !== undefined) return refused('tokenNotFound', another);
  const refusal = refusalOf(provider, { sellAsset, buyAsset }, id);
  if (refusal) return refused(refusal.code, refusal.message);
  const payout = affiliate && Object.hasOwn(context.affiliates, affiliate.name.toLowerCase());
  if (affiliate && affiliate.feeBps > 0 && !payout)
    return refused(
      'quoteNotFound',
      `This deployment knows no affiliate "${affiliate.name}", so that ${PROVIDER_NAMES[id]} cannot pay its fee. ${knownAffiliates(context)}`,
    );
  return {
    provider,
    request: {
      sellAsset,
      buyAsset,
      providerId: id,
      ...request.amount,
      slippageBps: request.slippageBps,
      includeTx: request.includeTx,
      ...(request.maxBoostFeeBps === undefined ? {} : { maxBoostFeeBps: request.maxBoostFeeBps }),
      ...(request.refundAddress ? { refundAddress: request.refundAddress } : {}),
      ...(request.allowUnfunded ? { allowUnfunded: true } : {}),
      ...(request.sourceAddress ? { sourceAddress: request.sourceAddress } : {}),
      ...(request.destinationAddress ? { destinationAddress: request.destinationAddress } : {}),
      ...(affiliate
        ? {
            affiliate: {
              ...affiliate,
              ...(payout ? { payout: context.affiliates[affiliate.name.toLowerCase()] } : {}),
            },
          }
        : {}),
    },
  };
}

/** A request without a list of its own asks all providers that the deployment enables. */
export function planProviders(request: DecodedQuoteRequest, context: PlanContext): QuotePlan {
  const ids = request.providers ?? context.providers.flatMap((provider) => provider.ids);
  const planned = ids.map((id) => planOne(id, request, context));
  return {
    asks: planned.filter((one) => 'request' in one),
    failures: planned.filter((one) => 'errorCode' in one),
  };
}
