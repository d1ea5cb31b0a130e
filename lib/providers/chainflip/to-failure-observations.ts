/**
 * Derives from the backend's view how a swap failed for good and what happened to the money. While a part is still
 * being paid out, nothing has failed.
 */
import { canonicalHash } from '../../chains/hash.ts';
import { formatAmount } from '../../domain/amount.ts';
import type { Observation, TransactionPayload, Why } from '../../domain/swap-status.ts';
import { depositFailureText, depositWhy, fateText, NOT_RETURNED } from './failure-text.ts';
import type { CfEgress, CfFailure } from './track-schemas.ts';
import { boughtSide, isPaid, isPending, type Side, type StatusView, shownAddress, soldSide } from './track-view.ts';

const RESUBMIT =
  'Anyone may submit the signed call that is shown here while its keys are in use, about three days; after that Chainflip has to help.';

const formattedAmount = (side: Side, egress: CfEgress): string => {
  const amount = side.amountOf(egress.amount);
  return amount ? `${formatAmount(amount)} ${amount.asset.symbol}` : 'the amount';
};

function payloadOf({ chain }: Side, { transactionPayload: payload }: CfEgress): { payload?: TransactionPayload } {
  return payload ? { payload: { chain, to: payload.contract, value: payload.value, data: payload.data } } : {};
}

function whyNotSent(what: 'payout' | 'refund', side: Side, egress: CfEgress, failure: CfFailure): Why {
  const amount = formattedAmount(side, egress);
  if (failure.mode === 'SENDING_FAILED') {
    const next = egress.transactionPayload ? RESUBMIT : 'Chainflip has to help.';
    const why = failure.reason?.message ?? 'it was refused there';
    return { reason: `Sending the ${what} of ${amount} failed on ${side.chain}: ${why}. ${next}` };
  }
  if (failure.mode === 'SWAP_OUTPUT_TOO_SMALL' || failure.mode === 'REFUND_OUTPUT_TOO_SMALL')
    return {
      reason: `The ${what}, ${amount}, is less than Chainflip sends on ${side.chain}; the network keeps it.`,
      cause: 'belowMinimum',
    };
  const why = failure.reason?.message ?? failure.mode ?? 'it gives no reason';
  return { reason: `Chainflip did not send the ${what} of ${amount}: ${why}.` };
}

/**
 * How long, by the chain's own clock, a refund of a failed deposit is waited for: a final status is never taken back.
 */
const REFUND_WAIT_MS = { returned: 6 * 3_600_000, perhapsReturned: 1_800_000 } as const;

/** A deposit that is not swapped: it goes back, or its loss ends the swap. */
function depositFailure(view: StatusView): Observation[] {
  const { deposit, refundEgress } = view.status;
  const failure = deposit?.failure;
  if (!failure) return [];
  const { name, code, message } = failure.reason ?? {};
  const failureText = depositFailureText(name ?? code, message, failure.mode);
  const { fate } = failureText;
  const at = failure.failedAt ?? view.now;
  if (refundEgress !== undefined) return [];
  const { leg } = view.tracked;
  const passedMs = (view.status.lastStatechainUpdateAt ?? at) - at;
  const isWaited = fate !== 'kept' && passedMs < REFUND_WAIT_MS[fate];
  if (isWaited) {
    const toAddress = shownAddress(view.status.fillOrKillParams?.refundAddress ?? view.tracked.channel?.refundAddress);
    const why = depositWhy(failureText, fateText[fate]);
    return [{ kind: 'refundPlanned', at, leg, ...why, ...(toAddress === undefined ? {} : { toAddress }) }];
  }
  const { chain, amountOf } = soldSide(view);
  const ref = deposit.txRef ?? view.tracked.hash;
  const amount = amountOf(deposit.amount);
  // Nothing was swapped: the end belongs to the payment itself, at the first stage.
  return [
    {
      kind: 'inboundFailed',
      at,
      ...depositWhy(failureText, fate === 'kept' ? fateText.kept : NOT_RETURNED),
      // When the network does not name a deposit's transaction, the amount alone shows that it came.
      tx: { hash: canonicalHash(chain, ref) ?? ref, chain, ...(amount ? { amount } : {}) },
    },
  ];
}

/** Beside a payout that was made, the unswapped part that the network keeps is a loss of its own. */
function keptRefund(view: StatusView, why: Why): Observation[] {
  const { refundEgress: egress, swapEgress } = view.status;
  if (egress?.failure?.mode !== 'REFUND_OUTPUT_TOO_SMALL' || !isPaid(swapEgress)) return [];
  const refund = soldSide(view).amountOf(egress.amount);
  const at = egress.failure.failedAt ?? view.now;
  const { leg } = view.tracked;
  return [{ kind: 'refundPlanned', at, leg, ...(refund ? { refund } : {}), ...why, kept: true }];
}

/** A payout that will not arrive as requested, once nothing else of the swap is still on its way. */
function egressFailures(view: StatusView): Observation[] {
  const { status, tracked, now } = view;
  const { swapEgress, refundEgress } = status;
  const egresses = [
    { what: 'payout', egress: swapEgress, side: boughtSide(view) },
    { what: 'refund', egress: refundEgress, side: soldSide(view) },
  ] as const;
  const failed = egresses.flatMap((one) => (one.egress?.failure ? [{ ...one, egress: one.egress }] : []));
  if (failed.length === 0 || egresses.some(({ egress }) => isPending(status, egress, true))) return [];
  return failed.flatMap(({ what, egress, side }): Observation[] => {
    const failure = egress.failure ?? { failedAt: undefined, mode: undefined, reason: undefined };
    const why = whyNotSent(what, side, egress, failure);
    const at = failure.failedAt ?? now;
    return [
      { kind: 'providerFailed', at, leg: tracked.leg, ...why, ...payloadOf(side, egress) },
      ...(what === 'refund' ? keptRefund(view, why) : []),
    ];
  });
}

/** A contract call that failed on Solana pays to the fallback address. */
function fallback(view: StatusView): Observation[] {
  const egress = view.status.fallbackEgress;
  if (egress === undefined) return [];
  const side = boughtSide(view);
  const how = egress.txRef === undefined ? 'goes' : `went (${egress.txRef})`;
  const reason = `The contract call at the destination failed; ${formattedAmount(side, egress)} ${how} to the fallback address instead.`;
  return [{ kind: 'providerFailed', at: egress.scheduledAt ?? view.now, leg: view.tracked.leg, reason }];
}

const UNEXPLAINED =
  'Chainflip says that the swap failed, and not why. Its support can tell what became of the money; give it the transaction or the channel.';

export function endingFacts(view: StatusView): Observation[] {
  const { status, tracked, now } = view;
  const failures = [...depositFailure(view), ...egressFailures(view), ...fallback(view)];
  if (failures.length > 0 || status.state !== 'FAILED') return failures;
  const onItsWay = [status.swapEgress, status.refundEgress].some((egress) => egress !== undefined);
  return onItsWay ? [] : [{ kind: 'providerFailed', at: now, leg: tracked.leg, reason: UNEXPLAINED }];
}
