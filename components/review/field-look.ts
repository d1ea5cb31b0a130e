/** How a row of a payment's reading is shown. */
import type { Text } from '../../lib/i18n/text.ts';
import type { FieldValue, PaymentField } from '../../lib/payments/payment-fields.ts';
import type { SignRow } from './signing.ts';

/** What of the route decides how a row is said. */
export type FieldContext = {
  /** None of its kind comes before it. */
  isFirst?: boolean;
  /** Something is signed before it. */
  isLater?: boolean;
  /** What it buys goes to the channel of a second leg. */
  toChannel?: boolean;
  buyAsset: string;
  /** What the first output of a transaction stands for. */
  payee?: 'vault' | 'channel' | 'order';
  /** Unit in which the fee of a virtual byte is counted. */
  feeUnit?: string;
};

/** The name of a row. */
export type Say = (t: Text, row: PaymentField, context: FieldContext) => string;

export type FieldLook = {
  name: Say;
  /** `beside`: as the note of the row before it. `wrong`: only where it is not what was reviewed. */
  shown?: 'beside' | 'wrong';
  as?: SignRow['as'];
  note?: (t: Text, context: FieldContext) => string | undefined;
  /** In place of the value's own words. */
  words?: (t: Text, value: FieldValue, context: FieldContext) => string | undefined;
};
