/** Defines a check of the suite and its findings. */
import type { Answer, Ask } from './asker.ts';
import type { Material } from './material.ts';
import type { Level, Options } from './options.ts';
import type { Difference } from './rules.ts';

/** One difference: the request, what was expected, and the actual answer. */
export type Finding = { asked: string; expected: string; came: string };

/** Thrown by a check that has nothing to judge in this service; the message says why. */
export class NotJudged extends Error {
  override readonly name = 'NotJudged';
}

export type Context = {
  options: Options;
  ask: (what: Ask) => Promise<Answer>;
  /** All answers so far. */
  answers: readonly Answer[];
  /** Answers that many checks examine, requested once. */
  material: Material;
};

export type Check = {
  id: string;
  /** The section of the specification that it comes from, or for `portage` the one that it completes. */
  section: string;
  level: Level;
  /** What is true when the check passes. */
  title: string;
  /** True: examines the answers that all other checks got, and runs after them. */
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

/** No finding where the status is one of these. */
export function wantStatus(answer: Answer, ...statuses: number[]): Finding[] {
  if (statuses.includes(answer.status)) return [];
  const came = `${answer.status} ${answer.text.slice(0, 200)}`.trim();
  return [{ asked: answer.asked, expected: `HTTP ${statuses.join(' or ')}`, came }];
}
