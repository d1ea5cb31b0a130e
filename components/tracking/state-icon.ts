/** Draws a swap's progress as a window icon of 16 to 32 pixels: the line, its travelled part, and how it ended. */
import type { LineProgress } from '../routes/route-line-data.ts';

/**
 * sRGB of the tokens water, moss, amber and red, between their light and dark values, because a tab bar may be either.
 */
const COLOURS: Readonly<Record<LineProgress['state'], string>> = {
  travelling: '#17808f',
  arrived: '#3f8f57',
  turnedBack: '#b07414',
  diverted: '#b07414',
  stopped: '#c8402f',
};

const END_SIGNS: Readonly<Partial<Record<LineProgress['state'], string>>> = {
  arrived: 'M8 17l5.500 5.500L24 11',
  turnedBack: 'M24 20H10a0 0 0 0 1 0 0M14 14l-6 6 6 6M24 20v-9',
  diverted: 'M24 20H10a0 0 0 0 1 0 0M14 14l-6 6 6 6M24 20v-9',
  stopped: 'M10 10l12 12m0-12L10 22',
};

/**
 * The travelled part of the whole line, 0 to 1.
 * @param legs the number of legs of the route.
 */
export function travelledShare({ section, fraction, state }: LineProgress, legs: number): number {
  if (state === 'arrived' || state === 'diverted') return 1;
  const sections = legs * 2 + 1;
  return Math.min(1, Math.max(0, (Math.min(section, sections - 1) + fraction) / sections));
}

/** A `data:` URL of an SVG. */
export function stateIcon(progress: LineProgress, legs: number): string {
  const colour = COLOURS[progress.state];
  const sign = END_SIGNS[progress.state];
  const x = Math.round(4 + 24 * travelledShare(progress, legs));
  const drawing = sign
    ? `<circle cx="16" cy="16" r="15" fill="${colour}"/><path d="${sign}" fill="none" stroke="#fff" stroke-width="3.500" stroke-linecap="round" stroke-linejoin="round"/>`
    : `<path d="M4 22H28" stroke="#8a94a0" stroke-width="4" stroke-linecap="round" stroke-dasharray=".1 6"/><path d="M4 22H${x}" stroke="${colour}" stroke-width="4" stroke-linecap="round"/><path d="M${x - 8} 9q8 5 16 0q-2 9-8 9t-8-9z" fill="${colour}"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${drawing}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
