/** `npm run conformance -- URL`: checks any service against the interface specification and prints the differences. */
import { CHECKS } from './checks/all.ts';
import { type Options, readOptions, USAGE, UsageError } from './options.ts';
import { jsonReport, linesOf, summaryOf } from './report.ts';
import { CannotJudge, runChecks } from './run-checks.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);
const complain = (line: string) => process.stderr.write(`${line}\n`);

async function judge(options: Options): Promise<number> {
  const results = await runChecks(options, (result) => {
    if (!options.json) for (const line of linesOf(result)) say(line);
  });
  if (options.json) say(JSON.stringify(jsonReport(options, results), null, 2));
  else say(`\n${options.baseUrl}, level ${options.level}: ${summaryOf(results)}`);
  return results.some(({ outcome }) => outcome === 'failed') ? 1 : 0;
}

async function main(args: string[]): Promise<number> {
  try {
    const options = readOptions(args);
    if (options === 'help') {
      say(USAGE);
      return 0;
    }
    if (options === 'list') {
      for (const { id, level, section, title } of CHECKS) say(`${id} (${level}, ${section}): ${title}`);
      return 0;
    }
    return await judge(options);
  } catch (error) {
    if (error instanceof UsageError) complain(`${error.message}\n\n${USAGE}`);
    else if (error instanceof CannotJudge) complain(error.message);
    else throw error;
    return 2;
  }
}

process.exitCode = await main(process.argv.slice(2));
