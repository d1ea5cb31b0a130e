/** What two legs report of their swap, one after the other. */
import { expect } from 'vitest';
import { deriveSwap } from '../../../domain/derive-swap.ts';
import type { Observation } from '../../../domain/swap-status.ts';
import { amountOf, RECEIVER, USDC } from './legs-double.ts';

export const AT = 1_800_000_000_000;
export const PAYOUT = `0x${'bb'.repeat(32)}`;
export const usdc = (text: string) => amountOf(USDC, text);
export const isStale = { observations: [], stale: true };
export const nothing = { observations: [], stale: false };
export const derive = (facts: readonly Observation[]) => deriveSwap(facts, { now: AT + 1000, legs: 2 });

/** The same for any order of facts. */
export function swapOf(...facts: Observation[]) {
  const swap = derive(facts);
  expect(derive([...facts].reverse())).toEqual(swap);
  return swap;
}

export const deposited: Observation[] = [
  { kind: 'providerSeen', at: AT, leg: 0, final: true, tx: { hash: 'dd'.repeat(32), chain: 'BTC' } },
  {
    kind: 'outboundSent',
    at: AT + 5,
    leg: 0,
    refundDue: false,
    tx: { hash: PAYOUT, chain: 'ETH', amount: usdc('29990'), address: RECEIVER },
  },
];
