/**
 * Opens the channel that a route of two legs needs before it can be paid, once, and prices the route again each time
 * it is handed out: the payment goes to that channel, under the terms that the channel enforces.
 */

import { CHAINS } from '../../chains/chains.ts';
import { type RoutedChannel, usableUntil } from '../../domain/deposit-channel.ts';
import { isProviderError, ProviderError } from '../../domain/errors.ts';
import { isWithin } from '../../domain/is-within.ts';
import { PRICE_LIVES_MS } from '../../domain/price-life.ts';
import { PROVIDER_NAMES } from '../../domain/provider-id.ts';
import type { RouteDraft, TwoLeg, TwoLegChannel } from '../../domain/route.ts';
import { buildTransfer } from '../../transfer/build-transfer.ts';
import { lapseWith } from '../../transfer/built-tx.ts';
import { orWithout } from '../helper-time.ts';
import {
  type CallOptions,
  type ChannelError,
  isChannelError,
  type PreparedRoute,
  type ProviderQuoteRequest,
  type RoutePreparer,
} from '../provider.ts';
import { quotedBy } from '../quote-errors.ts';
import { checkMeeting, composeRoute, guaranteeOf } from './compose.ts';
import { firstRequest, legName, quoteLeg, secondRequest } from './legs.ts';
import { openForReceiver } from './open-channel.ts';
import { channelGuarantee, type FreshLegs, receiverGuarantee } from './price-fits.ts';
import { UNKNOWN_AT_FIRST_MS } from './track.ts';
import type { TwoLegSetup } from './two-leg.ts';

type Prepared = RouteDraft & { twoLeg: TwoLeg & { channel: TwoLegChannel } };

const lost = () => new ProviderError('unknownError', 'The terms of the route are lost. Ask for a new quote.');

/** The leg that takes the channel's deposits. */
const depositLeg = ({ pair }: Pick<TwoLegSetup, 'pair'>) => (pair.meeting === 'channel' ? 1 : 0);

/** Why no channel was opened, as a quote's failure. Its cause says whether one may have been opened after all. */
function openingFailure(setup: TwoLegSetup, error: ChannelError): ProviderError {
  const sentence = `${legName(setup.pair, depositLeg(setup))}: ${error.message}`;
  const failure = (code: ProviderError['code'], message: string) => new ProviderError(code, message, { cause: error });
  if (error.fault === 'uncertain')
    return failure(
      'httpError',
      `${sentence} Nobody was given its address, so nothing can be lost in it. Ask again in some minutes.`,
    );
  if (error.fault === 'invalid') return failure('unknownError', sentence);
  return failure(isProviderError(error.cause) ? error.cause.code : 'quoteNotFound', sentence);
}

async function opened(
  setup: TwoLegSetup,
  draft: RouteDraft,
  { sourceAddress, refundAddress = sourceAddress, destinationAddress }: ProviderQuoteRequest,
  options: CallOptions,
): Promise<RoutedChannel> {
  const { twoLeg } = draft;
  const { channels } = setup.second;
  if (!twoLeg || !refundAddress || !destinationAddress) throw lost();
  const routed = { destinationAddress, refundAddress };
  try {
    if (setup.pair.meeting === 'receiver')
      return { ...(await openForReceiver(setup, { route: draft, ...routed }, options)), ...routed };
    if (!channels) throw lost();
    return { ...(await channels.open({ route: twoLeg.legs[1], ...routed }, options)), ...routed };
  } catch (error) {
    throw isChannelError(error) ? openingFailure(setup, error) : error;
  }
}

async function create(
  setup: TwoLegSetup,
  draft: RouteDraft,
  request: ProviderQuoteRequest,
  options: CallOptions,
): Promise<PreparedRoute> {
  const { twoLeg, channel: _offer, txUnavailable: _none, ...rest } = draft;
  if (!twoLeg) throw lost();
  const channel = await opened(setup, draft, request, options);
  const openedAt = setup.now();
  const livesUntil = Math.min(usableUntil(channel, openedAt), openedAt + PRICE_LIVES_MS);
  const prepared: RouteDraft = {
    ...rest,
    orderId: channel.channelId,
    expirationSeconds: Math.floor(livesUntil / 1000),
    twoLeg: { ...twoLeg, channel: { ...channel, payableUntil: livesUntil } },
  };
  return { draft: prepared, livesUntil };
}

/** Whether the channel was paid or has ended. One that cannot be asked for now counts as unpaid. */
async function isOver(setup: TwoLegSetup, { twoLeg, expirationSeconds }: Prepared, options: CallOptions) {
  const endsAt = (expirationSeconds ?? 0) * 1000;
  const now = setup.now();
  if (now >= endsAt) return true;
  // Never later than the channel was opened.
  const openedAt = endsAt - PRICE_LIVES_MS;
  if (isWithin(UNKNOWN_AT_FIRST_MS, openedAt, now)) return false;
  const leg = depositLeg(setup);
  const route = twoLeg.legs[leg];
  const channel = { ...twoLeg.channel, destinationAddress: route.destinationAddress };
  const { chain } = route.sell.asset;
  const provider = leg === 0 ? setup.first : setup.second;
  const seen = await provider.track({ route, leg, channel, chain, hash: '', knownSince: openedAt }, options);
  return seen.observations.length > 0 || seen.channelEnd?.ended === true;
}

