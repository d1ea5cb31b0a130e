/** What an amount field takes while it is typed: single keys that no number has are dropped, what is pasted stays whole. */

const TYPED = /[\d.,\s'’٠-٩۰-۹٫٬０-９．，]/u;
const LONGEST = 80;

/**
 * One key that belongs to no number leaves the field as it was. What is pasted or dictated is kept as it came, so that
 * "1e5" is refused in words and never becomes "15".
 * @param key what the input event says was put in; undefined or longer than one character where it was no key.
 */
export function nextAmountText(before: string, after: string, key: string | undefined): string {
  if (key !== undefined && [...key].length === 1 && !TYPED.test(key)) return before;
  return after.trimStart().slice(0, LONGEST);
}

/** The characters that an input event put in, where it says so. */
export const insertedBy = (event: Event): string | undefined =>
  'data' in event && typeof event.data === 'string' ? event.data : undefined;

/** Of so many characters more than ten: the digits keep the width that ten have. In classes: the page's policy takes no `style` attribute. */
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

/** The class of 32 px, and of less where the digits would not fit; never below 16, at which phones do not zoom. */
export const fittedSize = (text: string): string => FITTED[Math.min(10, Math.max(0, text.length - 10))] ?? FITTED[0];
