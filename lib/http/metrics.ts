/** Counts events of this process for `/metrics`. Costs a map look-up, never throws, and never grows without bound. */
import {
  type CounterName,
  type HistogramName,
  type LabelsOf,
  METRICS,
  type MetricName,
  type ReadName,
} from './metric-names.ts';

/** Upper bounds in seconds, from a token list in memory to the longest creation. */
export const BUCKETS_SECONDS: readonly number[] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** The series of a metric by the values of its labels, in the order of the metric's definition. */
type Series<T> = Map<string, { labels: readonly string[]; state: T }>;
/** `buckets[i]` counts the values that are at most bound i and above the one before; the last counts all others. */
export type Distribution = { buckets: number[]; sum: number; count: number };
/** One value of a metric with its labels. */
export type Reading<Name extends MetricName> = { labels: LabelsOf<Name>; value: number };
type Reader = () => readonly { labels: Record<string, string>; value: number }[];

export type MetricsState = {
  counters: Map<string, Series<{ value: number }>>;
  histograms: Map<string, Series<Distribution>>;
  /** The readers by metric, then by their key. */
  readers: Map<string, Map<string, Reader>>;
};

/** Bounds the memory that a mistake with a label could take: further combinations are counted as `other`. */
const MOST_SERIES = 1000;

/** What this process has counted so far. */
export const metricsState: MetricsState = { counters: new Map(), histograms: new Map(), readers: new Map() };

const valuesOf = (name: MetricName, labels: Record<string, string>): string[] =>
  METRICS[name].labels.map((label) => labels[label] ?? '');

function seriesOf<T>(all: Map<string, Series<T>>, name: MetricName, labels: Record<string, string>, make: () => T): T {
  let series = all.get(name);
  if (!series) {
    series = new Map();
    all.set(name, series);
  }
  const given = valuesOf(name, labels);
  const known = series.get(JSON.stringify(given));
  if (known) return known.state;
  const values = series.size < MOST_SERIES ? given : given.map(() => 'other');
  const key = JSON.stringify(values);
  const one = series.get(key) ?? { labels: values, state: make() };
  series.set(key, one);
  return one.state;
}

/** Adds to a counter. @param by default 1; a negative value adds nothing. */
export function count<Name extends CounterName>(name: Name, labels: LabelsOf<Name>, by = 1): void {
  if (!(by >= 0)) return;
  seriesOf(metricsState.counters, name, labels, () => ({ value: 0 })).value += by;
}

/** Adds one value, in the metric's unit (seconds), to a histogram. */
export function observe<Name extends HistogramName>(name: Name, labels: LabelsOf<Name>, value: number): void {
  if (!Number.isFinite(value)) return;
  const one = seriesOf(metricsState.histograms, name, labels, () => ({
    buckets: new Array<number>(BUCKETS_SECONDS.length + 1).fill(0),
    sum: 0,
    count: 0,
  }));
  const at = BUCKETS_SECONDS.findIndex((bound) => value <= bound);
  const index = at === -1 ? BUCKETS_SECONDS.length : at;
  one.buckets[index] = (one.buckets[index] ?? 0) + 1;
  one.sum += value;
  one.count += 1;
}

/** Registers one value that is read when `/metrics` is scraped; the last function for the same labels counts. */
export function gauge<Name extends ReadName>(name: Name, labels: LabelsOf<Name>, read: () => number | undefined): void {
  readings(name, JSON.stringify(valuesOf(name, labels)), () => {
    const value = read();
    return value === undefined ? [] : [{ labels, value }];
  });
}

/**
 * The same for values whose labels are only known when they are read. @param key identifies the reader; the last one
 * counts.
 */
export function readings<Name extends ReadName>(name: Name, key: string, read: () => readonly Reading<Name>[]): void {
  const { readers } = metricsState;
  const own = readers.get(name) ?? new Map<string, Reader>();
  own.set(key, read);
  readers.set(name, own);
}
