/** For tests: a swap whose payment is in a block, and what its provider may report of it. */
import type { Store } from '../db/store.ts';
import type { Observation } from '../domain/swap-status.ts';
import { PAYOUT, START, trackedSwap } from './test-tracked-swap.ts';
import { draftOf, ether, HASH, paymentTx, type trackingWorld } from './test-world.ts';

export const outboundSent: Observation = {
  kind: 'outboundSent',
  at: START,
  leg: 0,
  tx: { hash: PAYOUT, chain: 'ETH', amount: ether('9.9'), address: '0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1' },
};

export const swapping: Observation = { kind: 'swapping', at: START, leg: 0 };

/** A quote of one BTC route with its payment in a block, and the world around it. */
export async function paidSwap(store: Store, over: Parameters<typeof trackingWorld>[1] = {}) {
  const swap = await trackedSwap(store, draftOf(), over);
  swap.chains.utxo.set(HASH, paymentTx({ blockHeight: 100, blockTime: 1_700_000_000 }));
  const request = { quoteId: swap.quoteId, routeIndex: 0, hash: HASH };
  return { ...swap, request, poll: (seconds = 0) => swap.poll(seconds, HASH) };
}

/** The tests share a store and a hash: for this one no other quote has the hash. */
export const alone = (store: Store) => ({ store: { ...store, findNewestSwapByHash: async () => undefined } });
