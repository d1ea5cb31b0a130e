/**
 * Translates the backend's view of one swap into facts: pure. Facts are only what happened: a state that falls back
 * takes nothing back. Source of the states: chainflip-sdk-monorepo packages/swap/src/routes/v2/utils.ts.
 */

import { canonicalHash } from '../../chains/hash.ts';
import type { Amount } from '../../domain/amount.ts';
import type { ChainId } from '../../domain/chain-id.ts';
import { bpsToPercent } from '../../domain/slippage.ts';
import type { Observation, TxFact, Why } from '../../domain/swap-status.ts';
import { CF_BLOCK_SECONDS } from '../../payments/chainflip/assets.ts';
import { depositFailureText, depositWhy, fateText, refundWhy, retryText } from './failure-text.ts';
import { endingFacts } from './to-failure-observations.ts';
import type { CfChunk, CfEgress, SwapStatus } from './track-schemas.ts';
import { boughtSide, isPaid, isSent, type StatusView, shownAddress, soldSide } from './track-view.ts';

/** A transaction hash as its chain writes it; any other text stays as it came. */
const hashOn = (chain: ChainId, ref: string): string => canonicalHash(chain, ref) ?? ref;

const amountKey = (amount: Amount | undefined) => (amount ? { amount } : {});

/** The deposit; undefined while its transaction is unknown. The chain often never learns that of a native coin. */
function depositTx(view: StatusView): TxFact | undefined {
  const { tracked, status } = view;
  const { deposit, depositChannel } = status;
  const side = soldSide(view);
  const ref = deposit?.txRef ?? (tracked.hash === '' ? undefined : tracked.hash);
  if (ref === undefined || deposit === undefined) return undefined;
  const required = status.srcChainRequiredBlockConfirmations;
  const address = shownAddress(depositChannel?.depositAddress);
  return {
    hash: hashOn(side.chain, ref),
    chain: side.chain,
    ...amountKey(side.amountOf(deposit.amount)),
    ...(address === undefined ? {} : { address }),
    ...(deposit.txConfirmations === undefined ? {} : { confirmations: deposit.txConfirmations }),
    ...(required === undefined ? {} : { requiredConfirmations: required }),
  };
}

function boostEvidence({ status: { boost } }: StatusView): string | undefined {
  if (boost?.skippedAt !== undefined)
    return 'Boost was skipped: the pools had too little at that moment, so the deposit waits for its confirmations and pays no boost fee.';
  if (boost?.boostedAt === undefined) return undefined;
  const fee = boost.effectiveBoostFeeBps;
  return `Boosted${fee === undefined ? '' : ` for ${bpsToPercent(fee)} %`}: the swap did not wait for confirmations.`;
}

/** Seconds until the deposit has its confirmations, where they can be estimated. */
function remainingSeconds({ status }: StatusView): number | undefined {
  const { srcChainRequiredBlockConfirmations: required, deposit, srcChain } = status;
  const blockSeconds = CF_BLOCK_SECONDS[srcChain ?? ''];
  if (required !== undefined && deposit?.txConfirmations !== undefined && blockSeconds !== undefined)
    return Math.max(0, required - deposit.txConfirmations) * blockSeconds;
  return status.estimatedDurationsSeconds?.deposit;
}

/** States in which the deposit is final for the network; the other states show it by their fields. */
const COUNTED: ReadonlySet<string> = new Set(['SWAPPING', 'SENDING', 'SENT', 'COMPLETED']);

const isCounted = ({ status }: StatusView): boolean =>
  COUNTED.has(status.state) || status.swap !== undefined || status.deposit?.witnessedAt !== undefined;

function depositFacts(view: StatusView): Observation[] {
  const { status, tracked, now } = view;
  const final = isCounted(view);
  if (!final && status.state !== 'RECEIVING' && status.deposit === undefined) return [];
  const evidence = boostEvidence(view);
  const tx = depositTx(view);
  const remaining = final ? undefined : remainingSeconds(view);
  const arrived = tx ? { tx } : amountKey(soldSide(view).amountOf(status.deposit?.amount));
  const common = { leg: tracked.leg, ...(evidence === undefined ? {} : { evidence }), ...arrived };
  const at = status.boost?.boostedAt ?? status.deposit?.witnessedAt ?? now;
  return [
    {
      kind: 'providerSeen',
      at: final ? at : now,
      final,
      ...common,
      ...(remaining === undefined ? {} : { remainingSeconds: remaining }),
    },
  ];
}

const currentChunk = ({ swap }: SwapStatus): CfChunk | undefined =>
  swap?.dca?.currentChunk ?? swap?.regular ?? swap?.dca?.lastExecutedChunk;

