/** Explains why a chain would refuse a payment: what it means for the money, and what helps. */
import { chainOf } from '../../chains/chains.ts';
import { assetOf } from '../../domain/asset.ts';
import { routerErrorText } from '../../payments/oneinch/router-errors.ts';
import type { PayableRoute } from '../../payments/payable-route.ts';
import { PaymentError, type PaymentFault } from '../wallet-types.ts';

type Refusal = { fault: PaymentFault; sentence(route: PayableRoute): string };

const symbolOf = (asset: string): string => {
  const { chain, symbol, kind } = assetOf(asset);
  const { native } = chainOf(chain);
  return kind === 'native' ? (native.shownSymbol ?? native.symbol) : symbol;
};

/** A contract's error in the gateway's text, or by its selector when a node gives no text. */
const says = (reason: string, selectors: readonly string[]): boolean =>
  selectors.some((selector) => [selector, routerErrorText(selector)].some((text) => text && reason.includes(text)));

const NOT_ALLOWED: Refusal = {
  fault: 'refusedByNetwork',
  sentence: (route) =>
    `The contract may not take your ${symbolOf(route.sellAsset)}: its allowance is missing or too small, or your balance is. Try again, and approve the allowance when your wallet asks.`,
};

/** Source: errors of 1inch's router v6, HTLC.sol of Garden, OpenZeppelin's ERC-20 and the texts of usual tokens. */
const REFUSALS: readonly [selectors: readonly string[], texts: RegExp, Refusal][] = [
  [
    ['0x064a4ec6'],
    /ReturnAmountIsNotEnough|MinReturn|slippage/i,
    {
      fault: 'priceMoved',
      sentence: (route) =>
        `The price has moved past your limit: you would get less than ${route.expectedBuyAmountMaxSlippage} ${symbolOf(route.buyAsset)}. Ask for a new quote, or allow more slippage.`,
    },
  ],
  [
    ['0xe450d38c', '0xf4d678b8'],
    /exceeds balance|insufficient balance/i,
    {
      fault: 'insufficientFunds',
      sentence: (route) =>
        `Your account holds less than ${route.sellAmount} ${symbolOf(route.sellAsset)}. Sell less, or send some there first.`,
    },
  ],
  [['0xfb8f41b2', '0xf4059071'], /SafeTransferFromFailed|allowance/i, NOT_ALLOWED],
  [
    ['0xd93c0665'],
    /EnforcedPause/,
    { fault: 'refusedByNetwork', sentence: () => 'The contract is paused by those who run it. Take another route.' },
  ],
  [
    [],
    /HTLC: duplicate order|HTLC: order (fulfilled|not initiated)/i,
    {
      fault: 'refusedByNetwork',
      sentence: () => 'This order has been paid already. Look at its tracking page before you pay again.',
    },
  ],
  [
    [],
    /insufficient funds/i,
    {
      fault: 'lowGas',
      sentence: (route) => {
        const { native, name } = chainOf(assetOf(route.sellAsset).chain);
        return `Your account holds too little ${native.symbol} for the network fee of ${name}.`;
      },
    },
  ],
];

/** @param reason the chain's text. Nothing was sent. */
export function refusalOf(reason: string, route: PayableRoute): PaymentError {
  const known = REFUSALS.find(([selectors, texts]) => says(reason, selectors) || texts.test(reason))?.[2];
  if (known === NOT_ALLOWED && route.meta.permit !== undefined)
    return new PaymentError(
      'permitRefused',
      'The token would not take the signed allowance, or your balance is too low.',
      { nothingSent: true },
    );
  const { name } = chainOf(assetOf(route.sellAsset).chain);
  return new PaymentError(
    known?.fault ?? 'refusedByNetwork',
    known?.sentence(route) ?? `${name} would refuse this payment: ${reason.replace(/\.$/, '')}.`,
    { nothingSent: true },
  );
}
