/** What the one button says and does: a pure function of everything it depends on, first match wins. */
import type { AddressCheck } from '../../lib/chains/address.ts';
import { addDecimals, compareDecimals } from '../ui/decimal-math.ts';
import { fractionDigits, isZero, type TypedAmount } from './parse-amount.ts';

export type ButtonAction =
  | 'chooseSell'
  | 'chooseBuy'
  | 'enterAmount'
  | 'useMaximum'
  | 'useMinimum'
  | 'enterTo'
  | 'enterFrom'
  | 'connect'
  | 'retry'
  | 'showFailures'
  | 'review';

/** Without an action the button waits and cannot be pressed; its label says for what. */
export type ButtonState = { label: string; action?: ButtonAction; busy?: boolean };

/** An address field: nothing typed, or what its check says. */
export type TypedAddress = { text: string; check?: AddressCheck };

export type ButtonInput = {
  sell?: { symbol: string; chainName: string; decimals?: number | undefined } | undefined;
  buy?: { symbol: string; chainName: string } | undefined;
  amount: TypedAmount;
  /** Decimal; undefined while unknown. */
  balance?: string | undefined;
  /** Decimal, in the sell asset: what the network's fee may take on top; undefined where it is paid in another coin. */
  reserve?: string | undefined;
  to: TypedAddress;
  from: TypedAddress;
  /** An account of the sold chain is connected. */
  connected: boolean;
  /** Some wallet kind can sign for the sold chain, and the person has not chosen to go on without one. */
  offerWallet: boolean;
  quote: {
    phase: 'idle' | 'asking' | 'done' | 'failed';
    hasRoute: boolean;
    /** Every provider that answered said that trading is paused. */
    halted?: boolean;
    /** Least amount, in the sell asset, where all that failed said that it is too small. */
    minimum?: string | undefined;
  };
};

function aboutAmount({ sell, amount, balance, reserve }: ButtonInput): ButtonState | undefined {
  if (!sell) return { label: 'Choose what you sell', action: 'chooseSell' };
  if (amount.kind === 'empty' || (amount.kind === 'amount' && isZero(amount.value)))
    return { label: 'Enter an amount', action: 'enterAmount' };
  if (amount.kind === 'bad') return { label: 'Enter the amount as a number', action: 'enterAmount' };
  if (sell.decimals !== undefined && fractionDigits(amount.value) > sell.decimals)
    return { label: `${sell.symbol} has ${sell.decimals} decimals at most`, action: 'enterAmount' };
  if (balance !== undefined && compareDecimals(amount.value, balance) > 0)
    return { label: `Not enough ${sell.symbol}`, action: isZero(balance) ? 'enterAmount' : 'useMaximum' };
  if (
    balance !== undefined &&
    reserve !== undefined &&
    compareDecimals(addDecimals(amount.value, reserve), balance) > 0
  )
    return { label: `Keep ${reserve} ${sell.symbol} for the network fee`, action: 'useMaximum' };
  return undefined;
}

function aboutQuote({ quote, sell }: ButtonInput): ButtonState | undefined {
  if (quote.phase === 'failed') return { label: 'Ask for quotes again', action: 'retry' };
  if (quote.hasRoute) return undefined;
  if (quote.phase !== 'done') return { label: 'Getting quotes…', busy: true };
  if (quote.minimum !== undefined && sell)
    return { label: `The least is ${quote.minimum} ${sell.symbol}. Use it`, action: 'useMinimum' };
  if (quote.halted) return { label: 'Trading is paused. See why', action: 'showFailures' };
  return { label: 'No route. See why', action: 'showFailures' };
}

function aboutAddresses({ to, from, connected, offerWallet, sell, buy }: ButtonInput): ButtonState | undefined {
  if (to.text === '') return { label: `Enter your ${buy?.chainName ?? ''} address`, action: 'enterTo' };
  if (to.check?.ok !== true) return { label: `This is no ${buy?.chainName ?? ''} address`, action: 'enterTo' };
  if (connected) return undefined;
  if (from.text === '')
    return offerWallet
      ? { label: 'Connect a wallet', action: 'connect' }
      : { label: `Enter the ${sell?.chainName ?? ''} address that you send from`, action: 'enterFrom' };
  if (from.check?.ok !== true) return { label: `This is no ${sell?.chainName ?? ''} address`, action: 'enterFrom' };
  return undefined;
}

export function buttonState(input: ButtonInput): ButtonState {
  const aboutSides =
    input.sell && !input.buy ? { label: 'Choose what you buy', action: 'chooseBuy' as const } : undefined;
  const amount = input.amount.kind === 'amount' ? input.amount.value : '';
  return (
    aboutSides ??
    aboutAmount(input) ??
    aboutQuote(input) ??
    aboutAddresses(input) ?? { label: `Review swap of ${amount} ${input.sell?.symbol ?? ''}`, action: 'review' }
  );
}
