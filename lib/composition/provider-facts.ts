/** Reports for all twelve providers where each swaps now, what is halted and how it has answered lately. */
import type { LedgerRecord } from '../api/ledger.ts';
import { type ProvidersResponse, providersResponseSchema, type WireProviderFacts } from '../api/schemas/providers.ts';
import type { Asset } from '../domain/asset.ts';
import { CHAIN_IDS, type ChainId } from '../domain/chain-id.ts';
import { PROVIDER_NAMES, type ProviderId } from '../domain/provider-id.ts';
import type { WitnessFacts } from '../domain/witnesses.ts';
import type { UpstreamReport } from '../page-api/chain-states.ts';
import { type ProviderHealth, WINDOW_MS } from '../provider-health/provider-health.ts';
import type { Provider } from '../providers/provider.ts';
import type { KnownToken } from '../tokens/token-list.ts';
import type { ProviderStatus } from './provider-status.ts';

export type ProviderFactsInput = {
  status: readonly ProviderStatus[];
  providers: readonly Provider[];
  /** The same array as long as nothing changed. */
  tokens: readonly KnownToken[];
  upstreamReports: readonly UpstreamReport[];
  health: ProviderHealth;
  records: ReadonlyMap<ProviderId, LedgerRecord>;
  now: number;
};

type Chains = { sell: ChainId[]; buy: ChainId[] };

/** A chain's native asset and some of its tokens represent it: providers refuse by chain and kind. */
const SAMPLES_A_CHAIN = 3;

function samplesOf(tokens: readonly KnownToken[], provider: ProviderId): Map<ChainId, Asset[]> {
  const samples = new Map<ChainId, Asset[]>();
  for (const { asset, providers } of tokens) {
    if (!providers.includes(provider)) continue;
    const own = samples.get(asset.chain) ?? [];
    samples.set(asset.chain, own);
    if (asset.kind === 'native') own.unshift(asset);
    else if (own.length < SAMPLES_A_CHAIN) own.push(asset);
  }
  return samples;
}

function chainsOf(provider: Provider, id: ProviderId, tokens: readonly KnownToken[]): Chains {
  const samples = samplesOf(tokens, id);
  const sell = new Set<ChainId>();
  const buy = new Set<ChainId>();
  for (const [from, sold] of samples)
    for (const [to, bought] of samples) {
      if (sell.has(from) && buy.has(to)) continue;
      const can = sold.some((sellAsset) =>
        bought.some((buyAsset) => sellAsset !== buyAsset && provider.refuse({ sellAsset, buyAsset }, id) === undefined),
      );
      if (!can) continue;
      sell.add(from);
      buy.add(to);
    }
  return { sell: CHAIN_IDS.filter((chain) => sell.has(chain)), buy: CHAIN_IDS.filter((chain) => buy.has(chain)) };
}

/** Kept while the token list is the same: trying the pairs for each request would cost more than answering. */
const known = new WeakMap<readonly KnownToken[], Map<ProviderId, Chains>>();

function keptChains(provider: Provider | undefined, id: ProviderId, tokens: readonly KnownToken[]): Chains {
  if (provider === undefined) return { sell: [], buy: [] };
  const own = known.get(tokens) ?? new Map<ProviderId, Chains>();
  known.set(tokens, own);
  const chains = own.get(id) ?? chainsOf(provider, id, tokens);
  own.set(id, chains);
  return chains;
}

/** A route of two legs needs both of its legs. */
function haltsOf(id: ProviderId, upstreamReports: readonly UpstreamReport[]): WireProviderFacts['halted'] {
  const legs = id.split('->');
  const trades = upstreamReports
    .filter(({ ids }) => ids.some((one) => legs.includes(one)))
    .flatMap(({ reported }) => reported?.trades ?? []);
  return trades.flatMap(({ chain, stopped: reason }) => (reason === undefined ? [] : [{ chain, reason }]));
}

function witnessField(facts: WitnessFacts | undefined): Pick<WireProviderFacts, 'witnesses'> {
  if (facts === undefined) return {};
  const { operators, needed } = facts;
  const differing = facts.differing.map(({ chain, since }) => ({ chain, since: new Date(since).toISOString() }));
  return { witnesses: { operators: [...operators], needed, differing } };
}

function factsOf(status: ProviderStatus, input: ProviderFactsInput): WireProviderFacts {
  const { provider: id, asked, reason } = status;
  const provider = input.providers.find(({ ids }) => ids.includes(id));
  const { answering } = input.health.standingOf(id);
  const latency = input.health.latencyOf(id);
  const record = input.records.get(id);
  const halted = asked ? haltsOf(id, input.upstreamReports) : [];
  const { sell, buy } = asked ? keptChains(provider, id, input.tokens) : { sell: [], buy: [] };
  const goesOn = (chain: ChainId) => !halted.some((one) => one.chain === chain);
  return {
    provider: id,
    name: PROVIDER_NAMES[id],
    enabled: asked,
    ...(reason === undefined ? {} : { reason }),
    chains: { sell: sell.filter(goesOn), buy: buy.filter(goesOn) },
    halted,
    limits: input.health.limitsOf(id),
    ...(answering ? { answering: answering.is, since: new Date(answering.since).toISOString() } : {}),
    ...(latency ? { latency } : {}),
    ...(record ? { ledger: record } : {}),
    ...(asked ? witnessField(provider?.witnesses?.()) : {}),
  };
}

export function providerFacts(input: ProviderFactsInput): ProvidersResponse {
  const ages = input.upstreamReports.flatMap(({ reported }) => (reported === undefined ? [] : [reported.at]));
  return providersResponseSchema.parse({
    providers: input.status.map((status) => factsOf(status, input)),
    windowSeconds: WINDOW_MS / 1000,
    updatedAt: new Date(ages.length === 0 ? input.now : Math.min(...ages)).toISOString(),
  });
}
