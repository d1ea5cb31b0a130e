/**
 * Derives the label and the action of the form's one button from the state of the form. The first matching rule wins.
 */
import type { Text } from '../../lib/i18n/text.ts';
import { addDecimals, compareDecimals, leftOver, shareOf } from '../ui/decimal-math.ts';
import { fullAmount, percent } from '../ui/format.ts';
import type { TypedNumber } from '../ui/parse-locale-number.ts';

/** All states, in the order in which the rules are tried. */
export const BUTTON_STATES = [
  'chooseSell',
  'chooseBuy',
  'enterAmount',
  'notANumber',
  'unclearNumber',
  'tooManyDecimals',
  'valueNeedsPrice',
  'minimum',
  'connect',
  'switchNetwork',
  'enterRecipient',
  'checkingRecipient',
  'resolvingName',
  'nameNotFound',
  'nameFailed',
  'recipientWrong',
  'notEnough',
  'keepForFee',
  'notEnoughGas',
  'offline',
  'tooManyRequests',
  'unreachable',
  'gettingQuotes',
  'paused',
  'noRoute',
  'lossTooHigh',
  'enterRefund',
  'checkingRefund',
  'refundWrong',
  'refreshing',
  'approve',
  'review',
] as const;
export type ButtonStateName = (typeof BUTTON_STATES)[number];

export type ButtonAction =
  | 'chooseSell'
  | 'chooseBuy'
  | 'enterAmount'
  | 'cutDecimals'
  | 'enterInCoins'
  | 'useMaximum'
  | 'useMinimum'
  | 'enterTo'
  | 'resolveAgain'
  | 'enterFrom'
  | 'connect'
  | 'switchNetwork'
  | 'retry'
  | 'showFailures'
  | 'review';

/** Without an `action` the button is disabled; its label says what it waits for. */
export type ButtonState = { state: ButtonStateName; label: string; action?: ButtonAction; busy?: boolean };

/** The state of an entered address. Text that has not been checked yet is `checking` and never counts as good. */
export type AddressPhase =
  | 'none'
  | 'checking'
  | 'resolving'
  | 'good'
  // The text is not an address of this chain.
  | 'wrong'
  | 'nameNotFound'
  // The name could not be resolved.
  | 'nameFailed';

export type ButtonInput = {
  sell?: { symbol: string; chainName: string; decimals?: number | undefined } | undefined;
  buy?: { symbol: string; chainName: string } | undefined;
  amount: TypedNumber;
  /** A value was typed, but the price that converts it to an amount is unknown. */
  valueWithoutPrice?: boolean | undefined;
  /** An account of the sold chain is connected. */
  connected: boolean;
  /** Some kind of wallet can sign for the sold chain, and the user has not chosen to go on without one. */
  offerWallet: boolean;
  /** The connected wallet is on another network and can be asked to switch. */
  wrongNetwork?: boolean | undefined;
  to: AddressPhase;
  from: AddressPhase;
  /** Decimal; undefined while unknown. */
  balance?: string | undefined;
  /**
   * The network fee that may be added on top, a decimal of the sell asset; undefined when it is paid in another coin.
   */
  reserve?: string | undefined;
  /** What the account lacks for the network fee, a decimal of the chain's native coin. */
  gasMissing?: { amount: string; symbol: string } | undefined;
  quote: {
    phase: 'idle' | 'asking' | 'done' | 'failed';
    hasRoute: boolean;
    /** The chain or provider on which trading is paused, when every provider that could swap reports it. */
    pausedOn?: string | undefined;
    /**
     * The least amount, a decimal of the sell asset, when every failed provider reports that the amount is too small.
     */
    minimum?: string | undefined;
    /** The shown quote has expired, and a new one is being fetched. */
    stale?: boolean | undefined;
    trouble?: 'offline' | 'tooManyRequests' | 'unreachable' | undefined;
    /** Seconds until the next automatic attempt. */
    retryInSeconds?: number | undefined;
  };
  /** The wallet will be asked for an allowance before the payment. */
  needsApproval?: boolean | undefined;
  /** The loss of the chosen route in percent, when it exceeds what the embedding site allows. */
  lossTooHigh?: number | undefined;
};

