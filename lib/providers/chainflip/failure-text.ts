/**
 * Explains what happened to the money that Chainflip did not swap: a sentence and a cause for each name that the
 * chain gives.
 */
import type { Cause, Why } from '../../domain/swap-status.ts';

export type Fate =
  /** The network keeps it: nothing was swapped and nothing comes back. */
  | 'kept'
  /** It goes back to the refund address, less the fee of sending it. */
  | 'returned'
  /** The same where it can be sent back, which the backend does not say beforehand. */
  | 'perhapsReturned';

type FailureText = { why: string; fate: Fate; cause?: Cause };

const INVALID = (what: string): FailureText => ({
  why: `The payment’s ${what} cannot be carried out by Chainflip.`,
  fate: 'perhapsReturned',
  cause: 'invalidTerms',
});

const TOO_SMALL: FailureText = {
  why: 'The deposit was below Chainflip’s minimum.',
  fate: 'kept',
  cause: 'belowMinimum',
};

/** Source: chainflip-backend pallets/cf-ingress-egress, `DepositFailedReason`. */
const DEPOSITS: Readonly<Record<string, FailureText>> = {
  BelowMinimumDeposit: TOO_SMALL,
  InsufficientDepositAmount: TOO_SMALL,
  NotEnoughToPayFees: { why: 'The deposit did not cover the network’s fees.', fate: 'kept', cause: 'belowMinimum' },
  Unrefundable: { why: 'The deposit can neither be swapped nor sent back.', fate: 'kept' },
  TransactionRejectedByBroker: { why: 'The broker had the deposit rejected.', fate: 'returned', cause: 'rejected' },
  DepositWitnessRejected: { why: 'The network rejected the deposit.', fate: 'returned', cause: 'rejected' },
  InvalidBrokerFees: INVALID('broker fees'),
  InvalidDcaParameters: INVALID('splitting into parts'),
  InvalidRefundParameters: INVALID('refund terms'),
  InvalidDestinationAddress: INVALID('destination address'),
  CcmInvalidMetadata: INVALID('contract call'),
  CcmUnsupportedForTargetChain: INVALID('contract call'),
};

/** `reported` is the chain's own text. A name that is missing from the table is shown as it came. */
export function depositFailureText(
  name: string | undefined,
  reported: string | undefined,
  mode: string | undefined,
): FailureText {
  const known = name === undefined ? undefined : DEPOSITS[name];
  if (known) return known;
  const why = `Chainflip did not swap the deposit: ${reported ?? name ?? 'it gives no reason'}.`;
  return { why, fate: mode === 'DEPOSIT_REJECTED' ? 'returned' : 'perhapsReturned' };
}

/** @param fate what is to be said of the money. */
export const depositWhy = ({ why, cause }: FailureText, fate: string): Why => ({
  reason: `${why} ${fate}`,
  ...(cause ? { cause } : {}),
});

export const fateText: Readonly<Record<Fate, string>> = {
  kept: 'The network keeps such deposits: nothing was swapped and nothing comes back.',
  returned: 'What came in goes back to the refund address, less the fee of sending it.',
  perhapsReturned:
    'Chainflip sends what came in back to the refund address, less the fee of sending it, where it can be sent back.',
};

/** Once the time in which a refund is sent has passed. */
export const NOT_RETURNED = 'Nothing was sent back in time. Chainflip’s support can tell what became of the deposit.';

/** Source: chainflip-backend pallets/cf-swapping, `SwapFailureReason`. */
const RESCHEDULED: Readonly<Record<string, string>> = {
  MinPriceViolation: 'The price is below the guaranteed one',
  PriceImpactLimit: 'The pools cannot take the amount at an acceptable price',
  OraclePriceSlippageExceeded: 'The price is too far from the market’s',
  OraclePriceStale: 'The market price that the swap is held to is out of date',
  PredecessorSwapFailure: 'The part before it has not been swapped yet',
  SafeModeActive: 'Chainflip has halted swapping for the moment',
  InsufficientLiquidity: 'The pools have too little liquidity',
};

const reasonText = (name: string | undefined): string =>
  name === undefined
    ? 'The swap could not be carried out'
    : (RESCHEDULED[name] ?? `The swap could not be carried out (${name})`);

/** While it is tried again. */
export const retryText = (name: string | undefined): string => `${reasonText(name)}; Chainflip tries again.`;

const PAST: Readonly<Record<string, string>> = {
  MinPriceViolation: 'The price stayed below the minimum until the retry time ran out',
  OraclePriceSlippageExceeded: 'The price stayed too far from the market price until the retry time ran out',
  PriceImpactLimit: 'The pools could not take the amount at an acceptable price',
  InsufficientLiquidity: 'The pools had too little liquidity until the retry time ran out',
};

const CAUSES: Readonly<Record<string, Cause>> = {
  MinPriceViolation: 'priceLimit',
  OraclePriceSlippageExceeded: 'priceLimit',
  PriceImpactLimit: 'insufficientLiquidity',
  InsufficientLiquidity: 'insufficientLiquidity',
  SafeModeActive: 'halted',
};

const PRICE_OR_MARKET =
  'The price stayed below the minimum, or too far from the market price, until the retry time ran out';

/** Why what was not swapped goes back. */
export function refundWhy(name: string | undefined): Why {
  const why = name === undefined ? PRICE_OR_MARKET : (PAST[name] ?? reasonText(name));
  const cause = name === undefined ? undefined : CAUSES[name];
  return {
    reason: `${why}; the rest is sent back, less the network fee.`,
    ...(cause ? { cause } : {}),
  };
}
