/**
 * Defines what `/status` shows of every provider and chain: shapes, and the call that refreshes the page. Not public
 * API.
 */
import type { ChainId } from '../domain/chain-id.ts';
import type { ProviderId } from '../domain/provider-id.ts';
import type { WitnessFacts } from '../domain/witnesses.ts';
import type { LedgerRecord } from './ledger.ts';

/** `part`: halted on some chains, or for some providers. `unknown`: no upstream has answered yet. */
export type Standing = 'answering' | 'slow' | 'silent' | 'part' | 'paused' | 'off' | 'unknown';

export type StandingOf<Id> = {
  id: Id;
  standing: Standing;
  /** Unix ms; absent where this server has not seen the state begin. */
  since?: number;
  /** Who has stopped and why; sentences in English. */
  reason?: string;
  /** Whose nodes confirm where a provider's payments go. */
  witnesses?: WitnessFacts;
  /** Median duration of its recent quotes. */
  typicalMs?: number;
};

export type StandingChange = {
  kind: 'provider' | 'chain';
  id: string;
  from: Standing;
  to: Standing;
  /** Unix ms. */
  at: number;
};

/** The answer of `GET /page/status`. */
export type ServiceStatus = {
  providers: StandingOf<ProviderId>[];
  chains: StandingOf<ChainId>[];
  /** What finished swaps received, by provider id in the order of the interface; providers without a record are absent. */
  records: { id: ProviderId; record: LedgerRecord }[];
  /** The newest changes, newest first. */
  changes: StandingChange[];
  /** Unix ms: of this answer, and of when this server began to observe. */
  at: number;
  watchedSince: number;
};

/** Fetches the answer unchecked: page and server are of one build, and the server's handler returns this type. */
export async function fetchStatus(signal: AbortSignal): Promise<ServiceStatus> {
  const response = await fetch('/page/status', { signal, cache: 'no-store' });
  if (!response.ok) throw new Error(`The answer was ${response.status}.`);
  return (await response.json()) as ServiceStatus;
}
