/** Tells what was found: lines for a person, one JSON document for a machine. */
import type { Options } from './options.ts';
import type { Result } from './run-checks.ts';

/** More of the same say no more. */
const MOST_FINDINGS = 5;

/** One line, and under a failed one what was asked, expected and came. */
export function linesOf({ id, section, level, title, outcome, findings, reason }: Result): string[] {
  const where = `${section}${level === 'portage' ? ', Portage' : ''}`;
  if (outcome === 'passed') return [`ok    ${id} (${where})`];
  if (outcome === 'notJudged') return [`-     ${id} (${where}): not judged, ${reason}`];
  const shown = findings
    .slice(0, MOST_FINDINGS)
    .flatMap(({ asked, expected, came }) => [
      `        asked:    ${asked}`,
      `        expected: ${expected}`,
      `        came:     ${came}`,
    ]);
  const more = findings.length - MOST_FINDINGS;
  return [
    `FAIL  ${id} (${where}): not so: ${title}`,
    ...shown,
    ...(more > 0 ? [`        and ${more} more of these`] : []),
  ];
}

const countOf = (results: readonly Result[], outcome: Result['outcome']): number =>
  results.filter((result) => result.outcome === outcome).length;

export const summaryOf = (results: readonly Result[]): string =>
  `${countOf(results, 'passed')} passed, ${countOf(results, 'failed')} failed, ${countOf(results, 'notJudged')} not judged`;

export const jsonReport = ({ baseUrl, level, withChannels }: Options, results: readonly Result[]) => ({
  url: baseUrl,
  level,
  withChannels,
  passed: countOf(results, 'passed'),
  failed: countOf(results, 'failed'),
  notJudged: countOf(results, 'notJudged'),
  checks: results,
});