function swapFacts(view: StatusView): Observation[] {
  const { status, tracked, now } = view;
  const { swap, swapId } = status;
  if (swap === undefined) return [];
  const chunk = currentChunk(status);
  const waits = chunk?.executedAt === undefined && (chunk?.retryCount ?? 0) > 0;
  const id = swapId === undefined ? {} : { swapId };
  const { leg } = tracked;
  const facts: Observation[] = [
    {
      kind: 'swapping',
      at: chunk?.scheduledAt ?? now,
      leg,
      ...id,
      ...(waits ? { reason: retryText(chunk?.latestSwapRescheduledReason) } : {}),
    },
  ];
  const { executedChunks: done, remainingChunks: left } = swap.dca ?? {};
  if (done !== undefined && left !== undefined && done + left > 0) {
    const output = boughtSide(view).amountOf(swap.swappedOutputAmount);
    const stopped = left > 0 && status.refundEgress !== undefined ? { stopped: true as const } : {};
    const about = { ...id, ...(output ? { output } : {}), ...stopped };
    facts.push({ kind: 'swapProgress', at: now, leg, done, total: done + left, ...about });
  }
  return facts;
}

const sendingReason = (egress: CfEgress): { reason?: string } =>
  egress.txRef === undefined ? {} : { reason: `Sent in ${egress.txRef}; the network waits for it to be mined.` };

const secondsBetween = (from: number | undefined, to: number | undefined): { swapSeconds?: number } =>
  from === undefined || to === undefined || to < from ? {} : { swapSeconds: Math.round((to - from) / 1000) };

function payoutFacts(view: StatusView): Observation[] {
  const { status, tracked, now } = view;
  const { swapEgress: egress, refundEgress, deposit } = status;
  const { leg } = tracked;
  const id = status.swapId === undefined ? {} : { swapId: status.swapId };
  const side = boughtSide(view);
  if (egress === undefined) {
    const swapped = status.state === 'SENDING' || status.state === 'SENT' || status.state === 'COMPLETED';
    const output = side.amountOf(status.swap?.swappedOutputAmount);
    return swapped && refundEgress === undefined && output ? [{ kind: 'swapDone', at: now, leg, ...id, output }] : [];
  }
  if (egress.failure !== undefined) return [];
  const amount = side.amountOf(egress.amount);
  const output = amount ? { output: amount } : {};
  const address = shownAddress(status.destAddress);
  const scheduledAt = egress.scheduledAt ?? now;
  const delay = status.estimatedDurationsSeconds?.egress;
  const facts: Observation[] = [
    {
      kind: 'swapDone',
      at: scheduledAt,
      leg,
      ...id,
      ...output,
      ...secondsBetween(deposit?.witnessedAt, egress.scheduledAt),
    },
    {
      kind: 'outboundPlanned',
      at: scheduledAt,
      leg,
      ...output,
      ...(address === undefined ? {} : { toAddress: address }),
      ...(delay === undefined ? {} : { delaySeconds: delay }),
      ...sendingReason(egress),
    },
  ];
  if (!isSent(status, egress, !isPaid(refundEgress))) return facts;
  const tx: TxFact = {
    hash: egress.txRef === undefined ? '' : hashOn(side.chain, egress.txRef),
    chain: side.chain,
    ...amountKey(amount),
    ...(address === undefined ? {} : { address }),
  };
  return [...facts, { kind: 'outboundSent', at: egress.witnessedAt ?? now, leg, tx, refundDue: isPaid(refundEgress) }];
}

/** Why it was refunded: the deposit's failure, or the chunk that was given up. */
function whyRefund({ deposit, swap }: SwapStatus): Why {
  if (deposit?.failure) {
    const { name, code, message } = deposit.failure.reason ?? {};
    return depositWhy(depositFailureText(name ?? code, message, deposit.failure.mode), fateText.returned);
  }
  const chunk = swap?.dca?.currentChunk ?? swap?.regular ?? swap?.dca?.lastExecutedChunk;
  return refundWhy(chunk?.abortedReason ?? chunk?.latestSwapRescheduledReason);
}

function refundFacts(view: StatusView): Observation[] {
  const { status, tracked, now } = view;
  const { refundEgress: egress, swapEgress } = status;
  if (egress === undefined || egress.failure !== undefined) return [];
  const side = soldSide(view);
  const { leg } = tracked;
  const refund = side.amountOf(egress.amount);
  const address = shownAddress(status.fillOrKillParams?.refundAddress ?? tracked.channel?.refundAddress);
  const why = whyRefund(status);
  const to = address === undefined ? {} : { toAddress: address };
  const planned: Observation = {
    kind: 'refundPlanned',
    at: egress.scheduledAt ?? now,
    leg,
    ...(refund ? { refund } : {}),
    ...to,
    ...why,
  };
  if (!isSent(status, egress, !isPaid(swapEgress))) return [planned];
  const tx: TxFact = {
    hash: egress.txRef === undefined ? '' : hashOn(side.chain, egress.txRef),
    chain: side.chain,
    ...amountKey(refund),
    ...(address === undefined ? {} : { address }),
  };
  return [
    planned,
    { kind: 'refundSent', at: egress.witnessedAt ?? now, leg, tx, ...why, outputDue: isPaid(swapEgress) },
  ];
}

/** All facts of one look, in no particular order; expiry.ts has those of an expired channel. */
export const toObservations = (view: StatusView): Observation[] => [
  ...depositFacts(view),
  ...swapFacts(view),
  ...payoutFacts(view),
  ...refundFacts(view),
  ...endingFacts(view),
];
