/** Metrics are written exactly as Prometheus reads them, and can never fill the memory. */

import { beforeEach, describe, expect, it } from 'vitest';
import { fc, property } from '../domain/test-property.ts';
import { METRICS } from './metric-names.ts';
import { BUCKETS_SECONDS, count, gauge, metricsState, observe, readings } from './metrics.ts';
import { metricsText } from './metrics-text.ts';

const forget = () => {
  for (const all of Object.values(metricsState)) all.clear();
};
const text = () => metricsText(metricsState);
const lines = () => text().split('\n').slice(0, -1);

type Sample = { name: string; labels: Record<string, string>; value: number };
type Family = { type: string; help: string; samples: Sample[] };

const NUMBER = /^(?:[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?|NaN|[+-]Inf)$/;
const unescapeText = (raw: string): string =>
  raw.replace(/\\(.)/gs, (_all, mark: string) => (mark === 'n' ? '\n' : mark));

function readSample(line: string): Sample {
  const match = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/s.exec(line);
  if (!match) throw new Error(`no sample: ${line}`);
  const [, name = '', inner = '', value = ''] = match;
  if (!NUMBER.test(value)) throw new Error(`no number: ${line}`);
  const pair = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\\\|\\"|\\n)*)"(?:,|$)/y;
  const labels: Record<string, string> = {};
  while (pair.lastIndex < inner.length) {
    const found = pair.exec(inner);
    if (!found) throw new Error(`no label: ${line}`);
    labels[found[1] ?? ''] = unescapeText(found[2] ?? '');
  }
  return { name, labels, value: Number(value.replace('Inf', 'Infinity')) };
}

/** A parser written from the description of the text format 0.0.4; rejects everything else. */
function read(document: string): Map<string, Family> {
  if (!document.endsWith('\n')) throw new Error('the last line has no line feed');
  const families = new Map<string, Family>();
  let current = '';
  for (const line of document.split('\n').slice(0, -1)) {
    const comment = /^# (HELP|TYPE) ([a-zA-Z_:][a-zA-Z0-9_:]*) (.*)$/.exec(line);
    if (comment) {
      const [, what, name = '', rest = ''] = comment;
      if (what === 'HELP' && families.has(name)) throw new Error(`${name} comes twice`);
      if (what === 'TYPE' && !/^(counter|gauge|histogram|summary|untyped)$/.test(rest)) throw new Error(line);
      const family = families.get(name) ?? { type: '', help: unescapeText(rest), samples: [] };
      if (what === 'TYPE') family.type = rest;
      families.set(name, family);
      current = name;
      continue;
    }
    const sample = readSample(line);
    const family = families.get(current);
    const isOwn = sample.name === current || /^_(bucket|sum|count)$/.test(sample.name.slice(current.length));
    if (!family || !sample.name.startsWith(current) || !isOwn) throw new Error(`not in its group: ${line}`);
    const key = JSON.stringify([sample.name, sample.labels]);
    if (family.samples.some((one) => JSON.stringify([one.name, one.labels]) === key)) throw new Error(`twice: ${line}`);
    family.samples.push(sample);
  }
  return families;
}

beforeEach(() => {
  forget();
});

describe('the text', () => {
  it('matches the format to the character', () => {
    count('portage_spans_total', { outcome: 'sent' }, 3);
    count('portage_spans_total', { outcome: 'sent' });
    gauge('portage_database_up', {}, () => 1);
    expect(lines()).toEqual([
      '# HELP portage_database_up 1 while the database answers.',
      '# TYPE portage_database_up gauge',
      'portage_database_up 1',
      '# HELP portage_spans_total Spans of OpenTelemetry by what became of them (sent, dropped).',
      '# TYPE portage_spans_total counter',
      'portage_spans_total{outcome="sent"} 4',
    ]);
  });

  it('ends with a line feed, even without metrics', () => {
    expect(text()).toBe('\n');
  });

  property([fc.array(fc.tuple(fc.string({ unit: 'binary' }), fc.nat(1000)), { maxLength: 20 })])(
    'preserves every label and value, whatever characters they contain',
    (given) => {
      forget();
      const sums = new Map<string, number>();
      for (const [outcome, by] of given) {
        count('portage_provider_calls_total', { provider: 'THORCHAIN', call: 'quote', outcome }, by);
        sums.set(outcome, (sums.get(outcome) ?? 0) + by);
      }
      const samples = given.length === 0 ? [] : (read(text()).get('portage_provider_calls_total')?.samples ?? []);
      expect(new Map(samples.map(({ labels, value }) => [labels.outcome ?? '', value]))).toEqual(sums);
    },
  );

  it.each([
    [Number.POSITIVE_INFINITY, '+Inf'],
    [Number.NEGATIVE_INFINITY, '-Inf'],
    [Number.NaN, 'NaN'],
    [1e-9, '1e-9'],
    [1e21, '1e+21'],
    [0.25, '0.25'],
  ])('writes %s as %s', (value, written) => {
    gauge('portage_database_ping_seconds', {}, () => value);
    expect(lines().at(-1)).toBe(`portage_database_ping_seconds ${written}`);
    read(text());
  });

  it('names metrics and labels as the format allows', () => {
    for (const [name, { labels, kind, help }] of Object.entries(METRICS)) {
      expect(name).toMatch(/^[a-z_:][a-z0-9_:]*$/);
      expect(help).toMatch(/\.$/);
      expect(name.endsWith('_total')).toBe(kind === 'counter');
      for (const label of labels) expect(label).toMatch(/^(?!__)(?!le$)[a-z_][a-z0-9_]*$/);
    }
  });
});

describe('histograms', () => {
  property([fc.array(fc.double({ min: 0, max: 120, noNaN: true }), { minLength: 1, maxLength: 50 })])(
    'are cumulative, end at the count, and add up',
    (values) => {
      forget();
      for (const value of values) observe('portage_request_seconds', { route: '/v1/quote' }, value);
      const samples = read(text()).get('portage_request_seconds')?.samples ?? [];
      const buckets = samples.filter(({ name }) => name.endsWith('_bucket'));
      expect(buckets.map(({ labels }) => labels.le)).toEqual([...BUCKETS_SECONDS.map(String), '+Inf']);
      for (const { labels, value } of buckets) {
        const bound = Number((labels.le ?? '').replace('Inf', 'Infinity'));
        expect(value).toBe(values.filter((one) => one <= bound).length);
      }
      const numberOf = (end: string) => samples.find(({ name }) => name.endsWith(end))?.value;
      expect(numberOf('_count')).toBe(values.length);
      expect(numberOf('_sum')).toBeCloseTo(
        values.reduce((a, b) => a + b, 0),
        6,
      );
    },
  );

  it('ignore values that are not numbers', () => {
    observe('portage_request_seconds', { route: '/' }, Number.NaN);
    expect(text()).toBe('\n');
  });
});

describe('a metric that is read when scraped', () => {
  it('is read by the last reader of the same labels, once', () => {
    gauge('portage_open_swaps', { status: 'pending' }, () => 1);
    gauge('portage_open_swaps', { status: 'pending' }, () => 2);
    gauge('portage_open_swaps', { status: 'swapping' }, () => 3);
    expect(
      read(text())
        .get('portage_open_swaps')
        ?.samples.map(({ value }) => value),
    ).toEqual([2, 3]);
  });

  it('is left out where it has no value or fails, and the others stay', () => {
    gauge('portage_database_up', {}, () => undefined);
    readings('portage_open_swaps', 'store', () => {
      throw new Error('gone');
    });
    gauge('process_heap_bytes', {}, () => 5);
    expect([...read(text()).keys()]).toEqual(['process_heap_bytes']);
  });
});

it('combines a flood of label values into one series instead of keeping each', () => {
  for (let index = 0; index < 3000; index += 1)
    count('portage_upstream_requests_total', { upstream: 'x', status: String(index) });
  const samples = read(text()).get('portage_upstream_requests_total')?.samples ?? [];
  expect(samples).toHaveLength(1001);
  expect(samples.find(({ labels }) => labels.upstream === 'other')?.value).toBe(2000);
});

it('never decreases a counter', () => {
  count('portage_spans_total', { outcome: 'sent' }, -1);
  count('portage_spans_total', { outcome: 'sent' }, Number.NaN);
  expect(text()).toBe('\n');
});
