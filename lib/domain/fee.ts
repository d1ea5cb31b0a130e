import type { Amount } from './amount.ts';
import type { ChainId } from './chain-id.ts';
import type { ProviderId } from './provider-id.ts';

/** Names what a route costs and who takes it: the fee types of the specification, section 2.5. */
export const FEE_TYPES = ['liquidity', 'network', 'inbound', 'outbound', 'affiliate', 'tax', 'priority'] as const;
export type FeeType = (typeof FEE_TYPES)[number];

export type Fee = {
  type: FeeType;
  amount: Amount;
  chain: ChainId;
  protocol: ProviderId;
  /** Tells it from another fee of its type: what it pays for, in English. */
  label?: string | undefined;
  /** An `inbound` or `network` fee that is already taken off the expected output, as every other type is. */
  included?: true | undefined;
};

/** What the sender pays beside the sold amount: `inbound` and `network`, but for those that are taken off it. */
export const paidOnTop = ({ type, included }: Pick<Fee, 'type' | 'included'>): boolean =>
  (type === 'inbound' || type === 'network') && !included;
