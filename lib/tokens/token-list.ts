/** Lists every token that can be swapped now: merged from all providers, with the last good answer of each. */
import { type Asset, assetKey, formatAsset } from '../domain/asset.ts';
import { isWithin } from '../domain/is-within.ts';
import { PROVIDER_IDS, type ProviderId } from '../domain/provider-id.ts';
import { readableName } from '../domain/readable-name.ts';
import { NOTHING_OFF, type SwitchedOff } from '../domain/switches.ts';
import { timeLimit } from '../domain/time-limit.ts';
import type { ListedToken, Provider } from '../providers/provider.ts';
import { createSnapshot, type Snapshot } from '../providers/snapshot.ts';

/** A token of the merged list; each of `providers` can swap it. */
export type KnownToken = {
  asset: Asset;
  /** The canonical identifier. */
  id: string;
  name: string;
  decimals: number;
  providers: ProviderId[];
  priceUsd?: number;
  /** At least one provider vouches for it. */
  verified: boolean;
};

export type TokenList = {
  /** Sorted by chain, symbol, address. The same array as long as no list changes. */
  tokens(): Promise<readonly KnownToken[]>;
  /** The listed spelling of an asset that differs only in letter case, else the asset itself. Never waits. */
  canonicalAsset(asset: Asset): Asset;
  /**
   * Whether a provider lists it, even one that cannot swap it now. Undefined where no list has an asset of its chain.
   * Never waits.
   */
  lists(asset: Asset): boolean | undefined;
  /** What providers list at the token's address, under whatever symbol. Never waits. */
  listedAt(asset: Asset): readonly Asset[];
  /** Its record, where it can be swapped now. Never waits. */
  known(asset: Asset): KnownToken | undefined;
  /** The tokens with this symbol on the same chain that can be swapped now, most popular first. Never waits. */
  namesakes(asset: Asset): Asset[];
};

export type TokenListDeps = {
  providers: readonly Provider[];
  now: () => number;
  log: (event: Record<string, unknown>) => void;
  /** Time limit of a provider's first list. */
  timeoutMs: number;
  /** What the operator has switched off, which is not listed. The same object as long as nothing changes. */
  switchedOff?: () => Promise<SwitchedOff>;
};

const REFRESH_MS = 60_000;
const KEEP_WARM_MS = 10 * 60_000;
/** How long a provider is not asked again after a failure, so that requests do not queue up behind one that is down. */
const REST_AFTER_FAILURE_MS = 3000;

type Source = { snapshot: Snapshot<ListedToken[]>; failedAt: number };

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const addressOf = (asset: Asset): string => (asset.kind === 'token' ? asset.address : '');
const byIdentifier = (a: KnownToken, b: KnownToken): number =>
  compare(a.asset.chain, b.asset.chain) ||
  compare(a.asset.symbol, b.asset.symbol) ||
  compare(addressOf(a.asset), addressOf(b.asset));

/** By asset, of the first list that did not have to guess them. */
const decimalsRead = (lists: readonly (readonly ListedToken[])[]): Map<string, number> =>
  new Map(
    lists
      .flat()
      .filter((token) => !token.guessesDecimals)
      .reverse()
      .map(({ asset, decimals }) => [assetKey(asset), decimals]),
  );

/**
 * Merges the lists to one record for each asset. Providers are in the order of the enumeration; the first list with an
 * asset names it, and the first that has read its decimals says them.
 */
export function mergeTokens(
  lists: readonly (readonly ListedToken[])[],
  enabled: ReadonlySet<ProviderId>,
): KnownToken[] {
  const merged = new Map<string, KnownToken>();
  const decimals = decimalsRead(lists);
  for (const token of lists.flat()) {
    const providers = token.providers.filter((id) => enabled.has(id));
    if (token.unavailable !== undefined || providers.length === 0) continue;
    const key = assetKey(token.asset);
    const known = merged.get(key);
    const all = new Set([...(known?.providers ?? []), ...providers]);
    const priceUsd = known?.priceUsd ?? token.priceUsd;
    merged.set(key, {
      asset: known?.asset ?? token.asset,
      id: known?.id ?? formatAsset(token.asset),
      name: known?.name ?? readableName(token.name),
      decimals: decimals.get(key) ?? token.decimals,
      providers: PROVIDER_IDS.filter((id) => all.has(id)),
      ...(priceUsd === undefined ? {} : { priceUsd }),
      verified: known?.verified === true || token.unverified !== true,
    });
  }
  return [...merged.values()].sort(byIdentifier);
}

