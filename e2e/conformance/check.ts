/** What a check of the suite is, and how it tells what it found. */
import type { Answer, Ask } from './asker.ts';
import type { Material } from './material.ts';
import type { Level, Options } from './options.ts';
import type { Difference } from './rules.ts';

/** One difference: what was asked, what was expected, what came. */
export type Finding = { asked: string; expected: string; came: string };

/** Thrown by a check that has nothing to judge here; the message says why. */
export class NotJudged extends Error {
  override readonly name = 'NotJudged';
}

export type Context = {
  options: Options;
  ask: (what: Ask) => Promise<Answer>;
  /** All answers so far. */
  answers: readonly Answer[];
  /** What many checks look at, asked for once. */
  material: Material;
};

export type Check = {
  id: string;
  /** Of the specification: what it comes from, or for `portage` what it completes. */
  section: string;
  level: Level;
  /** What holds where it passes. */
  title: string;
  /** True: looks at all that the others were answered, and runs after them. */
  last?: boolean;
  run(context: Context): Promise<Finding[]>;
};

type Run = Check['run'];
export const spec = (id: string, section: string, title: string, run: Run): Check => ({
  id,
  section,
  level: 'spec',
  title,
  run,
});
export const portage = (id: string, section: string, title: string, run: Run): Check => ({
  id,
  section,
  level: 'portage',
  title,
  run,
});
export const afterwards = (check: Check): Check => ({ ...check, last: true });

export const findingsOf = ({ asked }: { asked: string }, differences: Difference[]): Finding[] =>
  differences.map(({ at, expected, came }) => ({ asked, expected: at ? `${at}: ${expected}` : expected, came }));

/** Nothing where the status is one of these. */
export function wantStatus(answer: Answer, ...statuses: number[]): Finding[] {
  if (statuses.includes(answer.status)) return [];
  const came = `${answer.status} ${answer.text.slice(0, 200)}`.trim();
  return [{ asked: answer.asked, expected: `HTTP ${statuses.join(' or ')}`, came }];
}
