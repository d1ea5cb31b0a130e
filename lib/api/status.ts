/** What `/status` shows of every provider and chain: shapes, and the question by which the page asks anew. Not public API. */
import type { ChainId } from '../domain/chain-id.ts';
import type { ProviderId } from '../domain/provider-id.ts';

/** `part`: stands still on some chains, or for some providers. `unknown`: nothing was ever heard of it. */
export type Standing = 'answering' | 'slow' | 'silent' | 'part' | 'paused' | 'off' | 'unknown';

export type StandingOf<Id> = {
  id: Id;
  standing: Standing;
  /** Unix ms from when on this server knows it so; absent where it never looked. */
  since?: number;
  /** It was so when this server first looked: it may have been so before. */
  atLeast?: true;
  /** A sentence in English: who has stopped, and why. */
  reason?: string;
  /** How long half of its quotes took at most, lately. */
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

/** `GET /page/status` */
export type ServiceStatus = {
  providers: StandingOf<ProviderId>[];
  chains: StandingOf<ChainId>[];
  /** Newest first, a few. */
  changes: StandingChange[];
  /** Unix ms: this answer, and when this server began to look. */
  at: number;
  watchedSince: number;
};

/** The page and its server are of one build: the server's handler answers this very type. */
export async function fetchStatus(signal: AbortSignal): Promise<ServiceStatus> {
  const response = await fetch('/page/status', { signal, cache: 'no-store' });
  if (!response.ok) throw new Error(`The answer was ${response.status}.`);
  return (await response.json()) as ServiceStatus;
}
