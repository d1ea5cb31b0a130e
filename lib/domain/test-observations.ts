/** For tests: facts of one swap, and complete swaps made of them. */
import fc from 'fast-check';
import { assetOf } from './asset.ts';
import type { DeriveContext } from './derive-swap.ts';
import type { Observation, TxFact } from './swap-status.ts';

export const T0 = 1_763_000_000_000;
const BTC = assetOf('BTC.BTC');
export const ETH = assetOf('ETH.ETH');
export const now: DeriveContext = { now: T0 + 600_000 };
export const paid = {
  hash: 'aa',
  chain: 'BTC',
  amount: { asset: BTC, decimals: 8, baseUnits: 100_000_000n },
} satisfies TxFact;
export const out = {
  hash: '0xbb',
  chain: 'ETH',
  amount: { asset: ETH, decimals: 18, baseUnits: 15n * 10n ** 18n },
} satisfies TxFact;
export const back = {
  hash: 'cc',
  chain: 'BTC',
  amount: { asset: BTC, decimals: 8, baseUnits: 40_000_000n },
} satisfies TxFact;
export const seen = {
  at: T0,
  kind: 'inboundSeen',
  tx: { ...paid, confirmations: 0 },
  final: false,
} satisfies Observation;

export const seenFinal = {
  at: T0 + 60_000,
  kind: 'inboundSeen',
  tx: { ...paid, confirmations: 3, blockNumber: 9 },
  final: true,
} satisfies Observation;

export const counting = {
  at: T0 + 30_000,
  kind: 'providerSeen',
  leg: 0,
  final: false,
  remainingSeconds: 600,
} satisfies Observation;
export const counted = { at: T0 + 90_000, kind: 'providerSeen', leg: 0, final: true } satisfies Observation;

export const progress = (done: number, at = T0 + 100_000 + done): Observation => ({
  at,
  kind: 'swapProgress',
  leg: 0,
  done,
  total: 7,
  swapId: 's1',
});

export const swapping = { at: T0 + 95_000, kind: 'swapping', leg: 0 } satisfies Observation;
export const done = { at: T0 + 120_000, kind: 'swapDone', leg: 0, swapSeconds: 30 } satisfies Observation;

export const planned = {
  at: T0 + 121_000,
  kind: 'outboundPlanned',
  leg: 0,
  delaySeconds: 678,
  ...(out.amount && { output: out.amount }),
} satisfies Observation;

export const sent = { at: T0 + 200_000, kind: 'outboundSent', leg: 0, tx: out } satisfies Observation;

export const refundPlanned = {
  at: T0 + 121_000,
  kind: 'refundPlanned',
  leg: 0,
  reason: 'emit asset 1 less than price limit 2',
} satisfies Observation;

export const refundSent = { at: T0 + 201_000, kind: 'refundSent', leg: 0, tx: back } satisfies Observation;
export const failed = {
  at: T0 + 130_000,
  kind: 'providerFailed',
  leg: 0,
  reason: 'amount too small',
} satisfies Observation;
export const reverted = {
  at: T0 + 10_000,
  kind: 'inboundFailed',
  reason: 'the transaction reverted',
} satisfies Observation;
export const held = { at: T0 + 100_000, kind: 'held', leg: 0, reason: 'trading is halted' } satisfies Observation;
export const resumed = { at: T0 + 110_000, kind: 'heldNoMore', leg: 0 } satisfies Observation;

/** Real sequences, in their order. When a part is swapped and a part comes back, each says that the other is due. */
export const STORIES = {
  completed: [
    seen,
    counting,
    seenFinal,
    counted,
    swapping,
    progress(3),
    held,
    resumed,
    progress(7),
    done,
    planned,
    sent,
  ],
  refunded: [seen, seenFinal, counted, swapping, refundPlanned, refundSent],
  partly: [
    seen,
    seenFinal,
    counted,
    progress(3),
    planned,
    refundPlanned,
    { ...refundSent, outputDue: true },
    { ...sent, refundDue: true },
  ],
  failedByProvider: [seen, seenFinal, counted, swapping, failed],
  reverted: [seen, reverted],
} as const satisfies Record<string, readonly Observation[]>;

export const at = fc.integer({ min: T0, max: T0 + 5 });
export const leg = fc.constantFrom(0, 1);
