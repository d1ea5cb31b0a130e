/** Writes the metrics in the text format of Prometheus, version 0.0.4. */
import { METRICS, type MetricName } from './metric-names.ts';
import { BUCKETS_SECONDS, type Distribution, type MetricsState } from './metrics.ts';

/** Source: https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format */
export const METRICS_CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

const escapeHelp = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
const escapeLabel = (text: string): string => escapeHelp(text).replaceAll('"', '\\"');

/** Writes a number as Go's ParseFloat reads it, with the format's names for NaN and infinities. */
function numberText(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf';
  return String(value);
}

type Pair = readonly [name: string, value: string];

function line(name: string, labels: readonly Pair[], value: number): string {
  const inBraces = labels.map(([key, text]) => `${key}="${escapeLabel(text)}"`).join(',');
  return `${name}${inBraces ? `{${inBraces}}` : ''} ${numberText(value)}`;
}

/** Buckets are cumulative; the last one, +Inf, equals the count. */
function histogramLines(name: string, labels: readonly Pair[], { buckets, sum, count }: Distribution): string[] {
  let below = 0;
  const bounds = [...BUCKETS_SECONDS, Number.POSITIVE_INFINITY];
  return [
    ...bounds.map((bound, index) => {
      below += buckets[index] ?? 0;
      return line(`${name}_bucket`, [...labels, ['le', numberText(bound)]], below);
    }),
    line(`${name}_sum`, labels, sum),
    line(`${name}_count`, labels, count),
  ];
}

function linesOf(name: MetricName, state: MetricsState): string[] {
  const names: readonly string[] = METRICS[name].labels;
  const pairs = (values: readonly string[]): Pair[] => names.map((label, index) => [label, values[index] ?? '']);
  const counted = [...(state.counters.get(name)?.values() ?? [])];
  const spread = [...(state.histograms.get(name)?.values() ?? [])];
  const read = [...(state.readers.get(name)?.values() ?? [])].flatMap((reader) => {
    try {
      return reader();
    } catch {
      // A reading that fails is left out; the others are written.
      return [];
    }
  });
  return [
    ...counted.map(({ labels, state: one }) => line(name, pairs(labels), one.value)),
    ...spread.flatMap(({ labels, state: one }) => histogramLines(name, pairs(labels), one)),
    ...read.map(({ labels, value }) => line(name, pairs(names.map((label) => labels[label] ?? '')), value)),
  ];
}

/** The whole document; a metric without values has no lines. Ends with a line feed, as the format requires. */
export function metricsText(state: MetricsState): string {
  const lines = (Object.keys(METRICS) as MetricName[]).flatMap((name) => {
    const own = linesOf(name, state);
    if (own.length === 0) return [];
    const { help, kind } = METRICS[name];
    return [`# HELP ${name} ${escapeHelp(help)}`, `# TYPE ${name} ${kind}`, ...own];
  });
  return `${lines.join('\n')}\n`;
}
