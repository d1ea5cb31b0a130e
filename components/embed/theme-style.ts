/** Turns the theme options into a theme and values for variables of globals.css. Pure. */
import type { EmbedOptions } from '../../lib/api/embed/read-options.ts';
import { type Mode, modeOf, type Palette, paletteOf } from './palette.ts';

export type ThemeOptions = Pick<EmbedOptions, 'theme' | 'accent' | 'background' | 'text' | 'radius' | 'font'>;

/** `theme` undefined follows the user's system. */
export type EmbedStyle = { theme: Mode | undefined; variables: Readonly<Record<string, string>> };

const FONTS = {
  sans: undefined,
  mono: 'var(--font-mono)',
  system: 'system-ui, sans-serif',
} as const;

const isAccent = (name: string): boolean => name.startsWith('water');

function colorsOf(options: ThemeOptions, theme: Mode | undefined): [string, string][] {
  const { accent, background, text } = options;
  if (!accent && !background && !text) return [];
  const palettes = (theme ? [theme] : (['light', 'dark'] as const)).map((mode) => paletteOf(mode, options));
  const [first, second] = palettes;
  if (!first) return [];
  // An accent alone leaves all other colours as designed.
  const names = (Object.keys(first) as (keyof Palette)[]).filter((name) => background || text || isAccent(name));
  return names.map((name) => [`--${name}`, second ? `light-dark(${first[name]}, ${second[name]})` : first[name]]);
}

/** A background decides between light and dark, because text must be readable on it. */
export function embedStyle(options: ThemeOptions): EmbedStyle {
  const { theme: wished, background, radius, font } = options;
  const theme = background ? modeOf(background) : wished === 'light' || wished === 'dark' ? wished : undefined;
  const family = font && FONTS[font];
  return {
    theme,
    variables: Object.fromEntries([
      ...colorsOf(options, theme),
      ...(radius === undefined
        ? []
        : [
            ['--radius-10', `${radius}px`],
            ['--radius-6', `${Math.round(radius * 0.6)}px`],
          ]),
      ...(family ? [['--font-sans', family]] : []),
    ]),
  };
}

/** The text of a `<style>` element: all values are computed above and contain nothing that a host wrote. */
export const styleText = ({ variables }: EmbedStyle): string =>
  Object.keys(variables).length === 0
    ? ''
    : `:root:root{${Object.entries(variables)
        .map(([name, value]) => `${name}:${value}`)
        .join(';')}}`;

/**
 * Applies the style to the open page; the security policy allows this to scripts, though not to attributes in the HTML.
 */
export function applyStyle(style: EmbedStyle, root: HTMLElement = document.documentElement): void {
  if (style.theme) root.dataset.theme = style.theme;
  else delete root.dataset.theme;
  for (const name of [...root.style])
    if (name.startsWith('--') && !name.startsWith('--seen-')) root.style.removeProperty(name);
  // Removes what the server wrote for the options in the URL.
  document.getElementById(STYLE_ID)?.remove();
  for (const [name, value] of Object.entries(style.variables)) root.style.setProperty(name, value);
}

/** The id of the element that the server writes. */
export const STYLE_ID = 'embed-style';