const isZero = (decimal: string): boolean => !/[1-9]/.test(decimal);
const fractionDigits = (decimal: string): number => decimal.split('.')[1]?.length ?? 0;

/** Only valid after `aboutAmount` has accepted the amount. */
const sold = ({ amount }: ButtonInput): string => (amount.kind === 'number' ? amount.value : '0');
const symbolOf = ({ sell }: ButtonInput): string => sell?.symbol ?? '';

type Rule = (t: Text, input: ButtonInput) => ButtonState | undefined;

const aboutSides: Rule = (t, { sell, buy }) => {
  if (!sell) return { state: 'chooseSell', label: t('Choose what you sell'), action: 'chooseSell' };
  if (!buy) return { state: 'chooseBuy', label: t('Choose what you buy'), action: 'chooseBuy' };
  return undefined;
};

const aboutAmount: Rule = (t, { sell, amount, valueWithoutPrice }) => {
  if (amount.kind === 'bad') return { state: 'notANumber', label: t('Enter a number'), action: 'enterAmount' };
  if (amount.kind === 'unclear')
    return {
      state: 'unclearNumber',
      label: t('Choose which amount you mean'),
      action: 'enterAmount',
    };
  if (valueWithoutPrice)
    return {
      state: 'valueNeedsPrice',
      label: t('No price for {symbol}. Enter an amount', { symbol: sell?.symbol ?? '' }),
      action: 'enterInCoins',
    };
  if (amount.kind === 'empty' || isZero(amount.value))
    return { state: 'enterAmount', label: t('Enter an amount'), action: 'enterAmount' };
  if (sell?.decimals !== undefined && fractionDigits(amount.value) > sell.decimals)
    return {
      state: 'tooManyDecimals',
      label: t('{symbol} has at most {n} decimals. Use {amount}', {
        symbol: sell.symbol,
        n: sell.decimals,
        amount: fullAmount(shareOf(amount.value, 100, sell.decimals), t.tag),
      }),
      action: 'cutDecimals',
    };
  return undefined;
};

const aboutMinimum: Rule = (t, input) => {
  const { hasRoute, phase, minimum } = input.quote;
  if (hasRoute || phase !== 'done' || minimum === undefined) return undefined;
  const amount = fullAmount(minimum, t.tag);
  return {
    state: 'minimum',
    label: t('The minimum is {amount} {symbol}. Use it', { amount, symbol: symbolOf(input) }),
    action: 'useMinimum',
  };
};

const aboutWallet: Rule = (t, { connected, offerWallet, wrongNetwork, from, sell }) => {
  if (!connected && offerWallet && from === 'none')
    return { state: 'connect', label: t('Connect a wallet'), action: 'connect' };
  if (connected && wrongNetwork)
    return {
      state: 'switchNetwork',
      label: t('Switch your wallet to {chain}', { chain: sell?.chainName ?? '' }),
      action: 'switchNetwork',
    };
  return undefined;
};

const aboutRecipient: Rule = (t, { to, buy }) => {
  const chain = buy?.chainName ?? '';
  const states: Record<AddressPhase, ButtonState | undefined> = {
    none: { state: 'enterRecipient', label: t('Enter your {chain} address', { chain }), action: 'enterTo' },
    checking: { state: 'checkingRecipient', label: t('Checking…'), busy: true },
    resolving: { state: 'resolvingName', label: t('Looking up the name…'), busy: true },
    nameNotFound: {
      state: 'nameNotFound',
      label: t('This name has no {chain} address', { chain }),
      action: 'enterTo',
    },
    nameFailed: { state: 'nameFailed', label: t('Look up the name again'), action: 'resolveAgain' },
    wrong: { state: 'recipientWrong', label: t('Not an address on {chain}', { chain }), action: 'enterTo' },
    good: undefined,
  };
  return states[to];
};

