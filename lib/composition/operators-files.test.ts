/** The alert rules and the dashboard ask for metrics, labels, routes and settings that exist, or an alert would be silent. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import packageFile from '../../package.json' with { type: 'json' };
import { envExample } from '../config/env-example.ts';
import { METRICS, type MetricName } from '../http/metric-names.ts';
import { ROUTES } from './routes.ts';

const read = (name: string): string => readFileSync(`lib/docs/operators/${name}`, 'utf8');

/** Of the rules: what follows `expr:`, on its line or indented below it. */
const ruleExpressions = (text: string): string[] =>
  [...text.matchAll(/^ +expr: (?:\|\n((?: {10,}.*\n)+)|(.*)\n)/gm)].map(([, block, line]) => block ?? line ?? '');

type Panel = { title: string; targets?: { expr: string; legendFormat: string }[] };
const dashboard = JSON.parse(read('grafana-dashboard.json')) as {
  panels: Panel[];
  templating: { list: { query: string | { query: string } }[] };
};
const targets = dashboard.panels.flatMap((panel) => panel.targets ?? []);
const rules = ruleExpressions(read('portage-alerts.yml'));
const expressions = [...rules, ...targets.map(({ expr }) => expr)];

/** A selector: the name of a series and its matchers. */
type Selector = { series: string; matchers: [label: string, operator: string, value: string][] };
const selectorsOf = (expression: string): Selector[] =>
  [...expression.matchAll(/\b((?:portage|process)_\w+|up)\b(?:\{([^}]*)\})?/g)].map(([, series = '', inner = '']) => ({
    series,
    matchers: [...inner.matchAll(/(\w+)(=~|!~|!=|=)"([^"]*)"/g)].map(([, label = '', operator = '', value = '']) => [
      ...[label, operator],
      value,
    ]) as Selector['matchers'],
  }));

const isName = (name: string): name is MetricName => Object.hasOwn(METRICS, name);
/** The metric of a series; a histogram has three kinds of series. */
function metricOf(series: string): MetricName | undefined {
  if (isName(series)) return METRICS[series].kind === 'histogram' ? undefined : series;
  const name = series.replace(/_(bucket|sum|count)$/, '');
  return isName(name) && METRICS[name].kind === 'histogram' ? name : undefined;
}
const OF_PROMETHEUS = ['job', 'instance'];
const labelsOf = (series: string): readonly string[] => {
  if (series === 'up') return OF_PROMETHEUS;
  const metric = metricOf(series);
  const own: readonly string[] = metric === undefined ? [] : METRICS[metric].labels;
  return [...OF_PROMETHEUS, ...own, ...(series.endsWith('_bucket') ? ['le'] : [])];
};

describe('the alert rules and the dashboard', () => {
  it('were found', () => {
    expect(rules.length).toBe([...read('portage-alerts.yml').matchAll(/- alert: /g)].length);
    expect(rules.length).toBeGreaterThan(10);
    expect(targets.length).toBeGreaterThan(20);
  });

  it('ask for metrics that /metrics has, and for labels that those have', () => {
    for (const expression of expressions)
      for (const { series, matchers } of selectorsOf(expression)) {
        if (series !== 'up') expect(metricOf(series), expression).toBeDefined();
        for (const [label] of matchers) expect(labelsOf(series), expression).toContain(label);
      }
  });

  it('group by labels of what they ask for', () => {
    for (const expression of expressions) {
      const known = selectorsOf(expression).flatMap(({ series }) => labelsOf(series));
      for (const [, list = ''] of expression.matchAll(/\b(?:by|on) \(([^)]*)\)/g))
        for (const label of list.split(', ')) expect(known, expression).toContain(label);
    }
  });

  it('name labels in their legends that remain after grouping', () => {
    for (const { expr, legendFormat } of targets) {
      const grouped = /\bby \(([^)]*)\)/.exec(expr)?.[1]?.split(', ');
      const isSummed = /^(sum|min|max)\(/.test(expr);
      const known = grouped ?? (isSummed ? [] : selectorsOf(expr).flatMap(({ series }) => labelsOf(series)));
      for (const [, label] of legendFormat.matchAll(/\{\{(\w+)\}\}/g)) expect(known, expr).toContain(label);
    }
  });

  it('choose routes that exist', () => {
    const routes = [...Object.keys(ROUTES), 'page'];
    const chosen = expressions.flatMap((one) => selectorsOf(one).flatMap(({ matchers }) => matchers));
    const ofRoutes = chosen.filter(([label]) => label === 'route');
    expect(ofRoutes.length).toBeGreaterThan(3);
    for (const [, operator, value] of ofRoutes) {
      const fits = (route: string) => (operator === '=~' ? new RegExp(`^(?:${value})$`).test(route) : route === value);
      expect(routes.some(fits), value).toBe(true);
    }
  });

  it('show every metric, so that none is kept for nobody', () => {
    const shown = new Set(expressions.flatMap(selectorsOf).map(({ series }) => metricOf(series)));
    for (const name of Object.keys(METRICS)) expect(shown, name).toContain(name);
  });

  it('name settings and files that exist', () => {
    const example = envExample();
    const texts = read('portage-alerts.yml') + read('prometheus.yml');
    for (const [name] of texts.matchAll(/\b[A-Z]+(?:_[A-Z]+)+\b/g)) expect(example, name).toContain(`#${name}=`);
    const files = readdirSync('lib/docs/operators');
    for (const [, name] of texts.matchAll(/[ -]([\w-]+\.yml)\b/g)) expect(files, name).toContain(name);
  });
});

it('start the server as `npm start` does', () => {
  const [node = '', ...start] = packageFile.scripts.start.split(' ');
  expect(read('portage.service')).toContain(`ExecStart=/usr/bin/${node} ${start.join(' ')}\n`);
  expect(readFileSync('Dockerfile', 'utf8')).toContain(
    `CMD ${JSON.stringify([node, ...start]).replaceAll(',', ', ')}\n`,
  );
  expect(readFileSync('lib/docs/guides/operations.md', 'utf8')).toContain(`\`${node} ${start.join(' ')}\``);
});
