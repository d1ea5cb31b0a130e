/** Skips a step that passed before with exactly the same content; never in CI. */

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

/**
 * A digest of every file that git tracks or would track, the packages' lock file among them, and of the Node version;
 * none outside a checkout.
 */
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
 * Wraps a step: where it passed with this very content, the stored result is returned.
 * @param made a file that the step produces and that identifies its result.
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
