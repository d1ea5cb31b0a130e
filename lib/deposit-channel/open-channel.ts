/**
 * Answers a request for a deposit channel: with every fault, or with one channel for the same terms, however often
 * asked.
 */
import { notFound, Problem, validationProblem } from '../api/problem.ts';
import type { DepositChannel } from '../api/schemas/deposit-channel.ts';
import type { ChainClients } from '../chain-clients/chain-clients.ts';
import {
  type CreateOnce,
  claimBy,
  createOnce,
  type DailyLimits,
  fullSentence,
  longestCreation,
  staleAfter,
} from '../create-once/create-once.ts';
import type { Store, StoredChannel } from '../db/store.ts';
import type { Amount } from '../domain/amount.ts';
import { PRICE_LIVES_MS } from '../domain/price-life.ts';
import type { ProviderId } from '../domain/provider-id.ts';
import type { RouteDraft } from '../domain/route.ts';
import { offReason, type SwitchedOff } from '../domain/switches.ts';
import { timeLimit } from '../domain/time-limit.ts';
import { CHANNEL_ID, CHANNEL_IDS } from '../payments/traits.ts';
import type { Provider } from '../providers/provider.ts';
import type { QuoteOptions } from '../quote/get-quote.ts';
import { type Party, partiesOf } from '../screening/screening.ts';
import { chainHeight } from './chain-height.ts';
import { type ChannelTerms, channelTerms, type QuotedRoute, type TermsContext, termsKey } from './channel-terms.ts';
import type { ChannelWish } from './decode-request.ts';
import { encodeChannel, type OpenChannel, type Transfer } from './encode-channel.ts';
import { assertDepositable, badGateway, isProtected, type PriceDeps, priceChannel } from './price-channel.ts';
import { isSettled, runOpening } from './run-opening.ts';

export type ChannelDeps = Omit<PriceDeps, 'store'> &
  Omit<TermsContext, 'provider'> & {
    store: Pick<
      Store,
      'saveQuote' | 'loadQuote' | 'livingChannel' | 'claimChannel' | 'settleChannel' | 'endChannel' | 'loadChannel'
    >;
    clients: ChainClients;
    log: (event: Record<string, unknown>) => void;
    limits: DailyLimits & { enabled: boolean };
    /** What the operator has switched off now. */
    readSwitches?: () => Promise<SwitchedOff>;
    /** Screens the addresses of a channel. @throws {Problem} where one is denied. */
    assertAllowed?: (parties: readonly Party[], signal: AbortSignal) => Promise<void>;
    /** How long an answer waits for a channel that is being opened. */
    createTimeoutMs: number;
    /** A transfer of the amount from that address to the channel. */
    buildTransfer: (
      payment: { from: string; to: string; amount: Amount },
      options: { signal: AbortSignal },
    ) => Promise<Transfer>;
  };

export type ChannelOptions = QuoteOptions;

export type ChannelOpening = {
  /** @throws {Problem} 400, 403, 404, 429, 502 or 503. */
  openChannel(wish: ChannelWish, options: ChannelOptions): Promise<DepositChannel>;
  /** Resolves when no channel is being opened by this instance. */
  settled(): Promise<void>;
};

const opener = (providers: readonly Provider[], ids: readonly (ProviderId | undefined)[]): Provider | undefined =>
  providers.find((one) => one.channels !== undefined && one.ids.some((id) => ids.includes(id)));

/**
 * The provider that opens the channel: for a route of two legs the one that made it, since the payout calls the
 * second leg.
 */
function openerOf({ providers, limits }: ChannelDeps, draft: RouteDraft | undefined): Provider | undefined {
  if (!limits.enabled) return undefined;
  return draft?.twoLeg ? opener(providers, draft.providers) : opener(providers, CHANNEL_IDS);
}

const RETRY_SECONDS = 10;

type Context = { deps: ChannelDeps; once: CreateOnce<StoredChannel>; longestMs: number };

const notEnabled = (draft: RouteDraft | undefined): Problem =>
  new Problem({
    status: 503,
    title: 'Service Unavailable',
    detail: draft?.twoLeg
      ? `This deployment makes no routes of ${draft.providers.join()} any more: it opens no channel for one.`
      : 'This deployment has not enabled Chainflip’s deposit channels: it opens none.',
  });

