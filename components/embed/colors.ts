/**
 * Changes the lightness of colours while keeping hue and as much chroma as sRGB has, and computes contrast. Sources:
 * bottosson.github.io/posts/oklab, WCAG 2.2 (1.4.3).
 */

/** Lightness 0 to 1, chroma, hue in radians. */
export type Lch = { l: number; c: number; h: number };
type Rgb = readonly [number, number, number];

const toLinear = (channel: number): number =>
  channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
const fromLinear = (channel: number): number =>
  channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055;

/** @param hex `#rrggbb`. */
const linearOf = (hex: string): Rgb => {
  const channel = (at: number) => toLinear(Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  return [channel(1), channel(3), channel(5)];
};

export function lchOf(hex: string): Lch {
  const [r, g, b] = linearOf(hex);
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const middle = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const l = 0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short;
  const a = 1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short;
  const bb = 0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short;
  return { l, c: Math.hypot(a, bb), h: Math.atan2(bb, a) };
}

function linearOfLch({ l, c, h }: Lch): Rgb {
  const [a, b] = [c * Math.cos(h), c * Math.sin(h)];
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const middle = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ];
}

const fits = (rgb: Rgb): boolean => rgb.every((channel) => channel >= -0.0005 && channel <= 1.0005);

/** `#rrggbb`; chroma outside sRGB is reduced. */
export function hexOf(color: Lch): string {
  const l = Math.min(1, Math.max(0, color.l));
  let [low, high] = [0, color.c];
  if (!fits(linearOfLch({ ...color, l }))) {
    for (let step = 0; step < 14; step += 1) {
      const middle = (low + high) / 2;
      if (fits(linearOfLch({ ...color, l, c: middle }))) low = middle;
      else high = middle;
    }
  } else low = color.c;
  const byte = (channel: number) =>
    Math.round(255 * Math.min(1, Math.max(0, fromLinear(Math.min(1, Math.max(0, channel))))));
  return `#${linearOfLch({ l, c: low, h: color.h })
    .map((channel) => byte(channel).toString(16).padStart(2, '0'))
    .join('')}`;
}

/** Relative luminance, 0 to 1. */
export function luminance(hex: string): number {
  const [r, g, b] = linearOf(hex);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The WCAG contrast ratio, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

export const leastContrast = (color: string, grounds: readonly string[]): number =>
  Math.min(...grounds.map((ground) => contrast(color, ground)));

/**
 * The colour, moved away from its grounds in lightness just far enough to have the wanted contrast on all of them.
 * @param towards the direction of the move: 0 black, 1 white.
 */
export function readable(color: string, grounds: readonly string[], wanted: number, towards: 0 | 1): string {
  if (leastContrast(color, grounds) >= wanted) return color;
  const from = lchOf(color);
  let [near, far] = [0, 1];
  const at = (share: number) => hexOf({ ...from, l: from.l + (towards - from.l) * share });
  // Black is readable on all light grounds and white on all dark ones, so the search ends at a readable colour.
  for (let step = 0; step < 12; step += 1) {
    const middle = (near + far) / 2;
    if (leastContrast(at(middle), grounds) >= wanted) far = middle;
    else near = middle;
  }
  return at(far);
}

/** @param share 0 is all `one`, 1 all `other`. Mixed in OKLab, so that no shade in between turns grey. */
export function mix(one: string, other: string, share: number): string {
  const [a, b] = [lchOf(one), lchOf(other)];
  const between = (x: number, y: number) => x + (y - x) * share;
  const [u, v] = [between(a.c * Math.cos(a.h), b.c * Math.cos(b.h)), between(a.c * Math.sin(a.h), b.c * Math.sin(b.h))];
  return hexOf({ l: between(a.l, b.l), c: Math.hypot(u, v), h: Math.atan2(v, u) });
}
