// Runs the unit tests with a report for people and one that is counted.
import { spawnSync } from 'node:child_process';

const result = spawnSync(
  'node_modules/.bin/vitest',
  ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${process.env.PORTAGE_REPORT}`],
  { stdio: 'inherit' },
);
process.exit(result.status ?? 1);
