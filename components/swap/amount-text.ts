/**
 * Filters what is typed into an amount field: a typed key that no number contains is dropped, pasted text stays whole.
 */

const TYPED = /[\d.,\s'’٠-٩۰-۹٫٬０-９．，]/u;
const LONGEST = 80;

/**
 * Returns the field's next text. A key that no number contains leaves `before`; pasted or dictated text is kept as it
 * is, so that "1e5" is refused with a message and never becomes "15".
 * @param key the inserted characters (`insertedBy`); undefined or longer than one character when it was not a single
 * key.
 */
export function nextAmountText(before: string, after: string, key: string | undefined): string {
  if (key !== undefined && [...key].length === 1 && !TYPED.test(key)) return before;
  return after.trimStart().slice(0, LONGEST);
}

/** The characters that an input event inserted; undefined when the event does not name them. */
export const insertedBy = (event: Event): string | undefined =>
  'data' in event && typeof event.data === 'string' ? event.data : undefined;

/**
 * Font sizes by the number of characters beyond ten: each keeps the text as wide as ten characters at 32 px. They are
 * classes because the page's content security policy forbids `style` attributes.
 */
const FITTED = [
  'text-[32px]',
  'text-[29.09px]',
  'text-[26.67px]',
  'text-[24.62px]',
  'text-[22.86px]',
  'text-[21.33px]',
  'text-[20px]',
  'text-[18.82px]',
  'text-[17.78px]',
  'text-[16.84px]',
  'text-[16px]',
] as const;

/**
 * The font-size class for an amount: 32 px, smaller when the digits would not fit, never below 16 px, where phones
 * would zoom.
 */
export const fittedSize = (text: string): string => FITTED[Math.min(10, Math.max(0, text.length - 10))] ?? FITTED[0];
