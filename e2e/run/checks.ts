/** What is read and not run: format, import directions, dead code, texts, the build with its types, and its weight. */
import { unlessGreen } from './green.ts';
import { bin, command, output, type Step, single } from './step.ts';

/** Fewer modules than this and the import check saw too little to mean anything. */
const LEAST_MODULES = 250;

const CRUISED = ['app', 'components', 'lib', 'e2e', 'proxy.ts'];

type Report = {
  summary: { totalCruised: number; error: number; violations: { rule: { name: string }; from: string; to: string }[] };
};

const importDirections: Step = {
  title: 'import directions',
  async run() {
    const args = [...CRUISED, '--config', '.dependency-cruiser.cjs', '--output-type', 'json'];
    const { stdout } = await output(bin('depcruise'), args);
    const { summary } = JSON.parse(stdout) as Report;
    for (const { rule, from, to } of summary.violations) console.log(`  ${rule.name}: ${from} -> ${to}`);
    if (summary.totalCruised < LEAST_MODULES) console.log(`  only ${summary.totalCruised} modules were seen`);
    return single(summary.error === 0 && summary.totalCruised >= LEAST_MODULES);
  },
};

const ours = (title: string, file: string): Step => command(title, process.execPath, ['--import', 'tsx', file]);

export const format: Step = command('format and lint', bin('biome'), ['check', '--error-on-warnings']);
export const sourceChecks: Step[] = [
  format,
  importDirections,
  command('dead code', bin('knip'), []),
  ours('texts', 'e2e/run/texts.ts'),
].map((step) => unlessGreen(step));
export const build: Step[] = [
  unlessGreen(command('build, with types', 'npm', ['run', '--silent', 'build']), '.next/BUILD_ID'),
  ours('sizes', 'e2e/run/sizes.ts'),
];
