/** Asks the chain of a payout for its confirmations. */
import { CHAINS } from '../chains/chains.ts';
import type { DerivedSwap } from '../domain/derive-swap.ts';
import type { Observation, TxFact } from '../domain/swap-status.ts';
import { attempt, type Look, type ObserveDeps } from './look.ts';
import { sourceOf } from './source/create-chain-observer.ts';

/** How long after a payout was sent its confirmations are still observed. */
const PAYOUT_WATCH_MS = 3_600_000;

/** The last payout, while it has too few confirmations and its chain can be asked about it. */
export function unconfirmedPayout(
  { clients, now }: Pick<ObserveDeps, 'clients' | 'now'>,
  derived: DerivedSwap,
): TxFact | undefined {
  const tx = derived.outbound ?? derived.refund?.tx;
  // A network may pay out without naming the transaction: then there is none to ask for.
  if (!tx || tx.hash === '' || (tx.confirmations ?? 0) >= CHAINS[tx.chain].confirmations) return undefined;
  // Payouts in THORChain's and Maya's own coins have the payment's hash: they have no transaction of their own.
  if (tx.hash.toLowerCase() === derived.inbound?.hash.toLowerCase() || !sourceOf(clients, tx.chain)) return undefined;
  const sentAt = derived.timeline.find(
    (entry) => (entry.milestone === 'payoutSent' || entry.milestone === 'refundSent') && entry.tx?.hash === tx.hash,
  )?.at;
  return sentAt !== undefined && now() - sentAt < PAYOUT_WATCH_MS ? tx : undefined;
}

/** The confirmations of the payout on its own chain. */
export async function lookAtPayout(deps: ObserveDeps, { known, derived, signal }: Look): Promise<Observation[]> {
  const tx = unconfirmedPayout(deps, derived);
  const source = tx && sourceOf(deps.clients, tx.chain);
  if (!tx || !source) return [];
  const seen = await attempt(deps, `payout ${tx.chain}`, () => source.confirmationsOf(tx.hash, signal));
  if (!seen) return [];
  const required = CHAINS[tx.chain].confirmations;
  const deeper: TxFact = {
    ...tx,
    ...seen,
    confirmations: Math.min(seen.confirmations, required),
    requiredConfirmations: required,
  };
  const at = deps.now();
  if (derived.outbound)
    return [{ kind: 'outboundSent', at, leg: Math.max(known.route.draft.legs.length - 1, 0), tx: deeper }];
  const { leg = 0, fallback } = derived.refund ?? {};
  return [{ kind: 'refundSent', at, leg, tx: deeper, ...(fallback ? { fallback } : {}) }];
}
