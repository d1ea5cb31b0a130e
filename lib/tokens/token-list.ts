/** Knows every token that can be swapped now: one list from all providers, each with its last good answer. */
import { type Asset, assetKey, formatAsset } from '../domain/asset.ts';
import { PROVIDER_IDS, type ProviderId } from '../domain/provider-id.ts';
import { timeLimit } from '../domain/time-limit.ts';
import type { ListedToken, Provider } from '../providers/provider.ts';
import { createSnapshot, type Snapshot } from '../providers/snapshot.ts';

/** A token of the merged list; everything in it can be swapped by each of `providers`. */
export type KnownToken = {
  asset: Asset;
  /** Canonical identifier. */
  id: string;
  name: string;
  decimals: number;
  providers: ProviderId[];
  priceUsd?: number;
  /** Some provider vouches for it. */
  verified: boolean;
};

export type TokenList = {
  /** Sorted by chain, symbol, address. The same array as long as nothing was fetched anew. */
  tokens(): Promise<readonly KnownToken[]>;
  /** The listed spelling of an asset where letter case alone differs, else the asset itself. Never waits. */
  canonicalAsset(asset: Asset): Asset;
};

export type TokenListDeps = {
  providers: readonly Provider[];
  now: () => number;
  log: (event: Record<string, unknown>) => void;
  /** Longest time that a first list may take. */
  timeoutMs: number;
};

const REFRESH_MS = 60_000;
const KEEP_WARM_MS = 10 * 60_000;
/** After a failure nothing is asked again for so long: requests do not queue up behind an upstream that is down. */
const REST_AFTER_FAILURE_MS = 3000;

type Source = { snapshot: Snapshot<ListedToken[]>; failedAt: number };

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const addressOf = (asset: Asset): string => (asset.kind === 'token' ? asset.address : '');
const byPlace = (a: KnownToken, b: KnownToken): number =>
  compare(a.asset.chain, b.asset.chain) ||
  compare(a.asset.symbol, b.asset.symbol) ||
  compare(addressOf(a.asset), addressOf(b.asset));

/** One record per asset. Providers stand in the order of the enumeration; the first list that has it names it. */
export function mergeTokens(
  lists: readonly (readonly ListedToken[])[],
  enabled: ReadonlySet<ProviderId>,
): KnownToken[] {
  const merged = new Map<string, KnownToken>();
  for (const token of lists.flat()) {
    const providers = token.providers.filter((id) => enabled.has(id));
    if (token.unavailable !== undefined || providers.length === 0) continue;
    const known = merged.get(assetKey(token.asset));
    const all = new Set([...(known?.providers ?? []), ...providers]);
    const priceUsd = known?.priceUsd ?? token.priceUsd;
    merged.set(assetKey(token.asset), {
      asset: known?.asset ?? token.asset,
      id: known?.id ?? formatAsset(token.asset),
      name: known?.name ?? token.name,
      decimals: known?.decimals ?? token.decimals,
      providers: PROVIDER_IDS.filter((id) => all.has(id)),
      ...(priceUsd === undefined ? {} : { priceUsd }),
      verified: known?.verified === true || token.unverified !== true,
    });
  }
  return [...merged.values()].sort(byPlace);
}

export function createTokenList(deps: TokenListDeps): TokenList {
  const enabled = new Set(deps.providers.flatMap((provider) => provider.ids));
  const sources: Source[] = deps.providers.map((provider) => ({
    failedAt: Number.NEGATIVE_INFINITY,
    snapshot: createSnapshot(async () => provider.tokens({ signal: timeLimit(deps.timeoutMs) }), {
      refreshMs: REFRESH_MS,
      keepWarmMs: KEEP_WARM_MS,
      now: deps.now,
    }),
  }));
  let merged: { from: readonly (readonly ListedToken[])[]; tokens: readonly KnownToken[]; byKey: Map<string, Asset> } =
    {
      from: [],
      tokens: [],
      byKey: new Map(),
    };

  /** The last good list, however old; nothing when there never was one. */
  async function listOf(source: Source): Promise<ListedToken[]> {
    if (source.snapshot.peek() === undefined && deps.now() - source.failedAt < REST_AFTER_FAILURE_MS) return NONE;
    try {
      const signal = timeLimit(deps.timeoutMs);
      return await source.snapshot.get({ maxAgeMs: Number.POSITIVE_INFINITY, signal });
    } catch (error) {
      source.failedAt = deps.now();
      deps.log({ event: 'tokens', fault: error instanceof Error ? error.message : String(error) });
      return source.snapshot.peek() ?? NONE;
    }
  }

  function mergeAnew(from: readonly (readonly ListedToken[])[]): readonly KnownToken[] {
    const same = from.length === merged.from.length && from.every((list, index) => list === merged.from[index]);
    if (!same) {
      const tokens = mergeTokens(from, enabled);
      merged = { from, tokens, byKey: new Map(tokens.map((token) => [assetKey(token.asset), token.asset])) };
    }
    return merged.tokens;
  }

  return {
    tokens: async () => mergeAnew(await Promise.all(sources.map(listOf))),
    canonicalAsset: (asset) => merged.byKey.get(assetKey(asset)) ?? asset,
  };
}

const NONE: ListedToken[] = [];
