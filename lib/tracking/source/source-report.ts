/** What the payment's own chain says of a transaction, the same for every kind of chain. */
import type { RouteDraft } from '../../domain/route.ts';
import type { Cause, TxFact } from '../../domain/swap-status.ts';
import type { Payment } from '../payment.ts';

/** What is kept to tell a replacement later. */
export type Trace = Record<string, unknown>;

export type SourceReport = {
  /** Undefined while the chain does not show yet what was paid. */
  payment?: Payment;
  tx: TxFact;
  /** The chain will not take it back. */
  final: boolean;
  /** Set once it is final that nothing was paid: a reason, a sentence or less. */
  failed?: string;
  /** The same for programs, where it is known. */
  cause?: Cause;
  /** Unix ms of its block. */
  at?: number;
  trace?: Trace;
  /** Everybody whom it pays, by address: one of them may be a deposit channel. */
  recipients?: string[];
};

/** A transaction that took the payment's place, for good. `byHash` is absent where only the fact is known. */
export type Replacement = { byHash?: string };

export type SourceQuestion = { draft: RouteDraft; hash: string; signal: AbortSignal };

export type Source = {
  /** Undefined: the chain does not know the hash. */
  look(question: SourceQuestion): Promise<SourceReport | undefined>;
  /** Whether the chain's node has not seen what was mined lately; absent for chains of which that is not known. */
  isBehind?(at: { now: () => number; signal: AbortSignal }): Promise<boolean>;
  /** For a payment that was seen before and is gone now. */
  replacementOf(question: SourceQuestion & { trace: Trace }): Promise<Replacement | undefined>;
  /** Confirmations of any transaction of the chain; undefined when it does not know it. */
  confirmationsOf(
    hash: string,
    signal: AbortSignal,
  ): Promise<{ confirmations: number; blockNumber?: number } | undefined>;
};
