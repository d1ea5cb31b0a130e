/** Says in plain words why the network sent a payment back, with the network's own words beside them. */

/** First match wins; texts as THORNode and MAYANode word them (x/thorchain/handler_swap.go, refund.go). */
const PLAIN: readonly [RegExp, string][] = [
  [/less than price limit|price limit not met/i, 'The price moved past your limit'],
  [/halted|paused/i, 'Trading was halted'],
  [/invalid tx type|memo/i, 'The network could not read the memo'],
  [/not enough (asset|to pay)|zero emit|outbound fee/i, 'The amount did not cover the fee of the payout'],
  [/pool.*(not exist|not available|suspended)/i, 'There is no pool for this pair any more'],
];

/** One sentence; a reason that we have no words for stays as it is. */
export function refundReason(text: string): string {
  const plain = PLAIN.find(([pattern]) => pattern.test(text))?.[1];
  return plain === undefined ? text : `${plain} (${text.trim().replace(/\.$/, '')}).`;
}
