/** For tests: everything that opening a channel needs; the upstream does what a test sets, the store is real. */

import { isProblem } from '../api/problem.ts';
import type { FieldFault } from '../api/schemas/problem.ts';
import type { Store } from '../db/store.ts';
import { toBaseUnits } from '../domain/amount.ts';
import { assetOf } from '../domain/asset.ts';
import type { OpenedChannel } from '../domain/deposit-channel.ts';
import type { RouteDraft } from '../domain/route.ts';
import { type SwapTerms, trackingOf } from '../providers/chainflip/terms.ts';
import { type ChannelRequest, NO_CHANNELS, type ProviderQuoteRequest } from '../providers/provider.ts';
import { draftFor, NOTHING_CREATED, providerOf } from '../quote/test-quotes.ts';
import { testSigning } from '../signing/test-signing.ts';
import { fakeChains, fakeClients } from '../tracking/test-world.ts';
import { decodeChannelRequest } from './decode-request.ts';
import { type ChannelDeps, createChannelOpening } from './open-channel.ts';

export const REFUND = 'bcrt1qyaen0zlqy9309r83nyyf5e89ugc8ls84wxqd08';

export const SWAP_TERMS: SwapTerms = {
  src: { chain: 'Bitcoin', asset: 'BTC' },
  dst: { chain: 'Ethereum', asset: 'ETH' },
  amount: '50000000',
  minPriceX128: '123456789',
  maxOraclePriceSlippage: null,
  retryDurationBlocks: 50,
  maxBoostFeeBps: 0,
  brokerCommissionBps: 0,
  affiliates: [],
};

const sats = (text: string) => ({
  asset: assetOf('BTC.BTC'),
  decimals: 8,
  baseUnits: toBaseUnits(text, 8, 'exact') ?? 0n,
});

/** A route that a channel opens: at least 0.001, at most 2 BTC. */
export const channelDraft = (request: ProviderQuoteRequest, overrides: Partial<RouteDraft> = {}): RouteDraft =>
  draftFor(request, {
    overrides: {
      channel: { minimumDeposit: sats('0.001'), maximumDeposit: sats('2'), retrySeconds: 300 },
      tracking: trackingOf(SWAP_TERMS),
      ...(request.affiliate ? { affiliate: { name: request.affiliate.name, feeBps: request.affiliate.feeBps } } : {}),
      ...overrides,
    },
  });

const signer = await testSigning();

export type RefusedRequest = {
  status: number;
  faults: Record<string, string | undefined>;
  detail: string;
  messages: string[];
  retryAfter?: string;
};
const codesOf = (errors: FieldFault[] | undefined) =>
  Object.fromEntries((errors ?? []).map(({ field, code }) => [field ?? '', code] as const));

/** The problem that a request was answered with. */
export async function refusalOf(work: Promise<unknown>): Promise<RefusedRequest> {
  try {
    await work;
  } catch (error) {
    if (!isProblem(error)) throw error;
    const retryAfter = error.headers['retry-after'];
    const faults = codesOf(error.errors);
    const messages = (error.errors ?? []).map(({ message }) => message);
    return { status: error.status, faults, messages, detail: error.detail, ...(retryAfter ? { retryAfter } : {}) };
  }
  throw new Error('a channel was opened');
}

function quoteIds(): () => string {
  const prefix = Math.random().toString(36).slice(2);
  let quotes = 0;
  return () => {
    quotes += 1;
    return `quote-${prefix}-${quotes}`;
  };
}

/** `open` is what the upstream does; the channel's number counts its calls. */
export function openingWorld(store: Store, over: Partial<ChannelDeps> = {}) {
  const clock = { now: 1_800_000_000_000 };
  const chains = fakeChains();
  const asked: ChannelRequest[] = [];
  const opened = (n: number): OpenedChannel => ({
    depositAddress: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
    channelId: `100-Bitcoin-${n}`,
    issuedBlock: 100,
    sourceChainExpiryBlock: 244,
    expiresAt: clock.now + 86_400_000,
  });
  const upstream: {
    open: (n: number, signal: AbortSignal) => Promise<OpenedChannel>;
    quote: (request: ProviderQuoteRequest) => RouteDraft[];
  } = {
    open: async (n) => opened(n),
    quote: (request) => [channelDraft(request)],
  };
  const provider = providerOf('CHAINFLIP', async (request) => upstream.quote(request), {
    channels: {
      policy: NO_CHANNELS,
      referenceAmount: async () => '0.25',
      open: (request, { signal }) => {
        asked.push(request);
        return upstream.open(asked.length, signal);
      },
    },
  });
  const logged: Record<string, unknown>[] = [];
  const deps: ChannelDeps = {
    store,
    providers: [provider],
    affiliates: {
      ptg: { thorname: 'ptg', chainflip: 'cFK8496ZH4vostHJiRueRLxvTgHmpHg6VDySydqYCot2da4ce' },
      thor: { thorname: 't' },
    },
    network: 'sandbox',
    refundAddresses: { BTC: REFUND },
    paysAffiliates: true,
    quoteTimeoutMs: 5000,
    signer,
    preparing: NOTHING_CREATED,
    off: {},
    createTimeoutMs: 60_000,
    now: () => clock.now,
    newQuoteId: quoteIds(),
    clients: fakeClients(chains),
    log: (event) => logged.push(event),
    limits: { enabled: true, perClientADay: 1_000_000, aDay: 1_000_000 },
    buildTransfer: async ({ from, to, amount }) => ({ tx: { type: 'PSBT', tx: `${from}>${to}:${amount.baseUnits}` } }),
    ...over,
  };
  const instance = () => createChannelOpening(deps);
  const first = instance();
  const options = (clientAddress: string, signal = new AbortController().signal) => ({
    signal,
    log: deps.log,
    publicUrl: 'http://127.0.0.1:3000',
    clientAddress,
  });
  const ask = (body: unknown, { by = first, client = '127.0.0.1', signal = new AbortController().signal } = {}) =>
    by.openChannel(
      decodeChannelRequest(body, {
        network: deps.network,
        canonicalAsset: (asset) => asset,
        affiliateFees: deps.affiliateFees ?? {},
      }),
      options(client, signal),
    );
  return { clock, chains, asked, opened, upstream, provider, logged, deps, instance, first, ask };
}
