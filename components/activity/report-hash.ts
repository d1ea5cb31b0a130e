/** Asks the service about a saved swap and saves the answer. */
import { ApiProblem } from '../../lib/api/api-problem.ts';
import type { TrackedTx, TrackResponse } from '../../lib/api/schemas/track.ts';
import { endedAt } from '../tracking/track-selectors.ts';
import { api } from '../ui/api.ts';
import type { SavedMove, SavedSwap } from './read-saved-swap.ts';
import { changeSavedSwap, isOver, isRunning, readSavedSwaps, type SwapChange } from './saved-swaps.ts';

/** The number of swaps asked about at once. */
const BATCH = 6;

function moveOf(tx: TrackedTx | undefined): SavedMove | undefined {
  if (!tx) return undefined;
  const { amount, asset, hash, chain, address } = tx;
  return {
    ...(amount === undefined ? {} : { amount }),
    ...(asset === undefined ? {} : { asset }),
    ...(hash === undefined ? {} : { hash }),
    ...(chain === undefined ? {} : { chain }),
    ...(address === undefined ? {} : { address }),
  };
}

/**
 * The changes to a saved swap that an answer brings.
 * @param now Unix milliseconds.
 */
export function changeBy({ trackingStatus: status, stage, data }: TrackResponse, now: number): SwapChange {
  const paid = moveOf(data.outbound);
  const amount = data.route?.actualBuyAmount;
  const refund = moveOf(data.refund);
  const end = isOver({ status }) ? endedAt(data) : undefined;
  const hasPayment = data.inbound?.hash !== undefined || data.quoteInfo?.trackParams?.hash !== undefined;
  return {
    reported: true,
    gone: false,
    status,
    receivedAt: now,
    needsYou: (status === 'not_started' && !hasPayment) || (data.mismatch?.length ?? 0) > 0,
    ...(stage ? { stage } : {}),
    ...(paid || amount
      ? { paid: { ...(data.route ? { asset: data.route.buyAsset } : {}), ...(amount ? { amount } : {}), ...paid } }
      : {}),
    ...(refund ? { refund } : {}),
    ...(end === undefined ? {} : { endedAt: end }),
  };
}

/** Reports a hash to the service. If that fails, the swap stays marked and is reported again later. */
export async function reportHash(swap: SavedSwap): Promise<void> {
  const { quoteId, routeIndex, hash, chain } = swap;
  try {
    const answer = await api.track({ quoteId, routeIndex, ...(hash ? { hash, chainId: chain } : {}) });
    changeSavedSwap(swap, changeBy(answer, Date.now()));
  } catch (error) {
    // The service no longer knows this quote: reporting again would not help.
    if (error instanceof ApiProblem && error.status === 404) changeSavedSwap(swap, { reported: true, gone: true });
  }
}

/** Asks about the running swaps and those never reported, the ones not asked about for longest first. */
export async function refreshSwaps(now = Date.now()): Promise<void> {
  const due = readSavedSwaps()
    .filter((swap) => isRunning(swap, now) || (!swap.reported && !swap.gone))
    .sort((a, b) => (asked.get(a.quoteId + a.hash) ?? 0) - (asked.get(b.quoteId + b.hash) ?? 0))
    .slice(0, BATCH);
  for (const swap of due) asked.set(swap.quoteId + swap.hash, now);
  await Promise.all(due.map(reportHash));
}

/** When this page last asked about each swap, Unix milliseconds. */
const asked = new Map<string, number>();
