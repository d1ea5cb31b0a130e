/**
 * Defines the traits that the core asks for instead of a provider's id. Each upstream declares its own beside its
 * payments.
 */
import type { ChainId } from '../domain/chain-id.ts';
import type { FeeType } from '../domain/fee.ts';

/** Texts of the page, with `{chain}` for the fee's chain. */
export type FeeText = { name: string; who: string };

export type ProviderTraits = {
  /** What follows the base address of a node that confirms where its payments go; absent: nobody but itself can. */
  witnessPath?: string;
  /** Where people find its help. */
  helpUrl: string;
  /** One transaction on one chain sells and pays out: nothing is left to wait for. */
  settlesInOneTransaction?: true;
  /** Both sides lock what they swap, and one secret opens both locks. */
  locksByHash?: true;
  /** The payment is a call that only the prepared transaction identifies: it has no memo and no address of its own. */
  isPaidByOwnCall?: true;
  /** The payment carries a memo that says what is bought, and for whom. */
  isOrderedByMemo?: true;
  /** Any wallet can pay a swap through a deposit address that the network opens for it. */
  opensDepositChannels?: true;
  /** Chains whose deposits it credits before their confirmations, for a fee. */
  boosts?: readonly ChainId[];
  /** It pays from a vault, with too little gas for a contract that does more than take coins. */
  paysFromVault?: true;
  /** It refuses a caller who asks for many payments that it does not know. */
  limitsUnknownPayments?: true;
  /** What the wallet is asked for where the provider does the first of two legs. */
  firstLegText?: string;
  /** Shown while the review waits for what the provider reserves for this payment. */
  reservationText?: string;
  /** Fees that mean something else than their type says. `inbound` counts where the fee is taken off the deposit. */
  feeTexts?: Partial<Record<FeeType, FeeText>>;
};
