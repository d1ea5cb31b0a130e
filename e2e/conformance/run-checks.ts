/** Runs the requested checks against one service; an error that a check throws becomes its finding. */
import { type Asker, createAsker, NoAnswer, type Send } from './asker.ts';
import { type Check, type Context, type Finding, NotJudged } from './check.ts';
import { CHECKS } from './checks/all.ts';
import { createMaterial } from './material.ts';
import type { Options } from './options.ts';

export type Result = {
  id: string;
  section: string;
  level: Check['level'];
  title: string;
  outcome: 'passed' | 'failed' | 'notJudged';
  findings: Finding[];
  /** Why it was not judged. */
  reason?: string;
};

/** The service could not be judged at all; the message says why. */
export class CannotJudge extends Error {
  override readonly name = 'CannotJudge';
}

const wanted = (id: string, only: readonly string[]): boolean =>
  only.length === 0 || only.some((one) => (one.endsWith('.') ? id.startsWith(one) : id === one));

/** @throws {CannotJudge} where no check has such an id. */
export function chosenChecks({ level, only }: Pick<Options, 'level' | 'only'>): Check[] {
  const chosen = CHECKS.filter((check) => (level === 'portage' || check.level === 'spec') && wanted(check.id, only));
  if (chosen.length === 0) throw new CannotJudge(`No check of the level ${level} is called ${only.join(' or ')}.`);
  return chosen;
}

async function runOne(check: Check, context: Context): Promise<Result> {
  const { id, section, level, title } = check;
  const result = { id, section, level, title };
  try {
    const findings = await check.run(context);
    return { ...result, outcome: findings.length === 0 ? 'passed' : 'failed', findings };
  } catch (error) {
    if (error instanceof NotJudged) return { ...result, outcome: 'notJudged', findings: [], reason: error.message };
    if (error instanceof NoAnswer)
      return {
        ...result,
        outcome: 'failed',
        findings: [{ asked: error.asked, expected: 'an answer', came: error.message }],
      };
    const came = `the check cannot read it: ${error instanceof Error ? error.message : String(error)}`;
    return { ...result, outcome: 'failed', findings: [{ asked: check.id, expected: title, came }] };
  }
}

/** Requests the token list, without which there is nothing to quote. */
async function firstAnswer(asker: Asker): Promise<void> {
  const answer = await asker.ask({ path: '/v1/tokens' }).catch((error: unknown) => {
    if (error instanceof NoAnswer) throw new CannotJudge(`The service gives ${error.message}.`);
    throw error;
  });
  if (answer.status === 401 || answer.status === 403)
    throw new CannotJudge(`The service answers ${answer.status}: it wants a key, or another one (--key).`);
  if (answer.status === 429) throw new CannotJudge('The service answers 429 and asks to wait longer than this does.');
}

/**
 * @param onResult called with each result, in the order of the list.
 * @throws {CannotJudge} where the service does not answer at all, or requires a key.
 */
export async function runChecks(
  options: Options,
  onResult: (result: Result) => void = () => undefined,
  send?: Send,
): Promise<Result[]> {
  const checks = chosenChecks(options);
  const asker = createAsker({ ...options, send });
  await firstAnswer(asker);
  const context: Context = {
    options,
    ask: asker.ask,
    answers: asker.answers,
    material: createMaterial(asker.ask, options),
  };
  const results: Result[] = [];
  // All start at once; the asker limits them to a few requests at a time.
  const running = checks.filter(({ last }) => !last).map((check) => runOne(check, context));
  for (const one of running) {
    const result = await one;
    results.push(result);
    onResult(result);
  }
  for (const check of checks.filter(({ last }) => last)) {
    const result = await runOne(check, context);
    results.push(result);
    onResult(result);
  }
  return results;
}
