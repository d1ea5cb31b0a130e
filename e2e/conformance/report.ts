/** Prints the results: lines for a person, one JSON document for a machine. */
import type { Options } from './options.ts';
import type { Result } from './run-checks.ts';

/** Further findings of a check are not printed. */
const MOST_FINDINGS = 5;

/** One line, followed for a failed check by the request, what was expected, and the answer. */
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
