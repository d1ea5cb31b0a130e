/** Computes the position of everything on the route line for its actual width. Pure: pixels in, pixels out. */
import type { Text } from '../../lib/i18n/text.ts';
import { duration } from '../ui/format.ts';
import type { LineStation, LineStop, RouteLineData } from './route-line-data.ts';
import { stopName, variantOf } from './route-line-text.ts';

export type LineSize = 'row' | 'tall';
export type StopText = 12 | 14;
export type Box = { x1: number; x2: number };
export type LineLabel = { text: string; x: number; y: number };
export type LineSection = Box & {
  kind: 'way' | 'stop';
  /** True after the first leg, which is drawn as a double line. */
  double: boolean;
  /** 0 to 1. */
  travelled: number;
  title?: string;
  /** The provider's picture, before the title or alone. */
  icon?: string;
  parts?: number;
};
export type RouteLineLayout = {
  width: number;
  height: number;
  y: number;
  stationRadius: number;
  stopHeight: number;
  /** Font size of the stops' names, in pixels. */
  stopText: StopText;
  sections: LineSection[];
  /** Where two legs meet; `reached` once the swap has got there. */
  joints: { x: number; station: LineStation; reached: boolean; label?: LineLabel }[];
  labels: LineLabel[];
  marker?: { x: number; y: number; label?: LineLabel };
  /** Where the line turned back, and the height at which it returns. */
  turn?: { x: number; y: number };
  /** A stop that was bypassed: its ends, and the height of the bypass. */
  bypass?: Box & { y: number };
  stoppedAt?: number;
};

const LABEL_SIZE = 12;
const LEAST_WAY = 26;
const LABEL_GAP = 10;
/** Pixels on both sides of a stop's content together. */
const STOP_PADDING = 22;

/**
 * Approximate width of text in Instrument Sans (Noto Sans for scripts that it lacks) at `size` pixels, rather too wide
 * than too narrow.
 */
