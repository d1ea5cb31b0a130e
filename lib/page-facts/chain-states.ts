/** Knows of every chain who has stopped trading there: as fresh as its upstreams answer, and never an error. */
import type { ChainState, ChainStates } from '../api/page-facts.ts';
import { CHAIN_LIST } from '../chains/chains.ts';
import type { ChainId } from '../domain/chain-id.ts';
import type { ProviderId } from '../domain/provider-id.ts';
import { timeLimit } from '../domain/time-limit.ts';
import type { ChainTrade, Provider } from '../providers/provider.ts';
import { createSnapshot, type Snapshot } from '../providers/snapshot.ts';

export type ChainStatesDeps = {
  /** Those that this deployment offers. */
  providers: readonly Provider[];
  /** Who trades where, of those that do not tell of whole chains. */
  tokens: () => Promise<readonly { asset: { chain: ChainId }; providers: readonly ProviderId[] }[]>;
  now: () => number;
  log: (event: Record<string, unknown>) => void;
};

export type ChainStateSource = {
  now(): Promise<ChainStates>;
  /** The same unmerged: what each upstream that tells of whole chains said last; `told` undefined: it never answered. */
  heard(): Promise<readonly Heard[]>;
};

/** An answer is shared for so long by whoever asks. */
const FRESH_MS = 8_000;
/** Longest that the page waits for an upstream; after that the last answer counts, whatever its age. */
const WAIT_MS = 3_000;
const REST_AFTER_FAILURE_MS = 5_000;

export type Told = { trades: readonly ChainTrade[]; at: number };
/** `id` stands for all ids of the upstream: they stop together. */
type Teller = { id: ProviderId; ids: readonly ProviderId[]; snapshot: Snapshot<Told>; failedAt: number };

function tellersOf({ providers, now }: ChainStatesDeps): Teller[] {
  return providers.flatMap((provider) => {
    const [id] = provider.ids;
    if (provider.pauses === undefined || id === undefined) return [];
    const ask = provider.pauses;
    const load = async (): Promise<Told> => {
      const at = now();
      return { trades: await ask({ signal: timeLimit(WAIT_MS) }), at };
    };
    // Asked when somebody asks: nobody looks at a page that is not open.
    const snapshot = createSnapshot(load, { refreshMs: FRESH_MS, keepWarmMs: 0, now });
    return [{ id, ids: provider.ids, snapshot, failedAt: Number.NEGATIVE_INFINITY }];
  });
}

async function hear(teller: Teller, { now, log }: ChainStatesDeps): Promise<Told | undefined> {
  const known = teller.snapshot.peek();
  if (now() - teller.failedAt < REST_AFTER_FAILURE_MS) return known;
  try {
    return await teller.snapshot.get({ maxAgeMs: FRESH_MS, signal: timeLimit(WAIT_MS) });
  } catch (error) {
    teller.failedAt = now();
    log({ event: 'chains', upstream: teller.id, fault: error instanceof Error ? error.message : String(error) });
    return teller.snapshot.peek() ?? known;
  }
}

/** `ids` share one upstream. */
export type Heard = { id: ProviderId; ids: readonly ProviderId[]; told: Told | undefined };

/** @param others chains on which upstreams that do not tell of whole chains trade now. */
function stateOf(
  chain: { id: ChainId; tradable: boolean },
  heard: readonly Heard[],
  others: ReadonlySet<ChainId>,
): ChainState {
  const all = heard.flatMap(({ id, told }) =>
    (told?.trades ?? []).filter((trade) => trade.chain === chain.id).map(({ stopped }) => ({ id, stopped })),
  );
  const silent = heard.some(({ told }) => told === undefined);
  const stopped = all.flatMap(({ id, stopped: reason }) => (reason === undefined ? [] : [{ id, reason }]));
  const goesOn = others.has(chain.id) || stopped.length < all.length;
  const isUnheard = chain.tradable && silent && !goesOn && all.length === 0;
  const base = {
    chain: chain.id,
    tradable: chain.tradable && (goesOn || all.length > 0 || silent),
    ...(isUnheard ? { unheard: true as const } : {}),
  };
  // Nobody can be paid where nobody trades: who has stopped there is no news.
  if (stopped.length === 0 || !chain.tradable) return base;
  const said = {
    by: stopped.map(({ id }) => id),
    reason: [...new Set(stopped.map(({ reason }) => reason))].join(' '),
  };
  // Who has never answered may go on.
  return goesOn || silent ? { ...base, partly: said } : { ...base, paused: said };
}

export function createChainStates(deps: ChainStatesDeps): ChainStateSource {
  const tellers = tellersOf(deps);
  const ids = new Set(deps.providers.filter((one) => one.pauses !== undefined).flatMap((one) => one.ids));
  /** A route of two legs goes on where its legs do. */
  const isOther = (id: ProviderId): boolean => !ids.has(id) && !id.includes('->');

  const hearAll = (): Promise<Heard[]> =>
    Promise.all(tellers.map(async (one) => ({ id: one.id, ids: one.ids, told: await hear(one, deps) })));

  return {
    heard: hearAll,
    async now() {
      const [heard, tokens] = await Promise.all([hearAll(), deps.tokens()]);
      const others = new Set(tokens.filter((one) => one.providers.some(isOther)).map((one) => one.asset.chain));
      const ages = heard.flatMap(({ told }) => (told === undefined ? [] : [told.at]));
      return {
        chains: CHAIN_LIST.map((chain) => stateOf(chain, heard, others)),
        at: ages.length === 0 ? deps.now() : Math.min(...ages),
      };
    },
  };
}
