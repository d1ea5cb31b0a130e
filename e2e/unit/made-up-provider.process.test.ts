/**
 * If this fails, adding a provider touches more than the README says. The test adds a made-up provider to a copy of the
 * tree by its folders and lines, then quotes and tracks it there through the endpoints.
 */
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LINES } from './made-up-provider/lines.ts';

const BRANCH = 'e2e/unit/made-up-provider';
let tree = '';
let answers: { quote: unknown; tracked: unknown };

function addLines(): void {
  for (const { path, after, line } of LINES) {
    const file = join(tree, path);
    const rows = readFileSync(file, 'utf8').split('\n');
    const at = rows.indexOf(after);
    expect([path, after, at >= 0]).toEqual([path, after, true]);
    writeFileSync(file, rows.toSpliced(at + 1, 0, line).join('\n'));
  }
}

beforeAll(async () => {
  tree = mkdtempSync(join(tmpdir(), 'portage-made-up-'));
  const product = (path: string) => !/^lib\/sandbox|\.test\.tsx?$/.test(path);
  for (const name of ['lib', 'public', 'package.json', 'tsconfig.json'])
    cpSync(name, join(tree, name), { recursive: true, filter: product });
  cpSync(`${BRANCH}/lib`, join(tree, 'lib'), { recursive: true });
  symlinkSync(resolve('node_modules'), join(tree, 'node_modules'));
  addLines();
  const script = resolve(BRANCH, 'quote-and-track.ts');
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', script, tree], {
    cwd: tree,
    env: { ...process.env, DATA_DIR: join(tree, '.data') },
  });
  answers = JSON.parse(stdout);
});
afterAll(() => rmSync(tree, { recursive: true, force: true }));

it('a provider is its folders and its lines: it is quoted', () => {
  expect(answers.quote).toMatchObject({
    routes: [{ providers: ['MADE_UP'], expectedBuyAmount: '5', inboundAddress: expect.any(String) }],
  });
});

it('a provider is its folders and its lines: it is tracked to its end', () => {
  expect(answers.tracked).toMatchObject({ trackingStatus: 'completed' });
});

it('the README names every place that it touches', () => {
  const steps = readFileSync('README.md', 'utf8').split('## Add a provider')[1]?.split('\n## ')[0] ?? '';
  const lists = [...new Set(LINES.map(({ path }) => path))];
  expect(lists.filter((path) => !steps.includes(path))).toEqual([]);
});
