/** Counts, times and traces what is asked of providers, upstreams and the database; changes nothing that they answer. */
import type { Fetch } from '../chain-clients/pooled-fetch.ts';
import type { Store } from '../db/store.ts';
import { isProviderError } from '../domain/errors.ts';
import type { ProviderId } from '../domain/provider-id.ts';
import { count, gauge, observe } from '../http/metrics.ts';
import { withSpan } from '../http/trace.ts';
import type { ProviderCall, ProviderHealth } from '../provider-health/provider-health.ts';
import type { CallOptions, Provider } from '../providers/provider.ts';

type Health = Pick<ProviderHealth, 'called'>;
type Call = Pick<ProviderCall, 'provider' | 'call'> & { options: CallOptions; health: Health };

/** A timer may fire a little early by another clock. */
const CLOCK_MS = 2;

function outcomeOf(error: unknown, { options }: Call, ms: number): string {
  if (isProviderError(error)) return error.code;
  if (!options.signal.aborted) return 'unknownError';
  // Aborted from outside: its time was up, or the caller disconnected.
  const { budgetMs } = options;
  return budgetMs !== undefined && ms < budgetMs - CLOCK_MS ? 'abandoned' : 'providerQuoteTimeout';
}

/** Also counts a quote that never settles: when its own signal aborts. Other calls share theirs. */
function counted<T>(about: Call, work: () => Promise<T>): Promise<T> {
  const { provider, call, options, health } = about;
  const startedMs = performance.now();
  let isOver = false;
  const end = (outcome: string, error?: unknown) => {
    if (isOver) return;
    isOver = true;
    options.signal.removeEventListener('abort', onAbort);
    count('portage_provider_calls_total', { provider, call, outcome });
    const ms = performance.now() - startedMs;
    observe('portage_provider_seconds', { provider, call }, ms / 1000);
    health.called({ provider, call, outcome, ms, least: isProviderError(error) ? error.least : undefined });
  };
  const onAbort = () => end(outcomeOf(undefined, about, performance.now() - startedMs));
  if (call === 'quote') options.signal.addEventListener('abort', onAbort, { once: true });
  const attributes = { 'portage.provider': provider, 'portage.call': call };
  return withSpan({ name: `${call} ${provider}`, attributes }, async (span) => {
    try {
      const answer = await work();
      end('ok');
      return answer;
    } catch (error) {
      const outcome = outcomeOf(error, about, performance.now() - startedMs);
      span.fail(outcome);
      end(outcome, error);
      throw error;
    }
  });
}

function instrumented(provider: Provider, health: Health): Provider {
  const { pauses } = provider;
  const name: ProviderId | undefined = provider.ids[0];
  if (name === undefined) return provider;
  return {
    ...provider,
    quote: (request, options) =>
      counted({ provider: request.providerId, call: 'quote', options, health }, () => provider.quote(request, options)),
    track: (leg, options) =>
      counted({ provider: name, call: 'track', options, health }, () => provider.track(leg, options)),
    tokens: (options) => counted({ provider: name, call: 'tokens', options, health }, () => provider.tokens(options)),
    ...(pauses === undefined
      ? {}
      : {
          pauses: (options: CallOptions) =>
            counted({ provider: name, call: 'pauses', options, health }, () => pauses(options)),
        }),
  };
}

/** The same providers, with each call counted by its id (of an upstream as a whole: its first). */
export const instrumentProviders = (providers: readonly Provider[], health: Health): Provider[] =>
  providers.map((provider) => instrumented(provider, health));

/** The same with a span a request, which names the host alone: paths and queries may hold keys and addresses. */
export const tracedFetch =
  (fetch: Fetch): Fetch =>
  (url, init) => {
    const { method } = init;
    const attributes = { 'http.request.method': method, 'server.address': new URL(url).hostname };
    return withSpan({ name: `HTTP ${method}`, kind: 'client', attributes }, async (span) => {
      const response = await fetch(url, init);
      span.set({ 'http.response.status_code': response.status });
      if (response.status >= 500) span.fail(`HTTP ${response.status}`);
      return response;
    });
  };

/** Counts the lines that adapters log of their calls; `path` there is a pattern, without addresses and names. */
export function countUpstream(line: Record<string, unknown>): void {
  if (line.event !== 'upstream') return;
  const upstream = String(line.upstream);
  count('portage_upstream_requests_total', { upstream, status: String(line.status) });
  if (line.status !== 200 || line.fault !== undefined) return;
  const answeredMs = performance.now();
  const age = () => (performance.now() - answeredMs) / 1000;
  gauge('portage_snapshot_age_seconds', { upstream, path: String(line.path) }, age);
}

/** The same store with a span for each of its functions. */
export const tracedStore = (store: Store): Store =>
  new Proxy(store, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key);
      if (typeof value !== 'function' || typeof key !== 'string') return value;
      const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': key };
      return (...given: unknown[]) =>
        withSpan({ name: `db ${key}`, kind: 'client', attributes }, async () => Reflect.apply(value, target, given));
    },
  });
