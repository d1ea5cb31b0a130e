/** Answers `/metrics`, to callers with the token, or without one to this machine alone; never through a proxy. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Problem } from '../api/problem.ts';
import { settings } from '../config/env.ts';
import type { Store } from '../db/store.ts';
import { PROVIDER_IDS } from '../domain/provider-id.ts';
import { within } from '../domain/waiting.ts';
import { isLoopbackAddress, isLoopbackHost } from '../http/allowed-hosts.ts';
import type { ApiRequest } from '../http/api-request.ts';
import type { EndpointHandler } from '../http/endpoint.ts';
import { gauge, metricsState, readings } from '../http/metrics.ts';
import { METRICS_CONTENT_TYPE, metricsText } from '../http/metrics-text.ts';
import { openStreams } from '../http/sse.ts';
import type { ProviderHealth } from '../provider-health/provider-health.ts';
import type { Provider } from '../providers/provider.ts';
import { buildId } from './build-id.ts';
import { type DiskSizes, diskSizes } from './disk-sizes.ts';
import type { KillSwitches } from './kill-switches.ts';
import { type Services, services } from './services.ts';

/** The longest that a scraper waits for the database. */
const DATABASE_WAIT_MS = 2000;
const NANOSECONDS = 1e9;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** @throws {Problem} 403 when the token is missing or wrong, 404 when none is set and the caller may not read. */
export function assertMayRead(request: ApiRequest, token: string | undefined): void {
  if (token !== undefined) {
    const given = /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? '';
    // Digests have equal length, so the comparison's time reveals nothing.
    if (timingSafeEqual(digest(given), digest(token))) return;
    const detail = 'This wants the header Authorization: Bearer with the METRICS_TOKEN of this deployment.';
    throw new Problem({ status: 403, title: 'Forbidden', detail });
  }
  // The server sets both, overwriting the request's.
  const socket = request.headers.get('x-portage-client-address') ?? '';
  const isDirect = request.headers.get('x-portage-proxied') === 'false';
  // A proxy that adds no header keeps the requested host name, and so does a page that resolves its own name to this
  // machine.
  const host = request.headers.get('host') ?? new URL(request.url).host;
  if (isLoopbackAddress(socket) && isLoopbackHost(host) && isDirect) return;
  const detail =
    'There is nothing here. (Metrics are for this machine, or for whoever knows METRICS_TOKEN once it is set.)';
  throw new Problem({ status: 404, title: 'Not Found', detail });
}

type DatabaseFacts = { up: boolean; seconds?: number; open?: Record<string, number> };

async function askDatabase(store: Pick<Store, 'ping' | 'countOpenSwaps'>): Promise<DatabaseFacts> {
  const startedMs = performance.now();
  await store.ping();
  const seconds = (performance.now() - startedMs) / 1000;
  return { up: true, seconds, open: await store.countOpenSwaps() };
}

/** Never waits longer than a scraper does, and never fails. */
export async function databaseFacts(store: Pick<Store, 'ping' | 'countOpenSwaps'>): Promise<DatabaseFacts> {
  const down = (): DatabaseFacts => ({ up: false });
  return within(askDatabase(store).catch(down), DATABASE_WAIT_MS, down);
}

/** A timer of this interval is watched: the interval itself is not a delay. */
const DELAY_RESOLUTION_MS = 20;
const delay = monitorEventLoopDelay({ resolution: DELAY_RESOLUTION_MS });
let delayStarted = false;

function recordProcess(): void {
  // From the first scrape on; an unwatched process is not timed.
  if (!delayStarted) delay.enable();
  delayStarted = true;
  const { p50, p99, max } = { p50: delay.percentile(50), p99: delay.percentile(99), max: delay.max };
  delay.reset();
  for (const [quantile, value] of Object.entries({ '0.5': p50, '0.99': p99, '1': max }))
    gauge('portage_event_loop_delay_seconds', { quantile }, () =>
      Math.max(0, value / NANOSECONDS - DELAY_RESOLUTION_MS / 1000),
    );
  const { rss, heapUsed } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  gauge('process_resident_memory_bytes', {}, () => rss);
  gauge('process_heap_bytes', {}, () => heapUsed);
  gauge('process_cpu_seconds_total', {}, () => (user + system) / 1e6);
  gauge('process_start_time_seconds', {}, () => Math.round(performance.timeOrigin) / 1000);
  gauge('portage_event_streams', {}, openStreams);
}

function recordDatabase({ up, seconds, open }: DatabaseFacts, store: Pick<Store, 'connections'>): void {
  gauge('portage_database_up', {}, () => (up ? 1 : 0));
  gauge('portage_database_ping_seconds', {}, () => seconds);
  readings('portage_open_swaps', 'database', () =>
    ['not_started', 'pending', 'swapping'].flatMap((status) =>
      open === undefined ? [] : [{ labels: { status }, value: open[status] ?? 0 }],
    ),
  );
  readings('portage_database_connections', 'database', () =>
    Object.entries(store.connections?.() ?? {}).map(([state, value]) => ({ labels: { state }, value })),
  );
}

/** Leaves out what cannot be measured in time. */
async function recordDisk(container: Pick<Services, 'store' | 'settings'>): Promise<void> {
  const unknown = (): Partial<DiskSizes> => ({});
  const { free, ...taken } = await within(diskSizes(container).catch(unknown), DATABASE_WAIT_MS, unknown);
  readings('portage_disk_bytes', 'disk', () =>
    Object.entries(taken).map(([what, value]) => ({ labels: { what }, value })),
  );
  gauge('portage_disk_free_bytes', {}, () => free);
}

/** The same facts as `/status` and `/v1/providers`. */
function recordProviders(health: Pick<ProviderHealth, 'standingOf'>): void {
  readings('portage_provider_answering', 'health', () =>
    PROVIDER_IDS.flatMap((provider) => {
      const { answering } = health.standingOf(provider);
      return answering === undefined ? [] : [{ labels: { provider }, value: answering.is ? 1 : 0 }];
    }),
  );
}

/** Only providers with several operators can have differences. */
function recordWitnesses(providers: readonly Provider[], now: number): void {
  readings('portage_witness_difference_seconds', 'providers', () =>
    providers.flatMap(({ ids: [provider], witnesses }) => {
      const facts = witnesses?.();
      if (provider === undefined || facts === undefined || facts.operators.length < 2) return [];
      const longest = Math.max(0, ...facts.differing.map(({ since }) => now - since));
      return [{ labels: { provider }, value: longest / 1000 }];
    }),
  );
}

async function recordMaintenance(switches: Pick<KillSwitches, 'current'>): Promise<void> {
  const { maintenance } = await switches.current();
  gauge('portage_maintenance', {}, () => (maintenance ? 1 : 0));
}

export const answerMetrics: EndpointHandler = async ({ request }) => {
  const { metricsToken, network } = settings();
  assertMayRead(request, metricsToken);
  const container = await services();
  const { store, health, offered, now } = container;
  recordProviders(health);
  recordWitnesses(offered, now());
  recordDatabase(await databaseFacts(store), store);
  await recordDisk(container);
  await recordMaintenance(container.accessControl.killSwitches);
  recordProcess();
  gauge('portage_info', { network: network.name, build: (await buildId()) ?? '' }, () => 1);
  const headers = { 'content-type': METRICS_CONTENT_TYPE, 'cache-control': 'no-store' };
  return new Response(metricsText(metricsState), { headers });
};
