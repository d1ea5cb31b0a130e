/** What every way of paying gets, and what holds for all of them before anything is asked of a wallet. */
import { sameAddress } from '../chains/address.ts';
import type { NetworkName } from '../chains/chain.ts';
import { assetOf } from '../domain/asset.ts';
import { isPlainTransfer, type PaidBy, type PayableRoute } from '../payments/payable-route.ts';
import { type Asked, assertAsked } from './assert-asked.ts';
import {
  type ConnectedAccount,
  type PaymentDeed,
  PaymentError,
  type PayStep,
  type ReplacedPayment,
  type RoutePlace,
} from './wallet-types.ts';

export type PayContext = {
  account: ConnectedAccount;
  /** What the person asked for. */
  asked: Asked;
  route: PayableRoute;
  network: NetworkName;
  place?: RoutePlace;
  by?: PaidBy;
  onStep(step: PayStep): void;
  onHash(hash: string): void;
  before?(deed: PaymentDeed): Promise<void>;
  onReplaced?(now: ReplacedPayment): void;
};

/** Refunds go to the address that pays, so it must be the one that was reviewed. @throws {PaymentError} `wrongAccount` */
export function assertAccount({ account, route }: PayContext): void {
  const { chain } = assetOf(route.sellAsset);
  if (account.chain === chain && sameAddress(chain, account.address, route.sourceAddress)) return;
  throw new PaymentError(
    'wrongAccount',
    'Your wallet has another account selected now. Choose the one that you reviewed, or ask for a new quote.',
    { nothingSent: true },
  );
}

/** To be called first, with the whole route: of two legs one alone has other terms. @throws {PaymentError} `mismatch` */
export const assertContext = ({ asked, route, network }: PayContext): void =>
  assertAsked(asked, route, { network, nowMs: Date.now() });

/** An address that waits for one payment only waits so long. @throws {PaymentError} `expired` */
export function assertStillWaits(route: PayableRoute, nowMs: number): void {
  if (!isPlainTransfer(route) || route.expiration === undefined || Number(route.expiration) * 1000 > nowMs) return;
  throw new PaymentError('expired', 'The time for this payment is over. Ask for a new quote.', { nothingSent: true });
}
