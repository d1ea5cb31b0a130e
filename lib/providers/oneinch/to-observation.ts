/** Turns the receipt of a 1inch swap into the facts of its leg. Pure. */
import type { EvmReceipt, RpcError } from '../../chain-clients/chain-clients.ts';
import { sameAddress } from '../../chains/address.ts';
import { CHAINS } from '../../chains/chains.ts';
import type { Observation, TxFact, Why } from '../../domain/swap-status.ts';
import { returnedTooLittle } from '../../payments/oneinch/router-errors.ts';
import { revertCause, revertData, revertReason } from '../../payments/revert-reason.ts';
import type { TrackedLeg } from '../provider.ts';
import type { TrackingFacts } from './tracking-facts.ts';

const UNSOLD = 'Nothing was sold, only gas was spent.';
const REFUSED: Why = { reason: `The swap was refused on its chain. ${UNSOLD}` };

/** The token no longer took the allowance that was signed for this payment. */
export const LAPSED: Why = {
  reason: `The signed allowance had expired before the transaction was in a block. ${UNSOLD}`,
  cause: 'expired',
};

/** A receipt of another contract's call or another sender's concerns another swap. */
export function isOurs(leg: TrackedLeg, facts: TrackingFacts, receipt: EvmReceipt): boolean {
  const same = (a: string | null, b: string) => a !== null && sameAddress(leg.chain, a, b);
  return same(receipt.to, facts.router) && (facts.sender === undefined || same(receipt.from, facts.sender));
}

/** Why the router refused the call; undefined when the node's answer gives no reason. */
export function whyOf(error: RpcError): Why | undefined {
  const cause = revertCause(error);
  const known = cause ? { cause } : {};
  if (returnedTooLittle(revertData(error.data) ?? '0x'))
    return { reason: `The price moved past your limit. ${UNSOLD}`, ...known };
  const reason = revertReason(error);
  if (reason) return { reason: `The swap was refused on its chain: ${reason}. ${UNSOLD}`, ...known };
  return undefined;
}

/** A swap that reverted in the block of that time (Unix milliseconds). */
export const refused = (leg: TrackedLeg, at: number, why: Why | undefined): Observation[] => [
  { kind: 'providerFailed', at, leg: leg.leg, ...(why ?? REFUSED) },
];

/** @param swap `at` in Unix milliseconds; `baseUnits` of the bought asset, undefined when no node has it. */
export function completed(
  leg: TrackedLeg,
  swap: { facts: TrackingFacts; blockNumber: number; at: number; baseUnits: bigint | undefined },
): Observation[] {
  const { facts, blockNumber, at, baseUnits } = swap;
  const required = CHAINS[leg.chain].confirmations;
  const buy = (leg.route.legs[leg.leg] ?? { buy: leg.route.expectedBuy }).buy;
  const receiver = facts.receiver ?? leg.route.destinationAddress;
  const tx: TxFact = {
    hash: leg.hash,
    chain: leg.chain,
    blockNumber,
    confirmations: required,
    requiredConfirmations: required,
    ...(baseUnits === undefined ? {} : { amount: { ...buy, baseUnits } }),
    ...(receiver === '' ? {} : { address: receiver }),
  };
  const output = tx.amount ? { output: tx.amount } : {};
  return [
    // Sold and bought in one transaction.
    { kind: 'swapDone', at, leg: leg.leg, ...output, swapSeconds: 0 },
    { kind: 'outboundSent', at, leg: leg.leg, tx, refundDue: false },
  ];
}