export function textWidth(text: string, size = LABEL_SIZE): number {
  let units = 0;
  for (const character of text) {
    if (/[\u1100-\u11ff\u2e80-\ud7af\uf900-\ufaff\uff00-\uffef]/.test(character)) units += 1;
    else if (/[ilj.,:;'|!·]/.test(character)) units += 0.3;
    else if (/[\u2066-\u2069]/.test(character)) units += 0;
    else if (/[\sftr()]/.test(character)) units += 0.38;
    else if (/[A-Z%mwMW]/.test(character)) units += 0.74;
    else units += 0.58;
  }
  return units * size;
}

/** Shares `space` by weight, but gives no part less than its `least`; if these do not fit, all shrink in proportion. */
export function shareLengths(parts: readonly { weight: number; least: number }[], space: number): number[] {
  const leastSum = parts.reduce((sum, part) => sum + part.least, 0);
  if (leastSum >= space) return parts.map((part) => (part.least / leastSum) * space);
  const fixed = new Set<number>();
  for (;;) {
    const free = space - parts.reduce((sum, part, i) => sum + (fixed.has(i) ? part.least : 0), 0);
    const weights = parts.reduce((sum, part, i) => sum + (fixed.has(i) ? 0 : part.weight), 0);
    const open = parts.length - fixed.size;
    const lengthOf = (weight: number) => (weights > 0 ? (weight / weights) * free : free / Math.max(1, open));
    const tooShort = parts.findIndex((part, i) => !fixed.has(i) && lengthOf(part.weight) < part.least);
    if (tooShort < 0) return parts.map((part, i) => (fixed.has(i) ? part.least : lengthOf(part.weight)));
    fixed.add(tooShort);
  }
}

const weightOf = (seconds: number) => Math.max(0, seconds);

/** Width of a provider's picture beside text of this size. */
export const markWidth = (stopText: number): number => stopText + 2;
export const MARK_GAP = 5;

type Written = { title: string; icon?: string | undefined };
type Writing = { stops: Written[]; size: StopText };

const writtenWidth = ({ title, icon }: Written, size: StopText): number =>
  textWidth(title, size) + (icon ? markWidth(size) + MARK_GAP : 0);

const waysLeast = ({ stops }: RouteLineData): number => LEAST_WAY * 2 * stops.length;

/** Writes all stops alike, in the most telling way that fits: a picture is worth more than two pixels of type. */
function writingOf(t: Text, data: RouteLineData, space: number, largest: StopText): Writing {
  const whole = (stop: LineStop) => stopName(t, stop);
  const short = (stop: LineStop) => stop.shortName;
  const sizes: StopText[] = largest === 14 ? [14, 12] : [12];
  const marked = [whole, short].flatMap((name) =>
    sizes.map((size): Writing => ({ stops: data.stops.map((one) => ({ title: name(one), icon: one.icon })), size })),
  );
  const bare = [whole, short].map(
    (name): Writing => ({ stops: data.stops.map((one) => ({ title: name(one) })), size: 12 }),
  );
  const fits = ({ stops, size }: Writing) =>
    stops.reduce((sum, one) => sum + writtenWidth(one, size) + STOP_PADDING, waysLeast(data)) <= space;
  return [...marked, ...bare].find(fits) ?? { stops: data.stops.map((one) => ({ title: short(one) })), size: 12 };
}

function sectionsOf(data: RouteLineData, from: number, space: number, writing: Writing): LineSection[] {
  const { stops: written, size: stopText } = writing;
  const widthOf = (index: number) => writtenWidth(written[index] ?? { title: '' }, stopText);
  const parts = [
    { weight: weightOf(data.inboundSeconds), least: LEAST_WAY },
    ...data.stops.flatMap((stop, index) => [
      { weight: weightOf(stop.seconds), least: widthOf(index) + STOP_PADDING },
      index < data.stops.length - 1
        ? { weight: 0, least: LEAST_WAY * 2 }
        : { weight: weightOf(data.outboundSeconds), least: LEAST_WAY },
    ]),
  ];
  const lengths = shareLengths(parts, space);
  let x = from;
  return lengths.map((length, index) => {
    const x1 = x;
    x += length;
    const stopIndex = (index - 1) / 2;
    const stop = index % 2 === 1 ? data.stops[stopIndex] : undefined;
    const section: LineSection = {
      kind: stop ? 'stop' : 'way',
      x1,
      x2: x,
      double: index > 1 && data.stops.length > 1,
      travelled: travelledPart(data, index),
    };
    if (!stop) return section;
    const { title = '', icon } = written[stopIndex] ?? {};
    // A name that does not fit is replaced by the picture: the list for screen readers and the card still have the
    // name.
    if (widthOf(stopIndex) + 10 <= length) Object.assign(section, { title }, icon && { icon });
    else if (stop.icon && markWidth(stopText) + 4 <= length) section.icon = stop.icon;
    if (stop.parts) section.parts = stop.parts;
    return section;
  });
}

function travelledPart(data: RouteLineData, section: number): number {
  const { progress } = data;
  if (!progress) return 0;
  if (progress.state === 'arrived') return 1;
  if (progress.state === 'diverted') return section === data.stops.length * 2 - 1 ? 0 : 1;
  if (section < progress.section) return 1;
  return section === progress.section ? Math.min(1, Math.max(0, progress.fraction)) : 0;
}

/** The texts that may stand below a section, longest first. */
function wordsFor(t: Text, data: RouteLineData, index: number, title: string | undefined): string[] {
  const own = data.progress?.notes?.[index];
  if (own !== undefined) return [...own];
  // A swap that is over says what happened; the expected times of other sections would be stale.
  if (data.progress && data.progress.state !== 'travelling') return [];
  const timed = (seconds: number) => (seconds >= 1 ? duration(seconds, t.tag) : '');
  if (index === 0) return joined(t, [data.from.place, timed(data.inboundSeconds)]);
  if (index === data.stops.length * 2) return joined(t, [data.to.place, timed(data.outboundSeconds)]);
  const stop = index % 2 === 1 ? data.stops[(index - 1) / 2] : undefined;
  if (!stop) return [];
  const time = data.stops.length === 1 ? timed(stop.seconds) : '';
  const parts = stop.parts ? t.count(stop.parts, { one: '{n} part', other: '{n} parts' }) : '';
  const words = parts ? joined(t, [parts, time]) : time ? [time] : [];
  const variant = variantOf(t, stop);
  // What the stop's title had no room for stands below it.
  return variant !== undefined && title !== stopName(t, stop)
    ? [...words.map((one) => `${variant} · ${one}`), variant, ...words]
    : words;
}

/** On right-to-left pages each of the two texts keeps its own direction (Unicode isolates). */
const joined = (t: Text, [first = '', second = '']: string[]): string[] => {
  if (!second) return [first];
  const both = t.dir === 'rtl' ? `\u2068${first}\u2069 · \u2068${second}\u2069` : `${first} · ${second}`;
  return [both, second];
};

const overlaps = (box: Box, taken: readonly Box[]) =>
  taken.some((other) => box.x1 < other.x2 + LABEL_GAP && other.x1 < box.x2 + LABEL_GAP);

function place(
  words: readonly string[],
  middle: number,
  width: number,
  taken: Box[],
): { text: string; x: number } | undefined {
  for (const text of words) {
    const half = textWidth(text) / 2;
    if (!text || half * 2 > width) continue;
    const x = Math.min(width - half, Math.max(half, middle));
    const box = { x1: x - half, x2: x + half };
    if (Math.abs(x - middle) > half + 12 || overlaps(box, taken)) continue;
    taken.push(box);
    return { text, x };
  }
  return undefined;
}

/** @param width in pixels; narrower lines are laid out for 120. */
export function layoutRouteLine(t: Text, data: RouteLineData, width: number, size: LineSize = 'row'): RouteLineLayout {
  const w = Math.max(120, width);
  const tall = size === 'tall';
  const stationRadius = tall ? 13 : 11;
  const travelling = data.progress?.state === 'travelling';
  const turned = data.progress?.state === 'turnedBack' || data.progress?.state === 'diverted';
  const over = data.progress !== undefined && !travelling;
  // Leaves room for the boat and its word above what it passes.
  const y = over ? stationRadius + 5 : tall ? 42 : travelling ? 37 : 14;
  const returnGap = tall ? 26 : 22;
  const labelY = y + (turned ? returnGap : 0) + (tall ? 32 : 25);
  const space = w - stationRadius * 4;
  const writing = writingOf(t, data, space, tall ? 14 : 12);
  const sections = sectionsOf(data, stationRadius * 2, space, writing);
  const taken: Box[] = [];
  const layout: RouteLineLayout = {
    width: w,
    height: labelY + 6,
    y,
    stationRadius,
    stopHeight: tall ? 28 : 22,
    stopText: writing.size,
    sections,
    joints: [],
    labels: [],
  };
  placeMarker(data, layout);
  for (const [index, stop] of data.stops.entries()) {
    const way = sections[index * 2 + 2];
    if (!stop.via || !way) continue;
    const x = (way.x1 + way.x2) / 2;
    const label = place([stop.via.symbol], x, w, taken);
    layout.joints.push({
      x,
      station: stop.via,
      reached: way.travelled >= 0.5,
      ...(label ? { label: { ...label, y: labelY } } : {}),
    });
  }
  const first = (index: number) => (index === data.progress?.section ? 2 : index % 2);
  const order = [...sections.keys()].sort((a, b) => first(b) - first(a) || a - b);
  for (const index of order) {
    const section = sections[index];
    if (!section) continue;
    const label = place(wordsFor(t, data, index, section.title), (section.x1 + section.x2) / 2, w, taken);
    if (label) layout.labels.push({ ...label, y: labelY });
  }
  // A swap that is over may have no text below its line.
  const silent = over && !data.stops.some((stop) => stop.via) && Object.keys(data.progress?.notes ?? {}).length === 0;
  return silent ? { ...layout, height: y + (turned ? returnGap : 0) + stationRadius + 6 } : layout;
}

function placeMarker(data: RouteLineData, layout: RouteLineLayout): void {
  const { progress } = data;
  const section = progress && layout.sections[progress.section];
  if (!progress || !section) return;
  const x = section.x1 + (section.x2 - section.x1) * section.travelled;
  if (progress.state === 'stopped') layout.stoppedAt = x;
  if (progress.state === 'turnedBack') {
    layout.turn = { x: section.kind === 'stop' ? section.x2 : x, y: layout.y + (layout.stopHeight > 24 ? 26 : 22) };
  }
  const passed = layout.sections.at(-2);
  if (progress.state === 'diverted' && passed)
    layout.bypass = { x1: passed.x1, x2: passed.x2, y: layout.y + (layout.stopHeight > 24 ? 26 : 22) };
  if (progress.state !== 'travelling') return;
  // The boat is 26 pixels wide: beside a stop it already overlaps it.
  const over = layout.sections.some((other) => other.kind === 'stop' && x > other.x1 - 9 && x < other.x2 + 9);
  const lift = over ? layout.stopHeight / 2 : 3;
  const half = progress.note ? textWidth(progress.note) / 2 : 0;
  const labelX = Math.min(layout.width - half, Math.max(half, x));
  layout.marker = {
    x: Math.min(layout.width - 14, Math.max(14, x)),
    y: layout.y - lift,
    ...(progress.note ? { label: { text: progress.note, x: labelX, y: 10 } } : {}),
  };
}
