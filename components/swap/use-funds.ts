'use client';
import { useMemo } from 'react';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import type { WireToken } from '../../lib/api/schemas/tokens.ts';
import { CHAINS } from '../../lib/chains/chains.ts';
import { paidOnTop } from '../../lib/domain/fee.ts';
import type { ConnectedAccount } from '../../lib/wallet/wallet-types.ts';
import { addDecimals, compareDecimals, leftOver } from '../ui/decimal-math.ts';
import { greater, readableReserve } from './max-amount.ts';
import { isNative, useBalance, useFeeReserve, useNativeBalance } from './use-balances.ts';

/** Twice the fees that the sender pays on top in the sold coin, decimal: rates move before the payment is signed. */
export function routeReserve(route: WireRoute | undefined): string | undefined {
  const own = (route?.fees ?? []).filter(
    (fee) => paidOnTop(fee) && fee.asset.toLowerCase() === route?.sellAsset.toLowerCase(),
  );
  return own.length === 0 ? undefined : readableReserve(addDecimals(...own.flatMap((fee) => [fee.amount, fee.amount])));
}

/**
 * What the account lacks in its chain's native coin for the fees that the route charges on top; undefined when it lacks
 * nothing.
 */
export function gasMissing(
  route: WireRoute | undefined,
  chain: WireToken['chain'],
  nativeBalance: string | undefined,
): { amount: string; symbol: string } | undefined {
  const { native } = CHAINS[chain];
  const coin = `${chain}.${native.symbol}`.toLowerCase();
  if (!route || nativeBalance === undefined || route.sellAsset.toLowerCase() === coin) return undefined;
  const fees = route.fees.filter((fee) => paidOnTop(fee) && fee.asset.toLowerCase() === coin);
  const needed = addDecimals('0', ...fees.map((fee) => fee.amount));
  if (compareDecimals(needed, nativeBalance) <= 0) return undefined;
  return { amount: leftOver(needed, nativeBalance, native.decimals), symbol: native.symbol };
}

/** What the account can spend, what is still unconfirmed, what must be kept back, and what it lacks. */
export function useFunds(
  token: WireToken | undefined,
  account: ConnectedAccount | undefined,
  route: WireRoute | undefined,
) {
  const isCoin = token !== undefined && isNative(token);
  const { balance, waiting } = useBalance(token, account);
  const exact = useFeeReserve(isCoin ? account : undefined);
  const chainReserve = exact === undefined ? undefined : readableReserve(exact);
  const nativeBalance = useNativeBalance(token && !isCoin ? account : undefined);
  const needed = account && isCoin ? routeReserve(route) : undefined;
  return useMemo(
    () => ({
      balance,
      /** Received, but not spendable before a block confirms it. */
      waiting,
      /** What Max keeps back: the greater of the chain's and the route's figure. */
      maxReserve: isCoin ? greater(chainReserve, needed) : undefined,
      /** With less than this left over, the payment would not go through as quoted. */
      reserve: needed,
      gasMissing: token && account ? gasMissing(route, token.chain, nativeBalance) : undefined,
    }),
    [balance, waiting, isCoin, chainReserve, needed, token, account, route, nativeBalance],
  );
}
