import type { Amount } from './amount.ts';
import type { ChainId } from './chain-id.ts';
import type { ProviderId } from './provider-id.ts';

/** Names what a route costs and who takes it: the fee types of the specification, section 2.5. */
export const FEE_TYPES = ['liquidity', 'network', 'inbound', 'outbound', 'affiliate', 'tax', 'priority'] as const;
export type FeeType = (typeof FEE_TYPES)[number];

/** `inbound` and `network` are paid by the sender on top; every other type is already taken off the expected output. */
export type Fee = { type: FeeType; amount: Amount; chain: ChainId; protocol: ProviderId };
