/** Makes the parts of the server from its settings: the only place that knows all rooms. */
import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import type { ChainClients } from '../chain-clients/chain-clients.ts';
import { createChainClients } from '../chain-clients/create-chain-clients.ts';
import { type Fetch, pooledFetch } from '../chain-clients/pooled-fetch.ts';
import { type Settings, settings } from '../config/env.ts';
import { openStore } from '../db/open-store.ts';
import { withQuoteMemory } from '../db/quote-memory.ts';
import type { Store } from '../db/store.ts';
import { type ChannelOpening, createChannelOpening } from '../deposit-channel/open-channel.ts';
import { levelOf, logger } from '../http/logger.ts';
import { count } from '../http/metrics.ts';
import { createPreparing, type Preparing } from '../order-creation/preparing.ts';
import { createSignatures, type Signatures } from '../order-creation/submit-signature.ts';
import { createProviderHealth, type ProviderHealth } from '../provider-health/provider-health.ts';
import { NO_CHANNELS, type Provider } from '../providers/provider.ts';
import { createProviders, providersById } from '../providers/registry.ts';
import { createRecentWays, type RecentWays } from '../quote/recent-ways.ts';
import { createScreening, partiesOfRoute, type Screening } from '../screening/screening.ts';
import { openSigning, type Signing } from '../signing/signing.ts';
import { createTokenList, type TokenList } from '../tokens/token-list.ts';
import { createTracking, type Tracking } from '../tracking/get-tracking.ts';
import { buildTransfer } from '../transfer/build-transfer.ts';
import { createSend } from '../webhooks/send.ts';
import { createSender, type Sender } from '../webhooks/sender.ts';
import { type AccessControl, createAccessControl } from './access-control.ts';
import { guardedStore } from './guarded-store.ts';
import { countUpstream, instrumentProviders, tracedFetch, tracedStore } from './instrument.ts';
import { createLedgerReports, type LedgerReports } from './ledger-reports.ts';
import { limitToOffer } from './limit-to-offer.ts';
import { type AssertMaySwap, createMaySwap } from './may-swap.ts';
import { warnUnwitnessed } from './warn-unwitnessed.ts';

/** The parts of one process, for every handler and background job. */
export type Container = {
  settings: Settings;
  log: (event: Record<string, unknown>) => void;
  now: () => number;
  store: Store;
  chainClients: ChainClients;
  /** All that can run here, to track earlier quotes. */
  providers: readonly Provider[];
  /** With the ids that this deployment offers. */
  offered: readonly Provider[];
  tokens: TokenList;
  tracking: Tracking;
  newQuoteId: () => string;
  channels: ChannelOpening;
  /** Creates upstream what quotes need. */
  preparing: Preparing;
  /** Signatures that pay an order. */
  signatures: Signatures;
  /** Access, limits and switches. */
  accessControl: AccessControl;
  /** Maintenance and countries, before a swap may begin. */
  assertMaySwap: AssertMaySwap;
  /** The addresses of a swap, before anything payable is answered. */
  screening: Screening;
  /** Signs answers, and verifies signed ones. */
  signing: Signing;
  /** Sends integrators the events of their swaps. */
  webhooks: Sender;
  /** How each provider has answered. */
  health: ProviderHealth;
  /** What finished swaps received. */
  ledger: LedgerReports;
  /** Recent quotes, for the page. */
  recentWays: RecentWays;
};

/** Providers with the ids of the setting PROVIDERS; all of them when it names none. */
export const offeredProviders = (providers: readonly Provider[], ids: Settings['providers']): Provider[] =>
  providers
    .map((provider) => ({ ...provider, ids: provider.ids.filter((id) => ids === undefined || ids.includes(id)) }))
    .filter((provider) => provider.ids.length > 0);

/** Makes the opener of deposit channels from its settings. */
export function channelOpening(
  container: Omit<Container, 'channels' | 'tokens' | 'tracking' | 'signatures'>,
): ChannelOpening {
  const {
    settings: current,
    providers,
    offered,
    chainClients: clients,
    store,
    now,
    log,
    newQuoteId,
    preparing,
    accessControl,
    signing,
    screening,
  } = container;
  const { network, affiliates, affiliateFees, quoteTimeoutMs, createTimeoutMs } = current;
  const policy = providers.find(({ channels }) => channels)?.channels?.policy ?? NO_CHANNELS;
  return createChannelOpening({
    store,
    providers: offered,
    affiliates,
    affiliateFees,
    network: network.name,
    ...policy,
    quoteTimeoutMs,
    createTimeoutMs,
    clients,
    now,
    log,
    newQuoteId,
    preparing,
    signer: signing,
    off: current.off,
    readSwitches: accessControl.killSwitches.current,
    assertAllowed: screening.assertAllowed,
    buildTransfer: (payment, options) => buildTransfer({ clients, network: network.name }, payment, options),
  });
}

