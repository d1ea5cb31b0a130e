'use client';
import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Takes over what was typed into a field before the page's scripts ran. Hydration leaves the field's text, focus and
 * cursor alone, but the state behind it does not know the text, and the next rendering would remove it.
 * @param onText called once, before the next rendering, if the field holds another text than `text`.
 */
export function useTypedEarly(
  field: RefObject<HTMLInputElement | null>,
  text: string,
  onText: (typed: string) => void,
): void {
  const first = useRef({ text, onText });
  useLayoutEffect(() => {
    const typed = field.current?.value;
    if (typed !== undefined && typed !== first.current.text) first.current.onText(typed);
  }, [field]);
}
