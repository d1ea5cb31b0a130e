/** Computes the position of everything on the route line for its actual width. Pure: pixels in, pixels out. */
import type { Text } from '../../lib/i18n/text.ts';
import { duration } from '../ui/format.ts';
import type { LineStation, LineStop, RouteLineData } from './route-line-data.ts';
import { lengthsOf } from './route-line-lengths.ts';
import { shownSeconds, stopName, variantOf } from './route-line-text.ts';

/** `card` shows pictures and times only, because the card itself names the provider. */
export type LineSize = 'card' | 'row' | 'tall';
export type StopText = 13 | 14;
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
  /** Where the line ends: at the width, or before it for a swap that is faster than the slowest one of its list. */
  end: number;
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

const LABEL_SIZE = 13;
const LABEL_GAP = 10;
const BOAT_PX = 26;
/** The station where two legs meet. */
export const JOINT_RADIUS = 9;
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

/** Width of a provider's picture beside text of this size. */
export const markWidth = (stopText: number): number => stopText + 2;
export const MARK_GAP = 5;

type Written = { title: string; icon?: string | undefined };
type Writing = { stops: Written[]; size: StopText };

const writtenWidth = ({ title, icon }: Written, size: StopText): number =>
  textWidth(title, size) + (icon ? markWidth(size) + MARK_GAP : 0);

/** Writes all stops alike, in the most telling way that fits: a picture is worth more than a pixel of type. */
function writingOf(t: Text, { stops }: RouteLineData, lengths: readonly number[], size: LineSize): Writing {
  if (size === 'card') return { stops: stops.map(({ icon }) => ({ title: '', icon })), size: 13 };
  const sizes: StopText[] = size === 'tall' ? [14, 13] : [13];
  const names = [(stop: LineStop) => stopName(t, stop), (stop: LineStop) => stop.shortName];
  const marked = names.flatMap((name) =>
    sizes.map((size): Writing => ({ stops: stops.map((one) => ({ title: name(one), icon: one.icon })), size })),
  );
  const bare = names.map((name): Writing => ({ stops: stops.map((one) => ({ title: name(one) })), size: 13 }));
  const fits = ({ stops, size }: Writing) =>
    stops.every((one, index) => writtenWidth(one, size) + STOP_PADDING <= (lengths[index] ?? 0));
  return (
    [...marked, ...bare].find(fits) ?? {
      stops: stops.map(({ icon, shortName }) => ({ title: icon ? '' : shortName, icon })),
      size: 13,
    }
  );
}

function sectionsOf(
  data: RouteLineData,
  from: number,
  lengths: readonly number[],
  { stops: written, size: stopText }: Writing,
): LineSection[] {
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
      travelled: travelledShare(data, index),
    };
    if (!stop) return section;
    const { title = '', icon } = written[stopIndex] ?? {};
    const fits = writtenWidth({ title, icon }, stopText) + 10 <= length;
    if (title && fits) section.title = title;
    if (icon && (fits || markWidth(stopText) + 4 <= length)) section.icon = icon;
    if (stop.parts) section.parts = stop.parts;
    return section;
  });
}

function travelledShare(data: RouteLineData, section: number): number {
  const { progress } = data;
  if (!progress) return 0;
  if (progress.state === 'arrived') return 1;
  if (progress.state === 'diverted') return section === data.stops.length * 2 - 1 ? 0 : 1;
  if (section < progress.section) return 1;
  return section === progress.section ? Math.min(1, Math.max(0, progress.fraction)) : 0;
}

/** The texts that may stand below a section, longest first. */
function labelsBelow(
  t: Text,
  data: RouteLineData,
  { index, seconds, title, size }: { index: number; seconds: number; title: string | undefined; size: LineSize },
): string[] {
  const own = data.progress?.notes?.[index];
  if (own !== undefined) return [...own];
  // A swap that is over says what happened; the expected times of other sections would be stale.
  if (data.progress && data.progress.state !== 'travelling') return [];
  const time = seconds >= 1 ? duration(seconds, t.tag) : '';
  const stop = index % 2 === 1 ? data.stops[(index - 1) / 2] : undefined;
  // How two legs share their time is not known.
  const stopTime = data.stops.length === 1 ? time : '';
  if (size === 'card') return stop ? [stopTime] : [time];
  if (index === 0) return joined(t, [data.from.network, time]);
  if (index === data.stops.length * 2) return joined(t, [data.to.network, time]);
  if (!stop) return [];
  const parts = stop.parts ? t.count(stop.parts, { one: '{n} part', other: '{n} parts' }) : '';
  const labels = parts ? joined(t, [parts, stopTime]) : stopTime ? [stopTime] : [];
  // What the stop itself had no room for stands below it.
  const missing =
    title === undefined ? stopName(t, stop) : title === stopName(t, stop) ? undefined : variantOf(t, stop);
  return missing === undefined ? labels : [...labels.map((one) => `${missing} · ${one}`), missing, ...labels];
}

