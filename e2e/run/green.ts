/** Passes over what was green and has not changed since, by content; never in CI. */

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Outcome, Step } from './step.ts';

const FILE = 'node_modules/.cache/portage/green.json';

type Green = { [title: string]: { content: string; made: string | undefined; outcome: Outcome } };

const read = (): Green => {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8')) as Green;
  } catch {
    return {};
  }
};

/** Of every file that git has or would have, the lock of the packages among them, and of this Node; none outside a checkout. */
function contentOf(): string | undefined {
  if (!existsSync('.git')) return undefined;
  const listed = execFileSync('git', ['ls-files', '-coz', '--exclude-standard'], { maxBuffer: 64 * 1024 * 1024 });
  const hash = createHash('sha256').update(process.version);
  for (const file of listed.toString().split('\0').filter(existsSync))
    hash.update(`\0${file}\0`).update(readFileSync(file));
  return hash.digest('hex');
}

const textOf = (file: string | undefined): string | undefined =>
  file !== undefined && existsSync(file) ? readFileSync(file, 'utf8') : undefined;

/**
 * The same step; where it was green with this very content, it answers at once what it answered then.
 * @param made a file that the step leaves behind and that tells one result of it from the next.
 */
export const unlessGreen = (step: Step, made?: string): Step => ({
  title: step.title,
  async run() {
    const content = process.env.CI ? undefined : contentOf();
    if (content === undefined) return step.run();
    const known = read()[step.title];
    if (known?.content === content && known.made === textOf(made)) {
      console.log(`       ${step.title}: green, and nothing has changed since`);
      return { ...known.outcome, slow: [] };
    }
    const outcome = await step.run();
    if (outcome.failed === 0 && contentOf() === content) {
      mkdirSync(dirname(FILE), { recursive: true });
      writeFileSync(FILE, JSON.stringify({ ...read(), [step.title]: { content, made: textOf(made), outcome } }));
    }
    return outcome;
  },
});
