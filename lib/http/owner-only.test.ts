/** No other account of the machine reads or changes what the data folder contains, however old the folder is. */
import { chmodSync, existsSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { freshFolder, removeFolders } from '../db/test-folders.ts';
import { keepForOwner } from './owner-only.ts';

afterAll(removeFolders);
const modeOf = (path: string): number => statSync(path).mode & 0o777;

it('creates a missing folder for its owner alone', async () => {
  const folder = join(freshFolder(), 'a', 'data');
  expect(await keepForOwner(folder)).toEqual({ narrowed: 0, wide: [] });
  expect(modeOf(folder)).toBe(0o700);
});

it('corrects a folder that others could write to, and reports the count once', async () => {
  const folder = join(freshFolder(), 'data');
  const db = join(folder, 'db', 'global');
  mkdirSync(db, { recursive: true });
  writeFileSync(join(db, 'pg_control'), '');
  writeFileSync(join(folder, 'run.sh'), '');
  chmodSync(folder, 0o755);
  chmodSync(join(db, 'pg_control'), 0o666);
  chmodSync(join(folder, 'run.sh'), 0o755);
  const { narrowed, wide } = await keepForOwner(folder);
  expect([narrowed > 2, wide]).toEqual([true, []]);
  expect([folder, db, join(db, 'pg_control'), join(folder, 'run.sh')].map(modeOf)).toEqual([
    0o700, 0o700, 0o600, 0o700,
  ]);
  expect(await keepForOwner(folder)).toEqual({ narrowed: 0, wide: [] });
});

it('follows no link out of the folder', async () => {
  const outside = join(freshFolder(), 'outside');
  writeFileSync(outside, '');
  chmodSync(outside, 0o644);
  const folder = join(freshFolder(), 'data');
  mkdirSync(folder);
  symlinkSync(outside, join(folder, 'link'));
  await keepForOwner(folder);
  expect([existsSync(join(folder, 'link')), modeOf(outside)]).toEqual([true, 0o644]);
});
