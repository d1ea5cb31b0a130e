/** What a payment differs in from what was asked for, in the reader's language, both values side by side. */
import { msg, type Text } from '../../lib/i18n/text.ts';
import type { RouteFault } from '../../lib/payments/route-fault.ts';
import type { Difference } from './signing.ts';

const NAMES: Readonly<Record<string, string>> = {
  sellAsset: msg('Sell'),
  buyAsset: msg('Buy'),
  sellAmount: msg('Amount'),
  sourceAddress: msg('From'),
  destinationAddress: msg('To'),
  refundAddress: msg('Refund to'),
  leastBuyAmount: msg('You get at least'),
  affiliateFee: msg('Fee of this site'),
  slippage: msg('Slippage, at most'),
  boostFee: msg('Boost'),
  providers: msg('Route'),
  expiration: msg('Refused after'),
  payment: msg('Route'),
  legs: msg('Route'),
  'legs.leastBuyAmount': msg('You get at least'),
  'legs.sellAmount': msg('Sell'),
  'legs.buyAmount': msg('You get at least'),
};

/** Where the money goes. */
const WHERE: Readonly<Record<string, string>> = {
  contract: msg('Contract that is called'),
  payee: msg('Vault that receives'),
  inboundAddress: msg('To'),
  targetAddress: msg('To'),
  approvalAddress: msg('Who may take it (spender)'),
  'routerSwap.pool': msg('Contract that is called'),
};

/** Read from the bytes, or from the memo: said by what reads them for the review, where it says anything. */
const isRead = (field: string): boolean => field.includes('.');

/** What a field is called. @param otherwise the fault's own words, where the field has no name. */
export const faultName = (t: Text, field: string, otherwise: string): string =>
  t(NAMES[field] ?? WHERE[field] ?? otherwise);

/** @param known what was found by reading alone: nothing is said twice. */
export function askedDifferences(t: Text, faults: readonly RouteFault[], known: readonly Difference[]): Difference[] {
  const shown = faults.filter(({ field }) => !(isRead(field) && known.length > 0));
  return shown.map(({ field, asked, actual, message }) => ({
    name: faultName(t, field, message),
    reviewed: asked ?? t('nothing'),
    signed: actual ?? t('nothing'),
  }));
}
