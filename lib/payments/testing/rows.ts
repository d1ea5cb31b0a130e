/** For tests: a reading's rows as text. */
import type { FieldValue, PaymentSection } from '../payment-fields.ts';

const textOf = (value: FieldValue): string => {
  switch (value.kind) {
    case 'amount':
      return `${value.baseUnits} of ${value.asset}`;
    case 'address':
      return value.address;
    case 'memo':
    case 'code':
      return value.text;
    case 'asset':
      return value.asset;
    case 'function':
      return value.name;
    case 'count':
      return String(value.value);
    case 'share':
      return `${value.bps} bps`;
    case 'duration':
      return `${value.seconds} s`;
    default:
      return value.kind;
  }
};

/** `section.field: actual`, and ` / expected` when it differs. */
export const rowsOf = (sections: readonly PaymentSection[]): string[] =>
  sections.flatMap(({ section, fields }) =>
    fields.map(({ field, actual, expected }) => {
      const [is, should] = [textOf(actual), expected && textOf(expected)];
      return `${section}.${field}: ${is}${should === undefined || should === is ? '' : ` / ${should}`}`;
    }),
  );
