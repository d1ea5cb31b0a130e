/** For tests: a saved quote whose swap is tracked by its quoteId alone or by a hash. */
import type { EvmReceipt, EvmTransaction } from '../chain-clients/chain-clients.ts';
import type { Store } from '../db/store.ts';
import type { RouteDraft } from '../domain/route.ts';
import type { Observation } from '../domain/swap-status.ts';
import type { TrackingDeps } from './get-tracking.ts';
import { draftOf, saveQuote, seenBy, trackingWorld } from './test-world.ts';

/** The start of a tracking test's clock. */
export const START = 1_800_000_000_000;
/** A transaction of Ethereum that pays out. */
export const PAYOUT = `0x${'12'.repeat(32)}`;

const { memo: _memo, inboundAddress: _inbound, targetAddress: _target, ...withoutPayment } = draftOf();
/** A route without any way of payment. */
export const unpaidRoute: RouteDraft = withoutPayment;

let hashes = 0;
/** A hash that no other test uses. */
export const newHash = (prefix = ''): string => {
  hashes += 1;
  return `${prefix}${hashes.toString(16).padStart(64, 'c')}`;
};

/** A transaction of an EVM chain as its node gives it, mined and successful. */
export function minedTransaction(
  tx: Partial<EvmTransaction> & { hash: string },
  receipt: Partial<EvmReceipt> = {},
): { tx: EvmTransaction; receipt: EvmReceipt } {
  const sent = { from: '0x', to: null, nonce: 3, value: 0n, input: '0x', ...tx };
  const { hash, from, to } = sent;
  return {
    tx: sent,
    receipt: {
      hash,
      status: 'success',
      blockNumber: 10,
      from,
      to,
      logs: [],
      gasUsed: 1n,
      effectiveGasPrice: 1n,
      ...receipt,
    },
  };
}

/** `poll` moves the clock and asks for the swap; `says` sets the provider's answer from then on. */
export async function trackedSwap(store: Store, draft: RouteDraft = draftOf(), over: Partial<TrackingDeps> = {}) {
  const world = trackingWorld(store, over);
  const quoteId = await saveQuote(store, [draft], world.clock.now);
  const track = async (hash?: string, more: { client?: string; chainId?: string } = {}) =>
    (await world.tracking.track({ quoteId, routeIndex: 0, ...(hash ? { hash } : {}), ...more })).body;
  const poll = (seconds = 0, hash?: string) => {
    world.clock.now += seconds * 1000;
    return track(hash);
  };
  const says = (...observations: Observation[]) => {
    world.provider.say = () => seenBy(observations);
  };
  return { ...world, quoteId, track, poll, says };
}
