'use client';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { Locale } from '../../lib/i18n/locales.ts';
import { createText, type Text } from '../../lib/i18n/text.ts';
import { BrandProvider, type PageBrand } from './brand.tsx';

const ENGLISH = createText('en');
const TextContext = createContext<Text>(ENGLISH);

/**
 * Provides the page's texts. Catalogs are on `globalThis.portageCatalogs`: on the server all of them, in the browser
 * the one in use, set by a cached script before hydration, so that it is downloaded once and not with every page.
 */
export function TextProvider({ locale, brand, children }: { locale: Locale; brand?: PageBrand; children: ReactNode }) {
  const name = brand?.name;
  const text = useMemo(() => createText(locale, globalThis.portageCatalogs?.[locale], name), [locale, name]);
  return (
    <BrandProvider brand={brand}>
      <TextContext value={text}>{children}</TextContext>
    </BrandProvider>
  );
}

/** `const t = useText()`, then `t('Enter an amount')` gives the text in the reader's language. */
export const useText = (): Text => useContext(TextContext);

/** A sentence with marked parts: `<Rich text={t('Read <a>why</a>.')} parts={{ a: (words) => <a …>{words}</a> }} />`. */
export function Rich({ text, tags }: { text: string; tags: Record<string, (content: string) => ReactNode> }) {
  const pieces = text.split(/<(\w+)>(.*?)<\/\1>/g);
  return pieces.map((piece, index) => {
    if (index % 3 === 0) return piece;
    if (index % 3 === 2) return null;
    const marked = pieces[index + 1] ?? '';
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one sentence never move.
    return <span key={index}>{tags[piece]?.(marked) ?? marked}</span>;
  });
}
