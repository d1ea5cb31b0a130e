/** Shows a payment as its reader stated it: every field under the name it has here, with no judgement of its own. */
import type { Text } from '../../lib/i18n/text.ts';
import {
  type FieldValue,
  firstFault,
  type PaymentField,
  type PaymentSection,
} from '../../lib/payments/payment-fields.ts';
import { tryAssetView } from '../tokens/asset-view.ts';
import { duration, fullAmount, percent } from '../ui/format.ts';
import { amountWords, Reader, type Signing, type SignRow } from './signing.ts';

export type FieldLook = {
  name: string;
  /** `beside`: as the note of the row before it; `differing`: only where it is not what was reviewed. */
  shown?: 'beside' | 'differing';
  note?: string;
  as?: SignRow['as'] | 'text';
  /** In place of the value's own words. */
  words?: (value: FieldValue) => string | undefined;
};

/** How a field is shown; undefined for what is only checked. */
export type FieldLooks = (field: PaymentField, section: PaymentSection) => FieldLook | undefined;

const symbolOf = (t: Text, asset: string): string =>
  asset === '' ? t('an unknown token') : (tryAssetView(asset)?.symbol ?? asset);

function valueWords(t: Text, value: FieldValue): string {
  switch (value.kind) {
    case 'amount':
      return amountWords(t, value.baseUnits, value.decimals, symbolOf(t, value.asset));
    case 'address':
      return value.address;
    case 'asset':
      return symbolOf(t, value.asset);
    case 'memo':
    case 'code':
      return value.text;
    case 'function':
      return value.name;
    case 'time':
      return new Date(Number(value.atSeconds) * 1000).toLocaleString(t.tag);
    case 'duration':
      return duration(value.seconds, t.tag);
    case 'share':
      return percent(value.bps / 100, t.tag, { digits: 3 });
    case 'count':
      return fullAmount(value.value.toString(), t.tag);
    case 'network':
      return value.networkId;
    case 'none':
      return '—';
  }
}

const AS: Partial<Record<FieldValue['kind'], SignRow['as']>> = { address: 'address', code: 'code', memo: 'code' };

/** The rows of one section, and each point in which they are not the review. */
export function sectionReader(t: Text, section: PaymentSection, looks: FieldLooks): Reader {
  const reader = new Reader();
  for (const field of section.fields) {
    const look = looks(field, section);
    if (!look) continue;
    const words = (value: FieldValue) => look.words?.(value) ?? valueWords(t, value);
    const value = words(field.actual);
    const last = reader.rows.at(-1);
    const as = look.as ?? AS[field.actual.kind];
    if (look.shown === 'beside') reader.rows.splice(-1, 1, ...(last ? [{ ...last, note: value }] : []));
    else if (look.shown !== 'differing')
      reader.row({
        name: look.name,
        value,
        ...(as === undefined || as === 'text' ? {} : { as }),
        ...(look.note === undefined ? {} : { note: look.note }),
      });
    if (field.fault && field.expected)
      reader.differences.push({ name: look.name, reviewed: words(field.expected), signed: value });
  }
  return reader;
}

/** @throws {Error} where the reader could not say what would be done: then there is nothing to show. */
export function signingOf(
  t: Text,
  sections: readonly PaymentSection[],
  { looks, title, raw }: { looks: FieldLooks; title?: (section: string) => string | undefined; raw: string },
): Signing {
  const fault = firstFault(sections);
  if (fault?.code === 'unreadable') throw new Error(fault.message);
  const readers = sections.map((section) => ({ section, reader: sectionReader(t, section, looks) }));
  return {
    sections: readers
      .filter(({ reader }) => reader.rows.length > 0)
      .map(({ section, reader }) => reader.section(title?.(section.section))),
    differences: readers.flatMap(({ reader }) => reader.differences),
    ...(fault === undefined ? {} : { fault: fault.message }),
    raw: [{ name: t('Transaction'), text: raw }],
  };
}
