/** Explains, as text and by a code, why the network refunded a payment, and quotes the network's own message. */
import type { Cause, Why } from '../../domain/swap-status.ts';

/** First match wins; texts from THORNode and MAYANode (x/thorchain/handler_swap.go, swap.go, errors.go, refund.go). */
const PLAIN: readonly [RegExp, string, Cause][] = [
  [
    /less than price limit|price limit not met|outbound amount does not meet requirements/i,
    'The price moved past your limit',
    'priceLimit',
  ],
  [/halted|paused/i, 'Trading was halted', 'halted'],
  [/invalid tx type|memo/i, 'The network could not read the memo', 'invalidTerms'],
  [
    /not enough (asset|fee|to pay)|zero emit|outbound fee/i,
    'The amount did not cover the fee of the payout',
    'belowMinimum',
  ],
  [/pool.*(n[o']t exist|not available|suspended)/i, 'There is no pool for this pair any more', 'insufficientLiquidity'],
];

/** Of a list of errors, as Go's multierror writes it, the parts that say something. */
function partsOf(text: string): string {
  const parts = [...text.matchAll(/^\s*\* (.+)$/gm)].map(([, part = '']) => part.trim());
  const telling = parts.filter((part) => part !== 'internal error');
  return telling.length > 0 ? telling.join('; ') : text.trim();
}

/** One sentence; an unknown reason stays as the network wrote it and has no code. */
export function refundReason(text: string): Why {
  const known = PLAIN.find(([pattern]) => pattern.test(text));
  if (!known) return { reason: text };
  const [, plain, cause] = known;
  return { reason: `${plain} (${partsOf(text).replace(/\.$/, '')}).`, cause };
}
