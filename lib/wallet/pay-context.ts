/** Defines the input of every way of paying, and the checks that all of them make before a wallet is asked. */
import { sameAddress } from '../chains/address.ts';
import type { NetworkName } from '../chains/chain.ts';
import { assetOf } from '../domain/asset.ts';
import { isPlainTransfer, type PayableRoute } from '../payments/payable-route.ts';
import { assertAsked } from './assert-asked.ts';
import { wrongAccount } from './refuse.ts';
import { PaymentError, type PaymentRequest } from './wallet-types.ts';

export type PayContext = PaymentRequest & { network: NetworkName };

/** Refunds go to the paying address, so it must be the reviewed one. @throws {PaymentError} `wrongAccount` */
export function assertAccount({ account, route }: PayContext): void {
  const { chain } = assetOf(route.sellAsset);
  if (account.chain === chain && sameAddress(chain, account.address, route.sourceAddress)) return;
  throw wrongAccount();
}

/** Call first, with the whole route: one of its legs alone has other terms. @throws {PaymentError} `mismatch` */
export const assertContext = ({ asked, route, network }: PayContext): void =>
  assertAsked(asked, route, { network, nowMs: Date.now() });

/** An address for a single payment expires. @throws {PaymentError} `expired` */
export function assertStillWaits(route: PayableRoute, nowMs: number): void {
  if (!isPlainTransfer(route) || route.expiration === undefined || Number(route.expiration) * 1000 > nowMs) return;
  throw new PaymentError('expired', 'The time for this payment is over. Ask for a new quote.', { nothingSent: true });
}
