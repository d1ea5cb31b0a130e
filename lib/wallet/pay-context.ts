/** What every way of paying gets, and what holds for all of them before anything is asked of a wallet. */
import { sameAddress } from '../chains/address.ts';
import type { NetworkName } from '../chains/chain.ts';
import { assetOf } from '../domain/asset.ts';
import { type ConnectedAccount, type PayableRoute, PaymentError, type PayStep } from './wallet-types.ts';

export type PayContext = {
  account: ConnectedAccount;
  route: PayableRoute;
  network: NetworkName;
  onStep(step: PayStep): void;
  onHash(hash: string): void;
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

/** A deposit address takes coins without a memo; every other address that a route names would lose them. */
export const isPlainTransfer = (route: PayableRoute): boolean =>
  route.memo === undefined && route.inboundAddress !== undefined && route.meta.depositChannel !== undefined;
