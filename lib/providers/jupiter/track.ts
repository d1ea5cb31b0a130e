/**
 * Follows one swap on Solana: it is one transaction, so payment and payout share its signature. A node that cannot be
 * asked makes the answer stale and never ends a swap.
 */

import type { ChainClients, SolanaClient } from '../../chain-clients/chain-clients.ts';
import { isBehind } from '../../chain-clients/head-age.ts';
import { isWithin } from '../../domain/is-within.ts';
import type { ObserveResult } from '../../domain/swap-status.ts';
import type { CallOptions, TrackedLeg } from '../provider.ts';
import { readTracking } from './terms.ts';
import { failedFacts, isOurs, swappedFacts, type Tracked } from './to-observation.ts';

export type TrackDeps = {
  clients: ChainClients;
  now: () => number;
  log: (event: Record<string, unknown>) => void;
};

const NOTHING: ObserveResult = { observations: [], stale: false };
const STALE: ObserveResult = { observations: [], stale: true };

/** Some 30 s of blocks: nodes differ in their newest block. */
const GRACE_BLOCKS = 75;
/** A wallet may insert a newer blockhash when it signs; that one expires at most a minute and a half later. */
const SIGNED_LIFE_MS = 90_000;

type Look = Tracked & { node: SolanaClient; signal: AbortSignal };

/** The transaction is unknown, and it can no longer get into a block. */
async function unseen({ now, node, tracked, terms, signal }: Look): Promise<ObserveResult> {
  const { lastValidBlockHeight } = terms;
  if (lastValidBlockHeight === undefined || isWithin(SIGNED_LIFE_MS, tracked.knownSince, now())) return NOTHING;
  const height = await node.blockHeight({ signal });
  if (height <= lastValidBlockHeight + GRACE_BLOCKS) return NOTHING;
  if (await node.transaction(tracked.hash, { signal })) return NOTHING;
  const reason =
    'The transaction has expired: it did not get into a block within the minute that Solana allows. It can no longer happen; nothing was sold.';
  return {
    observations: [
      { kind: 'inboundFailed', at: now(), reason, cause: 'expired', tx: { hash: tracked.hash, chain: 'SOL' } },
    ],
    stale: false,
  };
}

async function observe(look: Look): Promise<ObserveResult> {
  const { node, tracked, terms, signal } = look;
  const status = await node.status(tracked.hash, { signal });
  if (!status) return unseen(look);
  if (status.level === 'processed') return NOTHING;
  const tx = await node.transaction(tracked.hash, { signal });
  if (status.failed !== undefined || tx?.failed !== undefined)
    return status.level === 'finalized' ? { observations: failedFacts(look, status, tx), stale: false } : NOTHING;
  // The transaction may lag behind its status; one that is not this swap's proves nothing.
  if (!tx || !isOurs(tx, terms)) return NOTHING;
  return { observations: swappedFacts(look, status, tx), stale: false };
}

export async function trackJupiter(
  deps: TrackDeps,
  tracked: TrackedLeg,
  { signal }: CallOptions,
): Promise<ObserveResult> {
  const terms = readTracking(tracked.route.tracking);
  if (tracked.hash === '' || !terms) return NOTHING;
  const node = deps.clients.solana('SOL');
  if (!node) return STALE;
  try {
    const seen = await observe({ now: deps.now, node, tracked, terms, signal });
    // A node that lags does not know the newest blocks, so its silence proves nothing.
    const stale = seen.observations.length === 0 && (await isBehind(node, { now: deps.now, signal }));
    return { ...seen, stale };
  } catch (error) {
    deps.log({ event: 'observe', what: 'jupiter swap', fault: error instanceof Error ? error.name : 'unknown' });
    return STALE;
  }
}
