/** The systemd unit starts what `npm start` starts, stops as the server stops, and lets it write only its data. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const unit = new Map<string, string[]>();
for (const line of readFileSync('lib/docs/operators/portage.service', 'utf8').split('\n')) {
  const [, key = '', value = ''] = /^(\w+)=(.*)$/.exec(line) ?? [];
  if (key) unit.set(key, [...(unit.get(key) ?? []), value]);
}
const [scripts, example] = [
  (JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }).scripts,
  readFileSync('.env.example', 'utf8'),
];

test('the unit starts the server itself, with existing settings', () => {
  expect(unit.get('ExecStart')).toEqual([`/usr/bin/${scripts.start}`]);
  const names = (unit.get('Environment')?.join(' ') ?? '').match(/\b[A-Z_]+(?==)/g) ?? [];
  const own = names.filter((name) => !['NODE_ENV', 'NEXT_TELEMETRY_DISABLED'].includes(name));
  expect(own).toEqual(['SWAP_NETWORK', 'DATA_DIR']);
  for (const name of own) expect(example).toContain(`#${name}=`);
});

test('the unit waits longer than the server needs to stop, and gives it one folder to write', () => {
  expect(Number(unit.get('TimeoutStopSec'))).toBeGreaterThan(15);
  for (const [key, value] of Object.entries({
    ...{ KillSignal: 'SIGTERM', DynamicUser: 'yes', StateDirectory: 'portage', StateDirectoryMode: '0700' },
    ...{ ProtectSystem: 'strict', ProtectHome: 'yes', NoNewPrivileges: 'yes', CapabilityBoundingSet: '' },
  }))
    expect(unit.get(key), key).toEqual([value]);
  expect(unit.get('ReadWritePaths')).toBeUndefined();
});
