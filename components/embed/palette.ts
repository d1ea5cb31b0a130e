/**
 * Derives a whole palette from the few colours that a host chooses; whatever it chooses, all text stays readable. Pure.
 */
import { hexOf, lchOf, leastContrast, luminance, mix, readable } from './colors.ts';

export type ThemeColors = { accent?: string | undefined; background?: string | undefined; text?: string | undefined };
export type Mode = 'light' | 'dark';

/** Contrast of text, and of controls and focus rings. Source: WCAG 2.2, 1.4.3 and 1.4.11. */
export const TEXT_CONTRAST = 4.5;
export const CONTROL_CONTRAST = 3;

/** The defaults of globals.css as `#rrggbb`, used for colours that the host does not choose. */
const OURS: Record<Mode, Record<'paper' | 'ink' | 'water' | 'amber' | 'red' | 'moss', string>> = {
  light: { paper: '#f7f6f1', ink: '#16202a', water: '#00636e', amber: '#8a5500', red: '#b3261e', moss: '#2a6a2f' },
  dark: { paper: '#0b121a', ink: '#e9f0f3', water: '#5fc6cc', amber: '#e0b050', red: '#f28b82', moss: '#84c78a' },
};

/** No text is readable on a background between the two, so it is moved out of that range. Relative luminance. */
const LIGHT_GROUND = 0.42;
const DARK_GROUND = 0.08;
/** The luminance at which black and white have equal contrast. */
const MIDDLE = 0.179;

/** The mode that suits a background: a light one needs dark text, whatever the theme is called. */
export const modeOf = (background: string): Mode => (luminance(background) > MIDDLE ? 'light' : 'dark');

function ground(background: string, mode: Mode): string {
  const towards = mode === 'light' ? 1 : 0;
  const good = (hex: string) => (mode === 'light' ? luminance(hex) >= LIGHT_GROUND : luminance(hex) <= DARK_GROUND);
  let hex = background;
  for (let step = 1; step <= 20 && !good(hex); step += 1) {
    const from = lchOf(background);
    hex = hexOf({ ...from, l: from.l + ((towards - from.l) * step) / 20 });
  }
  return hex;
}

const stepped = (hex: string, by: number): string => {
  const { l, c, h } = lchOf(hex);
  return hexOf({ l: l + by, c, h });
};

/** Variable names of globals.css, without the dashes. */
export type Palette = Record<
  | 'paper'
  | 'sheet'
  | 'sunken'
  | 'ink'
  | 'ink-2'
  | 'ink-3'
  | 'line'
  | 'line-2'
  | 'line-3'
  | 'water'
  | 'water-strong'
  | 'water-ink'
  | 'water-tint'
  | 'amber'
  | 'amber-tint'
  | 'red'
  | 'red-tint'
  | 'moss'
  | 'moss-tint',
  string
>;

function surfacesOf(background: string, mode: Mode) {
  const paper = ground(background, mode);
  const up = mode === 'light' ? 0.024 : 0.044;
  const sunken = stepped(paper, mode === 'light' ? -0.017 : 0.022);
  return { paper, sheet: stepped(paper, up), sunken };
}

/** A quiet background in the colour's own hue, on which both the colour and the text are readable. */
function tintOf(color: string, sheet: string, ink: string): string {
  for (const share of [0.12, 0.08, 0.05, 0.03]) {
    const tint = mix(sheet, color, share);
    if (leastContrast(color, [tint]) >= TEXT_CONTRAST && leastContrast(ink, [tint]) >= TEXT_CONTRAST) return tint;
  }
  return sheet;
}

/** The accent as text and lines on all surfaces, and as a background with text on it. */
function accentOf(color: string, grounds: readonly string[], mode: Mode) {
  const away = mode === 'light' ? 0 : 1;
  const water = readable(color, grounds, TEXT_CONTRAST, away);
  const strong = stepped(water, mode === 'light' ? -0.06 : 0.055);
  const { h } = lchOf(color);
  const ink = hexOf({ l: mode === 'light' ? 0.99 : 0.19, c: mode === 'light' ? 0.005 : 0.03, h });
  return {
    water,
    'water-strong': strong,
    'water-ink': readable(ink, [water, strong], TEXT_CONTRAST, mode === 'light' ? 1 : 0),
  };
}

export function paletteOf(mode: Mode, { accent, background, text }: ThemeColors): Palette {
  const away = mode === 'light' ? 0 : 1;
  const ours = OURS[mode];
  const surfaces = surfacesOf(background ?? ours.paper, mode);
  const grounds = [surfaces.paper, surfaces.sheet, surfaces.sunken];
  const quiet = (hex: string, share: number) => readable(mix(hex, surfaces.sheet, share), grounds, TEXT_CONTRAST, away);
  const ink = readable(text ?? ours.ink, grounds, TEXT_CONTRAST, away);
  const colored = accentOf(accent ?? ours.water, grounds, mode);
  const signal = (hex: string) => {
    const color = readable(hex, grounds, TEXT_CONTRAST, away);
    return { color, tint: tintOf(color, surfaces.sheet, ink) };
  };
  const [amber, red, moss] = [signal(ours.amber), signal(ours.red), signal(ours.moss)];
  return {
    ...surfaces,
    ink,
    'ink-2': quiet(ink, 0.22),
    'ink-3': quiet(ink, 0.36),
    line: mix(surfaces.paper, ink, 0.12),
    'line-2': mix(surfaces.paper, ink, 0.24),
    'line-3': readable(mix(surfaces.paper, ink, 0.42), grounds, CONTROL_CONTRAST, away),
    ...colored,
    'water-tint': tintOf(colored.water, surfaces.sheet, ink),
    amber: amber.color,
    'amber-tint': amber.tint,
    red: red.color,
    'red-tint': red.tint,
    moss: moss.color,
    'moss-tint': moss.tint,
  };
}
