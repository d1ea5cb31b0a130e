/** Shares the length of a route line between its sections, and puts the lines of a list on one scale of time. Pure. */
import type { RouteLineData } from './route-line-data.ts';

/**
 * The least share of a line that each kind of section gets, so that it can hold its picture. Shares, not pixels: the
 * same swap is drawn in the same proportions at every width.
 */
const LEAST = { way: 0.08, stop: 0.17, joint: 0.2 };
/** The length of a line whose swap takes no time: both stations, and a stop with its picture. */
const SHORTEST_PX = 184;

/**
 * The length of a line on the scale of its list: the slowest swap takes the whole width, and the lengths grow with the
 * square root of the time, so that both one minute and two hours can be read.
 * @param width of the slowest line, pixels.
 */
export function scaledLength(width: number, seconds: number | undefined, slowest: number | undefined): number {
  if (!seconds || !slowest || seconds >= slowest || width <= SHORTEST_PX) return width;
  return Math.round(SHORTEST_PX + (width - SHORTEST_PX) * Math.sqrt(seconds / slowest));
}

/** Shares `space` by weight, but gives no part less than its `least`; if these do not fit, all shrink in proportion. */
export function shareLengths(sections: readonly { weight: number; least: number }[], space: number): number[] {
  const leastSum = sections.reduce((sum, section) => sum + section.least, 0);
  if (leastSum >= space) return sections.map((section) => (section.least / leastSum) * space);
  const fixed = new Set<number>();
  for (;;) {
    const free = space - sections.reduce((sum, section, i) => sum + (fixed.has(i) ? section.least : 0), 0);
    const weights = sections.reduce((sum, section, i) => sum + (fixed.has(i) ? 0 : section.weight), 0);
    const open = sections.length - fixed.size;
    const lengthOf = (weight: number) => (weights > 0 ? (weight / weights) * free : free / Math.max(1, open));
    const tooShort = sections.findIndex((section, i) => !fixed.has(i) && lengthOf(section.weight) < section.least);
    if (tooShort < 0) return sections.map((section, i) => (fixed.has(i) ? section.least : lengthOf(section.weight)));
    fixed.add(tooShort);
  }
}

/** The length of each section in pixels, to the scale of its time. */
export function lengthsOf({ inboundSeconds, outboundSeconds, stops }: RouteLineData, space: number): number[] {
  const weightOf = (seconds: number) => Math.max(0, seconds);
  return shareLengths(
    [
      { weight: weightOf(inboundSeconds), least: LEAST.way * space },
      ...stops.flatMap(({ seconds }, index) => [
        { weight: weightOf(seconds), least: LEAST.stop * space },
        index < stops.length - 1
          ? { weight: 0, least: LEAST.joint * space }
          : { weight: weightOf(outboundSeconds), least: LEAST.way * space },
      ]),
    ],
    space,
  );
}