/** @throws {Problem} 503, also for an existing channel, so that no caller is led to pay it now. */
async function assertOn({ deps }: Context, { sellAsset, buyAsset, quoted }: ChannelTerms): Promise<void> {
  const off = await deps.readSwitches?.();
  const id = quoted?.draft.providers[0] ?? CHANNEL_ID;
  const detail = off && offReason(off, id, [sellAsset.chain, buyAsset.chain]);
  if (detail !== undefined) throw new Problem({ status: 503, title: 'Service Unavailable', detail });
}

const tooMany = (detail: string, seconds: number): Problem =>
  new Problem({
    status: 429,
    title: 'Too Many Requests',
    detail,
    headers: { 'retry-after': String(Math.max(1, Math.ceil(seconds))) },
  });

/** The problem to answer when a settled channel is not open. */
function failureProblem({ failure, createdAt }: StoredChannel, { deps, longestMs }: Context): Problem {
  const { fault, message, field } = failure ?? { fault: 'uncertain', message: 'It is not known.' };
  if (fault === 'invalid') return validationProblem([{ field: field ?? 'body', message, code: 'refused_upstream' }]);
  if (fault === 'tooMany') return tooMany(message, 60 * 60);
  if (fault === 'refused') return badGateway(message);
  const seconds = Math.max(1, Math.ceil((createdAt + staleAfter(longestMs) - deps.now()) / 1000));
  const sentence = /[.!?]$/.test(message) ? message : `${message}.`;
  return badGateway(
    `${sentence} So that no second one is opened the same request opens none for ${seconds} s; with a new quote another channel can be opened now.`,
    { 'retry-after': String(seconds) },
  );
}

const claimTerms = ({ deps, longestMs }: Context, terms: ChannelTerms) => {
  const now = deps.now();
  const reuse: 'any' | 'unpaid' = terms.quoted ? 'any' : 'unpaid';
  return { key: termsKey(terms), now, reuse, openingSince: now - staleAfter(longestMs) };
};

/** Returns false, and ends the channel, when its chain has already passed its last block. */
async function stillLives({ deps }: Context, { id, channel, chain }: StoredChannel): Promise<boolean> {
  if (!channel) return true;
  const height = await chainHeight(deps.clients, chain);
  if (height === undefined || height < channel.sourceChainExpiryBlock) return true;
  await deps.store.endChannel(id, deps.now());
  return false;
}

function assertOpenable({ draft, createdAt }: QuotedRoute, now: number): void {
  if (now - createdAt > PRICE_LIVES_MS) {
    const message = 'quoteId must be that of a quote of the last hour: the price of this one is too old. Quote again.';
    throw validationProblem([{ field: 'quoteId', message, code: 'quote_too_old' }]);
  }
  if (!isProtected(draft)) {
    const message = 'quoteId must be that of a quote with a slippage below 100: this one protects no price.';
    throw validationProblem([{ field: 'quoteId', message, code: 'no_price_protection' }]);
  }
  assertDepositable(draft);
}

/**
 * Claims the terms. The caller that gets the claim opens the channel, and the opening continues when the request ends.
 */
async function claim(
  context: Context,
  provider: Provider,
  terms: ChannelTerms,
  route: QuotedRoute,
  options: ChannelOptions,
): Promise<StoredChannel> {
  const { deps, once, longestMs } = context;
  const { channels } = provider;
  if (!channels) throw notEnabled(terms.quoted?.draft);
  const claimed = await deps.store.claimChannel({
    ...claimTerms(context, terms),
    ...claimBy(options, deps.limits),
    quoteId: route.quoteId,
    routeIndex: route.routeIndex,
    chain: terms.sellAsset.chain,
  });
  const { destinationAddress, refundAddress, affiliate, maxBoostFeeBps } = terms;
  const request = {
    route: route.draft,
    destinationAddress,
    refundAddress,
    ...(affiliate ? { affiliate } : {}),
    ...(maxBoostFeeBps === undefined ? {} : { maxBoostFeeBps }),
  };
  return once.begin(
    claimed,
    (claimed) => runOpening(deps, channels, claimed, request, longestMs),
    (share, until) => tooMany(fullSentence(share, 'deposit channels', 'open'), (until - deps.now()) / 1000),
  );
}