/** Makes the screening of addresses from its settings. */
export function addressScreening(
  { settings: current, now, log }: Pick<Container, 'settings' | 'now' | 'log'>,
  fetch: Fetch,
): Screening {
  const onOutcome = (outcome: string) => count('portage_screenings_total', { outcome });
  return createScreening({
    service: current.guard.screening,
    network: current.network.name,
    fetch,
    now,
    log,
    onOutcome,
  });
}

/** Makes the creator of orders and channels for quotes from its settings. */
export function orderPreparing({
  settings: current,
  store,
  now,
  log,
}: Pick<Container, 'settings' | 'store' | 'now' | 'log'>) {
  const { orders: limits, createTimeoutMs, quoteTimeoutMs } = current;
  return createPreparing({ store, now, log, limits, createTimeoutMs, quoteTimeoutMs });
}

const KEY_IN_DATABASE = {
  event: 'signing',
  note: 'The key that signs answers is kept in the database and is lost with it. SIGNING_KEY keeps it elsewhere.',
};

/** @throws the error of opening the store or its keys: a sentence for people. */
export async function openContainer(): Promise<Container> {
  const current = settings();
  const store = await openStore(current);
  try {
    return await containerOn(store, current);
  } catch (error) {
    await store.close();
    throw error;
  }
}

/**
 * The container on an open store. @param through how upstreams and chains are reached; connections of this process by
 * default.
 */
export async function containerOn(opened: Store, current: Settings, through: Fetch = pooledFetch): Promise<Container> {
  const root = logger(current.logLevel);
  const log = (event: Record<string, unknown>) => {
    countUpstream(event);
    root[levelOf(event)](event);
  };
  const now = () => Date.now();
  const fetch = current.telemetry ? tracedFetch(through) : through;
  const deps = { fetch, now, log };
  const where = current.databaseUrl ? 'the database of DATABASE_URL' : `the data folder ${resolve(current.dataDir)}`;
  const guarded = guardedStore(opened, { log, monotonic: () => performance.now(), where });
  const store = withQuoteMemory(current.telemetry ? tracedStore(guarded) : guarded);
  const signing = await openSigning({ ...current.signing, network: current.network.name, store, now, log });
  if (current.databaseUrl !== undefined && current.signing.seed === undefined) log(KEY_IN_DATABASE);
  const chainClients = createChainClients({ ...deps, network: current.network });
  const health = createProviderHealth(now);
  const made = createProviders({ ...deps, settings: current, clients: chainClients });
  const providers = instrumentProviders(made, health);
  const offered = limitToOffer(offeredProviders(providers, current.providers), current.offer);
  warnUnwitnessed(offered, log);
  const accessControl = createAccessControl({ settings: current, store, now, log });
  const switchedOff = accessControl.killSwitches.current;
  const tokens = createTokenList({ providers: offered, now, log, timeoutMs: current.quoteTimeoutMs, switchedOff });
  const byId = providersById(providers);
  const tracking = createTracking({
    store,
    clients: chainClients,
    providerOf: (id) => byId.get(id),
    network: current.network.name,
    verify: signing.verify,
    now,
    log,
  });
  const { createTimeoutMs } = current;
  const screening = addressScreening({ settings: current, now, log }, fetch);
  const signatures = createSignatures({
    store,
    providerOf: (id) => byId.get(id),
    beforePayment: (route, signal) => screening.assertAllowed(partiesOfRoute(route), signal),
    now,
    log,
    createTimeoutMs,
  });
  const newQuoteId = () => randomUUID();
  const preparing = orderPreparing({ settings: current, store, now, log });
  const shared = {
    settings: current,
    log,
    now,
    store,
    chainClients,
    newQuoteId,
    preparing,
    accessControl,
    assertMaySwap: createMaySwap(current, accessControl.killSwitches),
    screening,
    health,
    recentWays: createRecentWays(now),
    ledger: createLedgerReports({ store, now }),
    signing,
    webhooks: createSender({ store, send: createSend({ network: current.network.name }), now, log }),
  };
  const channels = channelOpening({ ...shared, providers, offered });
  return { ...shared, providers, offered, tokens, tracking, channels, signatures };
}