const aboutFunds: Rule = (t, input) => {
  const { balance, reserve, gasMissing } = input;
  const symbol = symbolOf(input);
  if (balance !== undefined && compareDecimals(sold(input), balance) > 0)
    return {
      state: 'notEnough',
      label: t('Not enough {symbol}', { symbol }),
      action: isZero(leftOver(balance, reserve ?? '0', 18)) ? 'enterAmount' : 'useMaximum',
    };
  if (balance !== undefined && reserve !== undefined && compareDecimals(addDecimals(sold(input), reserve), balance) > 0)
    return {
      state: 'keepForFee',
      label: t('Keep {amount} {symbol} for the network fee', { amount: fullAmount(reserve, t.tag), symbol }),
      action: isZero(leftOver(balance, reserve, 18)) ? 'enterAmount' : 'useMaximum',
    };
  if (gasMissing)
    return {
      state: 'notEnoughGas',
      label: t('You need {amount} {symbol} more for the network fee', {
        amount: fullAmount(gasMissing.amount, t.tag),
        symbol: gasMissing.symbol,
      }),
    };
  return undefined;
};

const aboutTrouble: Rule = (t, { quote }) => {
  // Prices that are shown grow old without a network, and a review would ask for new ones.
  if (quote.trouble === 'offline') return { state: 'offline', label: t('You are offline'), action: 'retry' };
  if (quote.phase !== 'failed') return undefined;
  if (quote.trouble === 'tooManyRequests')
    return quote.retryInSeconds === undefined
      ? { state: 'tooManyRequests', label: t('Too many requests. Try again'), action: 'retry' }
      : {
          state: 'tooManyRequests',
          label: t.count(quote.retryInSeconds, {
            one: 'Too many requests. Trying again in {n} second',
            other: 'Too many requests. Trying again in {n} seconds',
          }),
          busy: true,
        };
  return { state: 'unreachable', label: t('Try again'), action: 'retry' };
};

const aboutQuote: Rule = (t, { quote }) => {
  if (quote.hasRoute) return undefined;
  if (quote.phase !== 'done') return { state: 'gettingQuotes', label: t('Getting quotes…'), busy: true };
  if (quote.pausedOn !== undefined)
    return {
      state: 'paused',
      label: t('Trading is paused on {chain}. See why', { chain: quote.pausedOn }),
      action: 'showFailures',
    };
  return { state: 'noRoute', label: t('No route. See why'), action: 'showFailures' };
};

const aboutLoss: Rule = (t, { lossTooHigh }) =>
  lossTooHigh === undefined
    ? undefined
    : {
        state: 'lossTooHigh',
        label: t('This swap loses {percent}, more than this site allows', { percent: percent(lossTooHigh, t.tag) }),
      };

const aboutRefund: Rule = (t, { connected, from, sell }) => {
  if (from === 'good' || (connected && from === 'none')) return undefined;
  const chain = sell?.chainName ?? '';
  if (from === 'none')
    return {
      state: 'enterRefund',
      label: t('Enter the {chain} address you pay from', { chain }),
      action: 'enterFrom',
    };
  if (from === 'checking' || from === 'resolving')
    return { state: 'checkingRefund', label: t('Checking…'), busy: true };
  return { state: 'refundWrong', label: t('Not an address on {chain}', { chain }), action: 'enterFrom' };
};

/** @param t the reader's language. */
export function buttonState(t: Text, input: ButtonInput): ButtonState {
  const rules = [
    aboutSides,
    aboutAmount,
    // A swap that is impossible needs no wallet.
    aboutMinimum,
    aboutWallet,
    aboutRecipient,
    aboutFunds,
    aboutTrouble,
    aboutQuote,
    aboutLoss,
    aboutRefund,
  ];
  for (const rule of rules) {
    const found = rule(t, input);
    if (found) return found;
  }
  if (input.quote.stale) return { state: 'refreshing', label: t('Refreshing the quotes…'), busy: true };
  const amount = fullAmount(sold(input), t.tag);
  const symbol = symbolOf(input);
  if (input.needsApproval)
    return { state: 'approve', label: t('Approve {symbol} and review the swap', { symbol }), action: 'review' };
  return { state: 'review', label: t('Review swap of {amount} {symbol}', { amount, symbol }), action: 'review' };
}
