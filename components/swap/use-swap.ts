'use client';
import { useState } from 'react';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import type { Wallets } from '../../lib/wallet/wallet-types.ts';
import { chosenRoute, minimumIn } from '../routes/quote-state.ts';
import { paidOnTop } from '../routes/route-money.ts';
import { useQuote } from '../routes/use-quote.ts';
import { assetView } from '../tokens/asset-view.ts';
import { useTokens } from '../tokens/use-tokens.ts';
import { addDecimals } from '../ui/decimal-math.ts';
import { useNetwork } from '../ui/network.tsx';
import { buttonState } from './button-state.ts';
import { parseTypedAmount } from './parse-amount.ts';
import { quoteRequest, typedAddress } from './quote-request.ts';
import { useBalance } from './use-balances.ts';
import { useSwapForm } from './use-swap-form.ts';

/** Twice the fees that the sender pays on top in the sold coin: rates move before the payment is signed. */
function feeReserve(route: WireRoute): string | undefined {
  const own = route.fees.filter((fee) => paidOnTop(fee) && fee.asset.toLowerCase() === route.sellAsset.toLowerCase());
  return own.length === 0 ? undefined : addDecimals(...own.flatMap((fee) => [fee.amount, fee.amount]));
}

/** Everything that the screen knows, worked out once for its parts. */
export function useSwap(wallets: Wallets | undefined) {
  const network = useNetwork();
  const book = useTokens();
  const { form, change, flip } = useSwapForm();
  const [withoutWallet, setWithoutWallet] = useState(false);
  const [reviewing, setReviewing] = useState(false);
  const sell = assetView(form.sell);
  const buy = assetView(form.buy);
  const sellToken = book.find(form.sell);
  const account = withoutWallet ? undefined : wallets?.accountFor(sell.chain);
  const receiver = wallets?.accountFor(buy.chain);
  const to = typedAddress(form.to, buy.chain, network);
  const from = typedAddress(account?.address ?? form.from, sell.chain, network);
  const request = quoteRequest(form, { to, from }, sellToken?.decimals);
  const quote = useQuote(request, reviewing);
  const route = chosenRoute(quote);
  const balance = useBalance(sellToken, account);
  const reserve = route && account ? feeReserve(route) : undefined;
  const minimum = minimumIn(quote.errors, sell.symbol);
  const button = buttonState({
    sell: { symbol: sell.symbol, chainName: sell.chainName, decimals: sellToken?.decimals },
    buy: { symbol: buy.symbol, chainName: buy.chainName },
    amount: parseTypedAmount(form.amount),
    balance,
    reserve,
    to,
    from,
    connected: account !== undefined,
    offerWallet: !withoutWallet && wallets?.canSign(sell.chain) === true,
    quote: {
      phase: quote.phase,
      hasRoute: route !== undefined && !quote.dimmed && (quote.phase === 'done' || quote.again),
      halted: quote.errors.length > 0 && quote.errors.every((error) => error.errorCode === 'tradingHalted'),
      minimum,
    },
  });
  return {
    network,
    book,
    form,
    change,
    flip,
    sell,
    buy,
    sellToken,
    account,
    receiver,
    to,
    from,
    request,
    quote,
    route,
    balance,
    reserve,
    minimum,
    button,
    withoutWallet,
    setWithoutWallet,
    reviewing,
    setReviewing,
  };
}
export type Swap = ReturnType<typeof useSwap>;
