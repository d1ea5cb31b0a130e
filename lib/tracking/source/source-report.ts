/** What the payment's own chain reports of a transaction, in the same form for every kind of chain. */
import type { RouteDraft } from '../../domain/route.ts';
import type { Cause, TxFact } from '../../domain/swap-status.ts';
import type { Payment } from '../payment.ts';

/** What is kept to recognise a replacement later. */
export type Trace = Record<string, unknown>;

export type SourceReport = {
  /** Undefined while the chain does not show what was paid. */
  payment?: Payment;
  tx: TxFact;
  /** The chain will not revert it. */
  final: boolean;
  /** Set once it is final that nothing was paid: the reason, in a sentence or less. */
  failed?: string;
  /** The same as a code, when it is known. */
  cause?: Cause;
  /** Unix ms of its block. */
  at?: number;
  trace?: Trace;
  /** The addresses of all recipients: one of them may be a deposit channel. */
  recipients?: string[];
};

/** A transaction that replaced the payment for good. `byHash` is absent when only the fact is known. */
export type Replacement = { byHash?: string };

export type SourceQuestion = { draft: RouteDraft; hash: string; signal: AbortSignal };

export type Source = {
  /** Undefined: the chain does not know the hash. */
  look(question: SourceQuestion): Promise<SourceReport | undefined>;
  /** Whether the chain's node lags behind; absent for chains where that is unknown. */
  isBehind?(at: { now: () => number; signal: AbortSignal }): Promise<boolean>;
  /** For a payment that was seen before and is now missing. */
  replacementOf(question: SourceQuestion & { trace: Trace }): Promise<Replacement | undefined>;
  /** Confirmations of any transaction of the chain; undefined when the chain does not know it. */
  confirmationsOf(
    hash: string,
    signal: AbortSignal,
  ): Promise<{ confirmations: number; blockNumber?: number } | undefined>;
};
