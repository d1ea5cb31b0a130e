/** Derives the state of every provider and chain, and since when this server has observed it. */

import type { LedgerRecord } from '../api/ledger.ts';
import type { ChainState } from '../api/page-api.ts';
import type { ServiceStatus, Standing, StandingOf } from '../api/status.ts';
import type { ChainId } from '../domain/chain-id.ts';
import { PROVIDER_IDS, PROVIDER_NAMES, type ProviderId } from '../domain/provider-id.ts';
import type { SwitchedOff } from '../domain/switches.ts';
import type { WitnessFacts } from '../domain/witnesses.ts';
import type { UpstreamReport } from '../page-api/chain-states.ts';
import type { ProviderHealth } from '../provider-health/provider-health.ts';
import type { ProviderStatus } from './provider-status.ts';

export type StatusFacts = {
  providers: readonly ProviderStatus[];
  /** The last answer of each upstream that reports whole chains. */
  upstreamReports: readonly UpstreamReport[];
  chains: readonly ChainState[];
  switchedOff: SwitchedOff;
  health: ProviderHealth;
  records: ReadonlyMap<ProviderId, LedgerRecord>;
  /** Whose nodes confirm where payments go; undefined where there is nothing to confirm. */
  witnessesOf: (id: ProviderId) => WitnessFacts | undefined;
  /** Unix ms. */
  now: number;
};

/** Streaming ids belong to the same upstream, routes of two legs depend on their legs. */
const SHOWN = PROVIDER_IDS.filter((id) => !id.endsWith('_STREAMING') && !id.includes('->'));

type Seen = Omit<StandingOf<string>, 'id' | 'since'>;

/** An upstream is paused when all of its chains are, in part when some are. */
function halted(id: ProviderId, { upstreamReports, chains }: StatusFacts): Seen | undefined {
  const traded = new Set(chains.filter(({ tradable }) => tradable).map(({ chain }) => chain));
  // A chain that no provider trades any more is permanently halted: that is not news.
  const reported = upstreamReports.find(({ ids }) => ids.includes(id))?.reported?.trades ?? [];
  const trades = reported.filter(({ chain }) => traded.has(chain));
  const stopped = trades.filter((one) => one.stopped !== undefined);
  if (stopped.length === 0) return undefined;
  const reason = [...new Set(stopped.map(({ stopped: why }) => why))].join(' ');
  return { standing: stopped.length === trades.length ? 'paused' : 'part', reason };
}

function seenProvider(id: ProviderId, facts: StatusFacts): Seen {
  const { providers, health } = facts;
  const status = providers.find(({ provider }) => provider === id);
  if (!status?.asked) return { standing: 'off', ...(status?.reason === undefined ? {} : { reason: status.reason }) };
  const { standing, typicalMs } = health.standingOf(id);
  const typical = typicalMs === undefined ? {} : { typicalMs };
  if (standing === 'silent') return { standing, ...typical };
  const stop = halted(id, facts);
  const witnesses = facts.witnessesOf(id);
  return { standing, ...stop, ...(witnesses ? { witnesses } : {}), ...typical };
}

function seenChain(state: ChainState, switchedOff: SwitchedOff): Seen {
  const off = switchedOff.chains.get(state.chain);
  if (off) return { standing: 'off', ...(off.why === '' ? {} : { reason: off.why }) };
  if (state.unheard) return { standing: 'unknown' };
  const stop = state.paused ?? state.partly;
  if (!stop) return { standing: 'answering' };
  const standing: Standing = state.paused ? 'paused' : 'part';
  const names = stop.by.map((id) => PROVIDER_NAMES[id]).join(', ');
  return { standing, reason: `${names}: ${stop.reason}` };
}

export function serviceStatus(facts: StatusFacts): ServiceStatus {
  const { chains, switchedOff, health, now } = facts;
  const { log } = health;
  return {
    providers: SHOWN.map((id) => {
      const seen = seenProvider(id, facts);
      return { id, ...seen, ...log.hold('provider', id, seen.standing) };
    }),
    chains: chains
      // A chain that no provider trades has no state.
      .filter(({ chain, tradable }) => tradable || switchedOff.chains.has(chain))
      .map((state): StandingOf<ChainId> => {
        const seen = seenChain(state, switchedOff);
        return { id: state.chain, ...seen, ...log.hold('chain', state.chain, seen.standing) };
      }),
    records: PROVIDER_IDS.flatMap((id) => {
      const record = facts.records.get(id);
      return record ? [{ id, record }] : [];
    }),
    changes: log.changes(),
    at: now,
    watchedSince: log.watchedSince,
  };
}
