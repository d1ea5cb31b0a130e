/**
 * Decides at which assets the legs of a pair can meet now, and why a pair of assets has no route of two legs. Local
 * and cheap.
 */
import { CHAINS } from '../../chains/chains.ts';
import { type Asset, assetKey, formatAsset, sameAsset } from '../../domain/asset.ts';
import type { ChainId } from '../../domain/chain-id.ts';
import { isWithin } from '../../domain/is-within.ts';
import { PROVIDER_NAMES } from '../../domain/provider-id.ts';
import { timeLimit } from '../../domain/time-limit.ts';
import { orAborted } from '../../domain/waiting.ts';
import type { ListedToken, Pair, Provider } from '../provider.ts';
import { createSnapshot } from '../snapshot.ts';
import { legError } from './legs.ts';
import type { TwoLegPair, TwoLegSetup } from './two-leg.ts';

type Refusal = NonNullable<ReturnType<Provider['refuse']>>;
type RefusingSetup = Pick<TwoLegSetup, 'pair' | 'first' | 'second' | 'receivers'>;

/** The chain on which the legs meet: the seller's when a channel is paid, the buyer's when a contract is called. */
const meetingChain = ({ meeting }: TwoLegPair, { sellAsset, buyAsset }: Pair): ChainId =>
  meeting === 'channel' ? sellAsset.chain : buyAsset.chain;

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

export const meetingChains = ({ bridges }: TwoLegPair): ChainId[] =>
  Object.values(bridges).flatMap((assets) => assets[0]?.chain ?? []);

function legRefusal({ pair, first, second }: RefusingSetup, assets: Pair, bridge: Asset): Refusal | undefined {
  const ofFirst = first.refuse({ sellAsset: assets.sellAsset, buyAsset: bridge }, pair.legs[0]);
  if (ofFirst) return legError(pair, 0, ofFirst);
  const ofSecond = second.refuse({ sellAsset: bridge, buyAsset: assets.buyAsset }, pair.legs[1]);
  return ofSecond && legError(pair, 1, ofSecond);
}

function noReceiver({ pair, receivers }: RefusingSetup, chain: ChainId): Refusal | undefined {
  if (pair.meeting !== 'receiver' || receivers[chain] !== undefined) return undefined;
  return {
    code: 'dexAggregationNotSupported',
    message: `This deployment has no contract on ${CHAINS[chain].name} that could swap Chainflip's payout on: deploy CcmReceiver there and name it in CHAINFLIP_CCM_RECEIVERS, as lib/solidity/README.md tells.`,
  };
}

/** The static candidates of these assets, or why there are none. */
export function settleBridges(setup: RefusingSetup, assets: Pair): { bridges: Asset[] } | { refused: Refusal } {
  const { pair } = setup;
  const { sellAsset, buyAsset } = assets;
  const name = PROVIDER_NAMES[pair.id];
  const refuse = (code: Refusal['code'], message: string) => ({ refused: { code, message } });
  const synth = [sellAsset, buyAsset].find(({ kind }) => kind === 'synth');
  if (synth)
    return refuse('crossChainNotSupported', `${name} swaps no synthetic assets such as ${formatAsset(synth)}.`);
  if (sameAsset(sellAsset, buyAsset)) return refuse('quoteNotFound', 'The asset cannot be swapped into itself.');
  const chain = meetingChain(pair, assets);
  const all = pair.bridges[chain];
  if (!all) {
    const names = listed(meetingChains(pair).map((one) => CHAINS[one].name));
    const verb = pair.meeting === 'channel' ? 'starts' : 'ends';
    return refuse('unsupportedChainId', `${name}, ${verb} on ${names}, not on ${CHAINS[chain].name}.`);
  }
  const between = all.filter((bridge) => !sameAsset(bridge, sellAsset) && !sameAsset(bridge, buyAsset));
  if (between.length === 0)
    return refuse('quoteNotFound', `${name} has nothing to meet in between these two: one leg would be empty.`);
  const tried = between.map((bridge) => ({ bridge, refused: legRefusal(setup, assets, bridge) }));
  const bridges = tried.flatMap(({ bridge, refused }) => (refused ? [] : [bridge]));
  const [hindrance] = tried.flatMap(({ refused }) => refused ?? []);
  if (bridges.length === 0 && hindrance) return { refused: { code: hindrance.code, message: hindrance.message } };
  const missing = noReceiver(setup, chain);
  return missing ? { refused: missing } : { bridges };
}

/** The contents of one list: assets that can be swapped now, and the chains that it covers at all. */
type Live = { assets: ReadonlySet<string>; chains: ReadonlySet<ChainId> };

const REFRESH_MS = 60_000;
const KEEP_WARM_MS = 10 * 60_000;
const LOAD_TIMEOUT_MS = 8000;
/** How long a first list is waited for; not at all for a while after it failed to load. */
const WAIT_MS = 1000;
const REST_AFTER_FAILURE_MS = 30_000;

const liveOf = (tokens: readonly ListedToken[]): Live => {
  const now = tokens.filter(({ unavailable }) => unavailable === undefined);
  return {
    assets: new Set(now.map(({ asset }) => assetKey(asset))),
    chains: new Set(tokens.map(({ asset }) => asset.chain)),
  };
};

/** A list without a single token of a chain failed to load there: it excludes none of that chain. */
const allows = (live: Live | undefined, asset: Asset): boolean =>
  live === undefined || !live.chains.has(asset.chain) || live.assets.has(assetKey(asset));

export type LiveBridges = {
  /** The candidates that both lists have now; all of them when the lists are unavailable, or would leave none. */
  among(bridges: readonly Asset[], signal: AbortSignal): Promise<readonly Asset[]>;
};

export function createLiveBridges({ first, second, now }: Pick<TwoLegSetup, 'first' | 'second' | 'now'>): LiveBridges {
  const listOf = (provider: Provider) => {
    let failedAt = Number.NEGATIVE_INFINITY;
    const snapshot = createSnapshot(async () => liveOf(await provider.tokens({ signal: timeLimit(LOAD_TIMEOUT_MS) })), {
      refreshMs: REFRESH_MS,
      keepWarmMs: KEEP_WARM_MS,
      now,
    });
    return async (signal: AbortSignal): Promise<Live | undefined> => {
      if (snapshot.peek() === undefined && isWithin(REST_AFTER_FAILURE_MS, failedAt, now())) return undefined;
      try {
        const wait = AbortSignal.any([signal, timeLimit(WAIT_MS)]);
        return await orAborted(snapshot.get({ maxAgeMs: Number.POSITIVE_INFINITY }), wait);
      } catch {
        if (!signal.aborted) failedAt = now();
        return snapshot.peek();
      }
    };
  };
  const lists = [listOf(first), listOf(second)];
  return {
    async among(bridges, signal) {
      const live = await Promise.all(lists.map((list) => list(signal)));
      const left = bridges.filter((bridge) => live.every((one) => allows(one, bridge)));
      return left.length > 0 ? left : bridges;
    },
  };
}
