/** Reports which upstreams have stopped trading on each chain, as recent as their answers are; never an error. */
import type { ChainState, ChainStates } from '../api/page-api.ts';
import { CHAIN_LIST } from '../chains/chains.ts';
import type { ChainId } from '../domain/chain-id.ts';
import { isWithin } from '../domain/is-within.ts';
import type { ProviderId } from '../domain/provider-id.ts';
import { timeLimit } from '../domain/time-limit.ts';
import type { ChainTrade, Provider } from '../providers/provider.ts';
import { createSnapshot, type Snapshot } from '../providers/snapshot.ts';

export type ChainStatesDeps = {
  /** The providers that this deployment offers. */
  providers: readonly Provider[];
  /** Shows on which chains a provider trades, for providers that do not report halts of whole chains. */
  tokens: () => Promise<readonly { asset: { chain: ChainId }; providers: readonly ProviderId[] }[]>;
  now: () => number;
  log: (event: Record<string, unknown>) => void;
};

export type ChainStateSource = {
  now(): Promise<ChainStates>;
  /**
   * The unmerged answers: the last one of each upstream that reports whole chains; `reported` is undefined when it
   * never answered.
   */
  upstreamReports(): Promise<readonly UpstreamReport[]>;
};

/** How long an answer is shared among callers. */
const FRESH_MS = 8_000;
/** The longest that the page waits for an upstream; after that the last answer counts, whatever its age. */
const WAIT_MS = 3_000;
const REST_AFTER_FAILURE_MS = 5_000;

export type ChainReport = { trades: readonly ChainTrade[]; at: number };
/** An upstream that reports whole chains. `id` stands for all its ids, which stop together. */
type Reporter = { id: ProviderId; ids: readonly ProviderId[]; snapshot: Snapshot<ChainReport>; failedAt: number };

function reportersOf({ providers, now }: ChainStatesDeps): Reporter[] {
  return providers.flatMap((provider) => {
    const [id] = provider.ids;
    if (provider.pauses === undefined || id === undefined) return [];
    const ask = provider.pauses;
    const load = async (): Promise<ChainReport> => {
      const at = now();
      return { trades: await ask({ signal: timeLimit(WAIT_MS) }), at };
    };
    // Loaded on demand only: no requests are made while no page is open.
    const snapshot = createSnapshot(load, { refreshMs: FRESH_MS, keepWarmMs: 0, now });
    return [{ id, ids: provider.ids, snapshot, failedAt: Number.NEGATIVE_INFINITY }];
  });
}

async function readReport(reporter: Reporter, { now, log }: ChainStatesDeps): Promise<ChainReport | undefined> {
  const known = reporter.snapshot.peek();
  if (isWithin(REST_AFTER_FAILURE_MS, reporter.failedAt, now())) return known;
  try {
    return await reporter.snapshot.get({ maxAgeMs: FRESH_MS, signal: timeLimit(WAIT_MS) });
  } catch (error) {
    reporter.failedAt = now();
    log({ event: 'chains', upstream: reporter.id, fault: error instanceof Error ? error.message : String(error) });
    return reporter.snapshot.peek() ?? known;
  }
}

/** The last answer of one upstream, which `ids` share. */
export type UpstreamReport = { id: ProviderId; ids: readonly ProviderId[]; reported: ChainReport | undefined };

/** @param others chains on which upstreams trade now that do not report whole chains. */
function stateOf(
  chain: { id: ChainId; tradable: boolean },
  upstreamReports: readonly UpstreamReport[],
  others: ReadonlySet<ChainId>,
): ChainState {
  const all = upstreamReports.flatMap(({ id, reported }) =>
    (reported?.trades ?? []).filter((trade) => trade.chain === chain.id).map(({ stopped }) => ({ id, stopped })),
  );
  const silent = upstreamReports.some(({ reported }) => reported === undefined);
  const stopped = all.flatMap(({ id, stopped: reason }) => (reason === undefined ? [] : [{ id, reason }]));
  const goesOn = others.has(chain.id) || stopped.length < all.length;
  const isUnheard = chain.tradable && silent && !goesOn && all.length === 0;
  const base = {
    chain: chain.id,
    tradable: chain.tradable && (goesOn || all.length > 0 || silent),
    ...(isUnheard ? { unheard: true as const } : {}),
  };
  // A chain that no provider trades has no pauses to report.
  if (stopped.length === 0 || !chain.tradable) return base;
  const pause = {
    by: stopped.map(({ id }) => id),
    reason: [...new Set(stopped.map(({ reason }) => reason))].join(' '),
  };
  // An upstream that has never answered may still be trading.
  return goesOn || silent ? { ...base, partly: pause } : { ...base, paused: pause };
}

export function createChainStates(deps: ChainStatesDeps): ChainStateSource {
  const reporters = reportersOf(deps);
  const ids = new Set(deps.providers.filter((one) => one.pauses !== undefined).flatMap((one) => one.ids));
  /** Two-leg routes are left out: they depend on their legs. */
  const isOther = (id: ProviderId): boolean => !ids.has(id) && !id.includes('->');

  const readAll = (): Promise<UpstreamReport[]> =>
    Promise.all(reporters.map(async (one) => ({ id: one.id, ids: one.ids, reported: await readReport(one, deps) })));

  return {
    upstreamReports: readAll,
    async now() {
      const [upstreamReports, tokens] = await Promise.all([readAll(), deps.tokens()]);
      const others = new Set(tokens.filter((one) => one.providers.some(isOther)).map((one) => one.asset.chain));
      const ages = upstreamReports.flatMap(({ reported }) => (reported === undefined ? [] : [reported.at]));
      return {
        chains: CHAIN_LIST.map((chain) => stateOf(chain, upstreamReports, others)),
        at: ages.length === 0 ? deps.now() : Math.min(...ages),
      };
    },
  };
}
