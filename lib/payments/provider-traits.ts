/**
 * Defines the traits that the core reads instead of comparing provider ids. Each upstream declares its own beside its
 * payments.
 */
import type { ChainId } from '../domain/chain-id.ts';
import type { FeeType } from '../domain/fee.ts';

/** Texts of the page, with `{chain}` for the fee's chain. */
export type FeeText = { name: string; who: string };

export type ProviderTraits = {
  /**
   * The path, after a node's base address, that confirms where its payments go; absent: only the provider itself can.
   */
  witnessPath?: string;
  /** The provider's help page. */
  helpUrl: string;
  /** One transaction on one chain sells and pays out: nothing remains to wait for. */
  settlesInOneTransaction?: true;
  /** Both sides lock what they swap, and one secret opens both locks. */
  locksByHash?: true;
  /** The payment is a call that only the prepared transaction identifies: it has no memo and no address of its own. */
  isPaidByOwnCall?: true;
  /** The payment carries a memo with the bought asset and its recipient. */
  isOrderedByMemo?: true;
  /** Any wallet can pay a swap through a deposit address that the network opens for it. */
  opensDepositChannels?: true;
  /** Chains whose deposits it credits before their confirmations, for a fee. */
  boosts?: readonly ChainId[];
  /** It pays from a vault, with too little gas for a contract that does more than receive coins. */
  paysFromVault?: true;
  /** It blocks callers who ask for many unknown payments. */
  limitsUnknownPayments?: true;
  /** The request to the wallet when the provider makes the first of two legs. */
  firstLegText?: string;
  /** Shown while the review waits for the provider's reservation for this payment. */
  reservationText?: string;
  /** Fees with another meaning than their type. `inbound` applies when the fee is taken off the deposit. */
  feeTexts?: Partial<Record<FeeType, FeeText>>;
};