type Listed = {
  assets: ReadonlySet<string>;
  chains: ReadonlySet<string>;
  /** Listed assets by chain and address, each spelling once. */
  tokens: ReadonlyMap<string, Asset[]>;
};

const contractKey = ({ chain, address }: Asset & { kind: 'token' }): string => `${chain}-${address.toLowerCase()}`;

function listedIn(lists: readonly (readonly ListedToken[])[]): Listed {
  const assets = new Map(lists.flatMap((list) => list.map(({ asset }) => [assetKey(asset), asset])));
  const tokens = new Map<string, Asset[]>();
  for (const asset of assets.values())
    if (asset.kind === 'token') tokens.set(contractKey(asset), [...(tokens.get(contractKey(asset)) ?? []), asset]);
  return { assets: new Set(assets.keys()), chains: new Set([...assets.values()].map(({ chain }) => chain)), tokens };
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
  let merged: {
    from: readonly (readonly ListedToken[])[];
    off: SwitchedOff;
    tokens: readonly KnownToken[];
    byKey: Map<string, KnownToken>;
    listed: Listed;
  } = {
    from: [],
    off: NOTHING_OFF,
    tokens: [],
    byKey: new Map(),
    listed: listedIn([]),
  };

  /** The last good list, however old; nothing when there never was one. */
  async function listOf(source: Source): Promise<ListedToken[]> {
    if (source.snapshot.peek() === undefined && isWithin(REST_AFTER_FAILURE_MS, source.failedAt, deps.now()))
      return NONE;
    try {
      const signal = timeLimit(deps.timeoutMs);
      return await source.snapshot.get({ maxAgeMs: Number.POSITIVE_INFINITY, signal });
    } catch (error) {
      source.failedAt = deps.now();
      deps.log({ event: 'tokens', fault: error instanceof Error ? error.message : String(error) });
      return source.snapshot.peek() ?? NONE;
    }
  }

  function mergeAnew(from: readonly (readonly ListedToken[])[], off: SwitchedOff): readonly KnownToken[] {
    const same =
      off === merged.off &&
      from.length === merged.from.length &&
      from.every((list, index) => list === merged.from[index]);
    if (!same) {
      const on = new Set([...enabled].filter((id) => !off.providers.has(id)));
      const tokens = mergeTokens(from, on).filter(({ asset }) => !off.chains.has(asset.chain));
      const byKey = new Map(tokens.map((token) => [assetKey(token.asset), token]));
      merged = { from, off, tokens, byKey, listed: listedIn(from) };
    }
    return merged.tokens;
  }

  return {
    async tokens() {
      const [off, ...from] = await Promise.all([deps.switchedOff?.() ?? NOTHING_OFF, ...sources.map(listOf)]);
      return mergeAnew(from, off);
    },
    canonicalAsset: (asset) => merged.byKey.get(assetKey(asset))?.asset ?? asset,
    known: (asset) => merged.byKey.get(assetKey(asset)),
    listedAt: (asset) => (asset.kind === 'token' ? (merged.listed.tokens.get(contractKey(asset)) ?? []) : []),
    namesakes: ({ chain, symbol }) =>
      merged.tokens
        .filter(({ asset }) => asset.kind === 'token' && asset.chain === chain && asset.symbol === symbol)
        .sort((a, b) => Number(b.verified) - Number(a.verified) || b.providers.length - a.providers.length)
        .map(({ asset }) => asset),
    lists: (asset) => (merged.listed.chains.has(asset.chain) ? merged.listed.assets.has(assetKey(asset)) : undefined),
  };
}

const NONE: ListedToken[] = [];
