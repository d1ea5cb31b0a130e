/**
 * Defines the facts and states of a swap. The state is a pure fold over stored facts: their order of arrival does not
 * matter, a final status never changes, and an unknown fact never means failure.
 */
import type { Amount } from './amount.ts';
import type { ChainId } from './chain-id.ts';

export const TRACKING_STATUSES = ['not_started', 'pending', 'swapping', 'completed', 'refunded', 'failed'] as const;
export type TrackingStatus = (typeof TRACKING_STATUSES)[number];
export const STAGES = ['inbound', 'swap', 'outbound', 'refund'] as const;
export type Stage = (typeof STAGES)[number];
export const SWAP_STATUSES = ['pending', 'success', 'refunded', 'failed'] as const;
export type SwapOutcome = (typeof SWAP_STATUSES)[number];

/** The statuses that never change any more. */
export const FINAL_STATUSES = ['completed', 'refunded', 'failed'] as const satisfies TrackingStatus[];
export type FinalStatus = (typeof FINAL_STATUSES)[number];
export const isFinalStatus = (status: TrackingStatus): status is FinalStatus =>
  FINAL_STATUSES.some((one) => one === status);

/** What prevented a swap, as reported by its provider or its chain. Programs rely on these names: never rename one. */
const CAUSES = {
  priceLimit: 'The price moved past the limit of the route.',
  insufficientLiquidity: 'The pools could not take the amount, or there is no pool for the pair any more.',
  belowMinimum: 'The amount was below what the provider takes or pays out, or did not cover its fees.',
  wrongAmount: 'The payment was not the exact amount that the order was for.',
  insufficientFunds: 'The payer’s balance, or the allowance of the contract, was too low.',
  invalidTerms: 'What the payment asks for (its memo, an address, a parameter) cannot be carried out.',
  rejected: 'The network, or the broker, rejected the payment.',
  halted: 'Trading was halted.',
  noSolver: 'No solver answered the payment in time.',
  expired: 'The address, the order or the transaction ended before the payment was there.',
} as const;
export type Cause = keyof typeof CAUSES;

/** The reason as a sentence for people, and the cause for programs. */
export type Why = { reason: string; cause?: Cause };

/**
 * Why a swap failed or was refunded, for programs, each with its meaning: the cause where it is known, else how the
 * swap ended. Programs rely on these names: never rename one.
 */
export const REASON_CODES = {
  ...CAUSES,
  refunded: 'The provider could not swap and sent the sold asset back.',
  secondLegRefunded: 'The first leg is through, the second could not be done: what the first paid out came back.',
  paidInBridgeAsset: 'The second leg could not be done: what the first paid out went to the destination instead.',
  paymentFailed: 'The payment failed on its own chain, or came too late or never: nothing was swapped.',
  paymentReplaced: 'Another transaction took the payment’s place: nothing was swapped.',
  swapFailed: 'The provider says for good that the swap failed and sends nothing back.',
  secondLegFailed: 'The first leg is through, the second failed for good.',
  payoutNotSent: 'The payout is signed but could not be sent: `data.transactionPayload` has it.',
} as const;
export type ReasonCode = keyof typeof REASON_CODES;
export const REASON_CODE_NAMES = Object.keys(REASON_CODES) as [ReasonCode, ...ReasonCode[]];

/** `at` is in unix ms: when the event happened where the source says so, else when it was first seen. */
type Fact = { at: number };

/** What is known of one transaction on one chain. */
export type TxFact = {
  hash: string;
  chain: ChainId;
  amount?: Amount;
  address?: string;
  confirmations?: number;
  requiredConfirmations?: number;
  blockNumber?: number;
};

/** A signed call that pays out, which anyone may submit after the network failed to send it. */
export type TransactionPayload = { chain: ChainId; to: string; value: string; data: string };

/**
 * What was observed, and by whom. Each distinct content is stored once and never changed.
 * `leg` is the zero-based leg, 0 for a route of one leg.
 */
export type Observation = Fact &
  /** The payment is known on its chain; `final` once the chain cannot reverse it. */
  (
    | { kind: 'inboundSeen'; tx: TxFact; final: boolean }
    /** The payment reverted, was rejected or can never happen: nothing was swapped. */
    | ({ kind: 'inboundFailed'; tx?: TxFact } & Why)
    | { kind: 'inboundReplaced'; byHash: string }
    /** The provider has seen the payment; `final` once it has counted the confirmations. */
    | {
        kind: 'providerSeen';
        leg: number;
        evidence?: string;
        final: boolean;
        remainingSeconds?: number;
        tx?: TxFact;
        /** What arrived, where its transaction is unknown. */
        amount?: Amount;
      }
    | {
        kind: 'swapProgress';
        leg: number;
        done: number;
        total: number;
        swapId?: string;
        output?: Amount;
        failed?: number;
        /** No further part will be swapped: the rest is refunded. */
        stopped?: true;
      }
    | { kind: 'swapping'; leg: number; swapId?: string; reason?: string }
    | { kind: 'swapDone'; leg: number; swapId?: string; output?: Amount; swapSeconds?: number }
    /** The payout is decided but not yet sent; `delaySeconds` is the remaining time in a queue. */
    | {
        kind: 'outboundPlanned';
        leg: number;
        output?: Amount;
        toAddress?: string;
        delaySeconds?: number;
        reason?: string;
      }
    /** `refundDue`: whether the unswapped part is refunded as well; absent where the source cannot tell. */
    | { kind: 'outboundSent'; leg: number; tx: TxFact; refundDue?: boolean }
    /**
     * `fallback`, here and below: the bridge asset of a two-leg route is paid to the destination instead of being
     * refunded to the sender, because the second leg could not be done.
     */
    | ({
        kind: 'refundPlanned';
        leg: number;
        refund?: Amount;
        toAddress?: string;
        fallback?: true;
        /** The refund is too small for the network to send: the network keeps it. */
        kept?: true;
      } & Partial<Why>)
    /** `outputDue`: whether a part was swapped and is paid out as well; absent where the source cannot tell. */
    | ({ kind: 'refundSent'; leg: number; tx: TxFact; outputDue?: boolean; fallback?: true } & Partial<Why>)
    /** The provider says finally that the swap failed and what became of the money. */
    | ({ kind: 'providerFailed'; leg: number; payload?: TransactionPayload } & Why)
    /** Trading or signing is halted while the swap is under way, so the swap waits. */
    | { kind: 'held'; leg: number; reason: string }
    | { kind: 'heldNoMore'; leg: number }
  );

/** An observation of the upstreams: new facts, and how to read them. Only the facts are stored. */
export type ObserveResult = {
  observations: Observation[];
  /** An upstream did not answer. */
  stale: boolean;
  /** The payment that the provider saw; identifies the payment where its own chain cannot be asked. */
  payment?: { to?: string; memo?: string };
  /** When the deposit channel ends according to the provider's latest answer, in unix ms of this machine's clock. */
  channelEnd?: { at: number; ended: boolean };
};
