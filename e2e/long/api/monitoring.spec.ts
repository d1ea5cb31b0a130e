/**
 * The real Prometheus (Debian's package `prometheus`, with `promtool`) reads the built app as the guide of monitoring
 * says, by the configuration and the rules that come with Portage.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPortageClient } from '../../../lib/api/client.ts';
import { freePort } from '../../../lib/db/test-port.ts';
import { expect, test } from '../../support/api-test.ts';
import { startOwnApp } from '../../support/own-app.ts';

const FILES = 'lib/docs/operators';
const TOKEN = 'a-token-for-prometheus';

test.beforeAll(() => {
  for (const program of ['prometheus', 'promtool'])
    try {
      execFileSync(program, ['--version'], { stdio: 'ignore' });
    } catch {
      throw new Error(`This test needs ${program}: apt-get install prometheus.`);
    }
});

test('the rules pass promtool, and so do their own tests @long', () => {
  const promtool = (...args: string[]) => execFileSync('promtool', args, { cwd: FILES, encoding: 'utf8' });
  expect(promtool('check', 'rules', 'portage-alerts.yml')).toMatch(/SUCCESS: \d\d rules found/);
  expect(promtool('test', 'rules', 'portage-alerts.test.yml')).toContain('SUCCESS');
});

test('Prometheus reads the app with its token, evaluates every rule and finds each series of the dashboard @long', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portage-monitoring-'));
  const app = await startOwnApp(join(folder, 'data'), {
    SANDBOX_URL: process.env.E2E_SANDBOX_URL ?? '',
    METRICS_TOKEN: TOKEN,
  });
  const target = new URL(app.url).host;
  copyFileSync(join(FILES, 'portage-alerts.yml'), join(folder, 'portage-alerts.yml'));
  writeFileSync(join(folder, 'portage-metrics-token'), TOKEN);
  const config = readFileSync(join(FILES, 'prometheus.yml'), 'utf8');
  expect(config).toContain('127.0.0.1:3000');
  // Faster than a deployment needs it.
  const quick = config.replace('127.0.0.1:3000', target).replaceAll('_interval: 15s', '_interval: 1s');
  writeFileSync(join(folder, 'prometheus.yml'), quick);
  execFileSync('promtool', ['check', 'config', 'prometheus.yml'], { cwd: folder });
  const port = await freePort();
  const at = `127.0.0.1:${port}`;
  const args = ['--config.file=prometheus.yml', '--storage.tsdb.path=tsdb', `--web.listen-address=${at}`];
  const prometheus = spawn('prometheus', args, { cwd: folder, stdio: 'ignore' });
  const api = async (path: string) => {
    const answer = await fetch(`http://${at}/api/v1/${path}`).catch(() => undefined);
    return answer?.ok ? (await answer.json()).data : undefined;
  };
  const query = async (text: string) => (await api(`query?query=${encodeURIComponent(text)}`))?.result ?? [];
  try {
    await createPortageClient({ baseUrl: app.url }).quote({
      sellAsset: 'BTC.BTC',
      buyAsset: 'ETH.ETH',
      sellAmount: '0.1',
      slippage: 3,
    });
    const health = async () => (await api('targets'))?.activeTargets?.[0]?.health;
    await expect.poll(health).toBe('up');
    const requests = 'portage_requests_total{job="portage",route="/v1/quote",status="200"}';
    await expect.poll(async () => (await query(requests))[0]?.value?.[1]).toBe('1');
    const faulty = async () => {
      const groups: { rules: { name: string; health: string }[] }[] = (await api('rules'))?.groups ?? [];
      const rules = groups.flatMap((group) => group.rules);
      return rules.length < 10 ? 'not loaded' : rules.filter((rule) => rule.health !== 'ok').map(({ name }) => name);
    };
    await expect.poll(faulty).toEqual([]);
    const { panels } = JSON.parse(readFileSync(join(FILES, 'grafana-dashboard.json'), 'utf8'));
    const expressions: string[] = panels.flatMap((panel: { targets?: { expr: string }[] }) =>
      (panel.targets ?? []).map(({ expr }) => expr.replaceAll('$instance', '.*')),
    );
    for (const expression of expressions)
      expect(await api(`query?query=${encodeURIComponent(expression)}`), expression).toBeDefined();
    // What a fresh app on the embedded database has, without faults, limits, traces and screenings.
    for (const name of ['portage_database_up', 'portage_maintenance', 'portage_disk_free_bytes', 'portage_open_swaps'])
      expect(await query(`${name}{job="portage",instance="${target}"}`), name).not.toEqual([]);
  } finally {
    prometheus.kill();
    await once(prometheus, 'exit');
    await app.stop();
  }
});
