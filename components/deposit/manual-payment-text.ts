/** Explains what happens to payments by hand that differ from the agreed one. */
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import type { Text } from '../../lib/i18n/text.ts';
import { otherAsset, type WhatIf } from './channel-text.ts';

/**
 * Source: THORNode docs, "Memos" and "Transaction": the paid amount is the swapped one, subject to the memo's limit; a
 * payment without a readable memo is refunded, one below the dust threshold is not.
 */
export const whatIfByHand = (t: Text, { sellAsset }: Pick<WireRoute, 'sellAsset'>): WhatIf[] => [
  {
    name: t('Less or more'),
    text: t(
      'The memo asks for the output of the whole amount. If you send less, the network will most likely refund it, less fees.',
    ),
  },
  {
    name: t('Late'),
    text: t(
      'The network may have changed its address by then. What is sent to an old one can be lost: get a new quote.',
    ),
  },
  {
    name: t('Without the memo, or another one'),
    text: t(
      'The network does not know what to do with it and sends it back where it came from, less fees, or keeps it.',
    ),
  },
  otherAsset(t, sellAsset),
];