/** The stored channel once it is settled. @throws {Problem} 502 when that takes too long. */
const settledChannel = ({ deps, once }: Context, channel: StoredChannel, signal: AbortSignal): Promise<StoredChannel> =>
  once.settledRow(channel, {
    signal,
    limit: timeLimit(deps.createTimeoutMs),
    late: () =>
      badGateway(
        'Chainflip is still opening the channel. Send the same request again: it finds the channel and opens no other.',
        { 'retry-after': String(RETRY_SECONDS) },
      ),
  });

async function transferFor(deps: ChannelDeps, terms: ChannelTerms, stored: OpenChannel, amount: Amount | undefined) {
  const unavailable = (why: string): Transfer => ({ unavailable: why });
  if (!terms.includeTx) return undefined;
  if (!terms.sourceAddress) return unavailable('A transfer needs the sourceAddress that it is to be sent from.');
  if (!amount) return unavailable('A transfer needs the sellAmount that it is to send.');
  const payment = { from: terms.sourceAddress, to: stored.channel.depositAddress, amount };
  const signal = timeLimit(deps.quoteTimeoutMs);
  return deps.buildTransfer(payment, { signal }).catch((error: unknown) => {
    deps.log({ event: 'unexpected', error: String(error) });
    return unavailable('The transfer could not be made; the channel can be paid from any wallet.');
  });
}

async function answerOf(context: Context, terms: ChannelTerms, channel: StoredChannel): Promise<DepositChannel> {
  const { deps } = context;
  const quote = await deps.store.loadQuote(channel.quoteId);
  const draft = quote?.drafts[channel.routeIndex];
  if (!draft) throw new Error('the quote of a channel is not there');
  if (!channel.channel) throw failureProblem(channel, context);
  const stored = { ...channel, channel: channel.channel };
  const isAmountNamed = terms.quoted !== undefined || terms.sellAmount !== undefined;
  const transfer = await transferFor(deps, terms, stored, isAmountNamed ? draft.sell : undefined);
  return encodeChannel(stored, draft, isAmountNamed, transfer);
}

async function openChannel(context: Context, wish: ChannelWish, options: ChannelOptions): Promise<DepositChannel> {
  const { deps } = context;
  const quote = wish.quote && (await deps.store.loadQuote(wish.quote.id));
  if (wish.quote && !quote) {
    if (wish.faults.length > 0) throw validationProblem(wish.faults);
    throw notFound('Nothing is known under that quoteId.');
  }
  const provider = openerOf(deps, wish.quote && quote?.drafts[wish.quote.routeIndex]);
  const terms = channelTerms(wish, quote, { ...deps, provider });
  if (!provider) throw notEnabled(terms.quoted?.draft);
  await assertOn(context, terms);
  // Also for a channel that is open already: its address is as payable.
  await deps.assertAllowed?.(partiesOf(terms.sellAsset.chain, terms.buyAsset.chain, terms), options.signal);

  const living = await deps.store.livingChannel(claimTerms(context, terms));
  const known = living && (await stillLives(context, living)) ? living : undefined;
  if (known) return answerOf(context, terms, await settledChannel(context, known, options.signal));

  if (terms.quoted) assertOpenable(terms.quoted, deps.now());
  const route = terms.quoted ?? (await priceChannel(deps, provider, terms, options));
  const claimed = await claim(context, provider, terms, route, options);
  return answerOf(context, terms, await settledChannel(context, claimed, options.signal));
}

export function createChannelOpening(deps: ChannelDeps): ChannelOpening {
  const { store, log } = deps;
  const once = createOnce<StoredChannel>({ isSettled, load: (id) => store.loadChannel(id), log });
  // A channel takes 6 to 18 s; a broker that hangs has answered after a minute.
  const context: Context = { deps, once, longestMs: longestCreation(deps.createTimeoutMs) };
  return {
    openChannel: (wish, options) => openChannel(context, wish, options),
    settled: () => once.settled(),
  };
}