/** On right-to-left pages each of the two texts keeps its own direction (Unicode isolates). */
const joined = (t: Text, [first = '', second = '']: string[]): string[] => {
  if (!second) return [first];
  const both = t.dir === 'rtl' ? `\u2068${first}\u2069 · \u2068${second}\u2069` : `${first} · ${second}`;
  return [both, second];
};

const overlaps = (box: Box, taken: readonly Box[]) =>
  taken.some((other) => box.x1 < other.x2 + LABEL_GAP && other.x1 < box.x2 + LABEL_GAP);

function fittingLabel(
  labels: readonly string[],
  middle: number,
  width: number,
  taken: Box[],
): { text: string; x: number } | undefined {
  for (const text of labels) {
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

/** `y` of the line itself, and `below` it and a way back. */
function heightsOf({ progress }: RouteLineData, size: LineSize) {
  const tall = size === 'tall';
  const stationRadius = tall ? 13 : 11;
  const travelling = progress?.state === 'travelling';
  const turned = progress?.state === 'turnedBack' || progress?.state === 'diverted';
  const over = progress !== undefined && !travelling;
  // Leaves room for the boat and its word above what it passes.
  const y = over ? stationRadius + 5 : tall ? 42 : travelling ? 37 : 14;
  const returnGap = tall ? 26 : 22;
  return { tall, stationRadius, over, y, below: y + (turned ? returnGap : 0) };
}

/**
 * @param width in pixels; narrower lines are laid out for 120.
 * @param length of the line itself, within the width.
 */
export function layoutRouteLine(
  t: Text,
  data: RouteLineData,
  width: number,
  size: LineSize = 'row',
  length = width,
): RouteLineLayout {
  const w = Math.max(120, width);
  const end = Math.min(w, Math.max(120, length));
  const { tall, stationRadius, over, y, below } = heightsOf(data, size);
  const labelY = below + (tall ? 32 : 26);
  const lengths = lengthsOf(data, end - stationRadius * 4);
  const writing = writingOf(
    t,
    data,
    lengths.filter((_, index) => index % 2 === 1),
    size,
  );
  const sections = sectionsOf(data, stationRadius * 2, lengths, writing);
  const seconds = shownSeconds(data);
  const taken: Box[] = [];
  const layout: RouteLineLayout = {
    width: w,
    end,
    height: labelY + 6,
    y,
    stationRadius,
    stopHeight: tall ? 28 : 22,
    stopText: writing.size,
    sections,
    joints: [],
    labels: [],
  };
  addJointLabels(data, layout, labelY, taken);
  addMarker(data, layout);
  const first = (index: number) => (index === data.progress?.section ? 2 : index % 2);
  const order = [...sections.keys()].sort((a, b) => first(b) - first(a) || a - b);
  for (const index of order) {
    const section = sections[index];
    if (!section) continue;
    const labels = labelsBelow(t, data, { index, seconds: seconds[index] ?? 0, title: section.title, size });
    const label = fittingLabel(labels, (section.x1 + section.x2) / 2, w, taken);
    if (label) layout.labels.push({ ...label, y: labelY });
  }
  // A swap that is over may have no text below its line.
  const silent = over && !data.stops.some((stop) => stop.via) && Object.keys(data.progress?.notes ?? {}).length === 0;
  return silent ? { ...layout, height: below + stationRadius + 6 } : layout;
}

/** Where two legs meet, with the asset that goes from one to the other. */
function addJointLabels(data: RouteLineData, layout: RouteLineLayout, labelY: number, taken: Box[]): void {
  for (const [index, stop] of data.stops.entries()) {
    const way = layout.sections[index * 2 + 2];
    if (!stop.via || !way) continue;
    const x = (way.x1 + way.x2) / 2;
    const label = fittingLabel([stop.via.symbol], x, layout.width, taken);
    layout.joints.push({
      x,
      station: stop.via,
      reached: way.travelled >= 0.5,
      ...(label ? { label: { ...label, y: labelY } } : {}),
    });
  }
}

function addMarker(data: RouteLineData, layout: RouteLineLayout): void {
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
  // The boat is 26 pixels wide. It never covers a station: beside the two ends it keeps off, over all else it is lifted.
  const ends = layout.stationRadius * 2 + BOAT_PX / 2;
  const boat = Math.min(layout.end - ends, Math.max(ends, x));
  const near = (from: number, to: number) => boat > from - BOAT_PX / 2 && boat < to + BOAT_PX / 2;
  const overStop = layout.sections.some((other) => other.kind === 'stop' && near(other.x1, other.x2));
  const overJoint = layout.joints.some((joint) => near(joint.x - JOINT_RADIUS, joint.x + JOINT_RADIUS));
  const lift = overStop ? layout.stopHeight / 2 : overJoint ? JOINT_RADIUS : 3;
  const half = progress.note ? textWidth(progress.note) / 2 : 0;
  const labelX = Math.min(layout.width - half, Math.max(half, boat));
  layout.marker = {
    x: boat,
    y: layout.y - lift,
    ...(progress.note ? { label: { text: progress.note, x: labelX, y: 11 } } : {}),
  };
}