/** Both legs at current prices: the first pays to the channel, or is paid by it. One upstream quote each. */
async function freshLegs(
  setup: TwoLegSetup,
  { twoLeg: { bridge, channel } }: Prepared,
  request: ProviderQuoteRequest,
  options: CallOptions,
): Promise<FreshLegs> {
  const payTo = { destinationAddress: channel.depositAddress, includeTx: true };
  const asked = firstRequest(setup, request, bridge, setup.pair.meeting === 'channel' ? payTo : {});
  const first = await quoteLeg(setup, 0, asked, options);
  return [first, await quoteLeg(setup, 1, secondRequest(setup, request, first), options)];
}

/** A leg at current prices, under the terms that the channel was opened with. */
function underKeptTerms(fresh: RouteDraft, kept: RouteDraft): RouteDraft {
  const { tracking: _other, ...rest } = fresh;
  return { ...rest, ...(kept.tracking ? { tracking: kept.tracking } : {}) };
}

/** The legs as one route bound to the channel: it guarantees what the channel does. */
function bound(
  setup: TwoLegSetup,
  { orderId = '', expirationSeconds = 0, twoLeg: { channel } }: Prepared,
  request: ProviderQuoteRequest,
  [first, second]: FreshLegs,
  guaranteed: bigint,
): RouteDraft {
  const { twoLeg, channel: _offer, ...route } = composeRoute(setup, request, first, second);
  if (!twoLeg) throw lost();
  const guaranteedBuy = { ...route.expectedBuy, baseUnits: guaranteed };
  return {
    ...route,
    guaranteedBuy,
    legs: route.legs.map((leg, index) => (index === 1 ? { ...leg, buyAtMaxSlippage: guaranteedBuy } : leg)),
    orderId,
    expirationSeconds: Math.min(expirationSeconds, first.expirationSeconds ?? expirationSeconds),
    twoLeg: { ...twoLeg, channel },
  };
}

/** The first leg's own transaction is the payment. Undefined: the channel's minimum price no longer fits. */
function paidByFirstLeg(
  setup: TwoLegSetup,
  prepared: Prepared,
  request: ProviderQuoteRequest,
  legs: FreshLegs,
): RouteDraft | undefined {
  const [first, second] = legs;
  const [, kept] = prepared.twoLeg.legs;
  const guaranteed = channelGuarantee(setup.second, kept, legs, request.slippageBps);
  if (guaranteed === undefined) return undefined;
  const { tx, approvals, approvalAddress, targetAddress, txUnavailable } = first;
  return {
    ...bound(setup, prepared, request, [first, underKeptTerms(second, kept)], guaranteed),
    ...(tx ? { tx } : { txUnavailable: txUnavailable ?? 'The first leg’s transaction could not be made.' }),
    ...(approvals ? { approvals } : {}),
    ...(approvalAddress === undefined ? {} : { approvalAddress }),
    ...(targetAddress === undefined ? {} : { targetAddress }),
  };
}

/** A plain transfer to the channel is the payment. Undefined: the channel's terms no longer fit. */
async function paidByTransfer(
  setup: TwoLegSetup,
  prepared: Prepared,
  request: ProviderQuoteRequest,
  legs: FreshLegs,
  options: CallOptions,
): Promise<RouteDraft | undefined> {
  const [first, second] = legs;
  const [kept] = prepared.twoLeg.legs;
  const now = guaranteeOf(setup.second, first, second);
  const guaranteed = receiverGuarantee(prepared, legs, now, request.slippageBps);
  if (guaranteed === undefined) return undefined;
  const to = prepared.twoLeg.channel.depositAddress;
  const { network, clients } = setup;
  // A node that hangs costs the transaction, never the route: its address can still be paid.
  const built = await orWithout(
    options,
    (signal) =>
      buildTransfer(
        { clients, network },
        { from: prepared.sourceAddress, to, amount: first.sell },
        { signal, allowUnfunded: request.allowUnfunded },
      ),
    () => ({ unavailable: `${CHAINS[first.sell.asset.chain].name} could not be asked for what a transaction needs.` }),
  );
  const held = { ...underKeptTerms(first, kept), guaranteedBuy: kept.guaranteedBuy };
  const route = bound(setup, prepared, request, [held, second], guaranteed);
  return {
    ...route,
    inboundAddress: to,
    targetAddress: to,
    ...('tx' in built
      ? { tx: built.tx, ...lapseWith(built, route, setup.now()) }
      : { txUnavailable: built.unavailable }),
  };
}

async function complete(
  setup: TwoLegSetup,
  prepared: RouteDraft,
  request: ProviderQuoteRequest,
  options: CallOptions,
): Promise<RouteDraft | undefined> {
  const { twoLeg } = prepared;
  if (!twoLeg?.channel) throw lost();
  const known: Prepared = { ...prepared, twoLeg: { ...twoLeg, channel: twoLeg.channel } };
  const pricing = freshLegs(setup, known, request, options);
  // Whether it is over is awaited first: then no price matters.
  pricing.catch(() => undefined);
  if (await isOver(setup, known, options)) return undefined;
  const legs = await pricing;
  checkMeeting(setup.pair, legs[0], legs[1]);
  return setup.pair.meeting === 'channel'
    ? paidByFirstLeg(setup, known, request, legs)
    : paidByTransfer(setup, known, request, legs, options);
}

export function createPreparer(setup: TwoLegSetup): RoutePreparer {
  const title = PROVIDER_NAMES[setup.pair.id];
  return {
    needs: ({ twoLeg }, { includeTx, sourceAddress, destinationAddress }) =>
      twoLeg !== undefined && !twoLeg.channel && includeTx && Boolean(sourceAddress) && Boolean(destinationAddress),
    create: (draft, request, options) => quotedBy(title, options.signal, () => create(setup, draft, request, options)),
    complete: (prepared, request, options) =>
      quotedBy(title, options.signal, () => complete(setup, prepared, request, options)),
  };
}
