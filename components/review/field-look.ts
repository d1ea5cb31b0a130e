/** Defines how a row of a payment's reading is shown. */
import type { Text } from '../../lib/i18n/text.ts';
import type { FieldValue, PaymentField } from '../../lib/payments/payment-fields.ts';
import type { SignRow } from './signing.ts';

/** What the text of a row depends on. */
export type FieldContext = {
  /** No section of its kind comes before it. */
  isFirst?: boolean;
  /** Something is signed before it. */
  isLater?: boolean;
  /** The bought asset goes to the channel of a second leg. */
  toChannel?: boolean;
  buyAsset: string;
  /** The recipient of a transaction's first output. */
  payee?: 'vault' | 'channel' | 'order';
  /** The unit in which fees per virtual byte are shown. */
  feeUnit?: string;
};

/** Returns the label of a row. */
export type Say = (t: Text, row: PaymentField, context: FieldContext) => string;

export type FieldLook = {
  name: Say;
  /** `beside`: shown as the note of the row before it. `wrong`: shown only where it differs from the review. */
  shown?: 'beside' | 'wrong';
  as?: SignRow['as'];
  note?: (t: Text, context: FieldContext) => string | undefined;
  /** The text that replaces the value's default one. */
  valueText?: (t: Text, value: FieldValue, context: FieldContext) => string | undefined;
};
