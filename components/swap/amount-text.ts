/** What an amount field takes while it is typed: single keys that no number has are dropped, what is pasted stays whole. */

const TYPED = /[\d.,\s'’٠-٩۰-۹٫٬０-９．，]/u;
const LONGEST = 80;

/**
 * One key that belongs to no number leaves the field as it was. More than one character at once is pasted or dictated:
 * it is kept as it came, so that "1e5" is refused in words and never becomes "15".
 */
export function nextAmountText(before: string, after: string): string {
  const text = after.trimStart().slice(0, LONGEST);
  if (text.length !== before.length + 1) return text;
  let at = 0;
  while (at < before.length && before[at] === text[at]) at += 1;
  const key = text[at] ?? '';
  const isOneKey = before.slice(0, at) + before.slice(at) === text.slice(0, at) + text.slice(at + 1);
  return isOneKey && !TYPED.test(key) ? before : text;
}

/** 32 px, and smaller where the digits would not fit; never below 16, at which phones do not zoom. */
export const fittedSize = (text: string): number => Math.max(16, Math.min(32, 32 * (10 / Math.max(1, text.length))));
