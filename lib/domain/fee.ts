import type { Amount } from './amount.ts';
import type { ChainId } from './chain-id.ts';
import type { ProviderId } from './provider-id.ts';

/** The fee types of section 2.5 of the specification: what a route costs and who takes it. */
export const FEE_TYPES = ['liquidity', 'network', 'inbound', 'outbound', 'affiliate', 'tax', 'priority'] as const;
export type FeeType = (typeof FEE_TYPES)[number];

export type Fee = {
  type: FeeType;
  amount: Amount;
  chain: ChainId;
  protocol: ProviderId;
  /** What the fee pays for, in English; distinguishes it from another fee of the same type. */
  label?: string | undefined;
  /** Set on an `inbound` or `network` fee that the expected output already has deducted, as it has every other type. */
  included?: true | undefined;
};

/**
 * Whether the sender pays this fee beside the sold amount: true for `inbound` and `network` fees that are not included.
 */
export const paidOnTop = ({ type, included }: Pick<Fee, 'type' | 'included'>): boolean =>
  (type === 'inbound' || type === 'network') && !included;
