/** Names what ended a swap, the same for a swap that is stored twice: under its channel and under its hash. */
import type { DerivedSwap } from '../domain/derive-swap.ts';
import { currentHash, type KnownSwap } from './known-swap.ts';

export const paymentOf = (known: KnownSwap, { inbound }: DerivedSwap): string => inbound?.hash ?? currentHash(known);

/** What came out, else what was paid. */
export const endOf = (known: KnownSwap, derived: DerivedSwap): string =>
  derived.outbound?.hash ?? derived.refund?.tx?.hash ?? paymentOf(known, derived);
