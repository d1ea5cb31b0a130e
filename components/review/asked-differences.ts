/** Names, in the reader's language, each point in which a payment differs from the user's request, with both values. */
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

/** The destination of the money. */
const WHERE: Readonly<Record<string, string>> = {
  contract: msg('Contract that is called'),
  payee: msg('Receiving vault'),
  inboundAddress: msg('To'),
  targetAddress: msg('To'),
  approvalAddress: msg('Who may take it (spender)'),
  'routerSwap.pool': msg('Contract that is called'),
};

/** Faults that the review itself shows, since it reads the same bytes or memo. */
const isRead = (field: string): boolean => field.includes('.');

/** The label of a field. @param otherwise the fault's own text, for a field without a label. */
export const faultName = (t: Text, field: string, otherwise: string): string =>
  t(NAMES[field] ?? WHERE[field] ?? otherwise);

/** @param known what the review's own reading found, so that no difference is shown twice. */
export function askedDifferences(t: Text, faults: readonly RouteFault[], known: readonly Difference[]): Difference[] {
  const shown = faults.filter(({ field }) => !(isRead(field) && known.length > 0));
  return shown.map(({ field, asked, actual, message }) => ({
    name: faultName(t, field, message),
    reviewed: asked ?? t('nothing'),
    signed: actual ?? t('nothing'),
  }));
}
