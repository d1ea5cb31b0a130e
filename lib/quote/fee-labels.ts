/**
 * Labels the fees of a route so that they can be distinguished, and takes a Bitcoin-family payment's fee from its
 * transaction, otherwise as an estimate.
 */
import { CHAINS } from '../chains/chains.ts';
import { type Fee, paidOnTop } from '../domain/fee.ts';
import { PROVIDER_NAMES } from '../domain/provider-id.ts';
import type { RouteDraft } from '../domain/route.ts';
import { psbtFee } from '../transfer/utxo-fee.ts';

/** Exact when the payment is built. */
function paymentFee(fee: Fee, { sell, tx }: RouteDraft): Fee {
  const chain = CHAINS[sell.asset.chain];
  if (chain.kind !== 'utxo' || fee.chain !== chain.id || !paidOnTop(fee)) return fee;
  const paid = tx?.type === 'PSBT' ? psbtFee(tx.tx) : undefined;
  const label = `${chain.name} network fee, paid on top`;
  return paid === undefined
    ? { ...fee, label: `${label} (an estimate)` }
    : { ...fee, label, amount: { ...fee.amount, baseUnits: paid } };
}

/** Two fees of one type are labelled: with their own label, otherwise by who takes them and in which asset. */
function labelled(fee: Fee, { fees }: RouteDraft): Fee {
  const alone = fees.filter(({ type }) => type === fee.type).length < 2;
  if (alone || fee.label !== undefined) return fee;
  return { ...fee, label: `${PROVIDER_NAMES[fee.protocol]}, in ${fee.amount.asset.symbol}` };
}

export function withFeeLabels(draft: RouteDraft): RouteDraft {
  const labelledFees = (fees: readonly Fee[]): Fee[] => fees.map((fee) => labelled(paymentFee(fee, draft), draft));
  return {
    ...draft,
    fees: labelledFees(draft.fees),
    legs: draft.legs.map((leg) => (leg.fees ? { ...leg, fees: labelledFees(leg.fees) } : leg)),
  };
}
