/** What becomes of the form when a side changes: everything that is still valid stays, and what does not is told. */
import type { Text } from '../../lib/i18n/text.ts';
import { partOf } from '../ui/decimal-math.ts';
import { plainDecimal, type SwapForm, typedText } from './form-url.ts';

export type Dropped = 'route' | 'digits';
export type FormChange = { form: Partial<SwapForm>; dropped: readonly Dropped[] };

/** @param decimals of the asset that is sold then; undefined while it is not known: the button says it later. */
function kept(form: SwapForm, next: Partial<SwapForm>, decimals: number | undefined, locale: string): FormChange {
  const dropped: Dropped[] = [];
  const change: Partial<SwapForm> = { ...next };
  if (form.route !== '') {
    change.route = '';
    dropped.push('route');
  }
  const amount = plainDecimal(form.amount, locale);
  const tooFine = decimals !== undefined && (amount.split('.')[1]?.length ?? 0) > decimals;
  // In value mode the amount follows from the value, at the other asset's price.
  if (form.value !== undefined && next.sell !== undefined) change.amount = '';
  else if (amount !== '' && tooFine) {
    change.amount = typedText(partOf(amount, 100, decimals), locale);
    dropped.push('digits');
  }
  return { form: change, dropped };
}

/** The recipient, the sender and the amount stay as they are: where they do not fit, that is said, and nothing is cleared. */
export const flipped = (form: SwapForm, decimals: number | undefined, locale: string): FormChange =>
  kept(form, { sell: form.buy, buy: form.sell }, decimals, locale);

export const withSide = (
  form: SwapForm,
  side: 'sell' | 'buy',
  asset: string,
  decimals: number | undefined,
  locale: string,
): FormChange => {
  const change = side === 'sell' ? { sell: asset } : { buy: asset };
  return kept(form, change, side === 'sell' ? decimals : undefined, locale);
};

/** A sentence on what was dropped; undefined where nothing was. */
export function droppedWords(t: Text, dropped: readonly Dropped[], symbol: string): string | undefined {
  if (dropped.includes('digits')) return t('The amount was cut to the decimals that {symbol} has.', { symbol });
  if (dropped.includes('route')) return t('Your choice of route was dropped: other routes go here.');
  return undefined;
}
