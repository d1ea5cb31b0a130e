/**
 * The swap's state as a pure fold over stored facts: the order in which facts arrive does not matter,
 * a final status never changes, and a fact that we do not understand never means failure.
 */
import type { Amount } from './amount.ts';
import type { ChainId } from './chain-id.ts';

export const TRACKING_STATUSES = ['not_started', 'pending', 'swapping', 'completed', 'refunded', 'failed'] as const;
export type TrackingStatus = (typeof TRACKING_STATUSES)[number];
export const STAGES = ['inbound', 'swap', 'outbound', 'refund'] as const;
export type Stage = (typeof STAGES)[number];
export const SWAP_STATUSES = ['pending', 'success', 'refunded', 'failed'] as const;
export type SwapOutcome = (typeof SWAP_STATUSES)[number];

/** The statuses after which nothing changes any more. */
export const FINAL_STATUSES = ['completed', 'refunded', 'failed'] as const satisfies TrackingStatus[];
export type FinalStatus = (typeof FINAL_STATUSES)[number];
export const isFinalStatus = (status: TrackingStatus): status is FinalStatus =>
  FINAL_STATUSES.some((one) => one === status);

/** What kept a swap from being done, where its provider or its chain tells it; none is ever renamed. */
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

/** Why, as a sentence for people, and the cause for programs. */
export type Why = { reason: string; cause?: Cause };

/**
 * Why a swap failed or was refunded, for programs, with what it means; none is ever renamed. The cause where it is
 * known, else how the swap ended.
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

/** Unix milliseconds. `at` is when the thing happened where the source says so, else when it was first seen. */
type Fact = { at: number };

/** One transaction on one chain as far as it is known. */
export type TxFact = {
  hash: string;
  chain: ChainId;
  amount?: Amount;
  address?: string;
  confirmations?: number;
  requiredConfirmations?: number;
  blockNumber?: number;
};

/** A signed call that pays out and that anyone may submit, where the network's own sending of it failed. */
export type TransactionPayload = { chain: ChainId; to: string; value: string; data: string };

/**
 * What was seen, by whom. Each is stored once per distinct content and never changed.
 * `leg` is the zero-based leg, 0 where a route has one.
 */
export type Observation = Fact &
  /** The payment is known on its chain; `final` once the chain will not take it back. */
  (
    | { kind: 'inboundSeen'; tx: TxFact; final: boolean }
    /** The payment reverted, was rejected or can never happen: nothing was swapped. */
    | ({ kind: 'inboundFailed'; tx?: TxFact } & Why)
    | { kind: 'inboundReplaced'; byHash: string }
    /** The provider has seen the payment; `final` once it has counted its confirmations. */
    | { kind: 'providerSeen'; leg: number; evidence?: string; final: boolean; remainingSeconds?: number; tx?: TxFact }
    | {
        kind: 'swapProgress';
        leg: number;
        done: number;
        total: number;
        swapId?: string;
        output?: Amount;
        failed?: number;
        /** No further part is swapped: what remains goes back. */
        stopped?: true;
      }
    | { kind: 'swapping'; leg: number; swapId?: string; reason?: string }
    | { kind: 'swapDone'; leg: number; swapId?: string; output?: Amount; swapSeconds?: number }
    /** The payout is decided but not yet sent; `delaySeconds` is what is left of a queue. */
    | {
        kind: 'outboundPlanned';
        leg: number;
        output?: Amount;
        toAddress?: string;
        delaySeconds?: number;
        reason?: string;
      }
    /** `refundDue`: whether a refund of the unswapped part goes out as well; left out where the source cannot tell. */
    | { kind: 'outboundSent'; leg: number; tx: TxFact; refundDue?: boolean }
    /**
     * `fallback`, here and below: not back to the sender, but the bridge asset of a route of two legs, paid to the
     * destination because the second leg could not be done.
     */
    | ({
        kind: 'refundPlanned';
        leg: number;
        refund?: Amount;
        toAddress?: string;
        fallback?: true;
        /** Too small for the network to send: it keeps it, and nothing comes back. */
        kept?: true;
      } & Partial<Why>)
    /** `outputDue`: whether a part was swapped and goes out as well; left out where the source cannot tell. */
    | ({ kind: 'refundSent'; leg: number; tx: TxFact; outputDue?: boolean; fallback?: true } & Partial<Why>)
    /** The provider says, for good, that the swap failed and what became of the money. */
    | ({ kind: 'providerFailed'; leg: number; payload?: TransactionPayload } & Why)
    /** Trading or signing is halted while the swap is under way: it waits. */
    | { kind: 'held'; leg: number; reason: string }
    | { kind: 'heldNoMore'; leg: number }
  );

/** How the last word of the upstreams is to be read next to the facts. Not stored. */
export type ObserveResult = {
  observations: Observation[];
  /** An upstream could not be asked. */
  stale: boolean;
  /** What the provider saw paid: tells whose payment it is where its own chain cannot be asked. */
  payment?: { to?: string; memo?: string };
  /** When the deposit channel ends by the provider's newest word, unix ms of this machine's clock. */
  channelEnd?: { at: number; ended: boolean };
};
