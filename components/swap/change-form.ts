/** Changes one side of the form: everything that is still valid stays, and what had to be dropped is reported. */
import type { Text } from '../../lib/i18n/text.ts';
import { shareOf } from '../ui/decimal-math.ts';
import { plainDecimal, type SwapForm, typedText } from './form-url.ts';

export type Dropped = 'route' | 'digits';
export type FormChange = { form: Partial<SwapForm>; dropped: readonly Dropped[] };

/**
 * @param decimals of the new sell asset; undefined while unknown: the button's state then reports an amount that is too
 * fine.
 */
function kept(form: SwapForm, next: Partial<SwapForm>, decimals: number | undefined, locale: string): FormChange {
  const dropped: Dropped[] = [];
  const change: Partial<SwapForm> = { ...next };
  if (form.route !== '') {
    change.route = '';
    dropped.push('route');
  }
  const amount = plainDecimal(form.amount, locale);
  const tooFine = decimals !== undefined && (amount.split('.')[1]?.length ?? 0) > decimals;
  // In value mode the amount follows from the value and the new asset's price.
  if (form.value !== undefined && next.sell !== undefined) change.amount = '';
  else if (amount !== '' && tooFine) {
    change.amount = typedText(shareOf(amount, 100, decimals), locale);
    dropped.push('digits');
  }
  return { form: change, dropped };
}

/** Swaps the two sides. Recipient, sender and amount stay; those that no longer fit are reported, never cleared. */
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

/** The sentence that says what was dropped; undefined when nothing was. */
export function droppedText(t: Text, dropped: readonly Dropped[], symbol: string): string | undefined {
  if (dropped.includes('digits')) return t('The amount was rounded down to the decimals of {symbol}.', { symbol });
  if (dropped.includes('route')) return t('Your route was reset, because this pair has other routes.');
  return undefined;
}
