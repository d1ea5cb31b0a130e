/** What is read and not run: format, import directions, dead code, texts, the build with its types, and its weight. */
import { readdirSync } from 'node:fs';
import { unlessGreen } from './green.ts';
import { bin, command, output, type Step, single } from './step.ts';

const CRUISED = ['app', 'components', 'lib', 'e2e'];
/** Of all modules in those folders; where fewer were seen the check means nothing. */
const LEAST_SEEN = 0.95;

const isModule = (path: string): boolean => /\.tsx?$/.test(path);
const modulesIn = (folder: string): number =>
  readdirSync(folder, { recursive: true }).map(String).filter(isModule).length;

type Report = {
  modules: { source: string }[];
  summary: { error: number; violations: { rule: { name: string }; from: string; to: string }[] };
};

const importDirections: Step = {
  title: 'import directions',
  async run() {
    const args = [...CRUISED, 'proxy.ts', '--config', '.dependency-cruiser.cjs', '--output-type', 'json'];
    const { stdout } = await output(bin('depcruise'), args);
    const { modules, summary } = JSON.parse(stdout) as Report;
    for (const { rule, from, to } of summary.violations) console.log(`  ${rule.name}: ${from} -> ${to}`);
    const seen = modules.filter(({ source }) => isModule(source) && !source.startsWith('node_modules/')).length;
    const all = CRUISED.reduce((sum, folder) => sum + modulesIn(folder), 0);
    const isEnough = seen >= all * LEAST_SEEN;
    if (!isEnough) console.log(`  only ${seen} of ${all} modules were seen`);
    return single(summary.error === 0 && isEnough);
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
